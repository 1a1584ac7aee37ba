/**
 * The ends that the chosen tile may go to: on the board as ghosts of the tile that would lie there, and
 * beside the hand as buttons, for thumbs and where the tiles on the table are small.
 */
import { attr, h, keyedViews, s, setText, show } from '../../../dom.js';
import { amount } from '../../../format/amounts.js';
import { t } from '../../../i18n/index.js';
import { placements } from '../../../select.js';
import { aheadOffers } from '../../../table/plan.js';
import { isHinted } from '../../../table/ui.js';
import { drawTile, turnTile } from '../../../tiles/tile.js';
import { button } from '../../../views/widgets.js';

/** @import { Actions } from '../../../actions.js' */
/** @import { Box, Target } from '../layout/layout.js' */
/** @import { OpenEnd } from '../../../table/plan.js' */
/** @import { Offer } from '../../../protocol.js' */
/** @import { Table } from '../../../state.js' */
/** @typedef {(offer: Offer) => (Box & { angle: number }) | null} Preview */

/** The smallest side of an end that is to be touched, in pixels. */
export const TARGET_MIN = 44;

/** @param {Actions} actions */
export function endsView(actions) {
  const element = h('div.board-ends');
  /** @type {OpenEnd[]} */
  let shown = [];
  element.addEventListener('keydown', (event) => walk(event, element, actions));
  return {
    element,
    /**
     * @param {Table} table
     * @param {Target[]} targets
     * @param {Preview} preview where a tile would lie, if that can be told
     */
    draw(table, targets, preview) {
      shown = openEnds(table, targets, preview);
      keyedViews(element, shown, keyOf, (end) => endView(end, actions));
    },
    targets: () => shown,
    /** Shows which end a dragged tile would join. @param {number} at which, or -1 */
    aim(at) {
      [...element.children].forEach((button, i) => {
        attr(button, 'data-aimed', i === at ? 'true' : null);
      });
    },
  };
}

/** @param {OpenEnd} end */
const keyOf = ({ offer }) => [offer.tile, offer.arm];

/** @param {OpenEnd} end @param {Actions} actions */
function endView({ offer, ghost }, actions) {
  const drawing = drawTile(offer.tile, ghost.angle);
  const lying = h('span.end-ghost', drawing);
  const label = h('span.end-points.if-any');
  const element = button([lying, label], {
    class: 'end',
    testid: `end-${offer.arm ?? 'lead'}`,
    press: () => actions.put(offer),
  });
  return {
    element,
    /** @param {OpenEnd} end */
    draw(end) {
      const { hit, ghost, ahead } = end;
      place(element, hit, 0, 0);
      place(lying, ghost, hit.x - hit.width / 2, hit.y - hit.height / 2);
      turnTile(drawing, ghost.angle);
      attr(element, 'data-ahead', ahead ? 'true' : null);
      describe(element, label, end);
    },
  };
}

/** Says what playing at an end means. @param {Element} button @param {Element} label @param {OpenEnd} end */
function describe(button, label, { offer, pips, ahead, chosen, hinted }) {
  setText(label, offer.points ? `+${offer.points}` : '');
  attr(button, 'data-hinted', hinted ? 'true' : null);
  attr(button, 'aria-pressed', ahead ? String(chosen) : null);
  attr(button, 'aria-label', nameOf(offer, pips, ahead));
}

/** @param {Table} table @param {Target[]} targets @param {Preview} preview @returns {OpenEnd[]} */
function openEnds(table, targets, preview) {
  const { ahead } = table.ui.plan;
  const offers = ahead
    ? aheadOffers(table, ahead.tile)
    : placements(table).filter((offer) => offer.tile === table.ui.choice);
  return offers.flatMap((offer) => {
    const target =
      offer.arm === null ? middle(preview(offer)) : targets.find(({ arm }) => arm === offer.arm);
    if (!target) return [];
    const { hit, pips } = target;
    const chosen = ahead?.arm === offer.arm;
    const hinted = isHinted(table.ui.hint, offer);
    const ghost = preview(offer) ?? target;
    return [{ offer, pips, ahead: ahead !== null, chosen, hinted, hit, ghost }];
  });
}

/**
 * The lead has no end yet: it goes where the first tile will lie.
 * @param {(Box & { angle: number }) | null} ghost
 */
function middle(ghost) {
  if (!ghost) return null;
  const [width, height] = [ghost.width, ghost.height].map((side) => Math.max(side, TARGET_MIN));
  const { x, y, angle } = ghost;
  return { arm: '', pips: 0, x, y, width, height, angle, hit: { x, y, width, height } };
}

/**
 * An end in words: the tile, the pips it joins and the points it would make.
 * @param {Offer} offer
 * @param {number} pips
 * @param {boolean} ahead
 */
function nameOf({ tile, arm, points }, pips, ahead) {
  if (ahead) return t('ahead.end', { tile, pips });
  const action = arm === null ? 'lead' : 'played_on';
  return points
    ? t(`tile.${action}_for`, { tile, pips, points: amount(points, 'points') })
    : t(`tile.${action}`, { tile, pips });
}

/**
 * Puts an element where a box lies.
 * @param {HTMLElement} element
 * @param {Box} box by its middle
 * @param {number} left the element's parent lies so far from the board's corner
 * @param {number} top
 */
function place(element, { x, y, width, height }, left, top) {
  Object.assign(element.style, {
    left: `${x - width / 2 - left}px`,
    top: `${y - height / 2 - top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
}

/**
 * Arrows go from end to end, Escape gives the tile back to the hand.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} ends
 * @param {Actions} actions
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

/** @param {Actions} actions */
export function chipsView(actions) {
  const element = h('div.chips', { role: 'group', hidden: true });
  return {
    element,
    /** @param {readonly OpenEnd[]} ends @param {{ width: number, height: number }} board */
    draw(ends, { width, height }) {
      // The lead has one place only, in the middle.
      const shown = ends.filter(({ offer }) => offer.arm !== null);
      show(element, shown.length > 0);
      attr(element, 'data-count', shown.length);
      const [first] = shown;
      if (first) attr(element, 'aria-label', t('ends.group', { tile: first.offer.tile }));
      const chips = shown.map((end) => {
        const radians = Math.atan2(end.ghost.y - height / 2, end.ghost.x - width / 2);
        return { ...end, angle: Math.round((radians * 180) / Math.PI) };
      });
      keyedViews(element, chips, keyOf, (end) => chipView(end, actions));
    },
  };
}

/** @param {OpenEnd} end @param {Actions} actions */
function chipView({ offer }, actions) {
  const arrow = s(
    'svg.icon.chip-arrow',
    { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    s('path', { d: 'M4 12h15M13 6l6 6-6 6' }),
  );
  const pips = h('b');
  const points = h('span.chip-points.if-any');
  const element = button([arrow, pips, points], {
    class: 'chip',
    testid: `chip-${offer.arm}`,
    press: () => actions.put(offer),
  });
  return {
    element,
    /** @param {OpenEnd & { angle: number }} end */
    draw(end) {
      arrow.style.transform = `rotate(${end.angle}deg)`;
      setText(pips, String(end.pips));
      describe(element, points, end);
    },
  };
}
