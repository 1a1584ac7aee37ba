// @ts-check
/** The ends that the chosen tile may go to, as ghosts of the tile that would lie there. */
import { attr, h, keyed, setText } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { placements } from '../../select.js';
import { drawTile, turnTile } from '../../tile.js';

/** @typedef {import('../../state.js').Table} Table */
/** @typedef {import('../../protocol.js').Offer} Offer */
/** @typedef {import('../../layout/types.js').Target} Target */
/** @typedef {import('../../layout/types.js').Box} Box */
/** @typedef {{ width: number, height: number, unit: number }} Board */
/** @typedef {(offer: Offer) => (Box & { angle: number }) | null} Preview */
/** @typedef {{ offer: Offer, pips: number, hit: Box, ghost: Box & { angle: number } }} End */

/** The smallest side of an end that is to be touched, in pixels. */
export const TARGET_MIN = 44;

/** @param {import('../../actions.js').Actions} actions */
export function endsView(actions) {
  const element = h('div', { class: 'board-ends' });
  element.addEventListener('keydown', (event) => walk(event, element, actions));
  return {
    element,
    /**
     * @param {Table} table
     * @param {Target[]} targets
     * @param {Board} board
     * @param {Preview} preview where a tile would lie, if that can be told
     */
    draw(table, targets, board, preview) {
      keyed(
        element,
        openEnds(table, targets, board, preview),
        ({ offer }) => `${offer.tile} ${offer.arm}`,
        (made) => end(made, actions),
        placeEnd,
      );
    },
  };
}

/**
 * @param {End} made
 * @param {import('../../actions.js').Actions} actions
 */
function end({ offer, ghost }, actions) {
  return h(
    'button',
    {
      type: 'button',
      class: 'end',
      'data-testid': `end-${offer.arm ?? 'lead'}`,
      onclick: () => actions.play(offer),
    },
    h('span', { class: 'end-ghost' }, drawTile(offer.tile, { angle: ghost.angle, label: null })),
    h('span', { class: 'end-points' }),
  );
}

/**
 * @param {Table} table
 * @param {Target[]} targets
 * @param {Board} board
 * @param {Preview} preview
 * @returns {End[]}
 */
function openEnds(table, targets, board, preview) {
  return placements(table)
    .filter((offer) => offer.tile === table.choice)
    .flatMap((offer) => {
      const target =
        offer.arm === null ? middle(board) : targets.find(({ arm }) => arm === offer.arm);
      if (!target) return [];
      const { hit, pips } = target;
      return [{ offer, pips, hit, ghost: preview(offer) ?? target }];
    });
}

/**
 * The lead has no end yet: it goes to the middle.
 * @param {Board} board
 * @returns {Target}
 */
function middle({ width, height, unit }) {
  const box = { x: width / 2, y: height / 2, width: unit * 2, height: unit };
  const hit = { ...box, height: Math.max(unit * 2, TARGET_MIN) };
  return { arm: '', pips: 0, ...box, angle: 90, hit };
}

/**
 * @param {HTMLElement} button
 * @param {End} end
 */
function placeEnd(button, { offer, pips, hit, ghost }) {
  const { tile, points } = offer;
  const left = hit.x - hit.width / 2;
  const top = hit.y - hit.height / 2;
  box(button, left, top, hit.width, hit.height);
  const [lying, label] = /** @type {HTMLCollectionOf<HTMLElement>} */ (button.children);
  const inLeft = ghost.x - ghost.width / 2 - left;
  const inTop = ghost.y - ghost.height / 2 - top;
  box(lying, inLeft, inTop, ghost.width, ghost.height);
  const drawing = lying.firstElementChild;
  if (drawing instanceof SVGSVGElement) turnTile(drawing, ghost.angle);
  setText(label, points ? `+${points}` : '');
  const text = offer.arm === null ? t('tile.lead', { tile }) : t('tile.played_on', { tile, pips });
  attr(button, 'aria-label', points ? t('tile.for', { text, n: points }) : text);
}

/**
 * @param {HTMLElement} element
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height
 */
function box(element, left, top, width, height) {
  Object.assign(element.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
}

/**
 * Arrows go from end to end, Escape gives the tile back to the hand.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} ends
 * @param {import('../../actions.js').Actions} actions
 */
function walk(event, ends, actions) {
  const buttons = /** @type {HTMLElement[]} */ ([...ends.children]);
  const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step !== undefined) buttons[(at + step + buttons.length) % buttons.length]?.focus();
  else if (event.key === 'Escape') actions.unchoose();
  else return;
  event.preventDefault();
}
