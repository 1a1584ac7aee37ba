/**
 * The ends once more, beside the hand: for thumbs, and where the tiles on the table are small. An
 * arrow points to where on the board the end lies.
 */
import { attr, h, keyed, s, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { nameOf } from './ends.js';

/** @import { Actions } from '../../actions.js' */
/** @import { End } from './ends.js' */
/** @typedef {{ end: End, angle: number }} Chip */

/** @param {Actions} actions */
export function chipsView(actions) {
  const element = h('div', { class: 'chips', role: 'group', hidden: true });
  return {
    element,
    /**
     * @param {readonly End[]} ends
     * @param {{ width: number, height: number }} board
     */
    draw(ends, { width, height }) {
      // The lead has one place only, in the middle.
      const shown = ends.filter(({ offer }) => offer.arm !== null);
      show(element, shown.length > 0);
      attr(element, 'data-count', shown.length);
      if (shown.length > 0) attr(element, 'aria-label', groupName(shown[0]));
      const chips = shown.map((end) => ({
        end,
        angle: Math.round(
          (Math.atan2(end.ghost.y - height / 2, end.ghost.x - width / 2) * 180) / Math.PI,
        ),
      }));
      keyed(
        element,
        chips,
        ({ end }) => `${end.offer.tile} ${end.offer.arm}`,
        ({ end }) => chip(end, actions),
        drawChip,
      );
    },
  };
}

/** @param {End} end */
function groupName({ offer }) {
  return t('ends.group', { tile: offer.tile });
}

/**
 * @param {End} end
 * @param {Actions} actions
 */
function chip({ offer }, actions) {
  return h(
    'button',
    {
      type: 'button',
      class: 'chip',
      'data-testid': `chip-${offer.arm}`,
      onclick: () => actions.put(offer),
    },
    s(
      'svg',
      { class: 'icon chip-arrow', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
      s('path', { d: 'M4 12h15M13 6l6 6-6 6' }),
    ),
    h('b', {}),
    h('span', { class: 'chip-points' }),
  );
}

/**
 * @param {HTMLElement} button
 * @param {Chip} chip
 */
function drawChip(button, { end, angle }) {
  const [arrow, pips, points] = button.children;
  /** @type {SVGElement} */ (arrow).style.transform = `rotate(${angle}deg)`;
  setText(pips, String(end.pips));
  setText(points, end.offer.points ? `+${end.offer.points}` : '');
  attr(button, 'data-hinted', end.hinted ? 'true' : null);
  attr(button, 'aria-pressed', end.ahead ? String(end.chosen) : null);
  attr(button, 'aria-label', nameOf(end.offer, end.pips, end.ahead));
}
