/** A table whose deals browsers check, with a server that can be made dishonest in many ways. */

import { randomBytes } from 'node:crypto';
import { agreedHash, bytesOf, hex, orderOf, termsOf } from '../../static/js/fair/scheme.js';
import { NOTHING_DEALT } from '../../static/js/standing.js';
import { tilesOf } from '../../static/js/tiles/sets.js';
import {
  beganEntry,
  createChain,
  createKey,
  createPublicLog,
  endEntry,
  sectionTerms,
} from './deal_server.js';

/** @typedef {import('../../static/js/protocol.js').LogEntry} LogEntry */
/** @typedef {import('../../static/js/protocol.js').Promise} Promised */
/** @typedef {import('./deal_server.js').PublicLog} PublicLog */

/** Tiles that each seat gets. */
const HAND = 3;
export const LINE_RULES = {
  hand_size: HAND,
  opening: 'lot',
  no_double: 'redeal',
  next_lead: 'rotate',
  after_block: 'same',
};
export const RULES = { line: LINE_RULES };
/** The hash of these rules, with no computer player. @param {number} seats */
export const agreedBy = (seats, rules = RULES) =>
  agreedHash({ rules: /** @type {any} */ (rules), computers: Array(seats).fill(null) });
const NO_HEAD = { size: 0, root: hex(await emptyRoot()) };

async function emptyRoot() {
  return bytesOf(createPublicLog(createKey()).head().root);
}

/**
 * A table, and its server's log.
 * @param {{ seats: number, random: () => number, log?: PublicLog }} options
 */
