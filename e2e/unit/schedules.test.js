/**
 * Random schedules of a match's beginning and its rounds, against the client's own code: whatever a dishonest
 * server does, an honest browser at the table finds it, or the public log tells it.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { hex, termsOf } from '../../static/js/fair/scheme.js';
import { tilesOf } from '../../static/js/tiles/sets.js';
import { randomOf } from '../random.js';
import { createBrowser } from './deal_browser.js';
import { exchange } from './deal_lies.js';
import {
  beganEntry,
  commitmentOfSeed,
  createChain,
  createKey,
  createPublicLog,
} from './deal_server.js';
import { createTable } from './deal_table.js';

/** @typedef {import('./deal_table.js').DealTable} DealTable */
/** @typedef {ReturnType<typeof createBrowser>} Browser */

const SCHEDULES = Number(process.env.SCHEDULES ?? 60);
const FIRST = Number(process.env.FIRST ?? 1);

/** What a match is, as its players saw it and as it was fixed. @param {number} number */
function world(number) {
  const random = randomOf(number);
  const below = (/** @type {number} */ n) => Math.floor(random() * n);
  const table = createTable({ seats: 2 + below(3), random });
  /** What each seat is shown: a cheat replaces it. @type {((seat: number) => any)} */
  const shows = (seat) => table.shows(seat);
  const browsers = Array.from({ length: table.seats }, (_, seat) =>
    createBrowser(
      seat,
      (from, message) => void sent.push({ from, message }),
      (path) => answers[seat]?.(path) ?? table.log.answer(path),
    ),
  );
  /** @type {{ from: number, message: any }[]} */
  const sent = [];
  /** Another log that a seat is shown. @type {((path: string) => Promise<any>)[]} */
  const answers = [];
  return { random, below, table, browsers, sent, answers, shows };
}

/** The server takes what browsers have sent. @param {ReturnType<typeof world>} all @param {(from: number, message: any) => boolean} [takes] */
function take({ table, sent }, takes = () => true) {
  for (const { from, message } of sent.splice(0))
    if (takes(from, message)) table.hear(from, message);
}

/** Everybody hears what the server shows. @param {ReturnType<typeof world>} all @param {(seat: number) => any} [shows] */
async function tellAll({ browsers, table }, shows = (seat) => table.shows(seat)) {
  for (const [seat, browser] of browsers.entries()) await browser.hear(shows(seat));
}

/** Promises, and the beginning. @param {ReturnType<typeof world>} all */
async function promiseAll(all) {
  await tellAll(all);
  take(all);
  await tellAll(all);
  await all.table.begin();
}

/** Plays a round; the server shows it by a function. @param {ReturnType<typeof world>} all @param {number} round @param {(seat: number) => any} shows */
async function playRound(all, round, shows) {
  const { table, below } = all;
  await table.deal(round);
  await tellAll(all, shows);
  for (let moves = 1 + below(6); moves > 0; moves--) {
    table.move();
    await tellAll(all, shows);
  }
  if (table.round) table.round.over = true;
  await tellAll(all, shows);
  const proof = await table.proof();
  await tellAll(all, (seat) => ({ ...shows(seat), proof: structuredClone(proof) }));
}

/** What the browsers say, the worst first. @param {Browser[]} browsers */
const verdicts = (browsers) => browsers.map((browser) => browser.verdict()?.result);

