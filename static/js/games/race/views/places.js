/**
 * Where the chosen tile can go: its squares are marked, and of the many places one is shown at a time: the one under the
 * pointer, at the keyboard's focus, or picked.
 */
import { attr, changes, fill, h, keyed, keyedViews, s, show } from '../../../dom.js';
import { sentencesOf } from '../../../i18n/index.js';
import { offersOf, standing } from '../../../select.js';
import { fitting } from '../../../table/choose.js';
import { isAdvised } from '../../../table/ui.js';
import { tileOf, tileStep } from '../../../tiles/steps.js';
import { drawTile } from '../../../tiles/tile.js';
import { button } from '../../../views/widgets.js';
import { placedOf } from '../board.js';
import { placeIn, placementIn, placeStep } from '../offers.js';
import { placeInWords, previewInWords } from '../talk.js';
import { gainsOf, sharesOf } from '../worth.js';
import { lay, walkView } from './backdrop.js';
import {
  DEPTH,
  nearest,
  nextPlace,
  SIDE,
  squareAt,
  squareBox,
  tileBox,
  turned,
  WAYS,
} from './geometry.js';

/** @import { Actions } from '../../../actions.js' */
/** @import { Step } from '../../contract.js' */
/** @import { Table } from '../../../state.js' */
/** @import { Half, Square } from '../board.js' */
/** @import { View } from '../fold.js' */
/** @import { Share } from '../worth.js' */
/** @import { Lying, Point } from './geometry.js' */

/** A placement, and where it lies. @typedef {Lying & { squares: readonly Half[], placement: string, hinted: boolean }} Lain */
/** A place of the chosen tile. @typedef {Lain & { steps: readonly Step[] }} Offered */

/** @param {Table} table @returns {Offered[]} */
function offered(table) {
  const tile = tileOf(table.ui.picked);
  if (!tile) return [];
  return fitting(offersOf(table), [tileStep(tile)]).flatMap((offer) => {
    const placement = placementIn(offer.steps);
    if (!placement) return [];
    const hinted = isAdvised(table, offer);
    return [{ ...placeOn(placement), steps: offer.steps, hinted }];
  });
}

/** @param {string} placement @returns {Lain} */
export function placeOn(placement) {
  const { halves } = placedOf(placement);
  return { ...tileBox(halves), squares: halves, placement, hinted: false };
}

/** Where the chosen tile can go, and what of it is looked at. */
export class Places {
  /** @type {Actions} */
  #actions;
  /** @type {Table | null} */
  #table = null;
  /** @type {Offered[]} */
  #places = [];
  /** Which is picked, and which is looked at; -1: none. */
  #picked = -1;
  #seen = -1;
  /** The square about which the tile is turned. @type {Square | null} */
  #round = null;

