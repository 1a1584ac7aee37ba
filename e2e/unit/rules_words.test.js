import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fullOptions } from '../../static/js/format/options.js';
import { rulesInWords } from '../../static/js/games/line/rules.js';
import { namedKey, textOrNull } from '../../static/js/i18n/index.js';
import { FIVE_UP } from './line.js';

/** @import { LineOptions } from '../../static/js/protocol.js' */

/** @param {Partial<LineOptions>} changes @param {string} [preset] whose words are used */
const page = (changes, preset = 'Five-Up') =>
  rulesInWords({ ...FIVE_UP, ...changes }, preset)
    .flatMap(({ heading, lines }) => [heading, ...lines])
    .join('\n');

/** @param {number} plain @param {number} both */
const finish = (plain, both) => ({ plain, double: 0, both, double_both: 0, blocked: 0 });

/** @param {number} lead @param {number} all */
const passes = (lead, all) => ({ lead_double: lead, lead_other: lead, next: 0, all });

/**
 * For every option two values that must read differently, and what else they need.
 * @type {[Partial<LineOptions>, Partial<LineOptions>][]}
 */
const PAIRS = [
  [{ variant: 'block' }, { variant: 'draw' }],
  [{ variant: 'all_fives' }, { variant: 'fives_and_threes' }],
  [{ seating: 'two' }, { seating: 'three' }],
  [{ seating: 'four' }, { seating: 'partners' }],
  [{ hand_size: 7 }, { hand_size: 9 }],
  [{ target: 100 }, { target: 150 }],
  [{ spinner: true }, { spinner: false }],
  [{ point_unit: 'pips' }, { point_unit: 'fives' }],
  [{ opening: 'highest_double' }, { opening: 'lot' }],
  [{ no_double: 'heaviest_tile' }, { no_double: 'redeal' }],
  [{ next_lead: 'winner' }, { next_lead: 'rotate' }],
  [{ next_lead: 'rotate' }, { next_lead: 'opening' }],
  [{ after_block: 'same' }, { after_block: 'opening' }],
  [{ reserve: 0 }, { reserve: 2 }],
  [{ reserve: 1 }, { reserve: 2 }],
  [{ blocked_score: 'opponents_total' }, { blocked_score: 'difference' }],
  [{ exact_target: false }, { exact_target: true }],
  [{ going_out_point: false }, { going_out_point: true }],
  [{ calls: 'automatic' }, { calls: 'muggins' }],
  [{ tile_set: 'double_six' }, { tile_set: 'no_double_blank' }],
  [{ tile_set: 'double_six' }, { tile_set: 'double_nine' }],
  [
    { turns: 'clockwise', seating: 'four' },
    { turns: 'counter_clockwise', seating: 'four' },
  ],
  [{ opening: 'lowest_double' }, { opening: 'double_one' }],
  [{ next_lead: 'winner' }, { next_lead: 'winning_side' }],
  [{ redeal_doubles: 0 }, { redeal_doubles: 5 }],
  [
    { hands: 'opponents', seating: 'partners' },
    { hands: 'all', seating: 'partners' },
  ],
  [{ hands: 'opponents' }, { hands: 'none' }],
  [{ blocked_winner: 'side' }, { blocked_winner: 'lightest_seat' }],
  [{ blocked_winner: 'lightest_seat' }, { blocked_winner: 'blocker' }],
  [{ blocked_tie: 'nobody' }, { blocked_tie: 'leader' }],
  [{ blocked_tie: 'blocker' }, { blocked_tie: 'doubles' }],
  [{ finish: finish(0, 0) }, { finish: finish(10, 0) }],
  [{ finish: finish(10, 0) }, { finish: finish(10, 20) }],
  [{ double_blank: 0 }, { double_blank: 100 }],
  [{ round_bonus: [0, 0, 0, 0] }, { round_bonus: [100, 75, 50, 25] }],
  [
    { passes: passes(0, 0), variant: 'block' },
    { passes: passes(25, 0), variant: 'block' },
  ],
  [
    { passes: passes(25, 0), variant: 'block' },
    { passes: passes(25, 30), variant: 'block' },
  ],
  [{ entry: 0 }, { entry: 13 }],
  [{ love: 'no' }, { love: 'yes' }],
  [{ love: 'yes' }, { love: 'one_all' }],
  [{ match_end: 'at_once' }, { match_end: 'after_round' }],
  [
    { domino_winner: 'out', seating: 'partners' },
    { domino_winner: 'lightest_side', seating: 'partners' },
  ],
  [
    { callers: 'opponents', calls: 'muggins' },
    { callers: 'everyone', calls: 'muggins' },
  ],
];

test('every option changes the rules page', () => {
  const covered = new Set(PAIRS.flatMap(([one]) => Object.keys(one)));
  assert.deepEqual([...covered].sort(), Object.keys(fullOptions(FIVE_UP)).sort());
  for (const [one, other] of PAIRS) {
    assert.notEqual(page(one), page(other), JSON.stringify([one, other]));
  }
});

test('a rules page has no empty place and no key in it', () => {
  for (const changes of PAIRS.flat()) {
    assert.doesNotMatch(page(changes), /[{}]|rules\.\w/, JSON.stringify(changes));
  }
});

test('what means nothing is not told', () => {
  assert.doesNotMatch(page({ opening: 'lot' }), /double, the heaviest/);
  assert.doesNotMatch(page({ variant: 'block', reserve: 2 }), /never drawn/);
  assert.match(page({ going_out_point: true }), /A blocked round scores nothing/);
  assert.doesNotMatch(page({ going_out_point: true }), /lightest hand/);
});

test('rounds that count one each are won, and other finishes score what they are worth', () => {
  const wins = { plain: 1, double: 1, both: 1, double_both: 1, blocked: 1 };
  const jamaica = page({ hands: 'none', finish: wins, target: 6 });
  assert.match(jamaica, /whoever first reaches 6 wins/);
  assert.match(jamaica, /Each round won counts one/);
  const brazil = page({ hands: 'none', finish: { ...wins, double: 2, both: 3, double_both: 4 } });
  assert.match(brazil, /plain 1, with a double 2, both ends 3, a double on both ends 4, blocked 1/);
});

test('a game is told in the words of its place', () => {
  const bonuses = { finish: finish(0, 100), double_blank: 100 };
  assert.match(page(bonuses), /both ends 100.*double-blank finish/s);
  assert.match(page(bonuses, 'Quinientos'), /capicú 100.*chuchazo/s);
});

test('every option and value of the protocol has words', () => {
  for (const option of Object.keys(fullOptions(FIVE_UP)))
    assert.ok(textOrNull(namedKey('option', option)), option);
});
