/**
 * The ends once more, beside the hand: for thumbs, and where the tiles on the table are small. An
 * arrow points to where on the board the end lies.
 */
import { attr, h, keyedViews, s, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { button } from '../widgets.js';
import { nameOf } from './ends.js';

/** @import { Actions } from '../../actions.js' */
/** @import { End } from './ends.js' */
/** @typedef {{ end: End, angle: number }} Chip */

/** @param {Actions} actions */
export function chipsView(actions) {
  const element = h('div', { class: 'chips', role: 'group', hidden: true });
  return {
    element,
    /** @param {readonly End[]} ends @param {{ width: number, height: number }} board */
    draw(ends, { width, height }) {
      // The lead has one place only, in the middle.
      const shown = ends.filter(({ offer }) => offer.arm !== null);
      show(element, shown.length > 0);
      attr(element, 'data-count', shown.length);
      const [first] = shown;
      if (first) attr(element, 'aria-label', t('ends.group', { tile: first.offer.tile }));
      const chips = shown.map((end) => ({
        end,
        angle: Math.round(
          (Math.atan2(end.ghost.y - height / 2, end.ghost.x - width / 2) * 180) / Math.PI,
        ),
      }));
      keyedViews(
        element,
        chips,
        ({ end }) => `${end.offer.tile} ${end.offer.arm}`,
        ({ end }) => chipView(end, actions),
      );
    },
  };
}

/** @param {End} end @param {Actions} actions */
function chipView({ offer }, actions) {
  const arrow = s(
    'svg',
    { class: 'icon chip-arrow', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    s('path', { d: 'M4 12h15M13 6l6 6-6 6' }),
  );
  const pips = h('b', {});
  const points = h('span', { class: 'chip-points' });
  const element = button([arrow, pips, points], {
    class: 'chip',
    testid: `chip-${offer.arm}`,
    press: () => actions.put(offer),
  });
  return {
    element,
    /** @param {Chip} chip */
    draw({ end, angle }) {
      arrow.style.transform = `rotate(${angle}deg)`;
      setText(pips, String(end.pips));
      setText(points, end.offer.points ? `+${end.offer.points}` : '');
      attr(element, 'data-hinted', end.hinted ? 'true' : null);
      attr(element, 'aria-pressed', end.ahead ? String(end.chosen) : null);
      attr(element, 'aria-label', nameOf(end.offer, end.pips, end.ahead));
    },
  };
}
