import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHAINS, COUNTS, countFigures, endFigures, HANDS } from '../../static/js/format/figures.js';
import { rulesInWords } from '../../static/js/format/rules.js';
import { weight } from '../../static/js/select.js';
import { opening, STEPS } from '../../static/js/views/tutorial/steps.js';
import { FIVE_UP } from './samples.js';

/** @import { Chain } from '../../static/js/layout/chain.js' */
/** @import { Options } from '../../static/js/protocol.js' */
/** @typedef {{ pips: number, tile: string }} Outermost */

/** @param {string} tile */
const halves = (tile) => tile.split('-').map(Number);
/** @param {string} tile */
const isDouble = (tile) => tile[0] === tile[2];

/**
 * Replays a chain by the rules (rules.md, The layout), as an oracle apart from the client.
 * @param {Chain} chain
 * @returns {Map<string, Outermost>} the outermost tile by arm
 */
function replayed({ laid, spinner }) {
  const [lead, ...rest] = laid;
  const [high, low] = halves(lead.tile);
  /** @type {Map<string, Outermost>} */
  const arms = new Map([
    ['a', { pips: high, tile: lead.tile }],
    ['b', { pips: low, tile: lead.tile }],
  ]);
  const seen = new Set([lead.tile]);
  for (const { tile, joint } of rest) {
    assert.ok(joint && !seen.has(tile), `${tile} lies once`);
    seen.add(tile);
    const begins = !arms.has(joint.arm);
    assert.ok(!begins || spinner, `${tile} begins an arm of its own`);
    const open = begins ? halves(spinner ?? '')[0] : arms.get(joint.arm)?.pips;
    const [one, other] = halves(tile);
    assert.ok(one === open || other === open, `${tile} fits ${open}`);
    assert.equal(joint.outer, one === open ? other : one, tile);
    arms.set(joint.arm, { pips: joint.outer, tile });
  }
  const firstDouble = laid.find(({ tile }) => isDouble(tile))?.tile ?? null;
  if (spinner) assert.equal(spinner, firstDouble);
  return arms;
}

test('every position that is shown could lie on a table, and its ends are open', () => {
  const tutorial = STEPS.map((step, at) => {
    const { view } = opening(at, 1);
    assert.ok(view);
    return { laid: view.layout, spinner: step.spinner, ends: view.board.ends };
  });
  for (const chain of [...Object.values(CHAINS), ...tutorial]) {
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
  for (const { tiles, pips } of [left, light, heavy]) assert.equal(weight(tiles), pips);
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
  const captions = (/** @type {Partial<Options>} */ changes) =>
    rulesInWords({ ...FIVE_UP, ...changes })
      .flatMap(({ figures }) => figures)
      .map(({ caption }) => caption)
      .join('\n');
  assert.match(captions({}), /5 \+ 5 \+ 5 = 15: 15 points/);
  assert.match(captions({ point_unit: 'fives' }), /= 15: 3 points/);
  assert.match(captions({ variant: 'fives_and_threes', spinner: false }), /= 15: 8 points/);
  assert.doesNotMatch(captions({ variant: 'draw', spinner: false }), /= 15|spinner/);
  assert.match(captions({ variant: 'block', spinner: false }), /turn is lost/);
  assert.equal(countFigures({ ...FIVE_UP, spinner: false }).length, 3);
  assert.equal(endFigures({ ...FIVE_UP, going_out_point: true }).length, 1);
  assert.equal(endFigures({ ...FIVE_UP, seating: 'partners' }).length, 2);
});

test('in the tutorial every play that is offered is answered', () => {
  for (const { name, hand, places, draws, answers } of STEPS) {
    const offers = [...places, ...draws.flatMap((draw) => draw.places)];
    const keys = offers.map(({ tile, arm }) => `${tile} ${arm}`);
    assert.deepEqual(keys.sort(), Object.keys(answers).sort(), name);
    const held = [...hand, ...draws.map(({ tile }) => tile)];
    for (const { tile } of offers) assert.ok(held.includes(tile), name);
  }
});
