import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../static/js/reduce.js';
import { HAND_GAP, handGrid, places, sides, tap } from '../../static/js/select.js';
import { initial } from '../../static/js/state.js';
import { room, snapshot, TABLE, view } from './samples.js';

/** @param {Parameters<typeof snapshot>[0]} [changes] */
function tableWith(changes) {
  const { table } = reduce(
    initial({ page: 'table', table: TABLE, invite: null }),
    snapshot(changes),
  );
  assert.ok(table);
  return table;
}

/**
 * @param {import('../../static/js/state.js').Table} table
 * @param {Partial<import('../../static/js/ui.js').Ui>} changes
 */
function withUi(table, changes) {
  return { ...table, ui: { ...table.ui, ...changes } };
}

test('a tile that fits one end is played at once, one that fits two is chosen', () => {
  const table = tableWith();
  assert.deepEqual(tap(table, '6-4'), {
    type: 'play',
    placement: { tile: '6-4', arm: 'a', points: 0 },
  });
  assert.deepEqual(tap(table, '5-4'), { type: 'choose', tile: '5-4' });
  assert.deepEqual(tap(withUi(table, { choice: '5-4' }), '5-4'), { type: 'choose', tile: null });
  assert.deepEqual(tap(table, '1-0'), { type: 'none' });
});

test('out of turn a tile is chosen ahead, and while a play is under way nothing happens', () => {
  const theirs = view();
  theirs.board.phase = { type: 'playing', turn: 1 };
  const waiting = tableWith({ view: theirs });
  assert.deepEqual(tap(waiting, '6-4'), { type: 'ahead', tile: '6-4' });
  const marked = withUi(waiting, {
    plan: { ...waiting.ui.plan, ahead: { tile: '6-4', arm: null } },
  });
  assert.deepEqual(tap(marked, '6-4'), { type: 'ahead', tile: null });
  assert.deepEqual(tap(withUi(tableWith(), { pending: true }), '6-4'), { type: 'none' });
});

test('with muggins there is time to announce: a second tap plays', () => {
  const table = tableWith({ room: room({ calls: 'muggins' }) });
  assert.deepEqual(tap(table, '6-4'), { type: 'choose', tile: '6-4' });
  assert.equal(tap(withUi(table, { choice: '6-4' }), '6-4').type, 'play');
});

test('the next player clockwise sits on the left', () => {
  assert.deepEqual(places(2, 1), [{ seat: 0, place: 'top' }]);
  assert.deepEqual(
    places(4, 2).map(({ seat, place }) => `${seat} ${place}`),
    ['3 left', '0 top', '1 right'],
  );
  assert.deepEqual(sides(room({ seating: 'partners', hand_size: 5 })), [
    [0, 2],
    [1, 3],
  ]);
});

test('a hand of up to 28 tiles fits any screen, and its tiles can be touched', () => {
  for (let count = 1; count <= 28; count += 1) {
    for (let width = 300; width <= 1300; width += 10) {
      const { columns, tile } = handGrid(count, width, 844);
      assert.ok(columns * tile + (columns - 1) * HAND_GAP <= width, `${count} in ${width}`);
      assert.ok(tile >= 24, `${count} in ${width}: ${tile} wide`);
    }
  }
  assert.equal(handGrid(7, 374, 844).columns, 7);
  assert.deepEqual(handGrid(7, 900, 1080), { columns: 7, tile: 64 });
});
