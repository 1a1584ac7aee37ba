import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Plan, steadyPlan } from '../../static/js/games/trains/layout/plan.js';
import { lyingOf, nearest, scaleOf } from '../../static/js/games/trains/layout/shown.js';
import { anyRound, chance, playRound } from './chickenfoot_rounds.js';

/** @import { Laid } from '../../static/js/games/trains/layout/plan.js' */
/** @import { Tile } from '../../static/js/games/trains/layout/tree.js' */
/** @typedef {{ x: number, y: number }} Point */

/** Boards of phones and desktops. */
const SIZES = [
  { width: 390, height: 500 },
  { width: 360, height: 420 },
  { width: 900, height: 560 },
  { width: 480, height: 240 },
];
/** The same law holds for more rounds: they only take longer. */
const ROUNDS = Number(process.env.ROUNDS ?? 16);

/** The least size of a tile's short side, in pixels; smaller boards have smaller tiles. */
const LEAST = 4;
/** How far tiles that are joined lie apart at most, and all others at least, in short sides. */
const JOINED = 0.3;
const APART = 0.15;

/** @param {import('../../static/js/games/trains/types.js').Played[]} played @returns {Tile[]} */
const tilesOf = (played) =>
  played.map(({ tile, on }) => {
    const [high, low] = tile.split('-');
    return { parent: Number(on), isDouble: high === low };
  });

/** The corners of a tile, in short sides. @param {{ x: number, y: number, axis: number }} box @returns {Point[]} */
function cornersOf({ x, y, axis }) {
  const [along, across] = [axis * 45, axis * 45 + 90].map((angle) => (angle * Math.PI) / 180);
  return [
    [1, 0.5],
    [1, -0.5],
    [-1, -0.5],
    [-1, 0.5],
  ].map(([long, short]) => ({
    x: x + long * Math.cos(along) + short * Math.cos(across),
    y: y + long * Math.sin(along) + short * Math.sin(across),
  }));
}

/** From a point to a line. @param {Point} point @param {Point} a @param {Point} b */
function toLine({ x, y }, a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const part = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy);
  const on = Math.max(0, Math.min(1, part));
  return Math.hypot(x - a.x - on * dx, y - a.y - on * dy);
}

/** How far two tiles lie apart, by their corners. @param {Point[]} one @param {Point[]} other */
function apart(one, other) {
  const from = (/** @type {Point[]} */ corners, /** @type {Point[]} */ sides) =>
    corners.flatMap((corner) => sides.map((a, at) => toLine(corner, a, sides[(at + 1) % 4])));
  return Math.min(...from(one, other), ...from(other, one));
}

/** Whether two tiles lie over each other: no line along a side of one divides them. @param {Point[]} one @param {Point[]} other */
function areOver(one, other) {
  const ways = [one, other].flatMap((corners) => [
    { x: corners[0].x - corners[1].x, y: corners[0].y - corners[1].y },
    { x: corners[1].x - corners[2].x, y: corners[1].y - corners[2].y },
  ]);
  return ways.every(({ x, y }) => {
    const on = (/** @type {Point[]} */ corners) =>
      corners.map((corner) => corner.x * x + corner.y * y);
    const [a, b] = [on(one), on(other)];
    return Math.min(...a) < Math.max(...b) && Math.min(...b) < Math.max(...a);
  });
}

/** @param {Laid} laid @param {readonly Tile[]} tiles @param {{ width: number, height: number }} size @param {string} about */
function check({ unit, middle, chosen }, tiles, { width, height }, about) {
  const all = chosen.map(({ tile }) => cornersOf(tile.box));
  assert.equal(all.length, tiles.length + 1, about);
  assert.ok(unit > LEAST, `${about}: tiles of ${unit}`);
  const parentOf = (/** @type {number} */ at) => tiles[at - 1]?.parent ?? -1;
  all.forEach((one, at) => {
    for (const { x, y } of one) {
      assert.ok(Math.abs(x - middle.x) * unit <= width / 2, `${about}: ${at} is out at a side`);
      assert.ok(
        Math.abs(y - middle.y) * unit <= height / 2,
        `${about}: ${at} is out above or below`,
      );
    }
    for (let other = 0; other < at; other += 1) {
      const [a, b] = [chosen[at].tile.box, chosen[other].tile.box];
      if (Math.hypot(a.x - b.x, a.y - b.y) > 3) continue;
      const far = apart(one, all[other]);
      const pair = `${about}: ${other} and ${at}, ${far.toFixed(3)} apart`;
      assert.ok(!areOver(one, all[other]), `${pair}, lie over each other`);
      const isKin = parentOf(at) === other || parentOf(at) === parentOf(other);
      if (parentOf(at) === other && other > 0) assert.ok(far < JOINED, `${pair}, aren't joined`);
      else if (!isKin) assert.ok(far > APART, `${pair}, look joined`);
    }
  });
}

