/** Whole matches with an honest server over a bad network, against the client's own code: nobody is blamed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomOf } from '../random.js';
import { createPlaces } from './deal_places.js';
import { createKey, createPublicLog } from './deal_server.js';
import { beginTogether, resultsOf } from './deal_table.js';

const SCHEDULES = Number(process.env.SCHEDULES ?? 25);
const FIRST = Number(process.env.FIRST ?? 1);
const DAY_MS = 24 * 60 * 60_000;

/** @typedef {import('./deal_places.js').Places} Places */

/** One table, or several with the same deals. @param {number} number */
function createHall(number) {
  const random = randomOf(number);
  const may = (/** @type {number} */ share) => random() < share;
  const log = createPublicLog(createKey());
  const count = may(0.3) ? 2 + Math.floor(random() * 2) : 1;
  const isSection = count > 1;
  const halls = Array.from({ length: count }, () =>
    createPlaces(random, { log, ...(isSection && { seats: 2 }) }),
  );
  for (const { places, place } of halls) if (may(0.3)) places.push(place(0));
  const { answer } = log;
  /** The results of the tournament. @type {any[]} */
  const results = [];
  log.answer = async (path) => {
    if (may(0.05)) throw new Error();
    return path.startsWith('/api/tournaments/')
      ? { matches: results, more: false }
      : answer.call(log, path);
  };
  /** Over days players come one after the other, and rarely. */
  const isOverDays = !isSection && may(0.3);
  const tables = halls.map(({ table }) => table);
  const world = {
    halls,
    tables,
    results,
    isSection,
    may,
    below: (/** @type {number} */ n) => Math.floor(random() * n),
    /** What the network, the visitors and the server's restarts do between two steps. */
    async disturb() {
      const isRestart = may(0.03);
      for (const { table, places, show } of halls) {
        if (isOverDays) table.time += DAY_MS / 4;
        for (const to of places) {
          to.browser.clock.now = table.time + 1;
          if (may(0.05)) to.browser.reload();
          if (may(0.05)) to.browser.leave();
          if (isRestart || may(0.1)) {
            await to.browser.cut();
            // The node to which a page comes back may be a little behind.
            const old = to.views.at(-1 - world.below(3));
            if (old && may(0.3)) await show(to, old, may(0.2));
          }
          if (may(isOverDays ? 0.4 : 0.9)) await show(to, table.shows(to.seat), may(0.2));
        }
      }
    },
    async step() {
      await world.disturb();
      for (const { take } of halls) take(0.03);
    },
    async prove() {
      for (const { prove } of halls) await prove();
    },
  };
  return world;
}

/** Promises, and the beginning; whether all seeds were told. @param {ReturnType<typeof createHall>} world */
async function begin({ tables, isSection, may, step }) {
  for (let times = 0; times < 2; times += 1) await step();
  if (isSection) await beginTogether(tables);
  else await tables[0].begin();
  const isMissing = () => tables.some((table) => table.missing().length > 0);
  for (let times = 0; times < (may(0.9) ? 12 : 1) && isMissing(); times += 1) await step();
  if (!isMissing()) return true;
  // A match of a section is called off for all.
  const missing = tables.map((table) => table.missing());
  for (const [at, table] of tables.entries()) await table.callOff(missing[at]);
  for (const table of tables) table.section = [];
  return false;
}

/** The rounds of a match, until all tables have ended theirs. @param {ReturnType<typeof createHall>} world */
async function play({ tables, results, isSection, may, below, step, prove }) {
  for (const round of [1, 2].slice(0, 1 + below(2))) {
    for (const table of tables) {
      await table.deal(round);
      table.status = 'playing';
      table.sealed = isSection;
    }
    for (let moves = below(5); moves > 0; moves -= 1) {
      for (const table of tables) table.move();
      await step();
    }
    for (const table of tables) {
      if (table.round) table.round.over = true;
      await step();
    }
    if (!isSection && may(0.95)) await prove();
    await step();
  }
  for (const table of tables) {
    table.status = 'over';
    if (isSection) await step();
  }
  if (isSection) results.push(...(await resultsOf(tables, results.length)));
  for (const table of tables) {
    await table.noteEnd();
    table.sealed = false;
  }
  await step();
  await prove();
}

test('an honest server is never blamed, in several tabs and devices, at nodes that are behind', async () => {
  /** How often browsers were amber, and by what. @type {Record<string, number>} */
  const results = {};
  for (let number = FIRST; number < FIRST + SCHEDULES; number += 1) {
    const world = createHall(number + 3e6);
    for (let match = 0; match < 3; match += 1) {
      if (!(await begin(world))) continue;
      await play(world);
      if (match === 2) break;
      for (const table of world.tables) {
        table.next();
        table.section = [];
      }
    }
    for (const { table, places, show, prove } of world.halls) {
      for (const to of places) {
        await show(to, table.shows(to.seat));
        await prove();
        await to.browser.wait();
        await prove();
        const verdict = to.browser.verdict();
        const whats = verdict?.checks.map(({ what }) => what).join(' ');
        assert.notEqual(verdict?.result, 'bad', `schedule ${number}: ${whats}`);
        const result = `${verdict?.result} ${whats}`;
        results[result] = (results[result] ?? 0) + 1;
      }
    }
  }
  if (process.env.SCHEDULES) console.warn(JSON.stringify(results, null, 1));
});
