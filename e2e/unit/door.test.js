import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../static/js/reduce.js';
import { mayRequest } from '../../static/js/select.js';
import { following } from '../../static/js/session.js';
import { initial } from '../../static/js/state.js';
import { titleOf } from '../../static/js/title.js';
import { requests } from '../../static/js/views/table/requests.js';
import { room, snapshot, TABLE } from './samples.js';

/** @typedef {import('../../static/js/protocol.js').SeatRequest} SeatRequest */

const START = initial({ page: 'table', table: TABLE, invite: 'd'.repeat(32) });
const PEOPLE = room({ seating: 'three' });
const ROOM = {
  ...PEOPLE,
  seats: [
    ...PEOPLE.seats.slice(0, 2),
    { name: 'Computer', ready: false, host: false, computer: /** @type {const} */ ('club') },
  ],
};

/**
 * What those are told who wait at the door.
 *
 * @param {SeatRequest} [request]
 * @returns {Extract<import('../../static/js/protocol.js').ServerMessage, { type: 'door' }>}
 */
const door = (request) => ({
  type: 'door',
  table: TABLE,
  room: ROOM,
  presence: {
    seats: [true, true, true],
    away_since_ms: [null, null, null],
    watchers: 0,
    ...(request && { request }),
  },
});

const WAITING = reduce(START, door());

test('a door takes the place of the table, and the table that of its door', () => {
  assert.deepEqual(WAITING.door?.room, ROOM);
  assert.match(titleOf(WAITING), /^A private match is being played – /);
  const open = reduce(WAITING, snapshot());
  assert.deepEqual([open.table?.id, open.door], [TABLE, null]);
  const shut = reduce({ ...open, sheet: 'chat' }, door());
  assert.deepEqual([shut.table, shut.sheet, shut.door?.id], [null, null, TABLE]);
});

test('who waits at a door knows no version, and asks for all there is', () => {
  const question = following(WAITING.route, WAITING.table);
  assert.deepEqual(question, { type: 'open', table: TABLE, invite: 'd'.repeat(32) });
});

test('the door of another table, a table that is no more, and going away', () => {
  assert.equal(reduce(START, { ...door(), table: 'f'.repeat(32) }).door, null);
  const gone = reduce(WAITING, { type: 'closed', table: TABLE, reason: 'gone' });
  assert.deepEqual([gone.door, gone.shut], [null, 'gone']);
  const lobby = reduce(WAITING, { type: 'local_route', route: { page: 'lobby' } });
  assert.equal(lobby.door, null);
});

test('at the door a computer player’s seat can be asked for, and nothing else', () => {
  assert.ok(WAITING.door);
  const { door: at } = WAITING;
  assert.deepEqual(
    [0, 1, 2].map((seat) => mayRequest(at, seat)),
    [false, false, true],
  );
  const asked = reduce(
    WAITING,
    door({
      seat: 2,
      name: 'Cleo',
      yours: true,
      asked_ms: 1000,
      until_ms: 61_000,
      answers: [true, false, null],
    }),
  );
  assert.ok(asked.door);
  assert.equal(mayRequest(asked.door, 2), false);
  /** @type {string[]} */
  const done = [];
  const actions = /** @type {import('../../static/js/actions.js').Actions} */ (
    /** @type {unknown} */ ({ withdrawRequest: () => done.push('withdraw') })
  );
  const [mine] = requests(asked.door, actions);
  assert.match(mine.text, /Agreed so far: 1 of 2/);
  mine.choices[0].run();
  assert.deepEqual(done, ['withdraw']);
});
