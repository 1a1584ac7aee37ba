/** The layout's laws, over random rounds and viewports. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { steadyLayout } from '../../static/js/games/line/layout/camera.js';
import { growingLayout, layout, preview } from '../../static/js/games/line/layout/layout.js';
import { chainOf, lead, legal, play, playedRound, roundOfNines, stopAt } from './rounds.js';

/** @import {Chain} from '../../static/js/games/line/layout/chain.js' */
/** @import {Box, Position, Positions, Viewport} from '../../static/js/games/line/layout/layout.js' */
/** @import {Round} from './rounds.js' */

const NEAR = 1e-6;

/** The least unit for a viewport of a given area, by the tiles of the set: a part of its square root… */
const SMALLEST = { 28: 28, 55: 32 };

/** …and never below this where that would be larger: `maxTile` bounds the unit, too. */
const LARGE = 40;

/** @param {Box} box */
function edges({ x, y, width, height }) {
  return { x0: x - width / 2, y0: y - height / 2, x1: x + width / 2, y1: y + height / 2 };
}

/**
 * How far two boxes are apart, along the axis where they are farther; negative when they overlap.
 * @param {Box} one
 * @param {Box} other
 */
function distance(one, other) {
  const [a, b] = [edges(one), edges(other)];
  return Math.max(a.x0 - b.x1, b.x0 - a.x1, a.y0 - b.y1, b.y0 - a.y1);
}

/**
 * The length of the edge that two boxes share; zero where they don't touch.
 * @param {Box} one
 * @param {Box} other
 */
function sharedEdge(one, other) {
  const [a, b] = [edges(one), edges(other)];
  if (Math.abs(distance(one, other)) > NEAR) return 0;
  const across = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
  const down = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return Math.max(across, down);
}

/**
 * The half of a tile that shows some pips, as it is drawn: the first half points where the angle
 * turns the top to.
 * @param {Position} tile
 * @param {number} pips
 * @param {number} unit
 * @returns {Box}
 */
function halfWith(tile, pips, unit) {
  const turn = (tile.angle * Math.PI) / 180;
  const sign = tile.first === pips ? 0.5 : -0.5;
  assert.ok(tile.first === pips || tile.second === pips, `${tile.tile} shows no ${pips}`);
  const x = tile.x + Math.sin(turn) * sign * unit;
  const y = tile.y - Math.cos(turn) * sign * unit;
  return { x, y, width: unit, height: unit };
}

/**
 * Boxes by their places from the first tile on: a table may be moved as a whole.
 * @template {Box} B
 * @param {readonly B[]} boxes
 * @param {Box} first
 */
const fromFirst = (boxes, first) =>
  boxes.map((box) => ({
    ...box,
    x: Math.round((box.x - first.x) / NEAR),
    y: Math.round((box.y - first.y) / NEAR),
  }));

/** @param {Positions} found @param {Positions} before with a tile less @param {string} [what] */
function checkSamePlaces(found, before, what = 'what lies stays') {
  const now = fromFirst(found.tiles.slice(0, -1), found.tiles[0]);
  assert.deepEqual(now, fromFirst(before.tiles, before.tiles[0]), what);
}

/** @param {Position} tile */
const isDouble = (tile) => tile.first === tile.second;

/**
 * @param {Position} tile
 * @param {Position} from the tile it is joined to
 * @param {number} pips on both sides of the joint
 * @param {number} unit
 */
function checkJoint(tile, from, pips, unit) {
  const what = `${tile.tile} on ${from.tile}`;
  assert.ok(sharedEdge(tile, from) >= unit - NEAR, `${what}: they touch`);
  const inner = isDouble(tile) ? tile : halfWith(tile, pips, unit);
  const outer = isDouble(from) ? from : halfWith(from, pips, unit);
  assert.ok(sharedEdge(inner, outer) >= unit - NEAR, `${what}: equal pips face`);
}

/**
 * @param {Position} double
 * @param {Position} neighbour
 */
function touchesLongSide(double, neighbour) {
  const upright = double.height > double.width;
  const [a, b] = [edges(double), edges(neighbour)];
  return upright
    ? Math.abs(a.x0 - b.x1) < NEAR || Math.abs(a.x1 - b.x0) < NEAR
    : Math.abs(a.y0 - b.y1) < NEAR || Math.abs(a.y1 - b.y0) < NEAR;
}

/**
 * Bounds, sizes, overlaps and gaps.
 * @param {Round} round
 * @param {Viewport} viewport
 * @param {Positions} found
 */
