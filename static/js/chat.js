/** What is said at a table: folding it in, questions that views ask of it, and its words. Pure. */
import { nameOf } from './format/words.js';
import { t, word } from './i18n/index.js';

/** @import { Line, Phrase, Reaction, Room } from './protocol.js' */
/** @import { Mutes } from './settings.js' */
/** @import { Reacted, Table } from './state.js' */
/** @import { Ui } from './ui.js' */

/** The lines that a room remembers. */
export const LINES_MAX = 50;
/** The longest line, in characters. */
export const TEXT_MAX = 200;
/** As many reactions as are kept until they are shown. */
const REACTIONS_MAX = 12;

/** The reactions in the order in which they are offered. @type {readonly Reaction[]} */
export const REACTIONS = ['thumbs_up', 'clap', 'laugh', 'wow', 'think', 'sad'];

/** What is most likely to be said comes first. @type {Record<Room['status'], readonly Phrase[]>} */
const PHRASES = {
  open: ['hello', 'good_luck', 'thanks', 'sorry', 'in_a_hurry'],
  playing: ['nice_move', 'well_played', 'oops', 'thanks', 'sorry'],
  over: ['good_game', 'well_played', 'thanks', 'one_more', 'in_a_hurry'],
};

/** The phrases to offer. @param {Room['status']} status */
export function phrasesFor(status) {
  return PHRASES[status];
}

/**
 * The table after a line was said. The visitor's own words count as read.
 * @param {Table} table
 * @param {Line} line
 * @param {string} name this visitor's
 * @returns {Table}
 */
export function said(table, line, name) {
  const last = table.chat.at(-1)?.n ?? 0;
  if (line.n <= last) return table;
  const isBack = isAwaited(line, table, name);
  const ui = isBack
    ? { ...cameBack(table.ui), own: [...table.ui.own, line.n].slice(-LINES_MAX) }
    : table.ui;
  const next = { ...table, chat: [...table.chat, line].slice(-LINES_MAX), ui };
  return table.ui.read >= last && isOwn(line, next, name)
    ? { ...next, ui: { ...ui, read: line.n } }
    : next;
}

/**
 * The table after a reaction.
 * @param {Table} table
 * @param {{ seat: number | null, name: string, reaction: Reaction }} message
 * @param {string} own this visitor's name
 * @returns {Table}
 */
export function reacted(table, { seat, name, reaction }, own) {
  const serial = (table.reactions.at(-1)?.serial ?? 0) + 1;
  const isBack = isAwaited({ seat, name }, table, own);
  const reactions = [...table.reactions, { serial, seat, name, reaction, own: isBack }];
  const ui = isBack ? cameBack(table.ui) : table.ui;
  return { ...table, reactions: reactions.slice(-REACTIONS_MAX), ui };
}

/**
 * Whether it is what this visitor sent as a watcher. Another watcher may have the same name, so a
 * name alone proves nothing.
 * @param {{ seat: number | null, name: string }} message
 * @param {Table} table
 * @param {string} name this visitor's
 */
function isAwaited(message, { me, ui }, name) {
  return me.seat === null && message.seat === null && message.name === name && ui.sent > 0;
}

/** One of the awaited has come back. @param {Ui} ui */
const cameBack = (ui) => ({ ...ui, sent: ui.sent - 1 });

/**
 * Whether this visitor said it. A watcher's words are told by what this page sent.
 * @param {Line | Reacted} line
 * @param {Table} table
 * @param {string} name this visitor's
 */
export function isOwn(line, { me, ui }, name) {
  if (line.seat !== me.seat) return false;
  if (line.seat !== null) return true;
  return line.name === name && ('serial' in line ? line.own : ui.own.includes(line.n));
}

/**
 * Whether this visitor wants to see words of the one who said them.
 * @param {Line | Reacted} line
 * @param {Table} table
 * @param {string} name this visitor's
 * @param {Mutes} settings
 */
export function isHeard(line, table, name, { mute_all, muted }) {
  return isOwn(line, table, name) || !(mute_all || muted.includes(line.name));
}

/**
 * The lines that are shown.
 * @param {Table} table
 * @param {string} name this visitor's
 * @param {Mutes} settings
 */
export function heardLines(table, name, settings) {
  return table.chat.filter((line) => isHeard(line, table, name, settings));
}

/**
 * The lines of others that this visitor hasn't seen.
 * @param {Table} table
 * @param {string} name this visitor's
 * @param {Mutes} settings
 */
export function unreadLines(table, name, settings) {
  return heardLines(table, name, settings).filter(
    (line) => line.n > table.ui.read && !isOwn(line, table, name),
  );
}

/**
 * The names that can be muted: the other players, and everybody else who has spoken.
 * @param {Table} table
 * @param {string} name this visitor's
 * @param {string[]} muted
 * @returns {string[]} names, each once
 */
export function mutable(table, name, muted) {
  const sitters = table.room.seats.flatMap((seat, i) =>
    seat && !seat.computer && i !== table.me.seat ? [seat.name] : [],
  );
  const speakers = [...table.chat, ...table.reactions]
    .filter((line) => !isOwn(line, table, name))
    .map((line) => line.name);
  const here = new Set([...sitters, ...speakers]);
  return [...here, ...muted.filter((one) => !here.has(one))];
}

/**
 * New names of people who stayed on their seat, so that a mute goes on under the new name.
 * @param {Room} room
 * @param {Room} before
 * @returns {[before: string, now: string][]}
 */
export function renamed(room, before) {
  return room.seats.flatMap((seat, i) => {
    const old = before.seats[i];
    if (!seat || !old || seat.name === old.name) return [];
    return [/** @type {[string, string]} */ ([old.name, seat.name])];
  });
}

/** The words of a line, or null for a phrase that this client doesn't know. @param {Line} line */
export function lineText(line) {
  return 'text' in line ? line.text : word(`phrase.${line.phrase}`);
}

/** A line with its speaker, such as "Ben: Well played!", or null. @param {Line} line */
export function lineAloud(line) {
  const text = lineText(line);
  return text === null ? null : t('chat.line', { name: nameOf(line), text });
}

/**
 * A reaction with its name, such as "Ben: applause", or null for one that this client doesn't know.
 * @param {{ name: string, reaction: string }} reacted
 */
export function reactionAloud({ name, reaction }) {
  const what = word(`reaction.${reaction}`);
  return what === null ? null : t('chat.line', { name: nameOf({ name }), text: what });
}
