/**
 * The ends that the chosen tile may go to: on the board as ghosts of the tile that would lie there, and
 * beside the hand as buttons, for thumbs and where the tiles on the table are small.
 */
import { attr, h, keyedViews, s, setText, show } from '../../../dom.js';
import { amount } from '../../../format/amounts.js';
import { t } from '../../../i18n/index.js';
import { aheadOf, offersOf } from '../../../select.js';
import { fitting, freeOf, narrowed } from '../../../table/choose.js';
import { isAdvised } from '../../../table/ui.js';
import { tileOf, tileStep } from '../../../tiles/steps.js';
import { drawTile, turnTile } from '../../../tiles/tile.js';
import { button } from '../../../views/widgets.js';
import { armOf } from '../offers.js';

/** @import { Actions } from '../../../actions.js' */
/** @import { Box, Target as End } from '../layout/layout.js' */
/** @import { Placement } from './board.js' */
/** @import { Offer, Target } from '../../contract.js' */
/** @import { Table } from '../types.js' */
/** @typedef {(placement: Placement) => (Box & { angle: number }) | null} Preview */

/**
 * An end that the tile in hand may go to, with the box of its button.
 * @typedef {Target & { placement: Placement, points: number, pips: number, chosen: boolean, hinted: boolean, hit: Box }} OpenEnd
 */

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
     * @param {End[]} targets
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
const keyOf = ({ placement: { tile, arm } }) => [tile, arm];

/** @param {OpenEnd} end @param {Actions} actions */
function endView({ placement: { tile, arm }, steps, ghost }, actions) {
  const drawing = drawTile(tile, ghost.angle);
  const lying = h('span.end-ghost', drawing);
  const label = h('span.end-points.if-any');
  const element = button([lying, label], {
    class: 'end',
    testid: `end-${arm ?? 'lead'}`,
    press: () => actions.put(steps),
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
function describe(button, label, end) {
  const { points, ahead, chosen, hinted } = end;
  setText(label, points ? `+${points}` : '');
  attr(button, 'data-hinted', hinted ? 'true' : null);
  attr(button, 'aria-pressed', ahead ? String(chosen) : null);
  attr(button, 'aria-label', nameOf(end));
}

/** @param {Table} table @param {End[]} targets @param {Preview} preview @returns {OpenEnd[]} */
function openEnds(table, targets, preview) {
  const { picked, plan } = table.ui;
  const { ahead } = plan;
  const tile = tileOf(ahead ?? picked);
  const inHand = tileStep(tile);
  /** @type {Pick<Offer, 'steps' | 'points'>[]} */
  const paths = ahead
    ? fitting(aheadOf(table), [inHand])
    : narrowed(offersOf(table), [...freeOf(picked), inHand]);
  return paths.flatMap((path) => {
    const { steps, points = 0 } = path;
    const arm = armOf(steps);
    if (arm === undefined) return [];
    const placement = { tile, arm };
    const lies = preview(placement);
    const end = arm === null ? middle(lies) : targets.find((one) => one.arm === arm);
    if (!end) return [];
    const { hit, pips } = end;
    const chosen = ahead !== null && armOf(ahead) === arm;
    const hinted = isAdvised(table, path);
    const ghost = lies ?? end;
    return [{ placement, steps, points, pips, ahead: ahead !== null, chosen, hinted, hit, ghost }];
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

/** An end in words: the tile, the pips it joins and the points it would make. @param {OpenEnd} end */
function nameOf({ placement: { tile, arm }, points, pips, ahead }) {
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
  else if (event.key === 'Escape') actions.unpick();
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
      const shown = ends.filter(({ placement }) => placement.arm !== null);
      show(element, shown.length > 0);
      attr(element, 'data-count', shown.length);
      const [first] = shown;
      if (first) attr(element, 'aria-label', t('ends.group', { tile: first.placement.tile }));
      const chips = shown.map((end) => {
        const radians = Math.atan2(end.ghost.y - height / 2, end.ghost.x - width / 2);
        return { ...end, angle: Math.round((radians * 180) / Math.PI) };
      });
      keyedViews(element, chips, keyOf, (end) => chipView(end, actions));
    },
  };
}

/** @param {OpenEnd} end @param {Actions} actions */
function chipView({ placement, steps }, actions) {
  const arrow = s(
    'svg.icon.chip-arrow',
    { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    s('path', { d: 'M4 12h15M13 6l6 6-6 6' }),
  );
  const pips = h('b');
  const points = h('span.chip-points.if-any');
  const element = button([arrow, pips, points], {
    class: 'chip',
    testid: `chip-${placement.arm}`,
    press: () => actions.put(steps),
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