/** @type {Record<string, (all: ReturnType<typeof world>) => Promise<void>>} */
const CHEATS = {
  /** The deal is thrown away after the seeds are known, without a word. */
  async restart(all) {
    await promiseAll(all);
    await tellAll(all);
    take(all);
    all.table.next();
    await promiseAll(all);
    await tellAll(all);
    take(all);
  },
  /** The server goes back to the state before the seeds, and begins the match with another chain. */
  async restore(all) {
    await promiseAll(all);
    const { table } = all;
    const log = table.log.fork();
    await tellAll(all);
    take(all);
    table.log = log;
    table.seeds = table.seeds.map(() => null);
    table.chain = createChain(2);
    table.terms = null;
    await table.begin();
    for (const browser of all.browsers) browser.cut();
    await tellAll(all);
    take(all);
  },
  /** An honest player's seed is swallowed, and the match called off in their name. */
  async swallow(all) {
    await promiseAll(all);
    await tellAll(all);
    const victim = all.below(all.table.seats);
    take(all);
    if (all.random() < 0.5) await tellAll(all);
    await all.table.callOff([victim]);
    await promiseAll(all);
    await tellAll(all);
    take(all);
    await playRound(all, 1, (seat) => all.table.shows(seat));
  },
  /** The deal is made without the seed of a player. */
  async withhold(all) {
    await promiseAll(all);
    await tellAll(all);
    take(all);
    const victim = all.below(all.table.seats);
    all.table.seeds[victim] = all.random() < 0.5 ? null : randomBytes(32).toString('hex');
    await playRound(all, 1, (seat) => all.table.shows(seat));
  },
  /** Another promise stands in the place of a player's. */
  async replacePromise(all) {
    await tellAll(all);
    take(all);
    const victim = all.below(all.table.seats);
    const seed = randomBytes(32).toString('hex');
    const promise = all.table.promises[victim];
    if (promise) all.table.promises[victim] = { ...promise, commitment: commitmentOfSeed(seed) };
    await tellAll(all);
    await all.table.begin();
    await tellAll(all);
    take(all);
    all.table.seeds[victim] = seed;
    await playRound(all, 1, (seat) => all.table.shows(seat));
  },
  /** The receipt proves an entry in a log that nobody else sees. */
  async fork(all) {
    const { table, below } = all;
    const victim = below(table.seats);
    await honestMatch(all);
    const other = table.log.fork();
    const answer = (/** @type {string} */ path) => other.answer(path);
    all.answers[victim] = answer;
    // The branches grow apart before the players meet again.
    other.add(await beganEntry(randomBytes(16).toString('hex'), 1, new Uint8Array(32), 5));
    table.log.add(await beganEntry(randomBytes(16).toString('hex'), 1, new Uint8Array(32), 6));
    await all.browsers[victim].log.check();
    table.next();
    await promiseAll(all);
    const hash = await termsOf(table.terms);
    other.add(await beganEntry(table.id, table.match, hash, table.match));
    const shows = (/** @type {number} */ seat) => {
      const shown = table.shows(seat);
      if (seat !== victim || !shown.receipt) return shown;
      return { ...shown, receipt: other.receipt(table.terms) };
    };
    await tellAll(all, shows);
    take(all);
  },
  /** The receipt is signed by another key. */
  async otherKey(all) {
    await honestMatch(all);
    const { table } = all;
    const other = createPublicLog(createKey(), [...table.log.entries]);
    const honest = table.log;
    table.next();
    await promiseAll(all);
    table.log = createPublicLog(createKey(), [
      ...other.entries,
      honest.entries.at(-1) ?? other.entries[0],
    ]);
    await tellAll(all);
    take(all);
    table.log = honest;
  },
  /** The match is not in the log at all. */
  async notLogged(all) {
    await tellAll(all);
    take(all);
    await tellAll(all);
    const { table } = all;
    const { match, promises, chain, id } = table;
    await table.agree();
    const { agreed } = table;
    const { commitment } = chain;
    table.terms = { table: id, match, commitment, agreed, seats: [...promises], at_ms: 1 };
    table.log.add(await beganEntry(id, match, new Uint8Array(32), 1));
    await tellAll(all);
    take(all);
    await playRound(all, 1, (seat) => table.shows(seat));
  },
  /** A player is shown other tiles than those of the deal, in one of many ways. */
  async otherTiles(all) {
    await begun(all);
    const { table, below } = all;
    const victim = below(table.seats);
    const way = below(4);
    await playRound(all, 1, (seat) => {
      const shown = table.shows(seat);
      if (seat !== victim) return shown;
      const { own, board, history } = shown.view;
      const { boneyard } = table.hands();
      if (way === 0)
        own.hand = own.hand.map((/** @type {string} */ tile, /** @type {number} */ n) =>
          n === 0 ? boneyard[0] : tile,
        );
      if (way === 1) own.hand = own.hand.slice(1);
      if (way === 2) exchange(shown.view);
      if (way === 3 && history.length > 2 && !board.phase.hands) history.splice(1, 1);
      return shown;
    });
  },
  /** The tiles are dealt in another order, and the proof says another than it makes. */
  async otherOrder(all) {
    await begun(all);
    const { table, below } = all;
    const order = await table.orderOfRound(1, 1 + below(3));
    const deal = table.deal;
    table.deal = async (number) => {
      await deal(number);
      if (table.round) table.round.order = order;
    };
    if (all.random() < 0.5) {
      const proof = table.proof;
      table.proof = async () => {
        const made = await proof();
        if (made) made.rounds[0].deals = [order];
        return made;
      };
    }
    await playRound(all, 1, (seat) => table.shows(seat));
  },
  /** The secret is of another chain. */
  async otherSecret(all) {
    await begun(all);
    const { commitment } = all.table.chain;
    all.table.chain = { ...createChain(2), commitment };
    await playRound(all, 1, (seat) => all.table.shows(seat));
  },
  /** A deal is thrown away for another, as if the rules asked for it. */
  async redeal(all) {
    await begun(all);
    const { table } = all;
    const orders = [await table.orderOfRound(1, 0), await table.orderOfRound(1, 1)];
    const [deal, proof] = [table.deal, table.proof];
    table.deal = async (number) => {
      await deal(number);
      table.round?.events.unshift({ type: 'redeal' });
      if (table.round) table.round.order = orders[1];
    };
    table.proof = async () => {
      const made = await proof();
      if (made) made.rounds[0].deals = orders;
      return made;
    };
    await playRound(all, 1, (seat) => table.shows(seat));
  },
};

