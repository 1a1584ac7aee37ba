/** Reactions: a row of six to choose from, and those of other players, which float beside their seats. */
import { isHeard, isOwn, REACTIONS } from '../../chat.js';
import { h, s } from '../../dom.js';
import { personName } from '../../format/names.js';
import { t, textOrNull } from '../../i18n/index.js';
import { settings } from '../../settings.js';
import { nameElement } from '../../views/name.js';
import { button } from '../../views/widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Reaction } from '../../protocol.js' */
/** @import { TableReaction, Table } from '../../state.js' */

/** How long a reaction floats. */
const FLOAT_MS = 3200;
/** The most reactions that float at the same time. */
const FLOATS_MAX = 8;
/** From a seat's edge to the middle of what floats beside it, and how high that is. */
const ASIDE_PX = 40;
const HIGH_PX = 76;
const LOW_PX = 24;

/** @param {Actions} actions */
export function reactionRow(actions) {
  const buttons = REACTIONS.map((reaction) =>
    button(drawReaction(reaction), {
      class: 'reaction centre',
      'aria-label': textOrNull(`reaction.${reaction}`),
      title: textOrNull(`reaction.${reaction}`),
      testid: `reaction-${reaction}`,
      press: () => actions.react(reaction),
    }),
  );
  const label = t('reaction.row');
  return h('div.reactions', { role: 'group', 'aria-label': label }, ...buttons);
}

/** The reactions that float. They are hidden from screen readers: the live region says them. */
export function floatsView() {
  const element = h('div.floats', { 'aria-hidden': 'true', testid: 'floats' });
  /** @type {number | null} */
  let shown = null;
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const last = table.reactions.at(-1)?.serial ?? 0;
      const since = shown ?? last;
      shown = last;
      for (const one of table.reactions) {
        if (one.serial <= since || !isHeard(one, table, settings.get())) continue;
        float(element, one, isOwn(one, table) ? null : personName(table, one));
      }
    },
  };
}

/** @param {HTMLElement} layer @param {TableReaction} reacted @param {string | null} name null for the visitor's own */
function float(layer, { seat, reaction }, name) {
  const picture = drawReaction(reaction);
  if (!picture) return;
  const { x, y } = origin(layer, seat);
  const drift = Math.round(Math.random() * 36 - 18);
  const speaker = name !== null && nameElement('span', { class: 'float-name one-line' }, name);
  const one = h('div.float', picture, speaker);
  one.style.left = `${x}px`;
  one.style.top = `${y}px`;
  one.style.setProperty('--drift', `${drift}px`);
  while (layer.childElementCount >= FLOATS_MAX) layer.firstElementChild?.remove();
  layer.append(one);
  setTimeout(() => one.remove(), FLOAT_MS);
}

/**
 * Where a reaction begins: beside its seat, or at the felt's edge for a watcher.
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

/** @param {...SVGElement} features */
function face(...features) {
  return [s('circle.mood-face', { cx: 16, cy: 16, r: 13 }), ...features];
}

/** @param {number} cx @param {number} cy */
const dot = (cx, cy) => s('circle.mood-dot', { cx, cy, r: 1.9 });
/** @param {'line' | 'strokes' | 'hand' | 'mouth' | 'tear'} kind @param {string} d */
const path = (kind, d) => s('path', { class: `mood-${kind}`, d });

/**
 * The reactions, drawn 32 units square: no font is needed, and they look the same everywhere.
 * @type {Record<Reaction, () => SVGElement[]>}
 */
const ART = {
  thumbs_up: () => [
    path(
      'hand',
      'M11 14.5l4.6-9.2c2.1-.5 3.8 1 3.5 3.2L18.3 13h6.2c2 0 3.2 1.7 2.7 3.5l-2.3 8c-.4 1.5-1.5 2.3-3 2.3H11z',
    ),
    s('rect.mood-cuff', { x: 4.5, y: 13.8, width: 6.5, height: 13.4, rx: 1.8 }),
  ],
  clap: () => [
    path(
      'hand',
      'M7.2 17.4l6.4-7.6c1.5-1.7 3.8.2 2.5 2l-2.2 3 5-5.8c1.5-1.7 3.9.3 2.5 2.1l-1.2 1.5c1.5-1.3 3.5.5 2.3 2.2l-1 1.3c1.5-.8 2.9.9 1.8 2.4l-5.6 7.2c-2.6 3.2-7.1 3.5-9.9.8-2.6-2.5-2.7-6.4-.6-9.1z',
    ),
    path('strokes', 'M8.5 6.5l1 3.2M13.5 3.8v3.4M18.8 4.8l-1.3 3M26 21.5l2.6 1.2M25.5 25.8l2 2'),
  ],
  laugh: () =>
    face(
      path('line', 'M8.5 13.2q2-3 4.2 0M19.3 13.2q2-3 4.2 0'),
      path('mouth', 'M8.8 17.5h14.4q-.8 7.2-7.2 7.2t-7.2-7.2z'),
    ),
  wow: () =>
    face(
      dot(11.5, 13),
      dot(20.5, 13),
      path('line', 'M9 8.8q2-1.7 4-.7M23 8.8q-2-1.7-4-.7'),
      s('ellipse.mood-mouth', { cx: 16, cy: 21.5, rx: 3.2, ry: 4 }),
    ),
  think: () =>
    face(
      dot(12, 13.5),
      dot(20.5, 13.5),
      path('line', 'M9 10.2q2.4-1 4.6.2M18.5 8.5q2.5-1.2 4.5.3M12.5 20.8q4-2.2 7.5-.6'),
      path(
        'hand',
        'M8.5 30c-1.8-3.4-.6-6.5 2.2-7.2l6-1.5c1.7-.3 2.3 1.9.7 2.5l-2.7 1c1.7 1.7.7 5.2-2.5 5.7z',
      ),
    ),
  sad: () =>
    face(
      dot(11.5, 14),
      dot(20.5, 14),
      path('line', 'M8.8 10.6l4-1.5M23.2 10.6l-4-1.5M11 22.8q5-4.6 10 0'),
      path('tear', 'M22 16.5q3 4 0 5t0-5'),
    ),
};

/** Draws a reaction; null for one that this client doesn't know. @param {string} reaction */
function drawReaction(reaction) {
  if (!(reaction in ART)) return null;
  return s(
    'svg.mood',
    { viewBox: '0 0 32 32', 'aria-hidden': 'true', focusable: 'false' },
    ...ART[/** @type {Reaction} */ (reaction)](),
  );
}
