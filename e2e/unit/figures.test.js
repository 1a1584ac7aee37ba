import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fullOptions } from '../../static/js/format/options.js';
import {
  CHAINS,
  COUNTS,
  countFigures,
  endFigures,
  HANDS,
} from '../../static/js/games/line/figures.js';
import { rulesInWords } from '../../static/js/games/line/rules.js';
import { pipSum } from '../../static/js/tiles/pips.js';
import { FIVE_UP } from './line.js';
import { halves, isDouble, replayed } from './oracle.js';

/** @import { LineOptions } from '../../static/js/protocol.js' */

test('every position that is shown could lie on a table, and its ends are open', () => {
  for (const chain of Object.values(CHAINS)) {
    const arms = replayed(chain);
    for (const { arm, pips } of chain.ends) {
      const open = arms.get(arm)?.pips ?? halves(chain.spinner ?? '')[0];
      assert.equal(pips, open, `${chain.laid.map(({ tile }) => tile)} ${arm}`);
    }
  }
});

test('every count that is shown is right, and so are its points', () => {
  for (const [name, { chain, terms, total, points }] of Object.entries(COUNTS)) {
    const arms = replayed(chain);
    const alone = chain.laid.length === 1;
    let sum = 0;
    for (const { arm, pips, double } of terms) {
      const outer = arms.get(arm);
      assert.equal(outer?.pips, pips, `${name} ${arm}`);
      assert.equal(double, !alone && isDouble(outer?.tile ?? ''), `${name} ${arm}`);
      sum += double ? 2 * pips : pips;
    }
    assert.equal(sum, total, name);
    const fives = total % 5 === 0 ? total / 5 : 0;
    const threes = fives + (total % 3 === 0 ? total / 3 : 0);
    assert.deepEqual(points, { pips: 5 * fives, fives, threes }, name);
  }
});

test('the hands that are shown weigh what is said, and score as the rules say', () => {
  const { left, light, heavy, difference } = HANDS;
  for (const { tiles, pips } of [left, light, heavy]) assert.equal(pipSum(tiles), pips);
  assert.equal(difference.pips, heavy.pips - light.pips);
  for (const { pips, plain, rounded, fives } of [left, heavy, difference]) {
    const nearest = 5 * Math.round(pips / 5);
    assert.deepEqual(
      { plain, rounded, fives },
      { plain: pips, rounded: nearest, fives: nearest / 5 },
    );
  }
});

test('a page shows only what applies', () => {
  const captions = (/** @type {Partial<LineOptions>} */ changes) =>
    rulesInWords({ ...FIVE_UP, ...changes }, 'Five-Up')
      .flatMap(({ figures }) => figures)
      .map(({ caption }) => caption)
      .join('\n');
  assert.match(captions({}), /5 \+ 5 \+ 5 = 15: 15 points/);
  assert.match(captions({ point_unit: 'fives' }), /= 15: 3 points/);
  assert.match(captions({ variant: 'fives_and_threes', spinner: false }), /= 15: 8 points/);
  assert.doesNotMatch(captions({ variant: 'draw', spinner: false }), /= 15|spinner/);
  assert.match(captions({ variant: 'block', spinner: false }), /turn is lost/);
  assert.equal(countFigures({ ...FIVE_UP, spinner: false }).length, 3);
  /** @param {Partial<LineOptions>} changes */
  const ends = (changes) => endFigures(fullOptions({ ...FIVE_UP, ...changes })).length;
  assert.equal(ends({ going_out_point: true }), 1);
  assert.equal(ends({ seating: 'partners' }), 2);
  assert.equal(ends({ hands: 'none' }), 1);
  assert.equal(ends({ tile_set: 'double_nine' }), 2);
});