/** A match whose seeds are all told. @param {ReturnType<typeof world>} all */
async function begun(all) {
  await promiseAll(all);
  await tellAll(all);
  take(all);
}

/** @param {ReturnType<typeof world>} all */
async function honestMatch(all) {
  await begun(all);
  for (const round of [1, 2].slice(0, 1 + all.below(2))) {
    await playRound(all, round, (seat) => all.table.shows(seat));
  }
  await all.table.noteEnd();
  await tellAll(all, (seat) => {
    const shown = all.table.shows(seat);
    return { ...shown, room: { ...shown.room, status: 'over', record: `r${all.table.match}` } };
  });
}

/** Whether the log tells an auditor of a match that was called off, begun twice, or never ended before the next. @param {DealTable} table */
function isTold({ log, match }) {
  const of = (/** @type {string} */ type) => log.entries.filter((entry) => entry.type === type);
  if (of('called_off').length > 0) return true;
  const began = of('began').map((entry) => entry.match);
  const ended = of('ended').map((entry) => entry.match);
  return (
    new Set(began).size < began.length || began.some((one) => one < match && !ended.includes(one))
  );
}

/** Whether the deals that a browser was shown are those that were fixed. @param {DealTable} table @param {Browser} browser @param {number} seat */
function isFixed({ id, fixed, seats, match }, browser, seat) {
  return Object.entries(browser.shown(id, match)).every(([round, { shown }]) => {
    const order = tilesOf(fixed.get(`${match} ${round}`) ?? []);
    const drawers = shown.events
      .filter((event) => event.endsWith('draws'))
      .map((e) => Number(e[0]));
    const draws = order.slice(seats * 3).filter((_, n) => drawers[n] === seat);
    const own = [...order.slice(seat * 3, seat * 3 + 3), ...draws].sort();
    return own.join() === shown.own.flat().sort().join();
  });
}

test(`a dishonest server is found out by a player or by the log`, async () => {
  const caught = { bad: 0, told: 0, harmless: 0 };
  const names = Object.keys(CHEATS);
  for (let number = FIRST; number < FIRST + SCHEDULES; number++) {
    const all = world(number);
    const name = names[number % names.length];
    // Some matches are honest before.
    for (let honest = all.below(2); honest > 0; honest--) {
      await honestMatch(all);
      all.table.next();
    }
    await CHEATS[name](all);
    const { table, browsers } = all;
    const isBad = verdicts(browsers).includes('bad');
    const isLogged = isTold(table);
    const isHarmless = browsers.every((browser, seat) => isFixed(table, browser, seat));
    // A change may leave the screen as it was; and where another promise stands for a seat, the deal is as it
    // was fixed, and this seat's player isn't told that all is well.
    const mayBeHarmless = name === 'otherTiles' || name === 'replacePromise';
    assert.ok(
      isBad || isLogged || (isHarmless && mayBeHarmless),
      `schedule ${number}: ${name} ${JSON.stringify(browsers.map((b) => b.verdict()))}`,
    );
    if (isBad) caught.bad += 1;
    else if (isLogged) caught.told += 1;
    else caught.harmless += 1;
  }
  assert.ok(caught.bad > SCHEDULES / 2, JSON.stringify(caught));
  if (process.env.SCHEDULES) console.warn(JSON.stringify(caught));
});

test('an honest match is green for everybody', async () => {
  for (let number = FIRST; number < FIRST + 20; number++) {
    const all = world(number + 2e6);
    await honestMatch(all);
    assert.deepEqual(
      new Set(verdicts(all.browsers)),
      new Set(['good']),
      `${number} ${JSON.stringify(all.browsers.map((b) => b.verdict()))}`,
    );
    assert.ok(hex(await termsOf(all.table.terms)));
  }
});
