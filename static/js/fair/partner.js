/**
 * Takes part in the deal: promises a seed of this browser's own when its visitor has a seat, and tells it once
 * the log proves that the match has begun with this promise. A server that asks for a seed in any other way
 * could choose between deals: it gets none.
 */

import { request } from '../api.js';
import { standing } from '../select.js';
import { areSeedsKept, check, ownCheck } from './check.js';
import { checkLeft } from './left_tables.js';
import { entriesOf, isProved, keptLog, NO_HEAD } from './log.js';
import { bareNote, dealNotes, shownRounds } from './notes.js';
import { freshPromise } from './promise.js';
import { agreedHash, agreedIn } from './scheme.js';
import { areOfOneBeginning } from './section.js';
import {
  areSeatsInTime,
  calledOffBefore,
  endChecks,
  endOf,
  isInTime,
  isThrownAway,
  isTwice,
} from './table_log.js';
import { dealVerdict, isSealed } from './verdict.js';
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
 * @property {() => number} now the time by this device's clock, in milliseconds since 1970
 * @property {(work: () => void, ms: number) => void} later
 * @property {typeof request} get
 * @property {(note: Note, ...found: Check[]) => void} blame notes what was found
 */

/** How long something may be unknown before the log and the server are asked once more, in milliseconds. */
const ASK_AGAIN_MS = 60_000;

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
async function promise({ send, notes, log, now }, { id, room: { fairness } }) {
  const { match } = fairness;
  // Another tab may have drawn a seed for this match: both promise the same.
  const known = notes.find(id, match);
  const note = known ?? { table: id, match, ...(await freshPromise(log, now())) };
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
 * @param {Table['room']} room
 */
async function faultsOf({ log, notes }, { match, table, commitment, head }, seat, receipt, room) {
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
    check('rules', receipt.agreed === (await agreedHash(agreedIn(room)))),
    // Tables with the same deals have a section, and no others.
    check('section', (receipt.section !== undefined) === (room.boards !== undefined)),
    check('again', areSeatsInTime(notes.ofTable(table), receipt)),
    check(log.fault() ?? 'log', follows && log.fault() === null),
  ].filter(({ result }) => result === 'bad');
}

/**
 * Asks the log how a match ended that has ended, and notes what isn't good about that. Returns null if the log doesn't
 * go on, or has no end of the match.
 * @param {Means} means
 * @param {string} table
 * @param {number} match
 */
async function endIn({ notes, log, entries, blame }, table, match) {
  const known = notes.find(table, match)?.end;
  if (known) return known;
  const { key, log: head, entries: found } = await entries(table, match);
  if (!(await log.follows(key, head))) return null;
  const end = endOf(found);
  const note = notes.find(table, match) ?? bareNote(table, match);
  const over = end ? { ...note, end } : note;
  if (end) notes.keep(over);
  blame(over, ...endChecks(over), ...(isTwice(found) ? [check('left_open', false)] : []));
  return end;
}

/**
 * Whether every earlier match of the table for which this browser told its seed is over, by the log. It is asked about
 * all matches since the last one that was dealt, too. While other tables play the same deals, the log has no end of this
 * table's match: that is no fault, but no seed is told.
 * @param {Means} means
 * @param {Pick<Note, 'table' | 'match'>} before
 * @param {Table['room']} room
 */
async function areOthersOver(means, { table, match }, room) {
  const { notes, blame } = means;
  let isOver = true;
  for (const note of notes.ofTable(table)) {
    if (note.match >= match || !note.told || (await endIn(means, table, note.match))) continue;
    isOver = false;
    if (!isSealed(room)) blame(note, check('left_open', false));
  }
  for (let number = match - 1; number > 0; number -= 1) {
    if ((await endIn(means, table, number))?.type !== 'called_off') break;
  }
  return isOver;
}

/** Tells the seed of a match that has begun. @param {Means} means @param {Table} table */
async function tell(means, { id, me: { seat }, room, receipt }) {
  const { send, notes, blame, now } = means;
  const { fairness } = room;
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
  const isOver = await areOthersOver(means, note, room);
  const faults = await faultsOf(means, note, seat, receipt, room);
  if (faults.length > 0) return blame(note, ...faults);
  if (!isOver) return;
  const latest = notes.find(id, match) ?? note;
  const tournament = room.tournament?.id;
  const of = { receipt, agreed: agreedIn(room), ...(tournament && { tournament }) };
  const told = { ...latest, ...of, told: true };
  if (!notes.keep(told)) return;
  send({ type: 'reveal', table: id, match, seed });
  if (!isInTime(note, receipt, now())) blame(told, check('time', null));
}

/** Notes what the table shows of its matches. @param {Means} means @param {Table} table */
function notice({ notes }, table) {
  const { id, room, view } = table;
  const { seat } = table.me;
  const { fairness, status, match, record } = room;
  const begun = notes.find(id, fairness.match);
  if (begun?.told && !begun.acknowledged && seat !== null && fairness.told[seat]) {
    notes.keep({ ...begun, acknowledged: true });
  }
  const note = notes.find(id, match);
  if (!note || !view || status !== 'over') return;
  // While other tables of the section play, a match that is over has no record.
  const over = { ...note, ...(record && { record }), last: standing(table).round };
  if (over.last !== note.last || over.record !== note.record) notes.keep(over);
}