export function createTable({ seats, random, log = createPublicLog(createKey()) }) {
  const id = randomBytes(16).toString('hex');
  const all = Array.from({ length: seats }, (_, seat) => seat);
  /** @param {number} n */
  const below = (n) => Math.floor(random() * n);
  const table = {
    id,
    log,
    seats,
    match: 1,
    calledOff: 0,
    /** The version of the table: it grows whenever the server shows something. */
    version: 0,
    /** When the first match begins, in milliseconds. */
    time: 0,
    missed: all.map(() => 0),
    /** How many seeds in a row a seat may miss; in a section one. */
    missedMax: 2,
    promises: /** @type {(Promised | null)[]} */ (all.map(() => null)),
    seeds: /** @type {(string | null)[]} */ (all.map(() => null)),
    chain: createChain(2),
    terms: /** @type {any} */ (null),
    /** What is played, as it is shown, and the hash that is bound. */
    rules: /** @type {typeof RULES} */ ({ line: { ...LINE_RULES } }),
    agreed: '',
    /** The tables of the section, with this one; empty where each table has its own deals. */
    section: /** @type {any[]} */ ([]),
    /** The place of the match's beginning in the log; undefined for the last. @type {number | undefined} */
    index: undefined,
    sealed: false,
    /** Of a table whose tiles were dealt. @type {'playing' | 'over'} */
    status: 'playing',
    /** What is dealt: the order of all things, and what happened since. */
    round: /** @type {{ number: number, order: number[], events: any[], over: boolean } | null} */ (
      null
    ),
    /** The orders that were fixed when matches began, by the terms' hash and round. */
    fixed: /** @type {Map<string, number[]>} */ (new Map()),

    /** @param {number} seat @param {any} message */
    hear(seat, { type, match, commitment, head, seed }) {
      if (match !== table.match) return;
      if (type === 'commit' && !table.terms && table.missed[seat] < table.missedMax) {
        const { size, root } = head ?? NO_HEAD;
        table.promises[seat] = { commitment, head: { size, root } };
      }
      if (type === 'reveal' && table.terms && table.promises[seat]) table.seeds[seat] = seed;
    },
    async begin() {
      await table.agree();
      table.fix();
      await table.note();
    },
    /** @returns {Promise<void>} */
    async agree() {
      table.agreed = await agreedBy(seats, table.rules);
    },
    /** Fixes the terms. */
    fix() {
      const { match, promises, chain, agreed } = table;
      table.terms = {
        table: id,
        match,
        commitment: chain.commitment,
        agreed,
        seats: [...promises],
        at_ms: table.time + match,
      };
    },
    /** Writes into the log that the match has begun. */
    async note() {
      if (table.section.length > 0) table.index = table.log.entries.length;
      table.log.add(
        await beganEntry(id, table.match, (await table.bound()).hash, table.time + table.match),
      );
    },
    /** The hash on which the orders depend, the hashes of the other matches of the section, and all seeds in order. */
    async bound() {
      const all = table.section.length > 0 ? table.section : [table];
      const known = [];
      for (const one of all) known.push({ one, hash: hex(await termsOf(one.terms)) });
      known.sort((a, b) => (a.hash < b.hash ? -1 : 1));
      const hashes = known.map(({ hash }) => hash);
      const seeds = known.flatMap(({ one }) =>
        one.seeds.flatMap((/** @type {string | null} */ seed) => (seed ? [bytesOf(seed)] : [])),
      );
      const hash = table.section.length > 0 ? sectionTerms(hashes) : bytesOf(hashes[0]);
      const others = known.flatMap(({ one, hash }) => (one === table ? [] : [hash]));
      return { hash: bytesOf(hex(hash)), others, seeds };
    },
    missing: () => all.filter((seat) => table.promises[seat] && !table.seeds[seat]),
    /** Calls the match off, and says that the seeds of these seats are missing. @param {number[]} missing */
    async callOff(missing) {
      const bits = missing.reduce((sum, seat) => sum + 2 ** seat, 0);
      table.log.add(await endEntry(id, table.match, { type: 'called_off', missing: bits }));
      for (const seat of missing) table.missed[seat] += 1;
      table.calledOff += 1;
      table.next();
    },
    /** Writes into the log that the match has ended. @param {'ended' | 'aborted'} type @returns {Promise<void>} */
    async noteEnd(type = 'ended') {
      const transcript = '00'.repeat(32);
      table.log.add(await endEntry(id, table.match, { type, transcript }));
    },
    /** The match ends, and the next one may begin. @returns {Promise<void>} */
    async end() {
      await table.noteEnd();
      table.next();
    },
    next() {
      table.match += 1;
      table.promises = all.map(() => null);
      table.seeds = all.map(() => null);
      table.terms = null;
      table.round = null;
      table.chain = createChain(2);
    },
    /** The order of a round, as the terms and all seeds make it. @param {number} number */
    async orderOfRound(number, attempt = 0) {
      const secret = bytesOf(table.chain.secrets[number - 1]);
      const { hash, seeds } = await table.bound();
      return orderOf(secret, { terms: hash, round: number, purpose: 'deal', attempt, seeds });
    },
    /** @param {number} number */
    async deal(number) {
      const order = await table.orderOfRound(number);
      table.fixed.set(`${table.match} ${number}`, order);
      table.missed = all.map(() => 0);
      table.round = {
        number,
        order: [...order],
        events: [{ type: 'dealt', leader: 0 }],
        over: false,
      };
    },
    /** What each seat holds, and what is left of the boneyard. */
    hands() {
      const { order: things, events } = table.round ?? { order: [], events: [] };
      const order = tilesOf(things);
      const hands = all.map((seat) => order.slice(seat * HAND, (seat + 1) * HAND));
      const boneyard = order.slice(seats * HAND);
      for (const event of events) {
        if (event.type === 'drew') hands[event.seat].push(boneyard.shift() ?? '');
        if (event.type === 'played') {
          hands[event.seat] = hands[event.seat].filter((tile) => tile !== event.tile);
        }
      }
      return { hands, boneyard };
    },
    /** A seat draws, or plays a tile that it holds. */
    move() {
      if (!table.round || table.round.over) return;
      const seat = below(seats);
      const held = table.hands().hands[seat];
      const draws = held.length === 0 || random() < 0.4;
      if (draws) table.round.events.push({ type: 'drew', seat });
      else
        table.round.events.push({
          type: 'played',
          seat,
          tile: held[below(held.length)],
          joint: null,
        });
    },
    /** The promise and the seed of each seat. */
    told: () => all.map((seat) => ({ promise: table.terms.seats[seat], seed: table.seeds[seat] })),
    /** The proof of a round of the match, or of the last; null before it has ended. @param {number} [of] @returns {Promise<any>} */
    async proof(of) {
      const { round } = table;
      const number = of ?? round?.number ?? 0;
      if (!round || number > round.number || (number === round.number && !round.over)) return null;
      const secret = table.chain.secrets[number - 1];
      return {
        scheme: 1,
        table: id,
        match: table.match,
        commitment: table.terms.commitment,
        agreed: table.terms.agreed,
        seats: table.told(),
        ...(table.section.length > 0 && {
          section: table.section
            .filter((one) => one !== table)
            .map((one) => ({
              table: one.id,
              match: one.match,
              agreed: one.agreed,
              seats: one.told(),
            })),
        }),
        rounds: [{ round: number, secret, deals: [await table.orderOfRound(number)] }],
      };
    },
    /** What the server shows to a seat. @param {number} seat @returns {any} */
    shows(seat) {
      const { round, terms } = table;
      const dealt = round !== null;
      const { hands } = table.hands();
      const phase = round?.over
        ? { type: 'round_over', hands, outcome: { type: 'domino', by: 0, points: 1 } }
        : { type: 'playing' };
      const fairness = {
        scheme: 1,
        match: table.match,
        commitment: terms?.commitment ?? null,
        seats: all.map((one) => ({
          promise: table.promises[one],
          seed: dealt ? table.seeds[one] : null,
        })),
        told: all.map((one) => table.seeds[one] !== null),
        revealing: terms !== null && !dealt,
        missed: [...table.missed],
        called_off: table.calledOff,
        ...(table.sealed && { sealed: true }),
      };
      table.version += 1;
      return {
        id,
        v: table.version,
        me: { seat },
        receipt: terms && !dealt ? table.log.receipt(terms, table.index) : null,
        proof: null,
        room: {
          status: dealt ? table.status : 'open',
          match: table.match,
          ...(table.section.length > 0 && {
            tournament: { id: 'duplicate', name: 'Friday' },
            boards: 1,
          }),
          record: null,
          rules: { line: { ...table.rules.line } },
          fairness,
          seats: all.map(() => ({})),
        },
        view: dealt
          ? {
              standing: { ...NOTHING_DEALT, round: round.number, turn: round.over ? null : 0 },
              board: { phase },
              layout: [],
              history: [...round.events],
              own: { seat, hand: [...hands[seat]] },
            }
          : null,
      };
    },
  };
  return table;
}

/** @typedef {ReturnType<typeof createTable>} DealTable */

/** The results of a round of a duplicate. @param {DealTable[]} tables @param {number} [round] @returns {Promise<any[]>} */
export const resultsOf = (tables, round = 1) =>
  Promise.all(
    tables.map(async ({ id, match, terms }) => {
      const dealt = { table: id, match, terms: hex(await termsOf(terms)) };
      return { round, result: { points: [1, 0], dealt } };
    }),
  );

/** Begins the matches of tables that are dealt alike. @param {DealTable[]} tables */
export async function beginTogether(tables) {
  for (const table of tables) {
    table.section = tables;
    table.missedMax = 1;
    table.chain = tables[0].chain;
    await table.agree();
    table.fix();
  }
  for (const table of tables) {
    table.terms.section = (await table.bound()).others;
    await table.note();
  }
}
