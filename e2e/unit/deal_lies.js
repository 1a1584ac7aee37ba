/** What a dishonest server may do in `dishonest.test.js`. */
import { randomBytes } from 'node:crypto';
import { createKey, createPublicLog, endEntry } from './deal_server.js';
import { RULES } from './deal_table.js';

/** @typedef {import('./deal_places.js').Place} Place */
/** @typedef {import('./deal_places.js').Places} Places */

/** Pips 0 and 6 change places on the screen. @param {any} view */
export function exchange({ own, history, board }) {
  const turned = (/** @type {string} */ tile) => {
    const [high, low] = tile.split('-').map((n) => ({ 0: 6, 6: 0 })[n] ?? Number(n));
    return `${Math.max(high, low)}-${Math.min(high, low)}`;
  };
  const { phase } = board;
  if (own) own.hand = own.hand.map(turned);
  if (phase.hands) phase.hands = phase.hands.map((/** @type {string[]} */ one) => one.map(turned));
  for (const event of history) if (event.tile) event.tile = turned(event.tile);
}

/** A view of a round that has just begun, without a hand. */
const bare = () => ({
  board: { round: 1, phase: { type: 'playing', turn: 0 } },
  layout: [],
  history: [{ type: 'dealt', leader: 0 }],
});

/**
 * What may be shown in place of the truth: some views, one right after the other.
 * @type {Record<string, (shown: any, all: Places, to: Place) => any[]>}
 */
export const SHOWN = {
  dropped: () => [],
  delayed(shown, _, { delayed }) {
    delayed.push(shown);
    return [];
  },
  repeated: (shown) => [shown, shown],
  exchanged(shown) {
    if (shown.view) exchange(shown.view);
    return [shown];
  },
  exchangedLater(shown) {
    const later = structuredClone(shown);
    if (later.view) exchange(later.view);
    return [shown, later];
  },
  otherTile(shown, { table }) {
    const { boneyard } = table.hands();
    if (shown.view?.own?.hand.length > 0) shown.view.own.hand[0] = boneyard[0];
    return [shown];
  },
  otherHands(shown, { table }) {
    const { phase } = shown.view?.board ?? {};
    if (phase?.hands) phase.hands[(shown.me.seat + 1) % table.seats] = ['6-6'];
    return [shown];
  },
  droppedEvent({ view, ...shown }) {
    view?.history.splice(1, 1);
    return [{ ...shown, view }];
  },
  addedEvent({ view, ...shown }, { below, table }) {
    view?.history.push({ type: 'played', seat: below(table.seats), tile: '6-6', joint: null });
    return [{ ...shown, view }];
  },
  otherVersion(shown, { below }) {
    shown.v = below(2 * shown.v);
    return [shown];
  },
  withoutHand(shown) {
    if (shown.view) delete shown.view.own;
    return [shown];
  },
  early: (shown) => [{ ...shown, room: { ...shown.room, status: 'playing' }, view: bare() }],
  over(shown) {
    const room = { ...shown.room, status: 'over', record: 'made-up' };
    return [{ ...shown, room, view: shown.view ?? bare() }, shown];
  },
  back(shown, { below }, { views }) {
    const old = structuredClone(views[below(views.length)] ?? shown);
    if (old.view && below(2) === 1) exchange(old.view);
    if (below(2) === 1) old.v = shown.v;
    return below(2) === 1 ? [shown, old] : [old];
  },
  otherMatch(shown, { may }) {
    const other = structuredClone(shown);
    other.room.match += may(0.5) ? 1 : -1;
    const again = structuredClone(shown);
    if (again.view) exchange(again.view);
    return [shown, other, may(0.5) ? again : shown];
  },
  otherRules(shown) {
    shown.room.rules.redeal_doubles = 2;
    return [shown];
  },
  fewerCalledOff(shown) {
    shown.room.fairness.called_off = 0;
    shown.room.fairness.missed.fill(0);
    return [shown];
  },
  otherTold(shown, { may }) {
    shown.room.fairness.told.fill(may(0.5));
    return [shown];
  },
  withoutPromise(shown) {
    shown.room.fairness.seats[shown.me.seat].promise = null;
    return [shown];
  },
  sealed(shown) {
    shown.room.fairness.sealed = true;
    return [shown];
  },
  boards(shown) {
    shown.room.boards = 4;
    return [shown];
  },
  section(shown) {
    if (shown.receipt) shown.receipt.section = [];
    return [shown];
  },
  otherReceipt(shown, { may }) {
    const { receipt } = shown;
    if (receipt && may(0.5)) receipt.seats[shown.me.seat] = null;
    else if (receipt) receipt.index = 0;
    return [shown];
  },
  computer(shown, { table }) {
    shown.room.seats[table.seats - 1] = { computer: 'club' };
    return [shown];
  },
};

/**
 * What may be answered about the log from now on.
 * @type {Record<string, (to: Place, all: Places) => void>}
 */
