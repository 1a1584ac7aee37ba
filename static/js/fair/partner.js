/**
 * Takes part in the deal: promises a seed of this browser's own when its visitor has a seat, and
 * reveals it when everybody is ready. And keeps what the round showed, to be checked afterwards.
 */
import { createTable } from '../api.js';
import { hasEnded } from './log.js';
import { dealNotes } from './notes.js';
import { isSigned, sameTerms } from './receipt.js';
import { commitmentOf, hex, unhex } from './scheme.js';

/** @import { Witness } from './check.js' */
/** @import { Bytes } from './scheme.js' */
/** @import { Note, Refusal } from './notes.js' */
/** @import { ClientMessage, CreateTable } from '../protocol.js' */
/** @import { Table } from '../state.js' */

/** @typedef {(message: ClientMessage) => boolean} Send */
/** @typedef {typeof dealNotes} Notes */

/** A new seed and its promise. */
async function freshSeed() {
  return promising(crypto.getRandomValues(new Uint8Array(32)));
}

/** @param {Bytes} seed */
async function promising(seed) {
  return { seed: hex(seed), commitment: hex(await commitmentOf(seed)) };
}

/** What rounds of the table on the page showed: by match and round. @type {Map<string, { history: Witness['history'], hands: Witness['hands'] }>} */
const seen = new Map();
/** The table to which these rounds belong. */
let seenAt = '';

/** @param {Table} table */
const nameOf = ({ id, room, view }) => `${id} ${room.match} ${view?.board.round}`;

/** Keeps what a round that has ended showed. @param {Table} table */
function noteRound(table) {
  if (seenAt !== table.id) seen.clear();
  seenAt = table.id;
  noteEnd(table);
  const phase = table.view?.board.phase;
  if (phase?.type !== 'round_over' && phase?.type !== 'match_over') return;
  seen.set(nameOf(table), { history: table.view?.history ?? null, hands: phase.hands });
}

/** Notes how long a match was, and which record it has: by both its proof can be told from others. @param {Table} table */
function noteEnd({ id, room: { match, record }, view }) {
  if (!record || !view) return;
  const note = dealNotes.find(id, match);
  if (note.commitment === null || note.record === record) return;
  dealNotes.keep({ ...note, record, rounds: view.board.round });
}

/**
 * What this browser knows of a round by itself.
 * @param {Table} table
 * @param {number} match
 * @param {number} round
 * @returns {Witness}
 */
export function witnessOf({ id, me }, match, round) {
  const note = dealNotes.find(id, match);
  const { history, hands } = seen.get(`${id} ${match} ${round}`) ?? { history: null, hands: null };
  return { note, seat: me.seat, history, hands, known: dealNotes.key() };
}

/** Notes that a match was dealt for which this browser had sent its seed. @param {Notes} notes @param {Table} table */
function noteDeal(notes, { id, room: { match }, view }) {
  const note = notes.find(id, match);
  if (view && note.shown && !note.dealt) notes.keep({ ...note, dealt: true });
}

/**
 * Why the seed of a match is not sent; null if it is. A server that gets two seeds, or one twice, could choose
 * between the deals.
 * @param {Notes} notes
 * @param {Note} note with its receipt
 * @param {typeof hasEnded} isOver
 * @returns {Promise<Refusal | null>}
 */
async function refusal(notes, { table, match, receipt, dealt }, isOver) {
  const others = notes.ofTable(table).filter((one) => one.shown && one.match !== match);
  if (dealt || others.some((one) => one.match > match)) return 'used';
  if (receipt && !notes.isKnownKey(receipt.key)) return 'key';
  for (const one of others) {
    if (one.dealt || !one.receipt) continue;
    if (!(await isOver(one.receipt))) return 'left_open';
    notes.keep({ ...one, dealt: true });
  }
  return null;
}

/** What the table was bound to when it was first shown. @param {Notes} notes @param {Table} table */
function noted(notes, { id, room: { fairness, status } }) {
  const note = notes.find(id, fairness.match);
  // A commitment that is first shown when the seeds are known proves nothing.
  if (note.commitment !== null || status === 'playing') return note;
  const { commitment, first } = fairness;
  const before = notes.find(id, fairness.match - 1);
  const { first: begun = 0, rounds = 0 } = before.commitment === commitment ? before : {};
  const due = begun > 0 && rounds > 0 ? begun + rounds : null;
  const bound = { ...note, commitment, first, due };
  notes.keep(bound);
  return bound;
}