function checkRoom({ parents, set }, viewport, { unit, tiles, ends, bounds }) {
  const { width, height } = viewport;
  const least = Math.min(
    Math.sqrt(width * height) / SMALLEST[/** @type {28 | 55} */ (set.length)],
    LARGE,
  );
  assert.ok(unit >= least, `a unit of ${unit} is large enough`);
  for (const box of [...tiles, ...ends, ...ends.map(({ hit }) => hit)]) {
    const { x0, y0, x1, y1 } = edges(box);
    const inside = x0 >= -NEAR && y0 >= -NEAR && x1 <= width + NEAR && y1 <= height + NEAR;
    assert.ok(inside, 'everything is inside');
  }
  for (const box of [...tiles, ...ends]) {
    const { x0, y0, x1, y1 } = edges(box);
    assert.ok(x0 >= bounds.left && y0 >= bounds.top && x1 <= bounds.right && y1 <= bounds.bottom);
    assert.deepEqual(
      [box.width, box.height].sort((a, b) => a - b),
      [unit, 2 * unit],
    );
  }
  tiles.forEach((tile, i) => {
    for (const other of tiles.slice(0, i)) {
      if (parents[i] === other.index || parents[other.index] === i) continue;
      assert.ok(distance(tile, other) >= unit / 2 - NEAR, `${tile.tile}, ${other.tile}: a gap`);
    }
    for (const { hit } of ends) assert.ok(distance(tile, hit) >= -NEAR, 'targets cover no tile');
  });
  ends.forEach(({ hit }, i) => {
    for (const other of ends.slice(0, i)) assert.ok(distance(hit, other.hit) >= -NEAR);
  });
}

/**
 * Joints, faces, doubles, targets.
 * @param {Round} round
 * @param {Chain} chain
 * @param {Positions} found
 */
function checkJoints({ parents, open, set }, chain, { unit, tiles, ends }) {
  chain.laid.forEach(({ tile, joint }, i) => {
    const lies = tiles[i];
    assert.deepEqual([lies.index, lies.tile, `${lies.first}-${lies.second}`], [i, tile, tile]);
    if (joint === null) return;
    const from = tiles[parents[i]];
    const pips = joint.outer === lies.first ? lies.second : lies.first;
    checkJoint(lies, from, pips, unit);
    const across = joint.arm === 'a' || joint.arm === 'b';
    if (from.tile === chain.spinner) assert.equal(touchesLongSide(from, lies), across);
    if (!isDouble(from) || parents[i] === 0) return;
    const before = tiles[parents[parents[i]]];
    assert.ok(
      touchesLongSide(from, lies) || touchesLongSide(from, before),
      `${from.tile} lies across`,
    );
  });
  if (tiles.length < set.length)
    assert.deepEqual(
      ends.map(({ arm }) => arm),
      chain.ends.map(({ arm }) => arm),
    );
  for (const end of ends) {
    const from = tiles[open[end.arm]];
    const facing = isDouble(from) ? from : halfWith(from, end.pips, unit);
    assert.ok(sharedEdge(end, facing) >= unit - NEAR, `end ${end.arm} is at its arm`);
    assert.equal(end.angle, end.width < end.height ? 0 : 90);
  }
}

const viewports = fc.record({
  width: fc.integer({ min: 320, max: 1920 }),
  height: fc.integer({ min: 240, max: 1200 }),
  maxTile: fc.constantFrom(46, 56, 100),
  minTarget: fc.constantFrom(24, 44),
});

/** @param {Round} round @param {Viewport} viewport */
function checkAll(round, viewport) {
  const chain = chainOf(round);
  const found = layout(chain, viewport);
  checkRoom(round, viewport, found);
  checkJoints(round, chain, found);
  if (round.laid.length < 2) return;
  const earlier = stopAt(round, round.laid.length - 1);
  const before = layout(chainOf(earlier), viewport);
  if (before.unit === found.unit) checkStays(before, found, round);
}

// Each run has other rounds.
test('2,000 rounds lie inside, apart, joined and facing; and what lies stays', () => {
  fc.assert(fc.property(playedRound, viewports, checkAll), { numRuns: 2_000 });
});

test('so do 300 rounds of double-nine', () => {
  fc.assert(fc.property(roundOfNines, viewports, checkAll), { numRuns: 300 });
});

/**
 * @param {Positions} before
 * @param {Positions} found
 * @param {Round} round
 */