export const ANSWERED = {
  silent(to) {
    to.answer = () => Promise.reject(new Error());
  },
  olderLog(to, { table }) {
    const old = table.log.fork();
    to.answer = (path) => old.answer(path);
  },
  withoutEnds(to, { table }) {
    to.answer = async (path) => {
      const answer = await table.log.answer(path);
      const entries = answer.entries?.filter(
        (/** @type {any} */ one) => one.entry.type === 'began',
      );
      return { ...answer, ...(entries && { entries }) };
    };
  },
  otherEntries(to, { table }) {
    to.answer = async (path) => {
      const answer = structuredClone(await table.log.answer(path));
      for (const { entry } of answer.entries ?? [])
        if (entry.type === 'called_off') entry.missing = 1;
      return answer;
    };
  },
  otherKey(to, { table }) {
    const other = createPublicLog(createKey(), [...table.log.entries]);
    to.answer = (path) => other.answer(path);
  },
};

/** @typedef {(isLogOlder: boolean) => void} GoBack */

/** How a server comes back to the state that it has now. @param {Places['table']} table @returns {GoBack} */
export function copyOf(table) {
  const { match, chain, terms, agreed, rules, calledOff, status } = table;
  const { promises, seeds, missed, round } = table;
  const changed = structuredClone({ promises, seeds, missed, round });
  const log = table.log.fork();
  return (isLogOlder) => {
    Object.assign(table, { match, chain, terms, agreed, rules, calledOff, status });
    Object.assign(table, structuredClone(changed));
    if (isLogOlder) table.log = log.fork();
  };
}

/** The next deals of a table are made otherwise. @param {Places['table']} table @param {(round: number) => Promise<void>} after */
function dealOtherwise(table, after) {
  const { deal } = table;
  table.deal = async (round) => {
    await deal(round);
    await after(round);
  };
}

/** The next proofs of a table say something else. @param {Places['table']} table @param {(made: any) => void} change */
function proveOtherwise(table, change) {
  const { proof } = table;
  table.proof = async (round) => {
    const made = await proof(round);
    if (made) change(made);
    return made;
  };
}

/**
 * What the server may do at any moment.
 * @type {Record<string, (all: Places, saved: GoBack[]) => void | Promise<void>>}
 */
export const DONE = {
  silentRestart({ table }) {
    if (table.terms) table.next();
  },
  async endedEarly({ table, may }) {
    if (!table.terms) return;
    await table.noteEnd(may(0.5) ? 'ended' : 'aborted');
    table.next();
  },
  async endedTwice({ table }) {
    if (table.terms) await table.noteEnd('aborted');
  },
  async calledOffForAnybody({ table, below, may }) {
    if (!table.terms) return;
    const end = /** @type {const} */ ({
      type: 'called_off',
      missing: below(2 ** (table.seats + 1)),
    });
    table.log.add(await endEntry(table.id, table.match, end));
    if (may(0.5)) table.calledOff += 1;
    table.next();
  },
  goneBack({ table, places, below, may }, saved) {
    saved[below(saved.length)](may(0.5));
    table.version = below(table.version + 1);
    for (const { browser } of places) browser.cut();
  },
  async begunAgain({ table, places }) {
    if (!table.terms) return;
    table.chain = { ...table.chain, commitment: '77'.repeat(32) };
    await table.begin();
    for (const { browser } of places) browser.cut();
  },
  rulesLater({ table }) {
    table.rules = { line: { ...RULES.line, ...{ redeal_doubles: 2 } } };
  },
  otherAgreement({ table }) {
    table.agree = async () => {
      table.agreed = '88'.repeat(32);
    };
  },
  unlogged({ table }) {
    table.note = async () => {};
  },
  swallowedSeed({ table, below }) {
    table.seeds[below(table.seats)] = null;
  },
  otherSeed({ table, below }) {
    const seat = below(table.seats);
    if (table.seeds[seat]) table.seeds[seat] = randomBytes(32).toString('hex');
  },
  withoutSeeds({ table, below }) {
    const seat = below(table.seats);
    table.missing = () => [];
    table.seeds[seat] = null;
  },
  otherPromise({ table, below }) {
    const seat = below(table.seats);
    const promise = table.promises[seat];
    if (promise && !table.terms) table.promises[seat] = { ...promise, commitment: '99'.repeat(32) };
  },
  otherOrder({ table, may }) {
    dealOtherwise(table, async (round) => {
      if (table.round) table.round.order = await table.orderOfRound(round, 1);
    });
    if (!may(0.5)) return;
    proveOtherwise(table, (made) => {
      made.rounds[0].deals = [table.round?.order ?? []];
    });
  },
  redealt({ table }) {
    dealOtherwise(table, async (round) => {
      table.round?.events.unshift({ type: 'redeal' });
      if (table.round) table.round.order = await table.orderOfRound(round, 1);
    });
    proveOtherwise(table, (made) => made.rounds[0].deals.push(table.round?.order ?? []));
  },
  otherSecret({ table }) {
    table.chain = { ...table.chain, secrets: ['55'.repeat(32), '66'.repeat(32)] };
  },
  withoutProof({ table }) {
    table.proof = async () => null;
  },
};