/**
 * What is noted before the seed is told, once and for all: a server that asks a second time could
 * show promises that were made up with the seed in hand. Null while there is no receipt.
 * @param {Table} table
 * @param {Note} noted
 */
async function witnessed({ id, room: { fairness }, receipt }, noted) {
  if (noted.promises) return noted;
  if (receipt?.match !== fairness.match) return null;
  const shown = { ...fairness, table: id };
  const signed = sameTerms(receipt, shown) ? await isSigned(receipt) : false;
  return { ...noted, promises: fairness.seats, receipt, signed };
}

/** A seat that was given up before the match ends its promise. @param {Notes} notes @param {Table} table */
function withdraw(notes, { id, room: { fairness } }) {
  const note = notes.find(id, fairness.match);
  if (note.promised) notes.keep({ ...note, promised: false });
}

/**
 * @param {Send} send
 * @param {(why: Refusal) => void} refused no seed is sent to this server
 * @param {Notes} [notes] where it is kept what this browser saw
 * @param {typeof hasEnded} [isOver]
 */
export function createPartner(send, refused, notes = dealNotes, isOver = hasEnded) {
  /** The match whose seed is being promised or revealed. @type {string} */
  let busy = '';

  /** @param {Table} table */
  async function promise({ id, room: { fairness } }) {
    // What another tab has drawn for this match was never shown: they promise the same.
    const drawn = unhex(notes.find(id, fairness.match).seed);
    const { seed, commitment } = drawn ? await promising(drawn) : await freshSeed();
    notes.keep({ ...notes.find(id, fairness.match), seed });
    send({ type: 'commit', table: id, match: fairness.match, commitment });
  }

  /** @param {Table} table */
  async function takePart(table) {
    const { id, me, room } = table;
    const { fairness, status } = room;
    if (status === 'playing') return;
    if (me.seat === null) return withdraw(notes, table);
    const { seed } = noted(notes, table);
    const promised = fairness.seats[me.seat];
    if (promised === null && !fairness.revealing) return promise(table);
    const bytes = unhex(seed);
    if (!bytes || hex(await commitmentOf(bytes)) !== promised) return;
    const mine = { ...notes.find(id, fairness.match), promised: true };
    if (!fairness.revealing) return notes.keep(mine);
    const known = await witnessed(table, mine);
    if (!known) return;
    notes.keep(known);
    if (known.signed === false) return;
    // This tab hears of it late: another one has seen the deal.
    if (known.dealt && known.receipt?.at_ms === table.receipt?.at_ms) return;
    const why = await refusal(notes, known, isOver);
    if (why) {
      notes.keep({ ...known, refused: why });
      return refused(why);
    }
    const shown = send({ type: 'reveal', table: id, match: fairness.match, seed: hex(bytes) });
    if (shown) notes.keep({ ...notes.find(id, fairness.match), shown });
  }

  return {
    /** @param {Table} table */
    async hear(table) {
      noteRound(table);
      noteDeal(notes, table);
      const { fairness } = table.room;
      // Once for each connection: a message that was lost with the last one is sent again.
      const { seat } = table.me;
      const promised = seat === null ? null : fairness.seats[seat];
      const asked = fairness.revealing && table.receipt?.match === fairness.match;
      const now = `${table.id} ${fairness.match} ${table.ui.cuts} ${seat} ${promised} ${asked}`;
      if (busy === now || table.ui.cut) return;
      busy = now;
      await takePart(table);
    },
  };
}

/**
 * Opens the table with a promise for its first match, which may begin at once.
 * @param {CreateTable} wanted
 * @param {AbortSignal} [signal]
 * @returns the table's id
 */
export async function openTable(wanted, signal) {
  const { seed, commitment } = await freshSeed();
  const { table } = await createTable({ ...wanted, commitment }, signal);
  dealNotes.keep({ table, match: 1, seed, commitment: null });
  return table;
}
