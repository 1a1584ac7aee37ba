import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../static/js/reduce.js';
import { otherPlaces, sides, tapAction } from '../../static/js/select.js';
import { initial } from '../../static/js/state.js';
import { handGrid } from '../../static/js/tiles/grid.js';
import { room, snapshot, TABLE, view } from './samples.js';

/** @import { Options } from '../../static/js/protocol.js' */

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
 * @param {Partial<import('../../static/js/table/ui.js').Ui>} changes
 */
function withUi(table, changes) {
  return { ...table, ui: { ...table.ui, ...changes } };
}

test('a tile that fits one end is played at once, one that fits two is chosen', () => {
  const table = tableWith();
  assert.deepEqual(tapAction(table, '6-4'), {
    type: 'play',
    placement: { tile: '6-4', arm: 'a', points: 0 },
  });
  assert.deepEqual(tapAction(table, '5-4'), { type: 'choose', tile: '5-4' });
  assert.deepEqual(tapAction(withUi(table, { choice: '5-4' }), '5-4'), {
    type: 'choose',
    tile: null,
  });
  assert.deepEqual(tapAction(table, '1-0'), { type: 'none' });
});

test('out of turn a tile is chosen ahead, and while a play is under way nothing happens', () => {
  const theirs = view();
  theirs.board.phase = { type: 'playing', turn: 1 };
  const waiting = tableWith({ view: theirs });
  assert.deepEqual(tapAction(waiting, '6-4'), { type: 'ahead', tile: '6-4' });
  const marked = withUi(waiting, {
    plan: { ...waiting.ui.plan, ahead: { tile: '6-4', arm: null } },
  });
  assert.deepEqual(tapAction(marked, '6-4'), { type: 'ahead', tile: null });
  assert.deepEqual(tapAction(withUi(tableWith(), { pending: true }), '6-4'), { type: 'none' });
});

test('with muggins there is time to announce: a second tap plays', () => {
  const table = tableWith({ room: room({ calls: 'muggins' }) });
  assert.deepEqual(tapAction(table, '6-4'), { type: 'choose', tile: '6-4' });
  assert.equal(tapAction(withUi(table, { choice: '6-4' }), '6-4').type, 'play');
});

test('the next player sits on the left, and on the right where turns go counter-clockwise', () => {
  /** @param {Partial<Options>} rules @param {number} home */
  const around = (rules, home) =>
    otherPlaces(room(rules), home).map(({ seat, place }) => `${seat} ${place}`);
  assert.deepEqual(around({}, 1), ['0 top']);
  assert.deepEqual(around({ seating: 'four' }, 2), ['3 left', '0 top', '1 right']);
  const turns = 'counter_clockwise';
  assert.deepEqual(around({ turns }, 1), ['0 top']);
  assert.deepEqual(around({ turns, seating: 'three' }, 2), ['0 right', '1 left']);
  assert.deepEqual(around({ turns, seating: 'partners' }, 2), ['3 right', '0 top', '1 left']);
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
