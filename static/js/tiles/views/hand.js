/** The own hand: standing tiles, those that can be played raised, with the points they would make. */
import { attr, changes, fill, h, keyedViews, prefersLessMotion, setText, show } from '../../dom.js';
import { amount } from '../../format/amounts.js';
import { gameOf } from '../../games/index.js';
import { t } from '../../i18n/index.js';
import { mayChooseAhead, myTurn, offersOf, roundOf } from '../../select.js';
import { settings } from '../../settings.js';
import { fitting, has } from '../../table/choose.js';
import { advisedSteps } from '../../table/ui.js';
import { button } from '../../views/widgets.js';
import { handGrid } from '../grid.js';
import { asTheyCame, ordered } from '../orders.js';
import { tileStep } from '../steps.js';
import { drawBack, drawTile } from '../tile.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Lain, Step } from '../../games/contract.js' */
/** @import { Table } from '../../state.js' */
/** @import { HandSort } from '../orders.js' */

/** `copy`: how many equal tiles lie before it. @typedef {{ tile: string, copy: number, playable: boolean, chosen: boolean, ahead: boolean, hinted: boolean, points: number, waiting: boolean, down: boolean }} Held */
/** `turned`: whether it lies upside down; `apart`: whether a gap is before it. @typedef {Held & { turned: boolean, apart: boolean }} Lying */

/** @param {Actions} actions @param {() => void} toPlaces moves the focus to where a picked tile may go */
export function handView(actions, toPlaces) {
  const named = { 'aria-label': t('table.hand'), testid: 'hand' };
  const element = h('div.hand', { role: 'group', ...named });
  const buttons = () => /** @type {HTMLElement[]} */ ([...element.children]);
  const order = handOrder();
  const arrange = rowsOf(element);
  let count = 0;
  /** The tile that the keyboard stands on. @type {HTMLElement | undefined} */
  let standing;
  /** Which of equal tiles was touched last. */
  let tapped = 0;

  element.addEventListener('keydown', (event) => walk(event, buttons(), toPlaces, actions));
  element.addEventListener('focusin', ({ target }) => {
    standing = stand(buttons(), /** @type {HTMLElement} */ (target));
  });

  /** @param {Lying} lying */
  function create({ tile, copy }) {
    const view = heldTile(tile, (byKeyboard) => {
      // To play a tile, the visitor has to see it.
      if (dataset.down) return settings.set({ hide_hand: false });
      tapped = copy;
      actions.pick(tileStep(tile));
      // The places are the next thing to choose from.
      return byKeyboard && dataset.chosen ? toPlaces() : undefined;
    });
    const { dataset } = view.element;
    // It may be dragged from here.
    view.element.addEventListener('pointerdown', () => {
      tapped = copy;
    });
    if (!prefersLessMotion() && count > 0)
      view.element.animate(COMING, { duration: 260, easing: 'ease-out' });
    return view;
  }

  return {
    element,
    /** Moves the keyboard's focus to the tile that it stands on. */
    focus() {
      const button = buttons().find(({ tabIndex }) => tabIndex === 0);
      button?.focus();
    },
    /** Does what a tap on a tile does. @param {number} index of the tile, as the hand lies */
    press(index) {
      buttons()[index]?.focus();
      buttons()[index]?.click();
    },
    /** The tiles as they lie. */
    tiles: () => buttons().map(({ dataset }) => dataset.tile ?? ''),
    /** Where a tile lies on the screen. @param {string} tile */
    boxOf(tile) {
      return element.querySelector(`[data-tile="${tile}"]`)?.getBoundingClientRect() ?? null;
    },
    /** @param {Table} table */
    draw(table) {
      const { tiles, turned, gap } = order(table);
      show(element, tiles.length > 0);
      const lying = heldTiles(table, tiles, tapped).map((held, at) => ({
        ...held,
        turned: turned.includes(held.tile),
        apart: at > 0 && at === gap,
      }));
      keyedViews(element, lying, ({ tile, copy }) => [tile, copy], create);
      count = tiles.length;
      arrange(count);
      standing = stand(buttons(), standing);
    },
  };
}

/** Keeps the order in which the tiles of a round came, and how they lie. */
function handOrder() {
  const isNewRound = changes();
  /** @type {string[]} */
  let came = [];
  /** @type {{ view: Table['view'], by: HandSort | null, lain: Lain }} */
  let last = { view: null, by: null, lain: { tiles: [], turned: [], gap: 0 } };
  /** @param {Table} table @returns {Lain} */
  return (table) => {
    const { view, room } = table;
    const hand = view ? gameOf(room).hand(view) : [];
    came = asTheyCame(hand, isNewRound(table.id, ...roundOf(table)) ? [] : came);
    const by = settings.get().hand_sort;
    const order = view && gameOf(room).orders?.[by];
    if (!order) return { tiles: ordered(hand, by, came), turned: [], gap: 0 };
    // The table is drawn more often than a hand changes, and an order may be long to find.
    if (last.view !== view || last.by !== by)
      last = { view, by, lain: order(table, last.lain.tiles) };
    return last.lain;
  };
}

/** How a drawn tile comes into the hand. */
const COMING = [
  { opacity: 0, transform: 'translateY(24px)' },
  { opacity: 1, transform: 'none' },
];