function checkStays(before, found, round) {
  const last = found.tiles[found.tiles.length - 1];
  checkSamePlaces(found, before);
  if (isDouble(last)) return;
  const targets = before.ends.filter(({ arm }) => arm === round.laid[last.index].joint?.arm);
  const boxOf = (/** @type {Box} */ { x, y, width, height }) => ({ x, y, width, height });
  assert.deepEqual(
    fromFirst(targets.map(boxOf), before.tiles[0]),
    fromFirst([boxOf(last)], found.tiles[0]),
    'the tile lies on its target',
  );
}

test('a whole round never moves tiles apart while its size stays, tile by tile', () => {
  fc.assert(
    fc.property(playedRound, viewports, (round, viewport) => {
      let before = layout(chainOf(stopAt(round, 1)), viewport);
      for (let count = 2; count <= round.laid.length; count += 1) {
        const found = layout(chainOf(stopAt(round, count)), viewport);
        if (found.unit === before.unit) checkSamePlaces(found, before, `stays at ${count}`);
        before = found;
      }
    }),
    { numRuns: 200 },
  );
});

test('the same chain lies the same, and the chain is not touched', () => {
  fc.assert(
    fc.property(playedRound, viewports, (round, viewport) => {
      const chain = chainOf(round);
      const text = JSON.stringify(chain);
      assert.deepEqual(layout(chain, viewport), layout(JSON.parse(text), { ...viewport }));
      assert.equal(JSON.stringify(chain), text);
    }),
    { numRuns: 500 },
  );
});

test('a preview is where the tile then lies', () => {
  fc.assert(
    fc.property(playedRound, viewports, (round, viewport) => {
      const chain = chainOf(round);
      const { tile, joint } = round.laid[round.laid.length - 1];
      const earlier = joint
        ? chainOf(stopAt(round, round.laid.length - 1))
        : { laid: [], spinner: chain.spinner, ends: [] };
      const found = layout(chain, viewport);
      const ghost = preview(earlier, viewport, tile, joint?.arm ?? null);
      const before = layout(earlier, viewport);
      if (joint && before.unit !== found.unit) return;
      assert.deepEqual(
        fromFirst(ghost ? [ghost] : [], before.tiles[0] ?? ghost),
        fromFirst(found.tiles.slice(-1), found.tiles[0]),
      );
    }),
    { numRuns: 500 },
  );
});

test('a round that grows lies as if it were laid out at once', () => {
  const lay = growingLayout();
  fc.assert(
    fc.property(fc.oneof(playedRound, roundOfNines), viewports, (round, viewport) => {
      for (let count = 1; count <= round.laid.length; count += 1) {
        const chain = chainOf(stopAt(round, count));
        assert.deepEqual(lay(chain, viewport).positions, layout(chain, viewport));
      }
    }),
    { numRuns: 60 },
  );
});

test('a round gone through in any order lies as if it were laid out at once', () => {
  const lay = growingLayout();
  const counts = fc.array(fc.nat(), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(playedRound, viewports, counts, (round, viewport, wanted) => {
      for (const number of wanted) {
        const chain = chainOf(stopAt(round, 1 + (number % round.laid.length)));
        const found = lay(chain, viewport);
        assert.deepEqual(found.positions, layout(chain, viewport));
        for (const { arm, pips } of chain.ends) {
          const next = pips === 6 ? '6-6' : `6-${pips}`;
          assert.deepEqual(found.preview(next, arm), preview(chain, viewport, next, arm));
        }
      }
    }),
    { numRuns: 50 },
  );
});

/** Boards of desktops: most rounds are laid out there, which takes least time. */
const DESKTOPS = [
  { width: 1880, height: 730 },
  { width: 1330, height: 330 },
  { width: 1240, height: 470 },
];

/** Those of phones, the first one held across. */
const PHONES = [
  { width: 470, height: 240 },
  { width: 382, height: 480 },
  { width: 352, height: 290 },
  { width: 312, height: 235 },
];

/** The least height of a board, in pixels. */
const BOARD_LEAST = 160;

/** What a banner, a panel, a sheet or another window makes of a board. */
const resizing = fc.record({
  board: fc.oneof(
    { weight: 14, arbitrary: fc.constantFrom(...DESKTOPS) },
    { weight: 1, arbitrary: fc.constantFrom(...PHONES) },
  ),
  wide: fc.constantFrom(1, 1, 0.75, 1.2),
  high: fc.constantFrom(1, 0.9, 0.55, 1.2),
});

/** When a board has its size after the page was opened, in milliseconds. */
const SETTLED = 1000;

