/**
 * What moves at the table, and what moves it: events one after the other, flying points, dragged
 * tiles and the keyboard.
 */
import { h, prefersLessMotion, say } from '../../dom.js';
import { isExtended } from '../../format/options.js';
import { t } from '../../i18n/index.js';
import { settings } from '../../settings.js';
import { fetchedPart } from '../../views/fetched.js';
import { closeBeside, openDialog, sheetHead } from '../../views/widgets.js';
import { browserClock } from '../autoplay.js';
import { Drag } from '../drag.js';
import { createEffects } from '../effects.js';
import { listenToKeys, readAloud } from '../keys.js';
import { createStage } from '../stage.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Command } from '../keys.js' */
/** @import { VisibleEvent } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */

/**
 * @typedef {object} Moved
 * @property {HTMLElement} element the table
 * @property {ReturnType<typeof import('../../games/line/views/board.js').boardView>} board
 * @property {ReturnType<typeof import('./dock.js').dockView>} dock
 * @property {Actions} actions
 * @property {() => void} redraw draws the table anew
 */

/** @param {Moved} moved */
export function motionView({ element, board, dock, actions, redraw }) {
  const layer = h('div.effects', { 'aria-hidden': 'true' });
  const status = h('p.unseen', { role: 'status', testid: 'told' });
  const keys = keysSheet();
  const callouts = fetchedPart(
    'callouts-place',
    async () => (await import('../../games/line/views/extended.js')).calloutsView(),
    { isExtra: true },
  );
  element.append(layer, status, keys.element, callouts.element);
  /** @type {Table | null} */
  let current = null;
  /** The tile that is just played from the own hand. @type {{ tile: string, at: { x: number, y: number } } | null} */
  let leaving = null;

  const effects = createEffects(layer, (selector) => {
    const found = [...element.querySelectorAll(selector)];
    return found.find((one) => one.checkVisibility()) ?? null;
  });
  const still = () => prefersLessMotion() || document.hidden;
  const stage = createStage({ clock: browserClock, redraw, still });
  const drag = new Drag({
    hand: dock.hand.element,
    layer,
    board,
    actions,
    current: () => current,
  });

  const endKeys = listenToKeys(
    () => settings.get().single_keys,
    (command) =>
      current?.view != null && run(command, current, { dock, actions, keys, told: status }),
  );
  const endSettings = settings.subscribe(redraw);

  return {
    /** Where on the board a tile that is played comes from, if that is known. @param {string} tile */
    origin(tile) {
      if (drag.laid(tile)) return /** @type {const} */ ('there');
      return leaving?.tile === tile ? leaving.at : null;
    },
    /** The moment of the table that is to be drawn. @param {Table} table */
    before(table) {
      current = table;
      const taken = stage.take(table);
      for (const event of taken.shown)
        if (event.type === 'played') leaving = placeOf(event.tile, dock, board);
      return taken;
    },
    /** After the table was drawn. @param {readonly VisibleEvent[]} shown */
    after(shown) {
      if (current) drag.draw(current);
      if (shown.length > 0) requestAnimationFrame(() => effects.play(shown));
      if (current && isExtended(current.room.rules)) callouts.draw({ table: current, shown });
    },
    /** Ends all listeners: the table has left the page. */
    end() {
      endKeys();
      endSettings();
    },
  };
}

/**
 * Where on the board's measure a tile of the hand is, asked before anything is drawn: later it
 * is gone.
 * @param {string} tile
 * @param {Moved['dock']} dock
 * @param {Moved['board']} board
 */
function placeOf(tile, dock, board) {
  const box = dock.hand.boxOf(tile);
  if (!box) return null;
  const { left, top } = board.element.getBoundingClientRect();
  return { tile, at: { x: box.left + box.width / 2 - left, y: box.top + box.height / 2 - top } };
}

/**
 * Does what a key asks for.
 * @param {Command} command
 * @param {Table} table
 * @param {Pick<Moved, 'dock' | 'actions'> & { keys: { open(): void }, told: HTMLElement }} means
 */
function run(command, table, { dock, actions, keys, told }) {
  if (command.type === 'read') say(told, readAloud(command.what, table, dock.hand.tiles()));
  else if (command.type === 'tile') dock.hand.press(command.index);
  else if (command.type === 'hand') dock.hand.focus();
  else if (command.type === 'help') keys.open();
  else if (command.type === 'escape') actions.unchoose();
  else if (command.type === 'hint') actions.hint();
  else if (command.type === 'give') actions.giveLead();
  else if (command.type === 'next') dock.goOn();
  else if (table.view?.own?.may_call) actions.call();
  return true;
}

/** Keys and what they do. @type {readonly (readonly [string, Parameters<typeof t>[0]])[]} */
const KEYS = [
  ['← →', 'keys.arrows'],
  ['Enter', 'keys.enter'],
  ['1 … 9, 0', 'keys.digits'],
  ['Esc', 'keys.escape'],
  ['E', 'keys.ends'],
  ['H', 'keys.hand'],
  ['S', 'keys.scores'],
  ['T', 'keys.turn'],
  ['I', 'keys.hint'],
  ['M', 'keys.muggins'],
  ['G', 'keys.give'],
  ['N', 'keys.next'],
  ['?', 'keys.help'],
];

/** The list of keys, opened by `?`. */
function keysSheet() {
  const single = h('input', { type: 'checkbox', testid: 'single-keys' });
  single.addEventListener('change', () => settings.set({ single_keys: single.checked }));
  const rows = KEYS.flatMap(([key, what]) => [h('dt', h('kbd', key)), h('dd', t(what))]);
  /** @type {HTMLDialogElement} */
  const element = h(
    'dialog.keys-sheet',
    { 'aria-labelledby': 'keys-title', testid: 'keys' },
    sheetHead('keys-title', t('keys.title'), () => element.close()),
    h('dl.keys-list', ...rows),
    h('label.keys-single.in-line', single, t('keys.single')),
    h('p.hint', t('keys.single_hint')),
  );
  closeBeside(element, () => element.close());
  return {
    element,
    open() {
      single.checked = settings.get().single_keys;
      openDialog(element, true);
    },
  };
}