test('tiles of any round touch what they lie on, keep away from all others, and lie within the board', () => {
  const next = chance(2024);
  for (let n = 0; n < ROUNDS; n += 1) {
    const round = anyRound(next);
    const tiles = tilesOf(playRound(round, next));
    const size = SIZES[n % SIZES.length];
    const plan = new Plan(size, round.arms);
    plan.add(tiles);
    const about = `round ${n}, ${round.arms} arms, ${tiles.length} tiles`;
    for (const count of [Math.floor(tiles.length / 2), tiles.length])
      check(plan.at(count), tiles.slice(0, count), size, about);
  }
});

test('a tile stays where it is until there is no room for a further one; the same tiles always lie the same way', () => {
  const next = chance(77);
  for (let n = 0; n < 3; n += 1) {
    const round = anyRound(next);
    const tiles = tilesOf(playRound(round, next));
    const size = SIZES[n % SIZES.length];
    const whole = new Plan(size, round.arms);
    whole.add(tiles);
    const steady = steadyPlan();
    let moved = 0;
    for (let count = 0; count <= tiles.length; count += 1) {
      const { laid } = steady(tiles.slice(0, count), size, round.arms);
      assert.deepEqual(laid, whole.at(count), `round ${n}: ${count} tiles`);
      const before = count > 0 ? whole.at(count - 1) : laid;
      const stays = before.chosen.every(({ tile: { box } }, at) => {
        const { x, y } = laid.chosen[at].tile.box;
        return before.unit === laid.unit && x === box.x && y === box.y;
      });
      if (!stays) moved += 1;
    }
    assert.ok(moved <= tiles.length / 2, `round ${n}: tiles were moved ${moved} times`);
    // Backwards, as in a replay.
    for (const count of [3, tiles.length, 0])
      assert.equal(steady(tiles.slice(0, count), size, round.arms).laid.chosen.length, count + 1);
  }
});

test('a further tile lies where its place was shown, as long as there is room', () => {
  const next = chance(5);
  const round = anyRound(next);
  const tiles = tilesOf(playRound(round, next));
  const size = SIZES[2];
  const steady = steadyPlan();
  let same = 0;
  tiles.forEach((tile, at) => {
    const { laid, preview } = steady(tiles.slice(0, at), size, round.arms);
    const shown = preview(tile);
    const after = steady(tiles.slice(0, at + 1), size, round.arms).laid;
    if (after.unit !== laid.unit) return;
    const { x, y } = after.chosen[at + 1].tile.box;
    if (x === shown.box.x && y === shown.box.y) same += 1;
  });
  assert.ok(same > tiles.length / 2, `${same} of ${tiles.length}`);
});

test('a double has its toes before it: one straight on, and one to each side', () => {
  const plan = new Plan({ width: 900, height: 560 }, 4);
  plan.add(tilesOf([0, 0, 0, 0].map((on) => ({ seat: 0, tile: '9-1', on: `${on}`, to: 1 }))));
  plan.add([{ parent: 1, isDouble: true }]);
  const { chosen } = plan.at(5);
  assert.deepEqual(
    chosen[5].toes.map(({ direction }) => direction),
    [0, 7, 1],
  );
  plan.add([{ parent: 5, isDouble: false }]);
  assert.equal(plan.at(6).chosen[6].tile, chosen[5].toes[0]);
});

test('the pips that join lie side by side', () => {
  const scale = scaleOf({ width: 400, height: 400 }, { unit: 20, middle: { x: 0, y: 0 } });
  const plan = new Plan({ width: 400, height: 400 }, 4);
  plan.add([{ parent: 0, isDouble: false }]);
  const { tile } = plan.at(1).chosen[1];
  // To the right: of a standing tile that is turned by 270°, the lower half lies there.
  assert.equal(lyingOf(tile, '9-1', 1, scale).angle, 270);
  assert.equal(lyingOf(tile, '9-1', 9, scale).angle, 90);
});

test('a point means the place under it, or the nearest within reach', () => {
  const at = (/** @type {number} */ x, /** @type {number} */ angle) => ({
    lying: { x, y: 100, width: 10, height: 20, angle },
  });
  const choices = [at(100, 0), at(120, 90)];
  assert.equal(nearest(choices, { x: 101, y: 100 }, 20), 0);
  assert.equal(nearest(choices, { x: 119, y: 100 }, 20), 1);
  assert.equal(nearest(choices, { x: 148, y: 100 }, 20), 1);
  assert.equal(nearest(choices, { x: 160, y: 100 }, 20), -1);
  assert.equal(nearest([], { x: 100, y: 100 }, 20), -1);
});
