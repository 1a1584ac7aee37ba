import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lanesOf, spotAt, tileAt, trainOn } from '../../static/js/games/trains/layout/lanes.js';
import { drawnBox, turnsOf } from '../../static/js/games/trains/views/lying.js';

/** Boards of desktops, tablets and phones, with two to eight seats. */
const SIZES = [
  { width: 1560, height: 720 },
  { width: 920, height: 430 },
  { width: 620, height: 430 },
  { width: 750, height: 560 },
  { width: 380, height: 410 },
  { width: 350, height: 360 },
  { width: 480, height: 240 },
];
const COUNTS = [3, 4, 5, 6, 7, 8, 9];

/** A train of so many tiles. `last`: what lies last. @param {number} count @param {string} last */
const trainOf = (count, last = '12-5') =>
  Array.from({ length: count }, (_, i) => ({
    tile: i === count - 1 ? last : '12-5',
    to: i % 2 === 0 ? 5 : 12,
  }));

/** @typedef {{ x: number, y: number, width: number, height: number, angle: number }} Lying */

/** @param {Lying} box */
function cornersOf({ x, y, width, height, angle }) {
  const turn = (angle * Math.PI) / 180;
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([across, along]) => {
    const [dx, dy] = [(across * width) / 2, (along * height) / 2];
    return {
      x: x + dx * Math.cos(turn) - dy * Math.sin(turn),
      y: y + dx * Math.sin(turn) + dy * Math.cos(turn),
    };
  });
}

/** How far two turned boxes lie over each other, in pixels; 0 or less: they don't. @param {Lying} one @param {Lying} other */
function overlap(one, other) {
  const [a, b] = [cornersOf(one), cornersOf(other)];
  const ways = [one.angle, one.angle + 90, other.angle, other.angle + 90];
  const over = ways.map((angle) => {
    const turn = (angle * Math.PI) / 180;
    const on = (/** @type {typeof a} */ corners) =>
      corners.map(({ x, y }) => x * Math.cos(turn) + y * Math.sin(turn));
    const [p, q] = [on(a), on(b)];
    return Math.min(Math.max(...p) - Math.min(...q), Math.max(...q) - Math.min(...p));
  });
  return Math.min(...over);
}

/** @param {(size: { width: number, height: number }, count: number, about: string) => void} check */
function everywhere(check) {
  for (const size of SIZES)
    for (const count of COUNTS) check(size, count, `${size.width} × ${size.height}, ${count}`);
}

test('tiles of different trains never lie over each other, however long the trains are', () => {
  everywhere((size, count, about) => {
    const { unit, lanes } = lanesOf(size, count);
    for (const length of [1, 2, 3, 5, 8, 46]) {
      const trains = lanes.map((lane) => trainOn(lane, unit, trainOf(length)));
      trains.forEach((one, at) => {
        for (const other of trains.slice(at + 1))
          for (const a of one.tiles)
            for (const b of other.tiles)
              assert.ok(overlap(a, b) <= 0.5, `${about}, ${length} tiles: ${overlap(a, b)}`);
      });
    }
  });
});

test('tiles of one train hardly touch, where its way bends, too', () => {
  everywhere((size, count, about) => {
    const { unit, lanes } = lanesOf(size, count);
    for (const lane of lanes) {
      const { tiles } = trainOn(lane, unit, trainOf(46, '9-9'));
      for (const [i, one] of tiles.slice(1).entries())
        assert.ok(overlap(tiles[i], one) <= unit * 0.2, about);
    }
  });
});

test('the last three tiles are drawn, and behind them there is room for one more on the board', () => {
  everywhere((size, count, about) => {
    const { unit, lanes } = lanesOf(size, count);
    for (const lane of lanes) {
      for (const last of ['12-5', '9-9']) {
        const train = trainOf(46, last);
        const { tiles, folded, next } = trainOn(lane, unit, train);
        assert.ok(tiles.length >= 3, `${about}: ${tiles.length} tiles`);
        assert.equal(folded + tiles.length, train.length);
        assert.equal(tiles[tiles.length - 1].index, train.length - 1);
        const more = tileAt(lane, unit, '5-4', 4, next);
        for (const { x, y } of [...tiles, more].flatMap(cornersOf))
          assert.ok(
            x >= -0.5 && y >= -0.5 && x <= size.width + 0.5 && y <= size.height + 0.5,
            `${about}: ${x} ${y}`,
          );
      }
    }
  });
});

test('a train that fits is drawn whole', () => {
  const { unit, lanes } = lanesOf({ width: 920, height: 430 }, 9);
  const { tiles, folded, fold } = trainOn(lanes[0], unit, trainOf(3));
  assert.deepEqual([tiles.length, folded, fold], [3, 0, null]);
  assert.equal(trainOn(lanes[0], unit, []).next, lanes[0].start);
});

test('the own train is the lowest of a star, and the first of a list', () => {
  everywhere((size, count, about) => {
    const { hub, lanes } = lanesOf(size, count);
    const ends = lanes.map((lane) => spotAt(lane, lane.length));
    if (hub) assert.equal(Math.max(...ends.map(({ y }) => y)), ends[0].y, about);
    else assert.deepEqual([ends[0].y, lanes[0].sign.x], [ends[0].y, lanes[0].sign.width / 2]);
  });
});

test('a row of a list tells as much as there is room for', () => {
  const list = (/** @type {number} */ width, /** @type {number} */ height) =>
    lanesOf({ width, height }, 9).list;
  assert.deepEqual(
    [list(390, 9 * 30), list(320, 9 * 50), list(320, 9 * 26)],
    ['wide', 'narrow', 'low'],
  );
});

test('the half of a tile that joins lies towards the hub, and a double lies across', () => {
  const { unit, lanes } = lanesOf({ width: 350, height: 360 }, 9);
  const angles = [
    ['12-5', 5],
    ['12-5', 12],
    ['9-9', 9],
  ].map(([tile, to]) => tileAt(lanes[0], unit, String(tile), Number(to), 0).angle);
  assert.deepEqual(angles, [270, 90, 0]);
});

test('a tile is drawn at the next right angle, and its box turned by the rest', () => {
  for (let angle = 0; angle < 360; angle += 7) {
    const { drawn, rest } = turnsOf(angle);
    assert.ok([0, 90, 180, 270].includes(drawn), `${angle}: ${drawn}`);
    assert.ok(Math.abs(rest) <= 45, `${angle}: ${rest}`);
    assert.equal((drawn + rest + 360) % 360, angle);
    const { width, height } = drawnBox({ x: 0, y: 0, width: 20, height: 40, angle });
    assert.deepEqual([width, height], drawn % 180 === 0 ? [20, 40] : [40, 20]);
  }
});