/** Checks what a table shows of the beginning of a match that was dealt. @param {Means} means @param {Table} table */
async function checkDealt({ notes, blame }, { id, room }) {
  const { fairness, match, status } = room;
  const note = notes.find(id, match);
  if (!note?.told || !note.dealt || status !== 'playing' || match !== fairness.match) return;
  const found = [ownCheck(fairness, note), check('seeds', await areSeedsKept(fairness.seats))];
  blame(note, ...found.filter(({ result }) => result === 'bad'));
}

/** @param {Means} means @param {Table} table */
async function takePart(means, table) {
  const { id, me, room } = table;
  const { fairness, status } = room;
  const { notes, blame } = means;
  if (status === 'over' && notes.find(id, room.match)?.told) await endIn(means, id, room.match);
  if (status === 'playing' || me.seat === null) return;
  if (fairness.revealing) return alone(() => tell(means, table));
  if (fairness.seats[me.seat]?.promise !== null) return;
  const next = { table: id, match: fairness.match };
  // A seat whose promises are no longer taken is told as well why matches were called off.
  const isOver = await areOthersOver(means, next, room);
  const of = notes.ofTable(id);
  if (calledOffBefore(of, fairness.match) > fairness.called_off) {
    blame(notes.find(id, fairness.match) ?? bareNote(id, fairness.match), check('count', false));
  } else if (isOver && !isThrownAway(of, fairness.match)) await alone(() => promise(means, table));
}

/** Notes what was found of a match, and says so if it is new. @param {Pick<Means, 'notes' | 'changed'>} means @returns {Means['blame']} */
const blameBy =
  ({ notes, changed }) =>
  (note, ...found) => {
    const now = notes.find(note.table, note.match) ?? note;
    const before = now.found ?? [];
    const fresh = found.filter(({ what }) => !before.some((one) => one.what === what));
    if (fresh.length === 0) return;
    notes.keep({ ...now, found: [...before, ...fresh] });
    changed();
  };

/**
 * What asks the server and its log once more, if something of a match isn't known for a minute, or a promise isn't
 * taken.
 * @param {Means} means
 * @param {(table: string) => void} askAgain
 */
function createReminder(means, askAgain) {
  /** The match that waits, or was asked about. */
  let asked = '';
  return (/** @type {Table} */ table) => {
    const { id, me, room, ui } = table;
    const { fairness, status } = room;
    const isRefused = me.seat !== null && status !== 'playing' && !fairness.seats[me.seat]?.promise;
    const match = `${id} ${fairness.match} ${status} ${ui.cuts}`;
    if (match === asked || !(isRefused || dealVerdict(table, means).result === 'unseen')) return;
    asked = match;
    means.later(() => askAgain(id), ASK_AGAIN_MS);
  };
}

/** @param {Pick<Means, 'send' | 'changed'> & Partial<Means>} parts what a test replaces, and what only the page has */
function meansOf(parts) {
  const given = {
    notes: dealNotes,
    log: keptLog,
    shown: shownRounds,
    entries: entriesOf,
    get: request,
    now: Date.now,
    later: setTimeout,
    ...parts,
  };
  return { ...given, blame: blameBy(given) };
}

/** @param {Parameters<typeof meansOf>[0]} parts */
export function createPartner(parts) {
  const means = meansOf(parts);
  const verifier = createVerifier(means);
  const remind = createReminder(means, (id) => {
    const table = last;
    if (!table || table.id !== id || table.ui.cut) return;
    busy = '';
    verifier.askAgain();
    heard = heard.then(() => askAgain(table)).catch(() => {});
  });
  /** The match whose seed is being promised or told. */
  let busy = '';
  /** The match whose beginning was looked at. */
  let begun = '';
  /** What was heard last. @type {Table | null} */
  let last = null;

  /** @param {Table} table */
  async function step(table) {
    const { id, me, room, receipt, ui } = table;
    const { fairness } = room;
    await verifier.see(table);
    const deal = `${id} ${room.match} ${room.status} ${Boolean(means.notes.find(id, room.match)?.dealt)}`;
    if (begun !== deal) await checkDealt(means, table);
    begun = deal;
    // Once for each connection: a message that was lost with the last one is sent again.
    const promised = me.seat === null ? null : fairness.seats[me.seat]?.promise?.commitment;
    const isAsked = fairness.revealing && receipt?.match === fairness.match;
    const now = `${id} ${fairness.match} ${room.status} ${ui.cuts} ${me.seat} ${promised} ${isAsked}`;
    if (busy !== now && !ui.cut) {
      busy = now;
      await takePart(means, table);
    }
    remind(table);
  }

  /** @param {Table} table */
  async function askAgain(table) {
    const { log, notes, changed } = means;
    await log.check();
    await step(table);
    const earlier = notes.ofTable(table.id).filter(({ match }) => match !== table.room.match);
    await checkLeft(earlier, means);
    changed();
  }

  /** All that was heard, one after the other. @type {Promise<void>} */
  let heard = Promise.resolve();
  return {
    /** Notes what a table shows at once, and then does what follows from it. @param {Table} table */
    hear(table) {
      last = table;
      notice(means, table);
      verifier.keep(table);
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
