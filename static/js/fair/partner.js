/**
 * Takes part in the deal: promises a seed of this browser's own when its visitor has a seat, and tells it once
 * the log proves that the match has begun with this promise. A server that asks for a seed in any other way
 * could choose between deals: it gets none.
 */
import { areSeedsKept, check, ownCheck } from './check.js';
import { entriesOf, isProved, keptLog, NO_HEAD } from './log.js';
import { dealNotes } from './notes.js';
import { freshPromise } from './promise.js';
import { areOfOneBeginning } from './section.js';
import { shownRounds } from './shown.js';
import { createVerifier } from './verifier.js';

/** @import { Check } from './check.js' */
/** @import { Note } from './notes.js' */
/** @import { ClientMessage, Receipt } from '../protocol.js' */
/** @import { Table } from '../state.js' */

/**
 * What the partner of the deal works with.
 * @typedef {object} Means
 * @property {(message: ClientMessage) => boolean} send
 * @property {() => void} changed something was found
 * @property {typeof dealNotes} notes
 * @property {typeof keptLog} log
 * @property {typeof shownRounds} shown
 * @property {typeof entriesOf} entries
 * @property {(note: Note, ...found: Check[]) => void} blame notes what was found
 */

/**
 * One tab at a time promises a seed, or tells it. Nothing else waits for other tabs: a browser can't keep a page
 * that waits when its visitor goes elsewhere.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
const alone = (work) =>
  globalThis.navigator?.locks ? navigator.locks.request('boneyard-deal', work) : work();

/** Promises a seed for the next match. @param {Means} means @param {Table} table */
async function promise({ send, notes, log }, { id, room: { fairness } }) {
  const { match } = fairness;
  // Another tab may have drawn a seed for this match: both promise the same.
  const note = notes.find(id, match) ?? { table: id, match, ...(await freshPromise(log)) };
  const { commitment, head } = note;
  // A browser that knows another log tells no seed to this server.
  if (commitment === '' || log.fault() || !notes.keep(note)) return;
  send({ type: 'commit', table: id, match, commitment, ...(head && { head }) });
}

/**
 * What is wrong with a receipt; nothing if all is well.
 * @param {Means} means
 * @param {Note} note
 * @param {number} seat
 * @param {Receipt} receipt
 */
async function faultsOf({ log }, { match, table, commitment, head }, seat, receipt) {
  const own = receipt.seats[seat];
  const { size, root } = head ?? NO_HEAD;
  const isOwn = own?.commitment === commitment && own.head.size === size && own.head.root === root;
  const proved = await isProved(receipt);
  const follows = await log.follows(receipt.key, receipt.log, proved.heads ? own?.head : NO_HEAD);
  const isOfMatch = receipt.table === table && receipt.match === match;
  return [
    check('own_promise', isOwn),
    check('receipt', isOfMatch && proved.log),
    check('heads', proved.heads),
    check(log.fault() ?? 'log', follows && log.fault() === null),
  ].filter(({ result }) => result === 'bad');
}

/** Whether the seed of this browser is said to be missing: at the seat that its visitor had then. @param {number} missing @param {Note} note */
const isMissing = (missing, { receipt, commitment }) =>
  receipt?.seats.some((seat, n) => seat?.commitment === commitment && (missing >> n) % 2 === 1);

/** Whether a match may be called off for these seats: only in a section it may for those of other tables alone. @param {number} missing @param {Note} note */
const isExplained = (missing, { receipt }) => missing !== 0 || receipt?.section !== undefined;

/**
 * Whether every earlier match of the table for which this browser told its seed is over. Notes what the log says
 * of it.
 * @param {Means} means
 * @param {Pick<Note, 'table' | 'match'>} note
 */
async function areOthersOver({ notes, log, entries, blame }, { table, match }) {
  for (const other of notes.ofTable(table)) {
    if (other.match >= match || !other.told || other.ended) continue;
    const { key, log: head, entries: found } = await entries(table, other.match);
    const end = found.find(({ type }) => type !== 'began');
    if (!(await log.follows(key, head))) return false;
    if (!end && !other.dealt) return false;
    if (!end) continue;
    const over = { ...other, ended: true };
    notes.keep(over);
    if (end.type !== 'called_off') {
      // The tiles of a match that was dealt should have been on this screen.
      if (!other.dealt) blame(over, check('left_open', null));
    } else if (other.dealt || !isExplained(end.missing, other)) {
      blame(over, check('left_open', false));
    } else if (isMissing(end.missing, other)) {
      blame(over, check('withheld', other.acknowledged ? false : null));
    }
  }
  return true;
}

