/** A hall with some tables that are dealt alike, and two browsers at each. */
import assert from 'node:assert/strict';
import { createBrowser } from './deal_browser.js';
import { beginTogether, createTable, resultsOf } from './deal_table.js';

/** A hall with some tables of two, all with one log. @param {number} count */
export function hall(count) {
  const random = () => 0.5;
  const one = createTable({ seats: 2, random });
  const others = Array.from({ length: count - 1 }, () =>
    createTable({ seats: 2, random, log: one.log }),
  );
  const tables = [one, ...others];
  const server = {
    /** The results of the round, for a test to replace. @type {() => any[] | Promise<any[]>} */
    results: () => resultsOf(tables),
    /** @param {string} path @returns {Promise<any>} */
    answer: async (path) =>
      path.startsWith('/api/tournaments/duplicate/matches')
        ? { matches: await server.results(), more: false }
        : one.log.answer(path),
  };
  /** @type {{ table: number, seat: number, type: string, match?: number, round?: number }[]} */
  const sent = [];
  const places = tables.map((table, at) =>
    [0, 1].map((seat) =>
      createBrowser(
        seat,
        (from, message) => {
          sent.push({ ...message, table: at, seat: from });
          table.hear(from, message);
        },
        (path) => server.answer(path),
      ),
    ),
  );
  const all = {
    tables,
    sent,
    places,
    server,
    /** Everybody hears what the server shows. @param {(shown: any, table: number, seat: number) => any} [change] */
    async tell(change = (shown) => shown) {
      for (const [at, table] of tables.entries()) {
        for (const [seat, browser] of places[at].entries()) {
          await browser.hear(change(table.shows(seat), at, seat));
        }
      }
    },
    /** All promise. */
    async promise() {
      await all.tell();
      await all.tell();
    },
    /** A round is dealt and ends at all tables; whether the tables are sealed then. @param {boolean} sealed */
    async play(sealed) {
      for (const table of tables) await table.deal(1);
      await all.tell();
      for (const table of tables) {
        table.move();
        table.sealed = sealed;
        if (table.round) table.round.over = true;
      }
      await all.tell();
    },
    /** All hear the proof of their table. @param {(proof: any, table: number) => any} [change] */
    async prove(change = (proof) => proof) {
      const proofs = await Promise.all(
        tables.map(async (table, at) => change(structuredClone(await table.proof()), at)),
      );
      await all.tell((shown, at) => ({ ...shown, proof: structuredClone(proofs[at]) }));
    },
    /** How many seeds were told. */
    told: () => sent.filter(({ type }) => type === 'reveal').length,
    /** How many proofs were asked for. */
    asked: () => sent.filter(({ type }) => type === 'fairness').length,
    /** What is wrong in the eyes of a player. @param {number} table @param {number} seat */
    bad: (table, seat) =>
      (places[table][seat].verdict()?.checks ?? [])
        .filter(({ result }) => result === 'bad')
        .map(({ what }) => what),
  };
  return all;
}

/** A hall in which all seeds were told. @param {number} count */
export async function begun(count) {
  const all = hall(count);
  await all.promise();
  await beginTogether(all.tables);
  await all.tell();
  assert.equal(all.told(), 2 * count);
  return all;
}
