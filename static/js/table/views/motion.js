/**
 * What moves at the table, and what moves it: events one after the other, flying points, dragged
 * tiles and the keyboard.
 */
import { fill, h, prefersLessMotion, say } from '../../dom.js';
import { gameOf } from '../../games/index.js';
import { t } from '../../i18n/index.js';
import { offersOf } from '../../select.js';
import { settings } from '../../settings.js';
import { closeBeside, openDialog, sheetHead } from '../../views/widgets.js';
import { browserClock } from '../autoplay.js';
import { Drag } from '../drag.js';
import { createEffects } from '../effects.js';
import { listenToKeys, readAloud } from '../keys.js';
import { createStage } from '../stage.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Command } from '../keys.js' */
/** @import { Board } from '../../games/contract.js' */
/** @import { Table } from '../../state.js' */

/**
 * @typedef {object} Moved
 * @property {HTMLElement} element the table
 * @property {Board} game
 * @property {ReturnType<typeof import('./dock.js').dockView>} dock
 * @property {Actions} actions
 * @property {() => void} redraw draws the table anew
 */

/** @param {Moved} moved */
export function motionView({ element, game, dock, actions, redraw }) {
  const layer = h('div.effects', { 'aria-hidden': 'true' });
  const status = h('p.unseen', { role: 'status', testid: 'told' });
  const keys = keysSheet(game.keys);
  element.append(layer, status, keys.element, game.callouts.element);
  /** @type {Table | null} */
  let current = null;
  /** What is just played from the own hand. @type {{ thing: string, at: { x: number, y: number } } | null} */
  let leaving = null;

  const effects = createEffects(layer, (selector) => {
    const found = [...element.querySelectorAll(selector)];
    return found.find((one) => one.checkVisibility()) ?? null;
  });
  const still = () => prefersLessMotion() || document.hidden;
  const stage = createStage({ clock: browserClock, redraw, still });
  const drag = new Drag({
    hand: game.hand.element,
    layer,
    board: game.board,
    actions,
    current: () => current,
  });

  const endKeys = listenToKeys(
    () => ({
      single: settings.get().single_keys,
      moves: Object.keys({ ...movesOf(current), ...game.keys }),
    }),
    (command) =>
      current?.view != null && run(command, current, { game, dock, actions, keys, told: status }),
  );
  const endSettings = settings.subscribe(redraw);

  return {
    /** Where on the board something that is played comes from, if that is known. @param {string} thing */
    origin(thing) {
      if (drag.laid(thing)) return /** @type {const} */ ('there');
      return leaving?.thing === thing ? leaving.at : null;
    },
    /** The moment of the table that is to be drawn. @param {Table} table */
    before(table) {
      current = table;
      const taken = stage.take(table);
      for (const event of taken.shown) {
        const made = gameOf(table.room).played(event);
        if (made) leaving = placeOf(made.thing, game);
      }
      return taken;
    },
    /** After the table was drawn. @param {readonly any[]} shown the events that came into sight */
    after(shown) {
      if (!current) return;
      const table = current;
      drag.draw(table);
      const looks = shown.flatMap((event) => gameOf(table.room).effect(event) ?? []);
      if (looks.length > 0) requestAnimationFrame(() => effects.play(looks));
      game.callouts.draw({ table, shown });
    },
    /** Ends all listeners: the table has left the page. */
    end() {
      endKeys();
      endSettings();
    },
  };
}

/** By which letters the game's moves are made. @param {Table | null} table */
const movesOf = (table) => (table?.view ? gameOf(table.room).keys : {});

/**
 * Where on the board's measure something of the hand is, asked before anything is drawn: later it
 * is gone.
 * @param {string} thing
 * @param {Board} game
 */
function placeOf(thing, { hand, board }) {
  const box = hand.boxOf(thing);
  if (!box) return null;
  const { left, top } = board.element.getBoundingClientRect();
  return { thing, at: { x: box.left + box.width / 2 - left, y: box.top + box.height / 2 - top } };
}

/**
 * Does what a key asks for.
 * @param {Command} command
 * @param {Table} table
 * @param {Pick<Moved, 'game' | 'dock' | 'actions'> & { keys: { open(table: Table): void }, told: HTMLElement }} means
 */
function run(command, table, { game, dock, actions, keys, told }) {
  if (command.type === 'read') say(told, readAloud(command.what, table, game.hand.tiles()));
  else if (command.type === 'tile') game.hand.press(command.index);
  else if (command.type === 'hand') game.hand.focus();
  else if (command.type === 'help') keys.open(table);
  else if (command.type === 'escape') actions.unpick();
  else if (command.type === 'hint') actions.hint();
  else if (command.type === 'next') dock.goOn();
  else if (command.type === 'move' && game.keys?.[command.key]) game.keys[command.key].press();
  else if (command.type === 'move') moveByKey(command.key, table, actions);
  return true;
}

/** Makes the move of a key, if it may be made. @param {string} key @param {Table} table @param {Actions} actions */
function moveByKey(key, table, actions) {
  const { kind } = gameOf(table.room).keys[key];
  const offer = offersOf(table).find(({ steps }) => steps[0].kind === kind);
  if (offer) actions.put(offer.steps);
}

/** Keys, each with the key of the words about it. @typedef {(readonly [string, Parameters<typeof t>[0]])[]} Keys */

/** Keys and what they do. @type {Keys} */
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
];

/** Those behind the keys of the game. @type {Keys} */
const PAGE_KEYS = [
  ['N', 'keys.next'],
  ['?', 'keys.help'],
];

/** The list of keys, opened by `?`. @param {Board['keys']} own those of the game's views */
function keysSheet(own) {
  const single = h('input', { type: 'checkbox', testid: 'single-keys' });
  single.addEventListener('change', () => settings.set({ single_keys: single.checked }));
  const list = h('dl.keys-list');
  /** @type {HTMLDialogElement} */
  const element = h(
    'dialog.keys-sheet',
    { 'aria-labelledby': 'keys-title', testid: 'keys' },
    sheetHead('keys-title', t('keys.title'), () => element.close()),
    list,
    h('label.keys-single.in-line', single, t('keys.single')),
    h('p.hint', t('keys.single_hint')),
  );
  closeBeside(element, () => element.close());
  return {
    element,
    /** @param {Table} table */
    open(table) {
      /** @type {Keys} */
      const moves = Object.entries({ ...movesOf(table), ...own }).map(([key, { about }]) => [
        key.toUpperCase(),
        about,
      ]);
      fill(
        list,
        ...[...KEYS, ...moves, ...PAGE_KEYS].flatMap(([key, about]) => [
          h('dt', h('kbd', key)),
          h('dd', t(about)),
        ]),
      );
      single.checked = settings.get().single_keys;
      openDialog(element, true);
    },
  };
}
