import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addGame } from '../../static/js/games/index.js';
import { reduce } from '../../static/js/reduce.js';
import { initial } from '../../static/js/state.js';
import { createHeld } from '../../static/js/table/held.js';
import { made } from './made_game.js';
import { change, room, snapshot, TABLE } from './samples.js';

/** @import { ServerMessage } from '../../static/js/protocol.js' */

/** Messages of tables, while the game of one line is on its way. */
function waiting() {
  /** @type {string[]} */
  const heard = [];
  let lost = 0;
  /** @type {{ come: () => void, fail: (problem: Error) => void }[]} */
  const fetches = [];
  const held = createHeld({
    hear: (message) => heard.push(`${message.type} ${'v' in message ? message.v : ''}`.trim()),
    lost: () => {
      lost += 1;
    },
    fetch: () => new Promise((come, fail) => fetches.push({ come: () => come(), fail })),
  });
  /** @param {ServerMessage} message */
  const tell = (message) => held.takes(message) || heard.push(message.type);
  return { heard, fetches, tell, lost: () => lost };
}

const OPEN = { ...snapshot({ view: null }), v: 1 };
const UPDATE = /** @type {const} */ ({ type: 'update', table: TABLE });

test('what a table is told waits for its game, in order, and nothing else does', async () => {
  const { heard, fetches, tell } = waiting();
  tell(OPEN);
  tell({ ...UPDATE, v: 2, room: room() });
  assert.deepEqual(heard, ['table', 'update'], 'without a match no game is fetched');
  assert.equal(fetches.length, 0);
  heard.length = 0;
  tell({ ...UPDATE, v: 3, board: change() });
  tell({ ...UPDATE, v: 4, room: room() });
  tell({ type: 'lobby', tables: [] });
  tell({ ...snapshot(), table: 'f'.repeat(32), v: 1 });
  assert.deepEqual(heard, ['lobby']);
  assert.equal(fetches.length, 2, 'one for each table');
  fetches[0].come();
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(heard, ['lobby', 'update 3', 'update 4']);
});

test('a game that doesn’t come is told, and fetched again for what comes next', async () => {
  const { heard, fetches, tell, lost } = waiting();
  const { table, presence, chat } = OPEN;
  const updates = [{ table, v: 2, events: [] }];
  tell({ type: 'missed', table, v: 2, presence, chat, updates });
  fetches[0].fail(new Error('no network'));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(lost(), 1);
  assert.deepEqual(heard, []);
  tell({ ...UPDATE, v: 3, board: change() });
  assert.equal(fetches.length, 2);
  const state = reduce(initial({ page: 'table', table: TABLE, invite: null }), {
    type: 'local_gameless',
  });
  assert.equal(state.gameless, true);
  assert.equal(reduce(state, { type: 'local_route', route: { page: 'lobby' } }).gameless, false);
});

test('a game that is there keeps nothing waiting', () => {
  addGame('made', made);
  const { heard, tell } = waiting();
  const rules = /** @type {any} */ ({ ...room().rules, made: {} });
  tell({ ...snapshot(), room: { ...room(), rules } });
  assert.deepEqual(heard, ['table']);
});
