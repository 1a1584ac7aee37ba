/** What moves a replay: buttons, a scrubber and the rounds. */
import { attr, changes, h, keyed, setText } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { placeOf, positionCount, positionNumber } from '../../records/timeline.js';
import { button, iconButton } from '../widgets.js';

/** @import { IconName } from '../../icon.js' */
/** @import { Timeline } from '../../records/timeline.js' */
/** @typedef {{ go(number: number): void, step(by: number): void, toggle(): void }} Moves */

/** @param {Moves} moves */
export function controlsView({ go, step, toggle }) {
  const rounds = roundsView(go);
  const scrubber = h('input', {
    type: 'range',
    class: 'replay-scrubber',
    min: 0,
    step: 1,
    'aria-label': t('record.scrubber'),
    'data-testid': 'scrubber',
    oninput: () => go(Number(scrubber.value)),
  });
  const play = mover('play', t('record.play'), toggle);
  const buttons = h(
    'div',
    { class: 'replay-buttons', role: 'group', 'aria-label': t('record.controls') },
    mover('first', t('record.first'), () => go(0)),
    mover('back', t('record.back'), () => step(-1)),
    play,
    mover('forward', t('record.forward'), () => step(1)),
    mover('last', t('record.last'), () => go(Number(scrubber.max))),
  );
  const where = h('p', { class: 'replay-where', 'data-testid': 'replay-where' });
  const element = h(
    'section',
    { class: 'replay-controls', 'aria-label': t('record.controls') },
    rounds.element,
    scrubber,
    h('div', { class: 'replay-row' }, buttons, where),
  );
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
      attr(scrubber, 'max', positionCount(timeline) - 1);
      scrubber.value = String(at);
      attr(scrubber, 'aria-valuetext', words);
      const name = playing ? t('record.pause') : t('record.play');
      if (play.title !== name) {
        play.replaceChildren(icon(playing ? 'pause' : 'play'));
        attr(play, 'aria-label', name);
        attr(play, 'title', name);
      }
      rounds.draw(timeline, place.round);
    },
  };
}

/** A button for each round. @param {(number: number) => void} go */
function roundsView(go) {
  const props = { class: 'replay-rounds', role: 'group', 'aria-label': t('record.rounds') };
  const element = h('div', props);
  const isNew = changes();
  return {
    element,
    /** @param {Timeline} timeline @param {number} current */
    draw(timeline, current) {
      const { id, lengths } = timeline;
      if (!isNew(id, lengths.length, current)) return;
      keyed(
        element,
        lengths,
        (_, round) => [id, round],
        (_, round) =>
          roundButton(round + 1, () => go(positionNumber(timeline, { round, step: 0 }))),
        (made, _, round) => {
          if (round === current && made.getAttribute('aria-current') === null) reveal(made);
          attr(made, 'aria-current', round === current ? 'step' : null);
        },
      );
    },
  };
}

/** @param {IconName} way @param {string} name @param {() => void} press */
const mover = (way, name, press) => iconButton(way, name, { testid: `replay-${way}`, press });

/** @param {number} n from 1 @param {() => void} press */
const roundButton = (n, press) =>
  button(String(n), {
    class: 'replay-round',
    'aria-label': t('table.round', { n }),
    testid: `round-${n}`,
    press,
  });

/** Scrolls the rounds sideways, and nothing else, until one is to be seen. @param {HTMLElement} made */
function reveal(made) {
  requestAnimationFrame(() => {
    const list = made.parentElement;
    if (list) list.scrollLeft = made.offsetLeft - (list.clientWidth - made.offsetWidth) / 2;
  });
}
