import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  nearest,
  nextPlace,
  SIDE,
  SPACES,
  spaceBox,
  squareAt,
  standAt,
  tileBox,
  turned,
  WAYS,
} from '../../static/js/games/race/views/geometry.js';

/** @typedef {{ row: number, column: number }} Square */

/** @param {number} row @param {number} column @returns {Square} */
const square = (row, column) => ({ row, column });

/** Places by the squares of their halves. @param {[Square, Square][]} pairs */
const placesOn = (pairs) => pairs.map((squares) => ({ ...tileBox(squares), squares }));

test('the spaces go once round the board without a gap, and never over each other', () => {
  const boxes = Array.from({ length: SPACES }, (_, at) => spaceBox(at + 1));
  boxes.forEach((box, at) => {
    const next = boxes[(at + 1) % SPACES];
    // Neighbours touch at one edge: along it or across it, the distance is half of both.
    const [dx, dy] = [Math.abs(next.x - box.x), Math.abs(next.y - box.y)];
    const along = Math.max(dx - (box.width + next.width) / 2, dy - (box.height + next.height) / 2);
    assert.ok(Math.abs(along) < 1e-9, `space ${at + 1}`);
    assert.ok(box.x - box.width / 2 > -1e-9 && box.x + box.width / 2 < SIDE + 1e-9);
    assert.ok(box.y - box.height / 2 > -1e-9 && box.y + box.height / 2 < SIDE + 1e-9);
  });
  const corners = [25, 50, 75, 100].map((space) => {
    const { x, y } = spaceBox(space);
    return [x > SIDE / 2 ? 'right' : 'left', y > SIDE / 2 ? 'lower' : 'upper'].join(' ');
  });
  assert.deepEqual(corners, ['right lower', 'right upper', 'left upper', 'left lower']);
});

test('pieces on one space stand apart, and within the board', () => {
  for (let space = 0; space < SPACES; space += 1) {
    for (let count = 1; count <= 4; count += 1) {
      const all = Array.from({ length: count }, (_, at) => standAt(space, at, count));
      for (const { x, y } of all) assert.ok(Math.min(x, y, SIDE - x, SIDE - y) >= 3);
      const apart = all.flatMap((one, at) =>
        all.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
      );
      for (const far of apart) assert.ok(far > 5.4, `${count} on space ${space}: ${far}`);
    }
  }
});

test('a tile lies as the direction from its first half to its second', () => {
  const middle = square(7, 7);
  const angles = [square(8, 7), square(7, 6), square(6, 7), square(7, 8)].map(
    (second) => tileBox([middle, second]).angle,
  );
  assert.deepEqual(angles, [0, 90, 180, 270]);
});

test('a point means the place whose middle is nearest, and none that is far', () => {
  const places = placesOn([
    [square(7, 7), square(7, 8)],
    [square(7, 7), square(8, 7)],
    [square(7, 7), square(6, 7)],
  ]);
  places.forEach((place, at) => {
    assert.equal(nearest(places, place), at);
  });
  const { x, y } = places[1];
  // On the square that all share, towards the second half of one.
  assert.equal(nearest(places, { x, y: y - 2 }), 1);
  assert.equal(nearest(places, { x: 20, y: 20 }), -1);
  assert.equal(nearest([], { x, y }), -1);
  assert.deepEqual(squareAt(places[1].squares, { x, y: y + 4 }), square(8, 7));
});

test('arrows go from place to place that way alone', () => {
  const places = placesOn([
    [square(7, 7), square(7, 8)],
    [square(7, 9), square(7, 10)],
    [square(3, 7), square(3, 8)],
    [square(11, 2), square(12, 2)],
  ]);
  assert.equal(nextPlace(places, 0, WAYS.ArrowRight), 1);
  assert.equal(nextPlace(places, 1, WAYS.ArrowLeft), 0);
  assert.equal(nextPlace(places, 0, WAYS.ArrowUp), 2);
  assert.equal(nextPlace(places, 0, WAYS.ArrowDown), 3);
  assert.equal(nextPlace(places, 1, WAYS.ArrowRight), 1);
});

test('a turn goes clockwise through all places at a square, and comes back', () => {
  const star = square(7, 7);
  const round = [square(6, 7), square(7, 8), square(8, 7), square(7, 6)];
  const places = placesOn([
    .../** @type {[Square, Square][]} */ (round.map((one) => [star, one])),
    .../** @type {[Square, Square][]} */ (round.map((one) => [one, star])),
    [square(1, 1), square(1, 2)],
  ]);
  const seen = [0];
  for (let at = turned(places, 0, star); at !== 0; at = turned(places, at, star)) seen.push(at);
  // Each pair of squares with either half on the star, one direction after the other.
  assert.deepEqual(seen, [0, 4, 1, 5, 2, 6, 3, 7]);
  assert.equal(turned(places, 8, square(1, 1)), 8);
});
