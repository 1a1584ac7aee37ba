import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropTarget, isDrag } from '../../static/js/table/drag.js';
import { readAloud } from '../../static/js/table/keys.js';
import { createStage, SHOW_MS, showTimes } from '../../static/js/table/stage.js';
import { asTheyCame, ordered } from '../../static/js/tiles/orders.js';
import { change, room, view as sampleView, snapshot } from './line.js';
import { fakeClock, seat, theirs, update } from './seat.js';

/** @typedef {import('../../static/js/protocol.js').VisibleEvent} VisibleEvent */

const DREW = /** @type {const} */ ({ type: 'drew', seat: 0 });

/** One update: Ben plays for 10, Ana draws twice and passes. @type {VisibleEvent[]} */
const BUSY = [
  { type: 'played', seat: 1, tile: '6-5', joint: { arm: 'b', outer: 6 } },
  { type: 'scored', side: 1, points: 10, reason: 'count' },
  DREW,
  DREW,
  { type: 'passed', seat: 0 },
];

/** A table that has just heard of `BUSY`. */
function busy() {
  const { store, table } = seat(false);
  store.dispatch(snapshot({ view: theirs() }));
  const before = table();
  store.dispatch(update(change({ events: BUSY, turn: 1, scores: [0, 10], boneyard: 12 })));
  return { before, after: table() };
}

test('events of one update come one after the other, within a second', () => {
  const { before, after } = busy();
  const clock = fakeClock();
  let redrawn = 0;
  const stage = createStage({ clock, redraw: () => redrawn++, still: () => false });
  stage.take(before);
  const first = stage.take(after);
  assert.deepEqual(
    first.shown.map(({ type }) => type),
    ['played'],
  );
  assert.deepEqual(first.table.view?.standing.scores, [0, 0]);
  assert.equal(first.table.view?.board.boneyard, 14);
  assert.deepEqual(first.table.view?.board.hand_sizes, [7, 6]);

  /** @type {string[]} */
  const shown = [];
  for (let ms = 0; ms < SHOW_MS; ms += 10) {
    clock.pass(10);
    shown.push(...stage.take(after).shown.map(({ type }) => type));
  }
  assert.deepEqual(shown, ['scored', 'drew', 'drew', 'passed']);
  assert.equal(redrawn, 4);
  assert.equal(stage.take(after).table, after, 'in the end it is the table as it is');
});

test('what is late collapses when more comes, and with less motion nothing is late', () => {
  const { before, after } = busy();
  const clock = fakeClock();
  const stage = createStage({ clock, redraw: () => {}, still: () => false });
  stage.take(before);
  stage.take(after);
  const later = { ...after, news: after.news + 1, fresh: [DREW] };
  assert.equal(stage.take(later).table, later);
  assert.equal(clock.waiting(), 0);

  const still = createStage({ clock, redraw: () => {}, still: () => true });
  still.take(before);
  assert.equal(still.take(after).table, after);
  const opened = createStage({ clock, redraw: () => {}, still: () => false });
  assert.equal(opened.take(after).table, after, 'a table just opened is shown as it is');
});

test('however much happens, it is shown within a second', () => {
  const many = Array.from({ length: 20 }, () => DREW);
  const total = showTimes([...BUSY, ...many], room()).reduce((sum, ms) => sum + ms, 0);
  assert.ok(total <= SHOW_MS * 1.5, `${total}`);
  assert.deepEqual(showTimes([DREW], room()).length, 1);
});

