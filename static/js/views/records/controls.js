/** What moves a replay beside its scrubber: buttons and the rounds. */
import { attr, changes, h, keyed, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { placeOf, positionNumber } from '../../records/timeline.js';
import { button, iconButton } from '../widgets.js';

/** @import { IconName } from '../../icon.js' */
/** @import { Place, Timeline } from '../../records/timeline.js' */
/** @typedef {{ go(number: number): void, step(by: number): void, end(): number, toggle(): void, mistake(): void }} Moves */

/** @param {Moves} moves */
export function controlsView({ go, step, end, toggle, mistake }) {
  const rounds = roundsView(go);
  const play = mover('play', t('record.play'), toggle);
  const next = mover('mistake', t('analysis.next_mistake'), mistake);
  const buttons = h(
    'div.replay-buttons',
    { role: 'group', 'aria-label': t('record.controls') },
    mover('first', t('record.first'), () => go(0)),
    mover('back', t('record.back'), () => step(-1)),
    play,
    mover('forward', t('record.forward'), () => step(1)),
    mover('last', t('record.last'), () => go(end())),
    next,
  );
  const where = h('p.replay-where', { testid: 'replay-where' });
  const element = h(
    'section.replay-controls.in-line',
    { 'aria-label': t('record.controls') },
    buttons,
    where,
    rounds.element,
  );
  return {
    element,
    /** @param {Timeline} timeline @param {number} at @param {boolean} playing @param {boolean} hasMistakes */
    draw(timeline, at, playing, hasMistakes) {
      show(next, hasMistakes);
      const place = placeOf(timeline, at);
      setText(where, placeInWords(timeline, place));
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

/** @param {Timeline} timeline @param {Place} place */
export const placeInWords = ({ lengths }, { round, step }) =>
  t('record.move', { round: round + 1, n: step, all: Math.max(0, (lengths[round] ?? 0) - 1) });

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
