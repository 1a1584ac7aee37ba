/** The chat of a table: its lines in the state, selectors for views, and its texts. Pure. */
import { personName } from './format/names.js';
import { t, textOrNull } from './i18n/index.js';

/** @import { Line, Phrase, Reaction, Room } from './protocol.js' */
/** @import { Mutes, Settings } from './settings.js' */
/** @import { TableReaction, Table } from './state.js' */

/** The lines that a room remembers. */
export const LINES_MAX = 50;
/** The longest line, in characters. */
export const TEXT_MAX = 200;
/** The most reactions that are kept until they are shown. */
const REACTIONS_MAX = 12;

/** The reactions in the order in which they are offered. @type {readonly Reaction[]} */
export const REACTIONS = ['thumbs_up', 'clap', 'laugh', 'wow', 'think', 'sad'];

/** The most useful phrase of each status comes first. @type {Record<Room['status'], readonly Phrase[]>} */
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
 * @returns {Table}
 */
export function withLine(table, line) {
  const last = table.chat.at(-1)?.n ?? 0;
  if (line.n <= last) return table;
  const next = { ...table, chat: [...table.chat, line].slice(-LINES_MAX) };
  return table.ui.read >= last && isOwn(line, table)
    ? { ...next, ui: { ...table.ui, read: line.n } }
    : next;
}

/**
 * The table after a reaction.
 * @param {Table} table
 * @param {Omit<TableReaction, 'serial'>} message
 * @returns {Table}
 */
export function withReaction(table, { seat, name, pseudonym, reaction }) {
  const serial = (table.reactions.at(-1)?.serial ?? 0) + 1;
  const reactions = [...table.reactions, { serial, seat, name, pseudonym, reaction }];
  return { ...table, reactions: reactions.slice(-REACTIONS_MAX) };
}

/** Whether this visitor wrote the line or sent the reaction. @param {Line | TableReaction} line @param {Table} table */
export function isOwn(line, { me }) {
  return line.pseudonym === me.pseudonym;
}

/**
 * Whether this visitor wants to see words of the one who said them.
 * @param {Line | TableReaction} line
 * @param {Table} table
 * @param {Mutes} settings
 */
export function isHeard(line, table, { mute_all, muted }) {
  return isOwn(line, table) || !(mute_all || muted.includes(line.pseudonym));
}

/**
 * The lines that are shown.
 * @param {Table} table
 * @param {Mutes} settings
 */
export function heardLines(table, settings) {
  return table.chat.filter((line) => isHeard(line, table, settings));
}

/**
 * The lines of others that this visitor hasn't seen.
 * @param {Table} table
 * @param {Mutes} settings
 */
export function unreadLines(table, settings) {
  return heardLines(table, settings).filter(
    (line) => line.n > table.ui.read && !isOwn(line, table),
  );
}

/**
 * Whether the history and the chat stand beside the table, where the window has room for them.
 * @param {Table} table
 * @param {Mutes & Pick<Settings, 'panel'>} settings
 */
export function isPanelOpen(table, settings) {
  if (table.room.status === 'open') return true;
  if (settings.panel !== 'news') return settings.panel === 'open';
  return heardLines(table, settings).some((line) => !isOwn(line, table));
}

/**
 * The people who can be muted: the other players, and everybody else who has spoken.
 * @param {Table} table
 * @returns {{ pseudonym: string, name: string }[]} each once
 */
export function mutable(table) {
  const people = [...table.room.seats, ...table.chat, ...table.reactions].flatMap((one) =>
    one?.pseudonym && one.pseudonym !== table.me.pseudonym
      ? [{ pseudonym: one.pseudonym, name: one.name }]
      : [],
  );
  const each = new Map(people.map((person) => [person.pseudonym, person]));
  return [...each.values()].map((person) => ({ ...person, name: personName(table, person) }));
}

/** The words of a line, or null for a phrase that this client doesn't know. @param {Line} line */
export function lineText(line) {
  return 'text' in line ? line.text : textOrNull(`phrase.${line.phrase}`);
}

/** A line with its speaker, such as "Ben: Well played!", or null. @param {Line} line @param {Table} table */
export function lineAloud(line, table) {
  const text = lineText(line);
  return text === null ? null : t('chat.line', { name: personName(table, line), text });
}

/**
 * A reaction with its name, such as "Ben: applause", or null for one that this client doesn't know.
 * @param {TableReaction} reacted
 * @param {Table} table
 */
export function reactionAloud(reacted, table) {
  const what = textOrNull(`reaction.${reacted.reaction}`);
  return what === null ? null : t('chat.line', { name: personName(table, reacted), text: what });
}