test('a round ends on the page only when its last tile has been seen', () => {
  const { before } = busy();
  const ended = sampleView({ turn: null });
  const outcome = /** @type {const} */ ({ type: 'domino', by: 1, points: 20 });
  ended.board.phase = { type: 'round_over', outcome, hands: [['6-4'], []] };
  /** @type {VisibleEvent[]} */
  const left = [
    { type: 'domino', seat: 1 },
    { type: 'scored', side: 1, points: 20, reason: 'domino' },
  ];
  const view = { ...ended, history: [...ended.history, ...left] };
  const table = { ...before, view, live: true, fresh: left, news: before.news + 1 };
  const clock = fakeClock();
  const stage = createStage({ clock, redraw: () => {}, still: () => false });
  stage.take(before);
  const { table: shown } = stage.take(table);
  assert.equal(shown.view?.board.phase.type, 'playing');
  assert.equal(shown.room.status, 'playing');
  assert.deepEqual(shown.view?.own?.placements, []);
  clock.pass(SHOW_MS);
  assert.equal(stage.take(table).table.view?.board.phase.type, 'round_over');
});

test('a dragged tile joins the nearest end, if it is near', () => {
  const board = { width: 600, height: 400, unit: 30 };
  const left = { x: 100, y: 200, width: 60, height: 30 };
  const right = { x: 500, y: 200, width: 60, height: 30 };
  assert.equal(dropTarget([left, right], { x: 180, y: 220 }, board), 0);
  assert.equal(dropTarget([left, right], { x: 420, y: 180 }, board), 1);
  assert.equal(dropTarget([left, right], { x: 300, y: 200 }, board), -1, 'too far from both');
  assert.equal(dropTarget([left], { x: 590, y: 10 }, board), 0, 'the only end takes it anywhere');
  assert.equal(dropTarget([left], { x: 300, y: 460 }, board), -1, 'but not off the board');
  assert.equal(dropTarget([], { x: 300, y: 200 }, board), -1);
  const over = { ...left, x: left.x + left.width / 2 };
  const on = { x: over.x + 1, y: over.y };
  assert.equal(dropTarget([left, over], on, board), 1, 'of two that lie over each other');
});

test('a press that hardly moves is a tap', () => {
  const from = { x: 50, y: 50 };
  assert.equal(isDrag(from, { x: 54, y: 52 }, 'mouse'), false);
  assert.equal(isDrag(from, { x: 56, y: 52 }, 'mouse'), true);
  assert.equal(isDrag(from, { x: 57, y: 55 }, 'touch'), false);
  assert.equal(isDrag(from, { x: 50, y: 62 }, 'touch'), true);
});

test('a hand lies as it came, by weight or by suit', () => {
  const hand = ['1-0', '3-3', '6-1', '6-4', '6-6'];
  assert.deepEqual(asTheyCame(hand, ['6-4', '5-5', '1-0']), ['6-4', '1-0', '3-3', '6-1', '6-6']);
  assert.deepEqual(ordered(hand, 'high', []), ['6-6', '6-4', '6-1', '3-3', '1-0']);
  assert.deepEqual(ordered(hand, 'suit', []), ['6-6', '6-4', '6-1', '3-3', '1-0']);
  assert.deepEqual(ordered(['5-0', '5-2', '5-5', '2-1'], 'suit', []), ['5-5', '5-2', '5-0', '2-1']);
  assert.deepEqual(ordered(hand, 'suit', []).length, hand.length);
  assert.deepEqual(ordered(['9-1', '9-8', '9-9', '8-0'], 'suit', []), ['9-9', '9-8', '9-1', '8-0']);
});

test('ends, hand and scores are read in short sentences', () => {
  const { store, table } = seat(false);
  store.dispatch(snapshot());
  assert.equal(readAloud('board', table(), []), '2 open ends: 4, 5. Ben played 5-4 last.');
  assert.equal(
    readAloud('hand', table(), ['6-4', '5-4', '1-0']),
    'You hold 3 tiles: 6-4, 5-4, 1-0. You can play 6-4, 5-4.',
  );
  assert.equal(
    readAloud('scores', table(), []),
    'Ana 0, Ben 0, playing to 150. Ben holds 7, 14 tiles in the boneyard.',
  );
  store.dispatch(snapshot({ room: room({ variant: 'block' }) }));
  assert.match(readAloud('scores', table(), []), /Ben holds 7, 14 tiles out of play\.$/);
});
