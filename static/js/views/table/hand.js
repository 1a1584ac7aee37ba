// @ts-check
/** The own hand: standing tiles, those that can be played raised, with the points they would make. */
import { attr, calm, h, keyed, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { HAND_GAP, handGrid, myTurn, placements } from '../../select.js';
import { bone } from '../bone.js';

/** @typedef {import('../../state.js').Table} Table */
/** @typedef {{ tile: string, playable: boolean, chosen: boolean, points: number, waiting: boolean }} Held */

/**
 * @param {import('../../actions.js').Actions} actions
 * @param {() => void} toEnds moves the focus to the open ends
 */
export function handView(actions, toEnds) {
  const name = t('table.hand');
  const element = h('div', {
    class: 'hand',
    role: 'group',
    'aria-label': name,
    'data-testid': 'hand',
  });
  let width = 0;
  let count = 0;
  /** The tile that the keyboard stands on. */
  let standing = '';

  new ResizeObserver(([entry]) => {
    width = entry.contentRect.width;
    arrange(element, count, width);
  }).observe(element);
  element.addEventListener('keydown', (event) => walk(event, element, toEnds, actions));
  element.addEventListener('focusin', (event) => {
    const { tile } = /** @type {HTMLElement} */ (event.target).dataset;
    if (tile) standing = stand(element, tile);
  });

  /** @param {Held} held */
  function create({ tile }) {
    const button = heldTile(tile, (byKeyboard) => {
      actions.tapTile(tile);
      // The ends are the next thing to choose from.
      if (byKeyboard && button.dataset.chosen) toEnds();
    });
    if (!calm() && count > 0) button.animate(COMING, { duration: 260, easing: 'ease-out' });
    return button;
  }

  return {
    element,
    /** Moves the keyboard's focus to the tile that it stands on. */
    focus() {
      /** @type {HTMLElement | null} */ (element.querySelector('[tabindex="0"]'))?.focus();
    },
    /** @param {Table} table */
    draw(table) {
      const hand = table.view?.own?.hand ?? [];
      show(element, hand.length > 0);
      keyed(element, heldTiles(table, hand), (one) => one.tile, create, drawHeld);
      count = hand.length;
      // At the first draw nothing was observed yet: measured now, the tiles don't jump afterwards.
      if (width <= 0) width = element.clientWidth;
      arrange(element, count, width);
      standing = stand(element, hand.includes(standing) ? standing : (hand[0] ?? ''));
    },
  };
}

/** How a drawn tile comes into the hand. */
const COMING = [
  { opacity: 0, transform: 'translateY(24px)' },
  { opacity: 1, transform: 'none' },
];

/**
 * @param {string} tile
 * @param {(byKeyboard: boolean) => void} tap
 */
function heldTile(tile, tap) {
  return h(
    'button',
    {
      type: 'button',
      class: 'held',
      'data-testid': `tile-${tile}`,
      'data-tile': tile,
      onclick: (/** @type {MouseEvent} */ event) => tap(event.detail === 0),
    },
    bone(tile),
    h('span', { class: 'held-points', 'aria-hidden': 'true' }),
  );
}

/**
 * Puts the tiles into as many rows as they need.
 * @param {HTMLElement} element
 * @param {number} count
 * @param {number} width
 */
function arrange(element, count, width) {
  if (width <= 0 || count === 0) return;
  const grid = handGrid(count, width);
  element.style.setProperty('--columns', String(grid.columns));
  element.style.setProperty('--tile', `${grid.tile}px`);
  element.style.setProperty('--gap', `${HAND_GAP}px`);
}

/**
 * Only one tile is in the tab order; arrows reach the others.
 * @param {HTMLElement} element
 * @param {string} tile
 */
function stand(element, tile) {
  for (const button of element.children) {
    attr(button, 'tabindex', /** @type {HTMLElement} */ (button).dataset.tile === tile ? 0 : -1);
  }
  return tile;
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} element
 * @param {() => void} toEnds
 * @param {import('../../actions.js').Actions} actions
 */
function walk(event, element, toEnds, actions) {
  const buttons = /** @type {HTMLElement[]} */ ([...element.children]);
  const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const last = buttons.length - 1;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
  if (to !== undefined) buttons[Math.max(0, Math.min(last, to))]?.focus();
  else if (event.key === 'ArrowUp') toEnds();
  else if (event.key === 'Escape') actions.unchoose();
  else return;
  event.preventDefault();
}

/**
 * @param {Table} table
 * @param {string[]} hand
 * @returns {Held[]}
 */
function heldTiles(table, hand) {
  const offers = placements(table);
  const waiting = !myTurn(table);
  return hand.map((tile) => {
    const fits = offers.filter((offer) => offer.tile === tile);
    const points = Math.max(0, ...fits.map((offer) => offer.points ?? 0));
    return { tile, playable: fits.length > 0, chosen: table.choice === tile, points, waiting };
  });
}

/**
 * @param {HTMLButtonElement} button
 * @param {Held} held
 */
function drawHeld(button, held) {
  attr(button, 'data-playable', held.playable ? 'true' : null);
  attr(button, 'data-chosen', held.chosen ? 'true' : null);
  attr(button, 'data-dim', !held.playable && !held.waiting ? 'true' : null);
  attr(button, 'aria-disabled', held.playable ? null : 'true');
  attr(button, 'aria-pressed', held.playable ? held.chosen : null);
  attr(button, 'aria-label', heldName(held));
  setText(
    /** @type {Element} */ (button.lastElementChild),
    held.points > 0 ? `+${held.points}` : '',
  );
}

/** @param {Held} held */
function heldName({ tile, playable, chosen, points, waiting }) {
  if (chosen) return t('tile.chosen', { tile });
  if (playable)
    return points > 0 ? t('tile.playable_for', { tile, n: points }) : t('tile.playable', { tile });
  return waiting ? tile : t('tile.unplayable', { tile });
}
