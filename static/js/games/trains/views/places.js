/** Where the tile that is picked may go: buttons on the board, for pointers, keys and screen readers. */
import { attr, h, keyedViews } from '../../../dom.js';
import { offersOf } from '../../../select.js';
import { fitting } from '../../../table/choose.js';
import { isAdvised } from '../../../table/ui.js';
import { tileOf, tileStep } from '../../../tiles/steps.js';
import { button } from '../../../views/widgets.js';
import { placeIn } from '../offers.js';
import { drawnBox, lyingTile, put } from './lying.js';

/** @import { Actions } from '../../../actions.js' */
/** @import { Box, Step, Target } from '../../contract.js' */
/** @import { Table } from '../../../state.js' */
/** @import { Lying } from './lying.js' */

/**
 * A place on the board: how it is called, where the tile would lie, and what is to be touched for it, if that is more.
 * @typedef {{ name: string, lying: Lying, hit?: Box }} Spot
 */
/** A place of the picked tile. `on`: as the server names it. @typedef {Spot & { tile: string, on: string, steps: readonly Step[], hinted: boolean }} Offered */

/** The smallest side of a place that is to be touched, in pixels. */
const TOUCH = 44;

/**
 * The places of the picked tile, in the order of the list on offer.
 * @param {Table} table
 * @param {(on: string, tile: string) => Spot | null} placeOf
 * @returns {Offered[]}
 */
export function offered(table, placeOf) {
  const tile = tileOf(table.ui.picked);
  if (!tile) return [];
  return fitting(offersOf(table), [tileStep(tile)]).flatMap((offer) => {
    const on = placeIn(offer.steps);
    const place = placeOf(on, tile);
    return place
      ? [{ tile, on, ...place, steps: offer.steps, hinted: isAdvised(table, offer) }]
      : [];
  });
}

/** @param {Actions} actions */
export function placesView(actions) {
  const element = h('div.trains-places', { role: 'group' });
  /** @type {readonly Offered[]} */
  let shown = [];
  element.addEventListener('keydown', (event) => walk(event, element, actions));
  /** @param {MouseEvent} event */
  const press = (event) => actions.put(shown[pressed(event, [...element.children])].steps);
  return {
    element,
    /** @param {readonly Offered[]} places */
    draw(places) {
      shown = places;
      keyedViews(
        element,
        places,
        ({ tile, on }) => [tile, on],
        ({ tile, on }) => placeView(tile, on, press),
      );
    },
    /** @returns {Target[]} */
    targets: () =>
      shown.map(({ steps, lying }) => ({ steps, ahead: false, ghost: drawnBox(lying) })),
    /** Shows which place a dragged tile would go to. @param {number} at which, or -1 */
    aim(at) {
      [...element.children].forEach((place, i) => {
        attr(place, 'data-aimed', i === at ? 'true' : null);
      });
    },
  };
}

/**
 * Which place is meant: places may overlap, and a pointer means the one whose middle is nearest.
 * @param {MouseEvent} event
 * @param {readonly Element[]} places
 */
function pressed({ currentTarget, detail, clientX, clientY }, places) {
  const own = places.indexOf(/** @type {Element} */ (currentTarget));
  if (detail === 0) return own;
  const far = places.map((place) => {
    const { left, top, right, bottom } = place.getBoundingClientRect();
    const isHit = left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
    const [x, y] = [(left + right) / 2 - clientX, (top + bottom) / 2 - clientY];
    return isHit ? Math.hypot(x, y) : Number.POSITIVE_INFINITY;
  });
  const nearest = Math.min(...far);
  return nearest === Number.POSITIVE_INFINITY ? own : far.indexOf(nearest);
}

/** @param {string} tile @param {string} on @param {(event: MouseEvent) => void} press */
function placeView(tile, on, press) {
  const ghost = lyingTile(tile, 'trains-ghost');
  const element = button(ghost.element, {
    class: 'trains-place',
    testid: `place-${on}`,
    press,
  });
  return {
    element,
    /** @param {Offered} place */
    draw({ lying, name, hinted, hit = touched(lying) }) {
      put(element, hit);
      const [left, top] = [hit.x - hit.width / 2, hit.y - hit.height / 2];
      ghost.draw({ ...lying, x: lying.x - left, y: lying.y - top });
      attr(element, 'aria-label', name);
      attr(element, 'data-hinted', hinted ? 'true' : null);
    },
  };
}

/** A tile's place, large enough to be touched. @param {Lying} lying @returns {Box} */
function touched(lying) {
  const { x, y, width, height } = drawnBox(lying);
  return { x, y, width: Math.max(TOUCH, width), height: Math.max(TOUCH, height) };
}

/** Arrows go from place to place, Escape gives the tile back to the hand. @param {KeyboardEvent} event @param {HTMLElement} places @param {Actions} actions */
function walk(event, places, actions) {
  const all = /** @type {HTMLElement[]} */ ([...places.children]);
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step !== undefined) all[(at + step + all.length) % all.length]?.focus();
  else if (event.key === 'Escape') actions.unpick();
  else return;
  event.preventDefault();
}

/** Moves the focus to the first place on a board. @param {HTMLElement} board */
export const focusPlace = (board) =>
  /** @type {HTMLElement | null} */ (board.querySelector('.trains-place'))?.focus();
