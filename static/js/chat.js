/** What is said at a table: folding it in, and questions that views ask of it. Pure. */

/** @import { Line, Phrase, Reaction, Room } from './protocol.js' */
/** @import { Settings } from './settings.js' */
/** @import { Reacted, Table } from './state.js' */

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
 * The table after a line was said. One's own words are read at once.
 * @param {Table} table
 * @param {Line} line
 * @param {string} name this visitor's
 * @returns {Table}
 */
export function said(table, line, name) {
  if (line.n <= (table.chat.at(-1)?.n ?? 0)) return table;
  const { ui } = table;
  const seenAll = ui.read >= (table.chat.at(-1)?.n ?? 0);
  return {
    ...table,
    chat: [...table.chat, line].slice(-LINES_MAX),
    ui: seenAll && isOwn(line, table, name) ? { ...ui, read: line.n } : ui,
  };
}

/**
 * The table after a reaction.
 * @param {Table} table
 * @param {{ seat: number | null, name: string, reaction: Reaction }} message
 * @returns {Table}
 */
export function reacted(table, { seat, name, reaction }) {
  const serial = (table.reactions.at(-1)?.serial ?? 0) + 1;
  const reactions = [...table.reactions, { serial, seat, name, reaction }];
  return { ...table, reactions: reactions.slice(-REACTIONS_MAX) };
}

/**
 * Whether this visitor said it.
 * @param {{ seat: number | null, name: string }} line
 * @param {Table} table
 * @param {string} name this visitor's
 */
export function isOwn(line, table, name) {
  return line.seat === table.me.seat && (line.seat !== null || line.name === name);
}

/**
 * Whether this visitor wants to hear whoever said it.
 * @param {{ seat: number | null, name: string }} line
 * @param {Table} table
 * @param {string} name this visitor's
 * @param {Pick<Settings, 'mute_all' | 'muted'>} settings
 */
export function isHeard(line, table, name, { mute_all, muted }) {
  return isOwn(line, table, name) || !(mute_all || muted.includes(line.name));
}

/**
 * The lines that are shown.
 * @param {Table} table
 * @param {string} name this visitor's
 * @param {Pick<Settings, 'mute_all' | 'muted'>} settings
 */
export function heardLines(table, name, settings) {
  return table.chat.filter((line) => isHeard(line, table, name, settings));
}

/**
 * The lines of others that this visitor hasn't seen.
 * @param {Table} table
 * @param {string} name this visitor's
 * @param {Pick<Settings, 'mute_all' | 'muted'>} settings
 */
export function unreadLines(table, name, settings) {
  return heardLines(table, name, settings).filter(
    (line) => line.n > table.ui.read && !isOwn(line, table, name),
  );
}

/**
 * Those who can be muted: the others at the table, and who else has spoken.
 * @param {Table} table
 * @param {string} name this visitor's
 * @param {string[]} muted
 * @returns {string[]} names, each once
 */
export function mutable(table, name, muted) {
  const sitters = table.room.seats.flatMap((seat, i) =>
    seat && i !== table.me.seat ? [seat.name] : [],
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
    /** @type {[string, string][]} */
    const change = seat && old && seat.name !== old.name ? [[old.name, seat.name]] : [];
    return change;
  });
}
