import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addGame } from '../../static/js/games/index.js';
import { numberOn } from '../../static/js/games/race/board.js';
import * as race from '../../static/js/games/race/game.js';
import { HAND, lessonGame, STEPS, TARGET } from '../../static/js/games/race/views/lesson/steps.js';
import { tileStep } from '../../static/js/tiles/steps.js';
import { gives, goesOn, placesFor, refusal } from './race_oracle.js';

addGame('race', race);

/** @import { Step, StepName } from '../../static/js/games/race/views/lesson/steps.js' */

const steps = /** @type {[StepName, Step][]} */ (Object.entries(STEPS));

/** @param {string} place */
const tileIn = (place) => place.slice(0, 3);

/** Whether a tile is that of the step after one. @param {StepName} name @param {string} tile */
const isNext = (name, tile) => {
  const at = steps.findIndex(([other]) => other === name);
  return tileIn(steps[at + 1][1].offered) === tile;
};

/** @param {string} tile */
const weight = (tile) => Number(tile[0]) + Number(tile[2]);

/** What each seat gets by each move of the lesson, as its words say. */
const GAINS = {
  first: [0, 0],
  diamond: [1, 0],
  number: [4, 0],
  double: [2, 0],
  more: [6, 0],
  last_double: [2, 0],
  stop: [1, 3],
  win: [7, 0],
};

test('every move of the lesson follows the law, and gives what its words say', () => {
  /** @type {string[]} */
  const board = [];
  let scores = [0, 0];
  /** @param {number} seat @param {string} place */
  const lay = (seat, place) => {
    assert.equal(refusal(board, place), null, place);
    const all = gives(scores, seat, place);
    scores = scores.map((points, side) => points + all[side]);
    board.push(place);
  };
  let hand = [...HAND];
  let before = /** @type {Step | null} */ (null);
  for (const [name, step] of steps) {
    const { drawn, offered, stops, goesOn: mayGoOn, reply } = step;
    hand.push(...drawn);
    assert.ok(hand.includes(tileIn(offered)), name);
    if (before?.goesOn) assert.ok(goesOn(board, offered), name);
    else assert.equal(hand.length, 4, `${name}: a turn begins with a fourth tile`);
    assert.deepEqual(gives(scores, 0, offered), GAINS[name], name);
    if (stops) assert.equal(refusal(board, offered), null);
    else {
      lay(0, offered);
      hand = hand.toSpliced(hand.indexOf(tileIn(offered)), 1);
    }
    assert.equal(mayGoOn ?? false, tileIn(offered)[0] === tileIn(offered)[2], name);
    // Another tile than that of the next step must not fit at the double: nothing else is on offer there.
    if (mayGoOn) {
      const others = hand.filter((tile) => !isNext(name, tile));
      const fits = others
        .flatMap((tile) => placesFor(board, tile))
        .filter((one) => goesOn(board, one));
      assert.deepEqual(fits, [], name);
    }
    if (reply) lay(1, reply);
    before = step;
  }
  assert.deepEqual(scores, [TARGET, 5]);
});

test('the tiles of the lesson are of one set, and the visitor leads with the lightest', () => {
  const placed = steps.flatMap(([, { offered, stops, reply }]) => [
    ...(stops ? [] : [offered]),
    ...(reply ? [reply] : []),
  ]);
  const held = [...HAND, ...steps.flatMap(([, { drawn }]) => drawn)];
  const replies = steps.flatMap(([, { reply }]) => (reply ? [tileIn(reply)] : []));
  const all = [...held, ...replies];
  for (const tile of all) assert.ok(all.filter((one) => one === tile).length <= 2, tile);
  assert.ok(placed.every((place) => all.includes(tileIn(place))));
  // The other player draws one tile a turn, so three of the first four were dealt.
  const dealt = replies.slice(0, 4).toSorted((a, b) => weight(b) - weight(a));
  assert.ok(Math.min(...HAND.map(weight)) < Math.min(...dealt.slice(0, 3).map(weight)));
});

test('the pieces stand where the words of the lesson say', () => {
  assert.equal(numberOn(1), 1);
  assert.equal(numberOn(4), 4);
  assert.equal(numberOn(10), 3);
  assert.equal(numberOn(5), 5);
  assert.equal(numberOn(18), 4);
});

/** A lesson, what it has told, and its view. */
function begun() {
  /** @type {string[]} */
  const told = [];
  const game = lessonGame((step) => void told.push(step));
  game.begin();
  const view = () => /** @type {any} */ (game.store.get().table?.view);
  return { ...game, told, view };
}

/** Makes the move that is on offer. @param {ReturnType<typeof begun>} lesson */
function place({ actions, view }) {
  const [offer] = race.offers(view());
  actions.put(offer.steps);
}

test('the lesson is played to its end, and begun anew', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const lesson = begun();
  const { told, view, actions } = lesson;
  for (const [name, { stops, reply }] of steps) {
    assert.equal(told.at(-1), name);
    if (stops) actions.put([{ kind: 'stop', id: 'yes' }]);
    else place(lesson);
    await null;
    if (reply) {
      assert.equal(told.at(-1), 'other');
      assert.deepEqual(race.offers(view()), []);
      context.mock.timers.tick(2000);
    }
  }
  assert.equal(told.at(-1), 'over');
  assert.deepEqual(view().standing.scores, [TARGET, 5]);
  assert.equal(view().own.hand.length, 3);
  lesson.begin();
  assert.equal(told.at(-1), 'first');
  assert.deepEqual(view().board, []);
  assert.deepEqual(view().standing.scores, [0, 0]);
});

test('another move than that of the lesson is not made, and a better one is named', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const lesson = begun();
  const { told, view, actions } = lesson;
  for (let i = 0; i < 4; i += 1) {
    place(lesson);
    await null;
    context.mock.timers.tick(2000);
  }
  assert.equal(told.at(-1), 'more');
  actions.put([{ kind: 'stop', id: 'yes' }]);
  await null;
  assert.equal(told.at(-1), 'better');
  assert.equal(view().standing.turn, 0);
  actions.pick(tileStep('4-3'));
  place(lesson);
  await null;
  assert.equal(told.at(-1), 'other');
});
