/** What moves a replay: buttons, a scrubber and the rounds. */
import { attr, h, keyed, setText } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { lengthOf, numberOf, placeOf } from '../../records/timeline.js';

/** @import { IconName } from '../../icon.js' */
/** @import { Timeline } from '../../records/timeline.js' */
/** @typedef {{ go(number: number): void, step(by: number): void, toggle(): void }} Moves */

/** @param {Moves} moves */
export function controlsView({ go, step, toggle }) {
  const rounds = h('div', {
    class: 'replay-rounds',
    role: 'group',
    'aria-label': t('record.rounds'),
  });
  const scrubber = h('input', {
    type: 'range',
    class: 'replay-scrubber',
    min: 0,
    step: 1,
    'aria-label': t('record.scrubber'),
    'data-testid': 'scrubber',
  });
  scrubber.addEventListener('input', () => go(Number(scrubber.value)));
  const play = button('play', t('record.play'), 'play', toggle);
  const end = () => go(Number(scrubber.max));
  const buttons = h(
    'div',
    { class: 'replay-buttons', role: 'group', 'aria-label': t('record.controls') },
    button('first', t('record.first'), 'first', () => go(0)),
    button('back', t('record.back'), 'back', () => step(-1)),
    play,
    button('forward', t('record.forward'), 'forward', () => step(1)),
    button('last', t('record.last'), 'last', end),
  );
  const where = h('p', { class: 'replay-where', 'data-testid': 'replay-where' });
  const element = h(
    'section',
    { class: 'replay-controls', 'aria-label': t('record.controls') },
    rounds,
    scrubber,
    h('div', { class: 'replay-row' }, buttons, where),
  );
  let drawnPlaying = false;
  /** For which rounds there are buttons, and which of them is marked. @type {[number[], number] | null} */
  let drawnRound = null;
  return {
    element,
    /** @param {Timeline} timeline @param {number} at @param {boolean} playing */
    draw(timeline, at, playing) {
      const place = placeOf(timeline, at);
      const words = t('record.position', {
        round: place.round + 1,
        step: place.step + 1,
        steps: timeline.lengths[place.round] ?? 0,
      });
      setText(where, words);
      attr(scrubber, 'max', lengthOf(timeline) - 1);
      scrubber.value = String(at);
      attr(scrubber, 'aria-valuetext', words);
      if (playing !== drawnPlaying) {
        drawnPlaying = playing;
        const name = playing ? t('record.pause') : t('record.play');
        play.replaceChildren(icon(playing ? 'pause' : 'play'));
        attr(play, 'aria-label', name);
        attr(play, 'title', name);
      }
      if (drawnRound?.[0] === timeline.lengths && drawnRound[1] === place.round) return;
      drawnRound = [timeline.lengths, place.round];
      keyed(
        rounds,
        timeline.lengths,
        (_, round) => `round ${round}`,
        (_, round) => roundButton(round, () => go(numberOf(timeline, { round, step: 0 }))),
        (made, _, round) => {
          const current = round === place.round;
          if (current && made.getAttribute('aria-current') === null) reveal(made);
          attr(made, 'aria-current', current ? 'step' : null);
        },
      );
    },
  };
}

/**
 * @param {number} round
 * @param {() => void} press
 */
function roundButton(round, press) {
  return h(
    'button',
    {
      type: 'button',
      class: 'replay-round',
      'aria-label': t('record.round', { n: round + 1 }),
      'data-testid': `round-${round + 1}`,
      onclick: press,
    },
    round + 1,
  );
}

/** Scrolls the rounds sideways, and nothing else, until one is to be seen. @param {HTMLElement} made */
function reveal(made) {
  requestAnimationFrame(() => {
    const list = made.parentElement;
    if (list) list.scrollLeft = made.offsetLeft - (list.clientWidth - made.offsetWidth) / 2;
  });
}

/**
 * @param {string} id
 * @param {string} name
 * @param {IconName} picture
 * @param {() => void} press
 */
function button(id, name, picture, press) {
  const props = { type: 'button', class: 'icon-button', 'aria-label': name, title: name };
  const made = h('button', { ...props, 'data-testid': `replay-${id}` }, icon(picture));
  made.addEventListener('click', press);
  return made;
}
