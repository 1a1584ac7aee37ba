import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberOn } from '../../static/js/games/race/board.js';
import { AFTER, PIECE, SCORED, TRIED } from '../../static/js/games/race/figures.js';
import { END_TARGET, POSITIONS } from '../../static/js/games/race/positions.js';
import { rulesInWords } from '../../static/js/games/race/rules.js';
import { strategyInWords } from '../../static/js/games/race/strategy.js';
import { gainsOf, pointsFor } from '../../static/js/games/race/worth.js';
import { goesOn, placesFor, refusal } from './race_oracle.js';

/** @import { RaceRules } from '../../static/js/games/race/terms.js' */
/** @import { Position } from '../../static/js/games/race/positions.js' */

/** Each placement must be allowed where it was made. @param {readonly string[]} board */
function mustBePlayed(board) {
  for (const [at, place] of board.entries())
    assert.equal(refusal(board.slice(0, at), place), null, `${board}: ${place}`);
}

/** What the player on turn and the other get, who come first and second. @param {readonly number[]} scores @param {string} place */
function gains(scores, place) {
  const all = gainsOf(scores, 0, place);
  return [pointsFor(all, 0), pointsFor(all, 1)];
}

/** @param {readonly number[]} scores @param {string} place */
function after(scores, place) {
  const all = gains(scores, place);
  return scores.map((points, side) => points + all[side]);
}

/** What a placement is worth at once: the own points less those of the other. @param {readonly number[]} scores @param {string} place */
function worth(scores, place) {
  const [own, other] = gains(scores, place);
  return own - other;
}

/** All that a hand may place. @param {Pick<Position, 'board' | 'hand'>} position */
const offers = ({ board, hand }) => hand.flatMap((tile) => placesFor(board, tile));

/** The most that one tile of any kind scores by a diamond. @param {string[]} board @param {boolean} isDouble */
function reached(board, isDouble) {
  const scores = [0, 0];
  let most = 0;
  for (let high = 0; high <= 6; high += 1)
    for (let low = 0; low <= high; low += 1) {
      if ((high === low) !== isDouble) continue;
      for (const place of placesFor(board, `${high}-${low}`))
        most = Math.max(most, gains(scores, place)[0]);
    }
  return most;
}

test('what the rules draw as allowed is allowed, and what they draw as refused is refused for what is said', () => {
  const why = { number: 'number', two: 'two halves', block: 'block of four' };
  for (const [word, board, place, allowed] of TRIED) {
    mustBePlayed(board);
    assert.equal(refusal([...board], place), why[/** @type {'two'} */ (word)] ?? null, place);
    assert.equal(allowed, !(word in why));
  }
});

test('after a double the drawn tiles touch what they must', () => {
  for (const { board, place, allowed } of AFTER.far_end) {
    mustBePlayed(board);
    assert.equal(goesOn(board, place), allowed, place);
  }
  for (const { board, place } of AFTER.either_end) assert.equal(refusal(board, place), null);
});

test('the drawn scores are those of the law', () => {
  assert.equal(numberOn(PIECE.points), PIECE.number);
  for (const { board, place, scores, gains: said } of SCORED) {
    mustBePlayed([...board, place]);
    assert.deepEqual(gains(scores, place), said, place);
  }
});

test('positions of the advice can come up, and their placements are allowed', () => {
  for (const [name, position] of Object.entries(POSITIONS)) {
    const { board, hand, best, next, rival } = position;
    mustBePlayed(board);
    for (const place of [best, rival]) assert.ok(offers(position).includes(place), name);
    if (next) assert.ok(goesOn([...board, best], next), name);
    const tiles = [...board.map((place) => place.slice(0, 3)), ...hand];
    for (const tile of tiles)
      assert.ok(tiles.filter((other) => other === tile).length <= 2, `${name}: ${tile}`);
  }
});

test('where points at once are the reason, no placement is worth more than the best', () => {
  const names = /** @type {const} */ (['points', 'others', 'three', 'end']);
  for (const name of names) {
    const { scores, best } = POSITIONS[name];
    const others = offers(POSITIONS[name]).filter((place) => place !== best);
    const most = Math.max(...others.map((place) => worth(scores, place)));
    assert.ok(worth(scores, best) > most, name);
  }
});

