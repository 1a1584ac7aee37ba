/**
 * Whole matches with a server that lies at random, and with an honest one over a bad network, against the client's
 * own code. A browser that calls the deals of a table good has seen nothing but what the log and the proofs say.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomOf } from '../random.js';
import { createBrowser } from './deal_browser.js';
import { endEntry } from './deal_server.js';
import { createTable, RULES } from './deal_table.js';

const SCHEDULES = Number(process.env.SCHEDULES ?? 25);
const FIRST = Number(process.env.FIRST ?? 1);
const { hand_size: HAND } = RULES;

/** @typedef {ReturnType<typeof world>} World */
/** @typedef {World['places'][number]} Place */

/** A table, and at each seat a browser with two tabs. @param {number} number */
function world(number) {
  const random = randomOf(number);
  const below = (/** @type {number} */ n) => Math.floor(random() * n);
  const table = createTable({ seats: 2 + below(2), random });
  /** @type {{ to: any, seat: number, message: any }[]} */
  const sent = [];
  /** @param {number} seat */
  function place(seat) {
    const send = (/** @type {number} */ from, /** @type {any} */ message) =>
      void sent.push({ to, seat: from, message });
    const browser = createBrowser(seat, send, (path) => table.log.answer(path));
    const to = { seat, browser, tab: browser.open(), views: /** @type {any[]} */ ([]) };
    return to;
  }
  /** A page hears something. @param {ReturnType<typeof place>} to @param {any} shown */
  async function show(to, shown, isTab = false) {
    to.views.push(structuredClone(shown));
    await (isTab ? to.tab : to.browser).hear(structuredClone(shown));
  }
  /** The server gives the proofs that were asked for. */
  async function prove() {
    for (const one of sent.splice(0)) {
      const { to, seat, message } = one;
      const proof = message.type === 'fairness' ? await table.proof(message.round) : null;
      if (message.type !== 'fairness') sent.push(one);
      else if (proof) await show(to, { ...table.shows(seat), proof });
    }
  }
  const places = Array.from({ length: table.seats }, (_, seat) => place(seat));
  /** The matches for which a seat told its seed. @type {Set<string>} */
  const told = new Set();
  return {
    random,
    below,
    table,
    places,
    place,
    told,
    /** How often the server lies where it can. */
    share: [0.03, 0.1, 0.3][number % 3],
    /** Whether something happens. @param {number} share */
    may: (share) => random() < share,
    /** The server takes what browsers have sent. */
    take(lost = 0) {
      for (const one of sent.splice(0)) {
        const { seat, message } = one;
        if (message.type === 'fairness') sent.push(one);
        if (message.type === 'reveal') told.add(`${seat} ${message.match}`);
        if (random() >= lost) table.hear(seat, message);
      }
    },
    show,
    prove,
  };
}

/** Pips 0 and 6 change places on the screen. @param {any} view */
function exchange({ own, history, board }) {
  const turned = (/** @type {string} */ tile) => {
    const [high, low] = tile.split('-').map((n) => ({ 0: 6, 6: 0 })[n] ?? Number(n));
    return `${Math.max(high, low)}-${Math.min(high, low)}`;
  };
  const { phase } = board;
  if (own) own.hand = own.hand.map(turned);
  if (phase.hands) phase.hands = phase.hands.map((/** @type {string[]} */ one) => one.map(turned));
  for (const event of history) if (event.tile) event.tile = turned(event.tile);
}

/**
 * What a server may show in place of the truth: some views, one right after the other.
 * @type {Record<string, (shown: any, all: World, to: Place) => any[]>}
 */