/** @param {string} tile @param {(byKeyboard: boolean) => void} tap */
function heldTile(tile, tap) {
  const bone = h('span.bone', { 'aria-hidden': 'true' });
  const isNewFace = changes();
  const points = h('span.held-points.if-any', { 'aria-hidden': 'true' });
  const element = button([bone, points], {
    class: 'held',
    testid: `tile-${tile}`,
    'data-tile': tile,
    press: ({ detail }) => tap(detail === 0),
  });
  return {
    element,
    /** @param {Lying} held */
    draw(held) {
      const { down, playable, chosen, ahead, hinted, waiting, turned, apart } = held;
      if (isNewFace(down, turned)) fill(bone, down ? drawBack() : drawTile(tile, turned ? 180 : 0));
      attr(element, 'data-apart', apart ? 'true' : null);
      const open = playable && !down;
      attr(element, 'data-down', down ? 'true' : null);
      attr(element, 'data-playable', playable ? 'true' : null);
      attr(element, 'data-chosen', chosen && !down ? 'true' : null);
      attr(element, 'data-ahead', ahead && !down ? 'true' : null);
      attr(element, 'data-hinted', hinted && !down ? 'true' : null);
      attr(element, 'data-dim', !playable && !waiting && !down ? 'true' : null);
      attr(element, 'aria-disabled', open || down || waiting ? null : 'true');
      attr(element, 'aria-pressed', open ? chosen : ahead ? 'true' : null);
      attr(element, 'aria-label', heldName(held));
      setText(points, held.points > 0 && !down ? `+${held.points}` : '');
    },
  };
}

/** Puts tiles into as many rows as they need. @param {HTMLElement} element */
function rowsOf(element) {
  let width = 0;
  let count = 0;
  function arrange() {
    if (width <= 0 || count === 0) return;
    const { innerWidth, innerHeight } = window;
    const grid = handGrid(count, width, { width: innerWidth, height: innerHeight });
    element.style.setProperty('--columns', String(grid.columns));
    element.style.setProperty('--tile', `${grid.tile}px`);
    element.style.setProperty('--gap', `${grid.gap}px`);
    attr(element, 'data-rows', count > grid.columns ? 'true' : null);
  }
  new ResizeObserver(([entry]) => {
    width = entry.contentRect.width;
    arrange();
  }).observe(element);
  /** @param {number} now how many there are */
  return (now) => {
    count = now;
    // At the first draw nothing was observed yet: measured now, the tiles don't jump afterwards.
    if (width <= 0) width = element.clientWidth;
    arrange();
  };
}

/**
 * Only one tile is in the tab order, the first if that one is gone; arrows reach the others.
 * @param {HTMLElement[]} buttons
 * @param {HTMLElement} [wanted]
 */
function stand(buttons, wanted) {
  const one = buttons.find((button) => button === wanted) ?? buttons[0];
  for (const button of buttons) attr(button, 'tabindex', button === one ? 0 : -1);
  return one;
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} buttons
 * @param {() => void} toPlaces
 * @param {Actions} actions
 */
function walk(event, buttons, toPlaces, actions) {
  const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const last = buttons.length - 1;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
  if (to !== undefined) buttons[Math.max(0, Math.min(last, to))]?.focus();
  else if (event.key === 'ArrowUp') toPlaces();
  else if (event.key === 'Escape') actions.unpick();
  else return;
  event.preventDefault();
}

/** How often a hand has a tile. @param {string[]} hand @param {string} tile */
const copiesOf = (hand, tile) => hand.filter((one) => one === tile).length;

/** @param {Table} table @param {string[]} hand @param {number} tapped which of equal tiles is the chosen one @returns {Held[]} */
export function heldTiles(table, hand, tapped) {
  const offers = offersOf(table);
  const waiting = !myTurn(table);
  const mayAhead = mayChooseAhead(table);
  const down = settings.get().hide_hand;
  const { ahead, soon } = table.ui.plan;
  const advised = advisedSteps(table);
  return hand.map((tile, at) => {
    const step = tileStep(tile);
    const copy = copiesOf(hand.slice(0, at), tile);
    // The tapped one may be gone.
    const isTapped = copy === Math.min(tapped, copiesOf(hand, tile) - 1);
    const isIn = (/** @type {readonly Step[] | undefined | null} */ steps) =>
      isTapped && has(steps ?? [], step);
    const fits = fitting(offers, [step]);
    return {
      tile,
      copy,
      playable: fits.length > 0,
      chosen: isIn(table.ui.picked) || isIn(soon?.offer.steps),
      ahead: mayAhead && isIn(ahead),
      hinted: isIn(advised),
      points: Math.max(0, ...fits.map((offer) => offer.points ?? 0)),
      waiting,
      down,
    };
  });
}

/** @param {Held} held */
function heldName({ tile, playable, chosen, ahead, points, waiting, down }) {
  if (down) return t('hand.hidden_tile');
  if (ahead) return t('ahead.name', { tile });
  if (chosen) return t('tile.chosen', { tile });
  if (!playable) return waiting ? tile : t('tile.unplayable', { tile });
  return points > 0
    ? t('tile.playable_for', { tile, points: amount(points, 'points') })
    : t('tile.playable', { tile });
}