  #squares = marksView();
  #walk = walkView();
  #ghosts = { picked: ghostView('picked'), seen: ghostView('seen') };
  #buttons = h('div.race-places', { role: 'group' });
  /** What is drawn beneath the tiles. */
  marks = [this.#squares.element, this.#walk.element];
  element = h(
    'div.race-choice',
    this.#ghosts.seen.element,
    this.#ghosts.picked.element,
    this.#buttons,
  );

  /** @param {Actions} actions */
  constructor(actions) {
    this.#actions = actions;
    this.#buttons.addEventListener('focusin', () => this.#stand(this.#focused()));
    this.#buttons.addEventListener('focusout', () => this.look(-1));
    this.#buttons.addEventListener('keydown', (event) => this.#key(event));
  }

  all = () => this.#places;

  /** The place that is picked. */
  picked = () => this.#places[this.#picked] ?? null;

  /** Whether another place could be turned to. */
  mayTurn = () => this.#picked >= 0 && this.#turnedTo(this.#picked) !== undefined;

  /** Which place has the focus; -1: none. */
  #focused = () => [...this.#buttons.children].indexOf(document.activeElement ?? this.#buttons);

  /** @param {number} at */
  #focus(at) {
    /** @type {HTMLElement | undefined} */ (this.#buttons.children[at])?.focus();
  }

  /** Moves the focus to the places. */
  focus = () => this.#focus(Math.max(0, this.#picked));

  /** @param {number} at */
  #stand(at) {
    for (const [i, button] of [...this.#buttons.children].entries())
      attr(button, 'tabindex', i === at ? 0 : -1);
    this.#round = this.#places[at]?.squares[0] ?? null;
    this.look(at);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const way = WAYS[event.key];
    if (way) this.#focus(nextPlace(this.#places, this.#focused(), way));
    else if (event.key === 'Escape') this.#actions.unpick();
    else return;
    event.preventDefault();
  }

  /** Shows a place while nothing is picked yet. @param {number} at which; -1: none */
  look(at) {
    if (this.#seen === at) return;
    this.#seen = at;
    this.#drawGhosts();
  }

  /** Shows the place that a pointer means. @param {Point | null} point */
  over = (point) => this.look(point ? nearest(this.#places, point) : -1);

  /** Picks the place that a pointer means. @param {Point} point */
  tap(point) {
    const at = nearest(this.#places, point);
    if (at < 0) return;
    this.#round = squareAt(this.#places[at].squares, point);
    this.#choose(at);
  }

  /** Picks a place; the same one again is meant. @param {number} at */
  #choose = (at) => {
    const { steps } = this.#places[at];
    if (at === this.#picked) this.#actions.put(steps);
    else this.#actions.pick(placeStep(placeIn(steps)));
  };

  /** The place to which a tile is turned. @param {number} from */
  #turnedTo(from) {
    const [first, second] = this.#places[from].squares;
    return [this.#round ?? first, first, second]
      .map((square) => turned(this.#places, from, square))
      .find((at) => at !== from);
  }

  /** Turns the tile that is looked at, or the picked one, about a square of it. */
  turn = () => {
    const from = this.#seen >= 0 ? this.#seen : this.#picked;
    const to = from >= 0 ? this.#turnedTo(from) : undefined;
    if (to === undefined) return;
    const round = this.#round;
    const isAtKeys = this.#focused() >= 0;
    this.#seen = -1;
    this.#actions.pick(placeStep(placeIn(this.#places[to].steps)));
    if (isAtKeys) this.#focus(to);
    this.#round = round;
  };

  #drawGhosts() {
    const table = this.#table;
    const one = this.picked();
    // What an expert advises is seen before anything else is.
    const advised = one ? -1 : this.#places.findIndex(({ hinted }) => hinted);
    const seen = this.#seen < 0 ? advised : this.#seen;
    const other = seen === this.#picked ? null : (this.#places[seen] ?? null);
    this.#ghosts.picked.draw(one, table, other === null);
    this.#ghosts.seen.draw(other, table, true);
    const shown = other ?? one;
    this.#walk.draw(shown && table ? walksOf(sharesAt(table, shown.placement), table) : []);
  }

  /** @param {Table} table */
  draw(table) {
    const before = keyOf(this.#places);
    const place = placeIn(table.ui.picked);
    this.#table = table;
    this.#places = offered(table);
    this.#picked = this.#places.findIndex(({ steps }) => place !== '' && placeIn(steps) === place);
    this.#squares.draw(this.#places);
    drawButtons(this.#buttons, table, this.#places, this.#picked, this.#choose);
    if (keyOf(this.#places) !== before) this.#seen = this.#focused();
    this.#drawGhosts();
  }
}

/** @param {readonly Offered[]} places */
const keyOf = (places) => places.map(({ placement }) => placement).join();

/** What a placement of the visitor gives. @param {Table} table @param {string} placement */
const sharesAt = (table, placement) =>
  sharesOf(gainsOf(standing(table).scores, table.me.seat ?? 0, placement));

/** @param {Share[]} shares @param {Table} table */
const walksOf = (shares, table) =>
  shares.map(({ side, diamond, track }) => {
    const from = standing(table).scores[side];
    return { side, from, to: from + diamond + track };
  });

/**
 * A button for each place, for keys and screen readers. A pointer means the nearest one: they lie over each other.
 * @param {HTMLElement} element
 * @param {Table} table
 * @param {readonly Offered[]} places
 * @param {number} picked which is; -1: none
 * @param {(at: number) => void} choose
 */
function drawButtons(element, table, places, picked, choose) {
  const view = /** @type {View} */ (table.view);
  const stands = Math.max(0, picked);
  const isAtKeys = element.contains(document.activeElement);
  keyed(
    element,
    places,
    ({ placement }) => [placement],
    (place) => {
      const press = () => choose([...element.children].indexOf(made));
      const made = button('', { class: 'race-place', testid: `place-${place.placement}`, press });
      lay(made, place);
      return made;
    },
    (made, { placement }, at) => {
      attr(made, 'aria-pressed', String(at === picked));
      attr(
        made,
        'aria-label',
        sentencesOf([placeInWords(placement), previewInWords(view, table, placement)]),
      );
      if (!isAtKeys) attr(made, 'tabindex', at === stands ? 0 : -1);
    },
  );
}

/** The squares that the tile can cover. */
function marksView() {
  const element = s('g.race-marks');
  const isNew = changes();
  return {
    element,
    /** @param {readonly Offered[]} places */
    draw(places) {
      if (!isNew(places.map(({ placement }) => placement))) return;
      const boxes = new Map(
        places.flatMap(({ squares }) =>
          squares.map((square) => [`${square.row} ${square.column}`, squareBox(square)]),
        ),
      );
      const rects = [...boxes.values()].map(({ x, y, width, height }) =>
        s('rect.race-mark-square', {
          x: x - width / 2 + 0.5,
          y: y - height / 2 + 0.5,
          width: width - 1,
          height: height - 1,
          rx: 1.4,
        }),
      );
      fill(element, ...rects);
    },
  };
}

/** The tile as it would lie, and what that would give. @param {'picked' | 'seen' | 'better'} kind */
export function ghostView(kind) {
  const tile = h('div.race-ghost', { 'data-kind': kind, testid: `ghost-${kind}` });
  const gains = h('span.race-gains');
  const element = h('div', { 'aria-hidden': 'true', hidden: true }, tile, gains);
  const isNew = changes();
  return {
    element,
    /** @param {Lain | null} place @param {Table | null} table @param {boolean} tells what it would give */
    draw(place, table, tells) {
      show(element, place !== null);
      if (!place || !table) return;
      attr(tile, 'data-hinted', place.hinted ? 'true' : null);
      const shares = tells ? sharesAt(table, place.placement) : [];
      const own = table.me.seat ?? 0;
      show(gains, shares.length > 0);
      if (!isNew(place.placement, shares, own)) return;
      lay(tile, place);
      fill(tile, drawTile(placedOf(place.placement).tile, place.angle));
      const high = place.y - place.height / 2 < DEPTH + 12;
      lay(gains, {
        ...place,
        y: place.y + (place.height / 2 + 4) * (high ? 1 : -1),
        width: 0,
        height: 0,
      });
      attr(
        gains,
        'data-edge',
        place.x < SIDE / 5 ? 'left' : place.x > (SIDE * 4) / 5 ? 'right' : null,
      );
      keyedViews(
        gains,
        shares,
        ({ side }) => [side],
        (share) => gainView(share, own),
      );
    },
  };
}

/** @param {Share} share @param {number} own the visitor's seat */
function gainView({ side }, own) {
  const element = h('b', { 'data-side': side === own ? null : side });
  return {
    element,
    /** @param {Share} share */
    draw({ diamond, track }) {
      fill(element, `+${diamond + track}`);
    },
  };
}
