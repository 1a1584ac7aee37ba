import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsOf, laidTile } from '../../static/js/games/line/laid.js';
import {
  HAND,
  LEFT,
  lessonGame,
  opening,
  START,
  STEPS,
} from '../../static/js/games/line/views/lesson/steps.js';
import { tileStep } from '../../static/js/tiles/steps.js';
import { halves, replayed, withTile } from './oracle.js';
import './line.js';
import { lineIn } from './samples.js';

/** @import { Answer, StepName } from '../../static/js/games/line/views/lesson/steps.js' */
/** @import { Arms } from './oracle.js' */

/** Where a tile may be played, as "tile arm". @param {Arms} arms @param {string[]} hand */
const places = (arms, hand) =>
  hand.flatMap((tile) =>
    [...arms]
      .filter(([, { pips }]) => halves(tile).includes(pips))
      .map(([arm]) => `${tile} ${arm}`),
  );

/** The arms after an answer, whose ends must be right. @param {Arms} arms @param {Answer} answer */
function after(arms, { laid, ends }) {
  const { tile, joint } = laidTile(laid);
  assert.ok(joint);
  const next = withTile(arms, tile, joint.arm);
  mustBeRight(next, ends);
  return next;
}

/** @param {Arms} arms @param {string} ends */
function mustBeRight(arms, ends) {
  assert.deepEqual(
    endsOf(ends).map(({ arm, pips }) => [arm, pips]),
    [...arms].map(([arm, { pips }]) => [arm, pips]),
  );
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
    const rest = hand.filter((one) => one !== tile);
    if (!reply) {
      assert.deepEqual(rest, [], 'the last tile ends the round');
      assert.ok(!seen.includes(LEFT));
      return lines + 1;
    }
    // The other player draws only where the tile that is left to them fits nowhere.
    if (reply.draws > 0) assert.deepEqual(places(own, [LEFT]), [], key);
    const { tile: other } = laidTile(reply.laid);
    const all = [...seen, tile, other];
    assert.equal(new Set([...all, ...rest]).size, all.length + rest.length, 'each tile once');
    return lines + playLines(reply.next, after(own, reply), rest, all);
  }, 0);
}

test('every line of the lesson follows the rules', () => {
  const { view: told } = opening(1);
  assert.ok(told);
  const view = lineIn(told);
  const arms = replayed({ laid: view.layout, spinner: null, ends: view.board.ends });
  mustBeRight(arms, START.ends);
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
  const scores = () => store.get().table?.view?.standing.scores;
  begin();
  actions.pick(tileStep('6-0'));
  context.mock.timers.tick(2000);
  stop();
  begin();
  assert.deepEqual(told, ['first', 'other', 'join_low', 'first']);
  for (const tile of ['2-1', '6-0', '3-3', '5-0']) {
    actions.pick(tileStep(tile));
    // The other player's move, and perhaps a tile that is drawn.
    for (let i = 0; i < 2; i += 1) context.mock.timers.tick(2000);
  }
  assert.deepEqual(scores(), [0, 0]);
  actions.pick(tileStep('4-0'));
  actions.put([tileStep('4-0'), { kind: 'arm', id: 'b' }]);
  assert.equal(told.at(-1), 'over');
  assert.deepEqual(scores(), [7, 0]);
  assert.deepEqual(store.get().table?.view?.own?.hand, []);
});
