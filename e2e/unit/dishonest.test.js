/**
 * Whole matches with a server that lies at random, against the client's own code. A browser that calls the deals of a
 * table good has seen nothing but what the log and the proofs say.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tilesOf } from '../../static/js/tiles/sets.js';
import { randomOf } from '../random.js';
import { ANSWERED, copyOf, DONE, SHOWN } from './deal_lies.js';
import { createPlaces } from './deal_places.js';
import { RULES } from './deal_table.js';

const SCHEDULES = Number(process.env.SCHEDULES ?? 25);
const FIRST = Number(process.env.FIRST ?? 1);
const { hand_size: HAND } = RULES.line;

/** @typedef {import('./deal_places.js').Place} Place */
/** @typedef {import('./deal_places.js').Places} Places */

/**
 * What is true of the matches: the rules with which each was begun, and the seeds from which it was dealt.
 * @typedef {Map<number, { rules: string, seeds: (string | null)[] }>} Truth
 */

/** All pages hear what the server shows, each perhaps something else. @param {Places} all @param {string[]} lies @param {number} share */
async function tell({ table, places, show, may, ...all }, lies, share) {
  for (const to of places) {
    let shown = [table.shows(to.seat)];
    for (const lie of lies) {
      if (lie in SHOWN && shown.length > 0 && may(share))
        shown = SHOWN[lie](structuredClone(shown[0]), { table, places, show, may, ...all }, to);
    }
    const late = may(0.3) ? to.delayed.splice(0) : [];
    const isTab = may(0.2);
    for (const one of [...shown, ...late]) await show(to, one, isTab);
    if (may(0.1)) to.browser.cut();
    if (may(0.05)) to.browser.reload();
  }
}

/** The server goes on with its match. @param {Places} all @param {Truth} truth */
async function goOn({ table, may, prove }, truth) {
  const { round, terms } = table;
  if (table.status === 'over') {
    table.next();
    table.status = 'playing';
  } else if (!terms) {
    if (table.promises.includes(null) && may(0.7)) return;
    await table.begin();
    // A match that was dealt, and is begun again, was what it was.
    if (!truth.get(table.match)?.seeds.length)
      truth.set(table.match, { rules: JSON.stringify(table.rules), seeds: [] });
  } else if (!round) {
    if (table.missing().length > 0 && may(0.3)) await table.callOff(table.missing());
    if (!table.terms || table.missing().length > 0) return;
    await table.deal(1);
    const begun = truth.get(table.match);
    if (begun) begun.seeds = [...table.seeds];
  } else if (!round.over) {
    if (may(0.3)) round.over = true;
    else table.move();
  } else {
    await prove();
    if (round.number < 2 && may(0.5)) return table.deal(2);
    await table.noteEnd();
    table.status = 'over';
  }
}

/** Whether a view shows what was dealt. @param {Places} all @param {any} shown @param {Truth} truth */
function isTrue({ table }, { room, view }, truth) {
  const isPlayed = room.status !== 'open' && view;
  if (isPlayed && JSON.stringify(room.rules) !== truth.get(room.match)?.rules) return false;
  if (!view?.own) return true;
  const { seat, hand } = view.own;
  const things = table.fixed.get(`${room.match} ${view.standing.round}`);
  if (!things) return false;
  const order = tilesOf(things);
  const held = Array.from({ length: table.seats }, (_, n) => order.slice(n * HAND, (n + 1) * HAND));
  const boneyard = order.slice(table.seats * HAND);
  for (const event of view.history) {
    if (event.type === 'redeal') return false;
    if (event.type === 'drew') held[event.seat].push(boneyard.shift() ?? '');
    if (event.type !== 'played') continue;
    if (!held[event.seat].includes(event.tile)) return false;
    held[event.seat] = held[event.seat].filter((tile) => tile !== event.tile);
  }
  const shown = view.board.phase.hands ?? { [seat]: hand };
  return Object.entries(shown).every(
    ([n, tiles]) => [...held[Number(n)]].sort().join() === [...tiles].sort().join(),
  );
}