test('the points that the advice names are those of the law', () => {
  const { points, others, three, double, stand, end } = POSITIONS;
  assert.deepEqual(gains(points.scores, points.best), [7, 0]);
  assert.deepEqual(gains(points.scores, points.rival), [6, 0]);
  assert.deepEqual(gains(others.scores, others.best), [2, 0]);
  assert.deepEqual(gains(others.scores, others.rival), [2, 3]);
  assert.deepEqual(gains(three.scores, three.best), [2, 0]);
  assert.deepEqual(gains(three.scores, three.rival), [4, 3]);
  assert.deepEqual(gains(double.scores, double.best), [4, 0]);
  assert.deepEqual(gains(after(double.scores, double.best), double.next ?? ''), [7, 0]);
  assert.deepEqual(gains(stand.scores, stand.best), [4, 0]);
  assert.deepEqual(gains(stand.scores, stand.rival), [5, 0]);
  assert.deepEqual(gains(end.scores, end.best), [4, 0]);
  assert.deepEqual(gains(end.scores, end.rival), [6, 3]);
});

test('the numbers on which the players are said to stand are those of the track', () => {
  const stands = (/** @type {Position} */ { scores }) => scores.map(numberOn);
  assert.equal(stands(POSITIONS.points)[0], 5);
  assert.equal(stands(POSITIONS.others)[1], 4);
  assert.equal(stands(POSITIONS.three)[1], 6);
  assert.equal(stands(POSITIONS.end)[1], 6);
  const { scores, best } = POSITIONS.double;
  assert.equal(numberOn(after(scores, best)[0]), 3);
});

test('nothing that is placed in the position of the double brings more than the two tiles', () => {
  const { board, hand, scores, best, next: second = '' } = POSITIONS.double;
  const sum = worth(scores, best) + worth(after(scores, best), second);
  const sums = hand.flatMap((tile) =>
    placesFor(board, tile).flatMap((place) => {
      const first = worth(scores, place);
      if (tile[0] !== tile[2]) return [first];
      const next = after(scores, place);
      const rest = hand.filter((other) => other !== tile);
      const on = rest.flatMap((other) => placesFor([...board, place], other));
      return [first, ...on.map((other) => first + worth(next, other))];
    }),
  );
  assert.equal(sum, Math.max(...sums));
});

test('the open place leads to a 4, and the closed one to 2 at most but for a double', () => {
  const { board, scores, best, rival } = POSITIONS.open;
  assert.equal(worth(scores, best), worth(scores, rival));
  const most = Math.max(...offers(POSITIONS.open).map((place) => worth(scores, place)));
  assert.equal(worth(scores, best), most);
  assert.equal(reached([...board, best], false), 2);
  assert.equal(reached([...board, rival], false), 4);
  assert.ok(reached([...board, best], true) < reached([...board, rival], true));
});

test('with a point less the piece stands on a number of the hand', () => {
  const { hand, scores, best, rival } = POSITIONS.stand;
  /** @param {string} place */
  const held = (place) => {
    const number = String(numberOn(after(scores, place)[0]));
    return hand.filter((tile) => tile !== best.slice(0, 3) && tile.includes(number)).length;
  };
  assert.equal(held(best), 2);
  assert.equal(held(rival), 0);
});

test('the other player wins with the worse placement at the end, and not with the better one', () => {
  const { scores, best, rival } = POSITIONS.end;
  assert.ok(after(scores, rival)[1] >= END_TARGET);
  assert.ok(after(scores, best).every((points) => points < END_TARGET));
  assert.ok(after(scores, rival)[0] < END_TARGET);
});

/** @type {RaceRules} */
const RULES = { seating: 'two', target: 100, after_double: 'far_end' };

/** All that is read. @param {Partial<RaceRules>} changes */
const page = (changes) =>
  [rulesInWords, strategyInWords]
    .flatMap((read) => read({ ...RULES, ...changes }))
    .flatMap(({ heading, lines, figures }) => [
      heading,
      ...lines,
      ...figures.map(({ caption }) => caption),
    ]);

test('every option changes what is read, and no place is empty', () => {
  const changes = /** @type {Partial<RaceRules>[]} */ ([
    {},
    { seating: 'three' },
    { seating: 'four' },
    { target: 50 },
    { target: null },
    { after_double: 'either_end' },
  ]);
  const pages = changes.map(page);
  assert.equal(new Set(pages.map((texts) => texts.join('\n'))).size, changes.length);
  for (const text of pages.flat()) assert.doesNotMatch(text, /[{}]|race\.\w|undefined|NaN/);
});

test('where no target ends the game, no advice is about it', () => {
  const titles = (/** @type {Partial<RaceRules>} */ changes) =>
    strategyInWords({ ...RULES, ...changes }).map(({ heading }) => heading);
  assert.equal(titles({}).length, Object.keys(POSITIONS).length);
  assert.equal(titles({ target: null }).length, Object.keys(POSITIONS).length - 1);
  const [drawn] = strategyInWords({ ...RULES, target: 50 }).slice(-1);
  assert.deepEqual(drawn.figures, []);
});
