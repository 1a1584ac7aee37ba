import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsOf, laidTile } from '../../static/js/format/laid.js';
import {
  countOf,
  HAND,
  lessonGame,
  opening,
  START,
  STEPS,
} from '../../static/js/views/lesson/steps.js';
import { halves, isDouble, replayed, withTile } from './oracle.js';

/** @import { Answer, StepName } from '../../static/js/views/lesson/steps.js' */
/** @import { Arms } from './oracle.js' */

/** The double from which arms may go in four directions. */
const SPINNER = '4-4';

/** Where a tile may be played, as "tile arm". @param {Arms} arms @param {string[]} hand */
function places(arms, hand) {
  const both = arms.has('a') && arms.has('b');
  const first = arms.has('c') ? 'd' : 'c';
  const open = new Map([...arms].map(([arm, { pips }]) => [arm, pips]));
  if (both && !arms.has('d')) open.set(first, halves(SPINNER)[0]);
  return hand.flatMap((tile) =>
    [...open].filter(([, pips]) => halves(tile).includes(pips)).map(([arm]) => `${tile} ${arm}`),
  );
}

/** The arms after an answer, whose ends and count must be right. @param {Arms} arms @param {Answer} answer */
function after(arms, { laid, ends, count, points = 0 }) {
  const { tile, joint } = laidTile(laid);
  assert.ok(joint);
  const next = withTile(arms, tile, joint.arm, SPINNER);
  mustBeRight(next, ends, count);
  const { total } = countOf(count);
  assert.equal(points, total % 5 === 0 ? total : 0, `${laid}: points`);
  return next;
}

/** @param {Arms} arms @param {string} ends @param {string} count */
function mustBeRight(arms, ends, count) {
  for (const { arm, pips } of endsOf(ends)) {
    assert.equal(pips, arms.get(arm)?.pips ?? halves(SPINNER)[0], `${ends} ${arm}`);
  }
  for (const { arm, pips, double } of countOf(count).terms) {
    const outer = arms.get(arm);
    assert.equal(pips, outer?.pips, `${count} ${arm}`);
    assert.equal(double, isDouble(outer?.tile ?? ''), `${count} ${arm}`);
  }
  assert.equal(countOf(count).terms.length, arms.size);
}

/** Plays every line from a step on, and says how many there are. @param {StepName} name @param {Arms} arms @param {string[]} held @param {string[]} seen @returns {number} */
function playLines(name, arms, held, seen) {
  const step = STEPS[name];
  if (step.drawn) assert.deepEqual(places(arms, held), [], `${name}: nothing fits before the draw`);
  const hand = [...held, ...(step.drawn ? [step.drawn] : [])];
  const offered = step.places.map(({ tile, arm }) => `${tile} ${arm}`);
  assert.deepEqual([...offered].sort(), places(arms, hand).sort(), name);
  assert.deepEqual([...offered].sort(), Object.keys(step.answers).sort(), name);
  return Object.entries(step.answers).reduce((lines, [key, { played, reply }]) => {
    const [tile] = key.split(' ');
    const own = after(arms, played);
    const points = step.places.find((one) => `${one.tile} ${one.arm}` === key)?.points;
    assert.equal(points, played.points ?? 0, key);
    const rest = hand.filter((one) => one !== tile);
    if (!reply) {
      assert.deepEqual(rest, [], 'the last tile ends the round');
      return lines + 1;
    }
    const { tile: other } = laidTile(reply.laid);
    const all = [...seen, tile, other];
    assert.equal(new Set([...all, ...rest]).size, all.length + rest.length, 'each tile once');
    return lines + playLines(reply.next, after(own, reply), rest, all);
  }, 0);
}

test('every line of the lesson follows the rules', () => {
  const { view } = opening(1);
  assert.ok(view);
  const arms = replayed({ laid: view.layout, spinner: SPINNER, ends: view.board.ends });
  mustBeRight(arms, START.ends, START.count);
  const laid = view.layout.map(({ tile }) => tile);
  assert.equal(playLines('first', arms, HAND, laid), 4);
});

test('the lesson can be played to its end, and begun anew', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {string[]} */
  const told = [];
  const { store, actions, begin, stop } = lessonGame((step) => {
    told.push(step);
  });
  const board = () => store.get().table?.view?.board;
  begin();
  actions.tapTile('4-0');
  context.mock.timers.tick(2000);
  stop();
  begin();
  assert.deepEqual(told, ['first', 'other', 'join', 'first']);
  for (const tile of ['2-1', '4-0', '2-2', '5-0']) {
    actions.tapTile(tile);
    // The other player's move, and perhaps a tile that is drawn.
    for (let i = 0; i < 2; i += 1) context.mock.timers.tick(2000);
  }
  assert.deepEqual(board()?.scores, [15, 10]);
  actions.tapTile('5-3');
  actions.put({ tile: '5-3', arm: 'b', points: 0 });
  assert.equal(told.at(-1), 'over');
  assert.deepEqual(board()?.scores, [20, 10]);
  assert.deepEqual(store.get().table?.view?.own?.hand, []);
});