/** Tiles by their places from the first on, in quarters of a tile's short side. @param {Positions} found */
const shapeOf = ({ tiles, unit }) =>
  tiles.map(({ x, y, angle }) => {
    const [across, down] = [x - tiles[0].x, y - tiles[0].y];
    return [Math.round((4 * across) / unit), Math.round((4 * down) / unit), angle];
  });

test('10,000 rounds keep their shape in boards of every size, until the window is turned', () => {
  fc.assert(
    fc.property(playedRound, resizing, (round, { board, wide, high }) => {
      // A tile that lies alone has no place among others.
      fc.pre(round.laid.length > 1);
      const lay = steadyLayout();
      const chain = chainOf(round);
      const { width, height } = {
        width: board.width * wide,
        height: Math.max(BOARD_LEAST, board.height * high),
      };
      const before = lay(chain, board, board, 0).positions;
      const after = lay(chain, { width, height }, board, SETTLED).positions;
      assert.equal(String(shapeOf(after)), String(shapeOf(before)));
      for (const box of [...after.tiles, ...after.ends]) {
        const { x0, y0, x1, y1 } = edges(box);
        const isInside = x0 >= -NEAR && y0 >= -NEAR && x1 <= width + NEAR && y1 <= height + NEAR;
        assert.ok(isInside, 'everything is inside');
      }
      assert.equal(lay(chain, board, board, SETTLED).positions.unit, before.unit);
    }),
    { numRuns: 10_000 },
  );
});

test('a turned window has the round laid out for it, and so has one that is too small', () => {
  fc.assert(
    fc.property(playedRound, (round) => {
      fc.pre(round.laid.length > 1);
      const chain = chainOf(round);
      const [[large], [across, upright]] = [DESKTOPS, PHONES];
      const lay = steadyLayout();
      lay(chain, across, across, 0);
      assert.deepEqual(lay(chain, upright, upright, SETTLED).positions, layout(chain, upright));
      const other = steadyLayout();
      other(chain, large, large, 0);
      const { unit } = other(chain, across, across, SETTLED).positions;
      assert.ok(unit >= Math.min(24, layout(chain, across).unit / 1.05), `${unit}`);
    }),
    { numRuns: 50 },
  );
});

test('a line without a spinner never moves on a desktop', () => {
  fc.assert(
    fc.property(playedRound, fc.constantFrom(...DESKTOPS), (round, board) => {
      fc.pre(!round.spins);
      const lay = growingLayout();
      /** @type {number[][]} */
      let before = [];
      for (let count = 1; count <= round.laid.length; count += 1) {
        const now = shapeOf(lay(chainOf(stopAt(round, count)), board).positions);
        assert.deepEqual(now.slice(0, -1), before);
        before = now;
      }
    }),
    { numRuns: 200 },
  );
});

test('a line stays straight on a desktop while its tiles are large enough', () => {
  const [, , board] = DESKTOPS;
  const straight = Array.from({ length: 12 }, (_, i) => i);
  /** @type {Round} */
  let round = lead('6-6', false);
  for (const i of straight) {
    const all = legal(round).filter(({ arm }) => arm === (i % 2 === 0 ? 'a' : 'b'));
    round = play(round, all[all.length - 1]);
    const { tiles, unit } = layout(chainOf(round), board);
    assert.ok(unit >= 32);
    assert.equal(new Set(tiles.map(({ y }) => y)).size, 1, `with ${tiles.length} tiles`);
  }
});

test('an empty table has a size for the lead, and no tile', () => {
  const found = layout({ laid: [], spinner: null, ends: [] }, { width: 390, height: 500 });
  assert.deepEqual([found.tiles, found.ends], [[], []]);
  assert.ok(found.unit > 20);
});

test('a viewport too small for any table still gets an answer', () => {
  const laid = [{ tile: '6-6', seat: 0, joint: null }];
  const chain = { laid, spinner: '6-6', ends: [{ arm: 'a', pips: 6 }] };
  const found = layout(chain, { width: 0, height: 0 });
  assert.equal(found.tiles.length, 1);
});

test('tiles grow no larger than asked for, targets no smaller where there is room', () => {
  const laid = [{ tile: '6-5', seat: 0, joint: null }];
  const ends = [
    { arm: 'a', pips: 6 },
    { arm: 'b', pips: 5 },
  ];
  const viewport = { width: 1280, height: 600, maxTile: 30, minTarget: 44 };
  const found = layout({ laid, spinner: null, ends }, viewport);
  assert.equal(found.unit, 30);
  for (const { hit } of found.ends) assert.ok(hit.height >= 44 && hit.width >= 44);
});
