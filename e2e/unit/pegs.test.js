import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holeOf, LAP_LENGTH, pegsOf } from '../../static/js/table/views/pegs.js';
import { room, view } from './line.js';

/** @import { VisibleEvent } from '../../static/js/protocol.js' */

test('one lap goes along the board, and a second one back', () => {
  assert.deepEqual(holeOf(1, 61), { x: 0, lap: 0 });
  assert.deepEqual(holeOf(60, 61), { x: LAP_LENGTH, lap: 0 });
  assert.deepEqual(holeOf(60, 121), { x: LAP_LENGTH, lap: 0 });
  assert.deepEqual(holeOf(61, 121), { x: LAP_LENGTH, lap: 1 });
  assert.deepEqual(holeOf(120, 121), { x: 0, lap: 1 });
});

test('a peg waits before the first hole, and ends beyond the last', () => {
  assert.ok(holeOf(0, 61).x < 0);
  assert.ok(holeOf(61, 61).x > LAP_LENGTH);
  assert.equal(holeOf(61, 61).lap, 0);
  assert.ok(holeOf(121, 121).x < 0);
  assert.equal(holeOf(121, 121).lap, 1);
  assert.deepEqual(holeOf(70, 61), holeOf(61, 61), 'a score beyond the target stands at its hole');
});

test('each number of points has a hole of its own, one after the other', () => {
  for (const target of [61, 121]) {
    const at = Array.from({ length: target + 1 }, (_, points) => holeOf(points, target));
    const steps = at.slice(1).map(({ x, lap }, i) => {
      const before = at[i];
      return lap === before.lap ? (lap === 0 ? x - before.x : before.x - x) : 1;
    });
    assert.ok(steps.every((step) => step > 0.99));
  }
});

test('the second peg stands where the side was before its last points', () => {
  const scores = [34, 21, 0];
  /** @type {VisibleEvent[]} */
  const history = [
    { type: 'scored', side: 0, points: 3, reason: 'count' },
    { type: 'scored', side: 0, points: 5, reason: 'count' },
  ];
  const round_scores = [
    [10, 9, 0],
    [26, 21, 0],
  ];
  const seen = { ...view({ scores, round_scores }), history };
  const now = { room: room({ seating: 'three' }), view: seen };
  assert.deepEqual(pegsOf(now, 0), { front: 34, back: 29 });
  assert.deepEqual(pegsOf(now, 1), { front: 21, back: 9 });
  assert.deepEqual(pegsOf(now, 2), { front: 0, back: 0 });
});
