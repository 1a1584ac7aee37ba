import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTexts } from '../../static/js/i18n/index.js';
import { reduce } from '../../static/js/reduce.js';
import { mayRequest } from '../../static/js/select.js';
import { followMessage } from '../../static/js/session.js';
import { initial } from '../../static/js/state.js';
import { requests } from '../../static/js/table/views/prompts.js';
import { titleOf } from '../../static/js/titles.js';
import { room, snapshot, TABLE } from './line.js';

await loadTexts('match');

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
 * What outsiders are told.
 *
 * @param {SeatRequest} [request]
 * @returns {Extract<import('../../static/js/protocol.js').ServerMessage, { type: 'outside' }>}
 */
const outside = (request) => ({
  type: 'outside',
  table: TABLE,
  room: ROOM,
  presence: {
    seats: [true, true, true],
    away_since_ms: [null, null, null],
    watchers: 0,
    ...(request && { request }),
  },
});

const WAITING = reduce(START, outside());

test('what an outsider sees takes the place of the table, and the other way round', () => {
  assert.deepEqual(WAITING.outside?.room, ROOM);
  assert.match(titleOf(WAITING), /^A private match is being played – /);
  const open = reduce(WAITING, snapshot());
  assert.deepEqual([open.table?.id, open.outside], [TABLE, null]);
  const shut = reduce({ ...open, sheet: 'chat' }, outside());
  assert.deepEqual([shut.table, shut.sheet, shut.outside?.id], [null, null, TABLE]);
});

test('an outsider knows no version, and asks for all there is', () => {
  const question = followMessage(WAITING.route, WAITING.table);
  assert.deepEqual(question, { type: 'open', table: TABLE, invite: 'd'.repeat(32) });
});

test('another table seen from outside, a table that is no more, and going away', () => {
  assert.equal(reduce(START, { ...outside(), table: 'f'.repeat(32) }).outside, null);
  const gone = reduce(WAITING, { type: 'closed', table: TABLE, reason: 'gone' });
  assert.deepEqual([gone.outside, gone.shut], [null, 'gone']);
  const lobby = reduce(WAITING, { type: 'local_route', route: { page: 'lobby' } });
  assert.equal(lobby.outside, null);
});

test('an outsider can ask for a computer player’s seat', () => {
  assert.ok(WAITING.outside);
  const { outside: at } = WAITING;
  assert.deepEqual(
    [0, 1, 2].map((seat) => mayRequest(at, seat)),
    [false, false, true],
  );
  const asked = reduce(
    WAITING,
    outside({
      seat: 2,
      name: 'Cleo',
      pseudonym: 'pseudonym of Cleo',
      yours: true,
      asked_ms: 1000,
      until_ms: 61_000,
      may_answer: [true, false, false],
    }),
  );
  assert.ok(asked.outside);
  assert.equal(mayRequest(asked.outside, 2), false);
  /** @type {string[]} */
  const done = [];
  const actions = /** @type {import('../../static/js/actions.js').Actions} */ (
    /** @type {unknown} */ ({ withdrawRequest: () => done.push('withdraw') })
  );
  const [mine] = requests(asked.outside, actions);
  assert.match(mine.text, /Waiting for the host/);
  mine.choices[0].run();
  assert.deepEqual(done, ['withdraw']);
});
