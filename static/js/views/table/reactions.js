/** Reactions: a row of six to choose from, and what the others feel, floating beside their seats. */
import { isHeard, isOwn, REACTIONS } from '../../chat.js';
import { h } from '../../dom.js';
import { nameOf } from '../../format/words.js';
import { t, word } from '../../i18n/index.js';
import { settings } from '../../settings.js';
import { drawReaction } from './reaction_art.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Reacted, Table } from '../../state.js' */

/** How long a reaction floats. */
const FLOAT_MS = 3200;
/** More at once would be a storm. */
const FLOATS_MAX = 8;
/** From a seat's edge to the middle of what floats beside it, and how high that is. */
const ASIDE_PX = 40;
const HIGH_PX = 76;
const LOW_PX = 24;

/** @param {Actions} actions */
export function reactionRow(actions) {
  const buttons = REACTIONS.map((reaction) =>
    h(
      'button',
      {
        type: 'button',
        class: 'reaction',
        'aria-label': word(`reaction.${reaction}`),
        title: word(`reaction.${reaction}`),
        'data-testid': `reaction-${reaction}`,
        onclick: () => actions.react(reaction),
      },
      drawReaction(reaction),
    ),
  );
  return h(
    'div',
    { class: 'reactions', role: 'group', 'aria-label': t('reaction.row') },
    ...buttons,
  );
}

/** What floats. The live region says it to those who don't see it. */
export function floatsView() {
  const element = h('div', { class: 'floats', 'aria-hidden': 'true', 'data-testid': 'floats' });
  /** @type {number | null} */
  let shown = null;
  return {
    element,
    /** @param {Table} table @param {string} name this visitor's */
    draw(table, name) {
      const last = table.reactions.at(-1)?.serial ?? 0;
      const since = shown ?? last;
      shown = last;
      for (const one of table.reactions) {
        if (one.serial <= since || !isHeard(one, table, name, settings.get())) continue;
        float(element, one, isOwn(one, table, name));
      }
    },
  };
}

/**
 * @param {HTMLElement} layer
 * @param {Reacted} reacted
 * @param {boolean} own one's own needs no name, and has less room
 */
function float(layer, { seat, name, reaction }, own) {
  const picture = drawReaction(reaction);
  if (!picture) return;
  const { x, y } = origin(layer, seat);
  const drift = Math.round(Math.random() * 36 - 18);
  const one = h(
    'div',
    { class: 'float' },
    picture,
    !own && h('span', { class: 'float-name' }, nameOf({ name })),
  );
  one.style.left = `${x}px`;
  one.style.top = `${y}px`;
  one.style.setProperty('--drift', `${drift}px`);
  while (layer.childElementCount >= FLOATS_MAX) layer.firstElementChild?.remove();
  layer.append(one);
  setTimeout(() => one.remove(), FLOAT_MS);
}

/**
 * Where a reaction begins: beside its seat, or at the felt's edge for somebody who watches.
 * @param {HTMLElement} layer
 * @param {number | null} seat
 */
function origin(layer, seat) {
  const table = layer.closest('.table');
  const places = ['.seat', '.chair'].map((kind) => `${kind}[data-seat="${seat}"]`);
  const found = seat === null ? null : places.map((one) => table?.querySelector(one)).find(Boolean);
  const box = (found ?? table?.querySelector('.felt') ?? layer).getBoundingClientRect();
  if (!found) return { x: box.left + ASIDE_PX, y: box.bottom - HIGH_PX };
  if (found.getAttribute('data-place') === 'bottom') {
    return { x: box.left + Math.min(box.width * 0.7, 4 * ASIDE_PX), y: box.top };
  }
  return { x: Math.min(box.right + ASIDE_PX, innerWidth - ASIDE_PX), y: box.top + LOW_PX };
}