const SHOWN = {
  exchanged(shown) {
    if (shown.view) exchange(shown.view);
    return [shown];
  },
  otherTile(shown, { table }) {
    const { boneyard } = table.hands();
    if (shown.view?.own?.hand.length > 0) shown.view.own.hand[0] = boneyard[0];
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
  withoutHand(shown) {
    if (shown.view) delete shown.view.own;
    return [shown];
  },
  early(shown) {
    const board = { round: 1, phase: { type: 'playing', turn: 0 } };
    const view = { board, layout: [], history: [{ type: 'dealt', leader: 0 }] };
    return [{ ...shown, room: { ...shown.room, status: 'playing' }, view }];
  },
  over(shown) {
    const board = { round: 1, phase: { type: 'playing', turn: 0 } };
    const view = shown.view ?? { board, layout: [], history: [] };
    return [{ ...shown, room: { ...shown.room, status: 'over', record: 'made-up' }, view }, shown];
  },
  back(shown, { below }, { views }) {
    const old = structuredClone(views[below(views.length)] ?? shown);
    if (old.view && below(2) === 1) exchange(old.view);
    return below(2) === 1 ? [shown, old] : [old];
  },
  nextMatch(shown) {
    const next = structuredClone(shown);
    next.room.match += 1;
    const again = structuredClone(shown);
    if (again.view) exchange(again.view);
    return [shown, next, again];
  },
  otherRules(shown) {
    shown.room.rules.redeal_doubles = 2;
    return [shown];
  },
  fewerCalledOff(shown) {
    shown.room.fairness.called_off = 0;
    return [shown];
  },
  sealed(shown) {
    shown.room.fairness.sealed = true;
    return [shown];
  },
  section(shown) {
    if (shown.receipt) shown.receipt.section = [];
    return [shown];
  },
  computer(shown, { table }) {
    const { seats } = shown.room;
    seats[table.seats - 1] = { computer: 'club' };
    return [shown];
  },
  nothing: () => [],
};

/**
 * What a server may do when the seeds are told, in place of the deal. Returns whether the match is gone.
 * @type {Record<string, (all: World) => Promise<boolean>>}
 */
const DONE = {
  async silentRestart({ table }) {
    table.next();
    return true;
  },
  async endUnplayed({ table, may }) {
    await table.noteEnd(may(0.5) ? 'ended' : 'aborted');
    table.next();
    return true;
  },
  async calledOffForAnybody({ table, below }) {
    const missing = below(2 ** (table.seats + 1));
    const end = /** @type {const} */ ({ type: 'called_off', missing });
    table.log.add(await endEntry(table.id, table.match, end));
    if (below(2) === 1) table.calledOff += 1;
    table.next();
    return true;
  },
  async restored({ table, places }) {
    const log = table.log.fork();
    table.chain = { ...table.chain, commitment: '77'.repeat(32) };
    table.log = log;
    await table.begin();
    for (const { browser } of places) browser.cut();
    return false;
  },
  async rulesLater({ table }) {
    table.rules = { ...RULES, ...{ redeal_doubles: 2 } };
    return false;
  },
  async otherOrder({ table, may }) {
    const [deal, proof, hides] = [table.deal, table.proof, may(0.5)];
    table.deal = async (number) => {
      await deal(number);
      if (table.round) table.round.order = await table.orderOfRound(number, 1);
    };
    table.proof = async () => {
      const made = await proof();
      if (made && hides) made.rounds[0].deals = [table.round?.order ?? []];
      return made;
    };
    return false;
  },
  async redealt({ table }) {
    const [deal, proof] = [table.deal, table.proof];
    table.deal = async (number) => {
      await deal(number);
      table.round?.events.unshift({ type: 'redeal' });
      if (table.round) table.round.order = await table.orderOfRound(number, 1);
    };
    table.proof = async () => {
      const made = await proof();
      const { round } = table;
      made?.rounds[0].deals.push(round?.order ?? []);
      return made;
    };
    return false;
  },
  async noProof({ table }) {
    table.proof = async () => null;
    return false;
  },
};

/** All pages hear what the server shows, each perhaps something else. @param {World} all @param {string[]} lies */
async function tell(all, lies) {
  const { table, places, show, may } = all;
  for (const to of places) {
    let shown = [table.shows(to.seat)];
    for (const lie of lies) {
      if (lie in SHOWN && shown.length > 0 && may(all.share))
        shown = SHOWN[lie](structuredClone(shown[0]), all, to);
    }
    const isTab = may(0.2);
    for (const one of shown) await show(to, one, isTab);
    if (may(0.1)) to.browser.cut();
    if (may(0.05)) to.browser.reload();
  }
}

/** The rules that each match was begun with, and whether it was. @typedef {Map<number, object>} Begun */

/** A match, in which the server may do something of its own. @param {World} all @param {string[]} lies @param {Begun} begun */
async function playMatch(all, lies, begun) {
  const { table, take, may, below } = all;
  for (let times = 0; times < 2; times += 1) {
    await tell(all, lies);
    take();
  }
  await table.begin();
  begun.set(table.match, { ...table.rules });
  await tell(all, lies);
  take();
  for (const lie of lies) {
    if (lie in DONE && may(2 * all.share) && (await DONE[lie](all))) return;
  }
  if (table.missing().length > 0) {
    await tell(all, lies);
    take();
  }
  if (table.missing().length > 0) return table.callOff(table.missing());
  for (const round of [1, 2].slice(0, 1 + below(2))) {
    await table.deal(round);
    table.status = 'playing';
    await tell(all, lies);
    for (let moves = 1 + below(4); moves > 0; moves -= 1) {
      table.move();
      await tell(all, lies);
    }
    if (table.round) table.round.over = true;
    await tell(all, lies);
    await all.prove();
    await tell(all, lies);
  }
  await table.noteEnd();
  table.status = 'over';
  await tell(all, lies);
  await all.prove();
}

/** Whether a view shows what was dealt. @param {World} all @param {any} shown @param {Begun} begun */
function isTrue({ table }, { room, view }, begun) {
  const isPlayed = room.status !== 'open' && view;
  const rules = begun.get(room.match);
  if (isPlayed && JSON.stringify(room.rules) !== JSON.stringify(rules)) return false;
  if (!view?.own) return true;
  const { seat, hand } = view.own;
  const order = table.fixed.get(`${room.match} ${view.board.round}`);
  if (!order) return false;
  const held = Array.from({ length: table.seats }, (_, n) => order.slice(n * HAND, (n + 1) * HAND));
  const boneyard = order.slice(table.seats * HAND);
  for (const event of view.history) {
    if (event.type === 'redeal') return false;
    if (event.type === 'drew') held[event.seat].push(boneyard.shift() ?? '');
    if (event.type !== 'played') continue;
    if (!held[event.seat].includes(event.tile)) return false;
    held[event.seat] = held[event.seat].filter((tile) => tile !== event.tile);
  }
  const shown = view.board.phase.hands?.[seat] ?? hand;
  return [...held[seat]].sort().join() === [...shown].sort().join();
}

/** What a browser doesn't say although it isn't so. @param {World} all @param {Place} place @param {Begun} begun */
function untold(all, { seat, browser, views }, begun) {
  const { table, told } = all;
  const verdict = browser.verdict();
  if (!verdict || verdict.result === 'bad') return null;
  const matches = [...told]
    .filter((one) => one.startsWith(`${seat} `))
    .map((one) => Number(one.split(' ')[1]));
  const of = (/** @type {number} */ match) => views.filter(({ room }) => room.match === match);
  const isSeen = (/** @type {number} */ match) => of(match).some(({ view }) => view?.own);
  const unseen = matches.filter((match) => !isSeen(match)).length;
  if (unseen > verdict.calledOff + verdict.unshown + 1) return `${unseen} matches without a tile`;
  if (verdict.result !== 'good') return null;
  for (const match of matches) {
    const end = table.log.entries.find((one) => one.match === match && one.type !== 'began');
    if (!end) return match < table.match ? `match ${match} never ended` : null;
    if (end.type === 'called_off') continue;
    if (!isSeen(match)) return `match ${match} had no tile`;
    const lie = of(match).find((shown) => !isTrue(all, shown, begun));
    if (lie)
      return `match ${match}: ${JSON.stringify([lie.room.status, lie.room.rules, lie.view])}`;
  }
  const calls = table.log.entries.filter(({ type }) => type === 'called_off');
  const counted = calls.filter(({ match }) => matches.includes(match)).length;
  return counted > verdict.calledOff ? `${counted} call-offs` : null;
}

test('a browser that calls the deals good was shown nothing else', async () => {
  const results = /** @type {Record<string, number>} */ ({ good: 0, unseen: 0, bad: 0, null: 0 });
  const names = [...Object.keys(SHOWN), ...Object.keys(DONE)];
  for (let number = FIRST; number < FIRST + SCHEDULES; number += 1) {
    const all = world(number);
    const lies = [names[number % names.length], names[all.below(names.length)]];
    /** @type {Begun} */
    const begun = new Map();
    for (let matches = 1 + all.below(3); matches > 0; matches -= 1) {
      if (all.table.status === 'over') all.table.next();
      all.table.status = 'playing';
      await playMatch(all, lies, begun);
    }
    // In the end the server shows the truth, and a minute goes by.
    for (const place of all.places) {
      await all.show(place, all.table.shows(place.seat));
      await all.prove();
      await place.browser.wait();
      const { browser } = place;
      assert.equal(untold(all, place, begun), null, `schedule ${number}: ${lies}`);
      results[String(browser.verdict()?.result)] += 1;
    }
  }
  assert.ok(results.bad > SCHEDULES / 4 && results.good > SCHEDULES / 4, JSON.stringify(results));
  if (process.env.SCHEDULES) console.warn(JSON.stringify(results));
});

test('an honest server is never blamed, in several tabs and devices, at nodes that are behind', async () => {
  /** How often browsers were amber, and by what. @type {Record<string, number>} */
  const results = {};
  for (let number = FIRST; number < FIRST + SCHEDULES; number += 1) {
    const all = world(number + 3e6);
    const { table, places, show, may, below, take } = all;
    if (may(0.3)) places.push(all.place(0));
    const answer = table.log.answer;
    table.log.answer = (path) =>
      may(0.05) ? Promise.reject(new Error()) : answer.call(table.log, path);
    async function disturb() {
      for (const to of places) {
        if (may(0.05)) to.browser.reload();
        if (may(0.1)) {
          to.browser.cut();
          // The node to which a page comes back may be a little behind.
          const old = to.views.at(-1 - below(2));
          if (old && may(0.3)) await show(to, old);
        }
        if (!may(0.1)) await show(to, table.shows(to.seat), may(0.2));
      }
    }
    for (let match = 0; match < 3; match += 1) {
      await disturb();
      take(0.05);
      await disturb();
      take();
      await table.begin();
      for (let tries = 0; tries < 2 && table.missing().length > 0; tries += 1) {
        await disturb();
        take(0.05);
      }
      if (table.missing().length > 0) {
        await table.callOff(table.missing());
        continue;
      }
      for (const round of [1, 2].slice(0, 1 + below(2))) {
        await table.deal(round);
        table.status = 'playing';
        for (let moves = below(5); moves > 0; moves -= 1) {
          table.move();
          await disturb();
        }
        if (table.round) table.round.over = true;
        await disturb();
        if (!may(0.05)) await all.prove();
        await disturb();
        await all.prove();
      }
      await table.noteEnd();
      table.status = 'over';
      await disturb();
      await all.prove();
      if (match < 2) table.next();
    }
    for (const to of places) await show(to, table.shows(to.seat));
    await all.prove();
    for (const { browser } of places) {
      await browser.wait();
      const verdict = browser.verdict();
      const whats = verdict?.checks.map(({ what }) => what).join(' ');
      assert.notEqual(verdict?.result, 'bad', `schedule ${number}: ${whats}`);
      const result = `${verdict?.result} ${whats}`;
      results[result] = (results[result] ?? 0) + 1;
    }
  }
  if (process.env.SCHEDULES) console.warn(JSON.stringify(results, null, 1));
});