/** What a browser doesn't say although it isn't so. @param {Places} all @param {Place} place @param {Truth} truth */
function untold(all, { seat, browser, views, told }, truth) {
  const { table } = all;
  const verdict = browser.verdict();
  if (!verdict || verdict.result === 'bad') return null;
  const of = (/** @type {number} */ match) => views.filter(({ room }) => room.match === match);
  const isSeen = (/** @type {number} */ match) => of(match).some(({ view }) => view?.own);
  const unseen = [...told.keys()].filter((match) => !isSeen(match)).length;
  if (unseen > verdict.calledOff + verdict.unshown + 1) return `${unseen} matches without a tile`;
  if (verdict.result !== 'good') return null;
  let calls = 0;
  for (const [match, seed] of told) {
    const end = table.log.entries.find((one) => one.match === match && one.type !== 'began');
    if (!end && match < table.match) return `match ${match} never ended`;
    if (end?.type === 'called_off') calls += 1;
    if (!end || end.type === 'called_off') continue;
    if (!isSeen(match)) return `match ${match} had no tile`;
    if (truth.get(match)?.seeds[seat] !== seed) return `match ${match} had another seed`;
    const lie = of(match).find((shown) => !isTrue(all, shown, truth));
    if (lie)
      return `match ${match}: ${JSON.stringify([lie.room.status, lie.room.rules, lie.view])}`;
  }
  return calls > verdict.calledOff ? `${calls} call-offs` : null;
}

/** Matches at a table with this server, until the last is over. @param {number} number @param {string[]} names */
async function playAll(number, names) {
  const all = createPlaces(randomOf(number));
  const { table, places, below, may, take, show, prove } = all;
  const lies = [names[number % names.length], names[below(names.length)]];
  /** How often the server lies where it can. */
  const share = [0.03, 0.1, 0.3][below(3)];
  if (may(0.2)) places.push(all.place(0));
  /** @type {Truth} */
  const truth = new Map();
  const saved = [copyOf(table)];
  for (let steps = 15 + below(30); steps > 0; steps -= 1) {
    await goOn(all, truth);
    await tell(all, lies, share);
    take(0.02);
    saved.push(copyOf(table));
    for (const lie of lies) {
      if (lie in DONE && may(share / 3)) await DONE[lie](all, saved);
      if (lie in ANSWERED && may(share)) ANSWERED[lie](places[below(places.length)], all);
    }
  }
  // In the end the server is honest, and a minute goes by.
  for (let steps = 0; steps < 30 && table.round && table.status !== 'over'; steps += 1)
    await goOn(all, truth);
  for (const place of places) {
    await show(place, table.shows(place.seat));
    await prove();
    await place.browser.wait();
    await prove();
  }
  return { all, lies, truth };
}

test('a browser that calls the deals good was shown nothing else', async () => {
  const names = [SHOWN, DONE, ANSWERED].flatMap((kind) => Object.keys(kind));
  /** How many browsers came to each result, with all lies and by the first. @type {Record<string, number>} */
  const results = {};
  for (let number = FIRST; number < FIRST + SCHEDULES; number += 1) {
    const { all, lies, truth } = await playAll(number, names);
    for (const place of all.places) {
      assert.equal(untold(all, place, truth), null, `schedule ${number}: ${lies}`);
      const { result, checks } = place.browser.verdict() ?? {};
      const what = result === 'unseen' ? `unseen ${checks?.[0]?.what}` : String(result);
      for (const key of [String(result), `${lies[0]}: ${what}`])
        results[key] = (results[key] ?? 0) + 1;
    }
  }
  assert.ok(Math.min(results.bad, results.good) > SCHEDULES / 4, JSON.stringify(results));
  if (process.env.SCHEDULES) console.warn(JSON.stringify(results, null, 1));
});