/** Tells the seed of a match that has begun. @param {Means} means @param {Table} table */
async function tell(means, { id, me: { seat }, room: { fairness }, receipt }) {
  const { send, notes, blame } = means;
  const note = notes.find(id, fairness.match);
  if (!note || seat === null || receipt?.match !== fairness.match) return;
  if (fairness.seats[seat]?.promise?.commitment !== note.commitment) return;
  const { match, seed } = note;
  if (note.told) {
    // The connection was cut, or another tab has told the seed. It is told again, for the same match.
    if (!note.receipt || !(await areOfOneBeginning(note.receipt, receipt)))
      return blame(note, check('used', false));
    if (!note.dealt) send({ type: 'reveal', table: id, match, seed });
    return;
  }
  if (notes.ofTable(id).some((one) => one.told && one.match > match)) {
    return blame(note, check('used', false));
  }
  const faults = await faultsOf(means, note, seat, receipt);
  if (faults.length > 0) return blame(note, ...faults);
  if (!(await areOthersOver(means, note))) return blame(note, check('left_open', false));
  if (notes.keep({ ...note, receipt, told: true }))
    send({ type: 'reveal', table: id, match, seed });
}

/** Notes what the table shows of its matches. @param {Means} means @param {Table} table */
async function notice({ notes, blame }, { id, me: { seat }, room, view }) {
  const { fairness, status, match, record } = room;
  const begun = notes.find(id, fairness.match);
  if (begun?.told && !begun.acknowledged && seat !== null && fairness.told[seat]) {
    notes.keep({ ...begun, acknowledged: true });
  }
  const note = notes.find(id, match);
  if (!note || !view) return;
  if (status === 'playing' && match === fairness.match && note.told && !note.dealt) {
    const tournament = room.tournament?.id;
    const dealt = { ...note, dealt: true, ...(tournament && { tournament }) };
    notes.keep(dealt);
    const found = [ownCheck(fairness, note), check('seeds', await areSeedsKept(fairness.seats))];
    blame(dealt, ...found.filter(({ result }) => result === 'bad'));
  }
  // While other tables of the section play, a match that is over has no record.
  const isNew = record ? note.record !== record : fairness.sealed === true && !note.ended;
  if (status === 'over' && isNew) {
    const last = notes.find(id, match) ?? note;
    notes.keep({ ...last, ended: true, ...(record && { record }), last: view.board.round });
  }
}

/** @param {Means} means @param {Table} table */
async function takePart(means, table) {
  const { me, room } = table;
  const { fairness, status } = room;
  if (status === 'playing' || me.seat === null) return;
  if (fairness.revealing) await alone(() => tell(means, table));
  else if (fairness.seats[me.seat]?.promise === null) {
    await alone(() => promise(means, table));
    // A seat whose promises are no longer taken is told as well why matches were called off.
    await areOthersOver(means, { table: table.id, match: fairness.match });
  }
}

/** @param {Pick<Means, 'send' | 'changed'> & Partial<Means>} parts what a test replaces, and what only the page has */
export function createPartner(parts) {
  const means = {
    notes: dealNotes,
    log: keptLog,
    shown: shownRounds,
    entries: entriesOf,
    blame,
    ...parts,
  };
  const verifier = createVerifier(means);
  /** The match whose seed is being promised or told. */
  let busy = '';

  /** @param {Note} note @param {Check[]} found */
  function blame(note, ...found) {
    const before = note.found ?? [];
    const fresh = found.filter(({ what }) => !before.some((one) => one.what === what));
    if (fresh.length === 0) return;
    means.notes.keep({ ...note, found: [...before, ...fresh] });
    means.changed();
  }

  /** @param {Table} table */
  async function step(table) {
    const { id, me, room, receipt, ui } = table;
    const { fairness } = room;
    await notice(means, table);
    await verifier.see(table);
    // Once for each connection: a message that was lost with the last one is sent again.
    const promised = me.seat === null ? null : fairness.seats[me.seat]?.promise?.commitment;
    const isAsked = fairness.revealing && receipt?.match === fairness.match;
    const now = `${id} ${fairness.match} ${ui.cuts} ${me.seat} ${promised} ${isAsked}`;
    if (busy === now || ui.cut) return;
    busy = now;
    await takePart(means, table);
  }

  /** All that was heard, one after the other. @type {Promise<void>} */
  let heard = Promise.resolve();
  return {
    /** @param {Table} table */
    hear(table) {
      heard = heard
        .then(() => step(table))
        .catch(() => {
          // Without the log's answer nothing is told; the next message of the server asks again.
          busy = '';
        });
      return heard;
    },
  };
}
