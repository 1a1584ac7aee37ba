import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActions } from '../../static/js/actions.js';
import { reduce } from '../../static/js/reduce.js';
import { otherPlaces, sides } from '../../static/js/select.js';
import { createStore, initial } from '../../static/js/state.js';
import { handGrid } from '../../static/js/tiles/grid.js';
import { tileStep } from '../../static/js/tiles/steps.js';
import { room, snapshot, TABLE } from './line.js';
import { theirs } from './seat.js';

/** @import { ClientMessage, LineOptions } from '../../static/js/protocol.js' */

/**
 * What a visitor does at a table, and what of it is sent.
 * @param {Parameters<typeof snapshot>[0]} [changes]
 */
function visitor(changes) {
  const store = createStore(initial({ page: 'table', table: TABLE, invite: null }), reduce);
  store.dispatch(snapshot(changes));
  /** @type {unknown[]} */
  const sent = [];
  const send = (/** @type {ClientMessage} */ message) =>
    message.type === 'move' && sent.push(message.move) > 0;
  const { pick, put } = createActions(store, { send, go() {} });
  return {
    store,
    sent,
    put,
    pick,
    tap: (/** @type {string} */ tile) => pick(tileStep(tile)),
    ui: () => store.get().table?.ui,
  };
}

/** @param {string} tile @param {string} arm @param {{ announced?: number }} [said] */
const play = (tile, arm, said) => ({ line: { play: { tile, arm, ...said } } });

test('a tile that fits one end is played at once, one that fits two is chosen', () => {
  const at = visitor();
  at.tap('1-0');
  assert.deepEqual(at.ui()?.picked, []);
  at.tap('5-4');
  assert.deepEqual(at.ui()?.picked, [tileStep('5-4')]);
  at.tap('5-4');
  assert.deepEqual(at.ui()?.picked, []);
  assert.deepEqual(at.sent, []);
  at.tap('5-4');
  at.tap('6-4');
  assert.deepEqual(at.sent, [play('6-4', 'a')]);
  at.tap('5-4');
  at.tap('6-4');
  assert.equal(at.sent.length, 1, 'while a move is under way nothing happens');
  const two = visitor();
  two.tap('5-4');
  two.pick({ kind: 'arm', id: 'b' });
  assert.deepEqual(two.sent, [play('5-4', 'b')]);
});

test('out of turn a tile is chosen ahead', () => {
  const at = visitor({ view: theirs() });
  at.tap('6-4');
  assert.deepEqual(at.ui()?.plan.ahead, [tileStep('6-4')]);
  at.put([tileStep('6-4'), { kind: 'arm', id: 'a' }]);
  assert.equal(at.ui()?.plan.ahead?.length, 2);
  at.tap('6-4');
  assert.equal(at.ui()?.plan.ahead, null);
  assert.deepEqual(at.sent, []);
});

test('with muggins there is time to announce: a second tap plays', () => {
  const at = visitor({ room: room({ calls: 'muggins' }) });
  at.tap('6-4');
  assert.deepEqual(at.sent, []);
  at.pick({ kind: 'say', id: '10', free: true });
  assert.deepEqual(at.sent, []);
  at.tap('6-4');
  assert.deepEqual(at.sent, [play('6-4', 'a', { announced: 10 })]);
  const silent = visitor({ room: room({ calls: 'muggins' }) });
  silent.tap('5-4');
  silent.put([tileStep('5-4'), { kind: 'arm', id: 'b' }]);
  assert.deepEqual(silent.sent, [play('5-4', 'b')]);
});

test('a call that is refused is not offered again before the next move', () => {
  const there = theirs();
  if (there.own) there.own.may_call = true;
  const { store, sent, put } = visitor({ view: there });
  const call = [{ kind: 'call', id: '' }];
  put(call);
  const refused = /** @type {const} */ ({ type: 'error', about: 'move', table: TABLE });
  store.dispatch({ ...refused, code: 'illegal', text: '', reason: { line: 'nothing_to_take' } });
  put(call);
  assert.deepEqual(sent, [{ line: 'call' }]);
  const standing = { ply: 4, turn: 1 };
  const own = { line: { may_call: true } };
  store.dispatch({ type: 'update', table: TABLE, v: 6, standing, own });
  put(call);
  assert.equal(sent.length, 2);
});

test('the next player sits on the left, and on the right where turns go counter-clockwise', () => {
  /** @param {Partial<LineOptions>} rules @param {number} home */
  const around = (rules, home) =>
    otherPlaces(room(rules), home).map(({ seat, place }) => `${seat} ${place}`);
  assert.deepEqual(around({}, 1), ['0 top']);
  assert.deepEqual(around({ seating: 'four' }, 2), ['3 left', '0 top', '1 right']);
  const turns = 'counter_clockwise';
  assert.deepEqual(around({ turns }, 1), ['0 top']);
  assert.deepEqual(around({ turns, seating: 'three' }, 2), ['0 right', '1 left']);
  assert.deepEqual(around({ turns, seating: 'partners' }, 2), ['3 right', '0 top', '1 left']);
});

test('round a large table several seats share an edge, in the order of their turns', () => {
  for (const count of [5, 6, 7, 8]) {
    const seats = Array.from({ length: count }, () => null);
    const all = otherPlaces({ seats, rules: room().rules }, 1);
    assert.deepEqual(
      all.map(({ seat }) => seat),
      [...seats.keys()].slice(2).concat(0),
    );
    const where = all.map(({ place, at }) => `${place} ${at ?? ''}`);
    assert.equal(new Set(where).size, count - 1, 'no two have the same place');
    const edges = [...new Set(all.map(({ place }) => place))];
    assert.deepEqual(edges, ['left', 'top', 'right']);
  }
});

test('partners score together', () => {
  assert.deepEqual(sides(room({ seating: 'partners', hand_size: 5 })), [
    [0, 2],
    [1, 3],
  ]);
});

test('a hand of up to 28 tiles fits any screen, and its tiles can be touched', () => {
  for (let count = 1; count <= 28; count += 1) {
    for (let width = 300; width <= 1300; width += 10) {
      const { columns, tile, gap } = handGrid(count, width, { width, height: 844 });
      assert.ok(columns * tile + (columns - 1) * gap <= width, `${count} in ${width}`);
      assert.ok(tile >= 24, `${count} in ${width}: ${tile} wide`);
    }
  }
  assert.equal(handGrid(7, 374, { width: 390, height: 844 }).columns, 7);
  const desktop = { width: 1280, height: 1080 };
  assert.deepEqual(handGrid(7, 900, desktop), { columns: 7, tile: 64, gap: 6 });
});

test('hands of ten and fourteen stand in two rows on a phone, for fingers', () => {
  const phone = { width: 360, height: 640 };
  for (const [count, columns, beside] of [
    [10, 5, 52],
    [14, 7, 43],
  ]) {
    const grid = handGrid(count, 344, phone);
    assert.equal(grid.columns, columns);
    assert.equal(grid.tile + grid.gap, 44);
    assert.deepEqual(handGrid(count, 340, { width: 844, height: 390 }), {
      columns,
      tile: beside,
      gap: 6,
    });
  }
  const across = { columns: 4, tile: 52, gap: 6 };
  assert.deepEqual(handGrid(7, 340, { width: 844, height: 390 }), across);
  assert.equal(handGrid(9, 344, phone).columns, 9);
  assert.equal(handGrid(10, 376, { width: 390, height: 844 }).columns, 5);
  assert.equal(handGrid(14, 960, { width: 1280, height: 800 }).columns, 14);
});
