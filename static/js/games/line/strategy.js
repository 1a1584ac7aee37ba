/** Advice on how to play well by a table's rules: one section each, many with a drawn position. Pure. */

import { amount } from '../../format/amounts.js';
import { fullOptions } from '../../format/options.js';
import { joinList, loadTexts, locale, t } from '../../i18n/index.js';
import { countSum } from './count.js';
import { figure } from './figures.js';
import { SET_SIZES } from './options.js';
import { CLOSED, chainOf, FIRST_PASS, LOCKED, POSITIONS } from './positions.js';
import { seatsOf } from './rules.js';

await loadTexts('later', 'strategy');

/** @import { LineOptions } from '../../protocol.js' */
/** @import { Section } from '../contract.js' */
/** @import { Figure } from './figures.js' */
/** @import { AllOptions } from '../../format/options.js' */
/** @import { PositionName } from './positions.js' */

/**
 * Advice by its name, with a position or in words alone.
 * @typedef {PositionName | 'heavy' | 'asleep' | 'boneyard' | 'out' | 'say' | 'target' | 'point' | 'all_hands'
 *   | 'blank' | 'first' | 'weight' | 'love' | 'give' | 'rival' | 'know' | 'blanks' | 'entry' | 'deny'
 *   | 'nine_heavy'} Advice
 */

/** @param {LineOptions} options @returns {Section[]} */
export function strategyInWords(options) {
  const rules = fullOptions(options);
  const numbers = numbersOf(rules);
  return adviceFor(rules).map((name) => ({
    heading: t(`strategy.${name}.title`, numbers),
    lines: [t(`strategy.${name}.why`, numbers)],
    figures: isDrawn(name) ? [figureOf(name, rules, numbers)] : [],
  }));
}

/** @param {Advice} name @returns {name is PositionName} */
const isDrawn = (name) => name in POSITIONS;

/** Which advice fits the rules, the most useful first. @param {AllOptions} rules @returns {Advice[]} */
export function adviceFor(rules) {
  switch (rules.variant) {
    case 'all_fives':
      return allFives(rules);
    case 'fives_and_threes':
      return fivesAndThrees(rules);
    case 'draw':
      return ['many', 'doubles', 'force', ...where(weighs(rules), 'heavy'), 'boneyard'];
    default:
      return block(rules);
  }
}

/** Some advice, where a condition holds. @param {boolean} holds @param {...Advice} names */
const where = (holds, ...names) => (holds ? names : []);

/** Whether the pips that are left in a hand count. @param {AllOptions} rules */
const weighs = ({ going_out_point, hands }) => !going_out_point && hands !== 'none';

/** @param {AllOptions} rules @returns {Advice[]} */
const allFives = ({ spinner, going_out_point, calls }) => [
  'first_five',
  'again',
  'outer',
  ...where(spinner, 'third'),
  'safe',
  going_out_point ? 'point' : 'out',
  ...where(calls === 'muggins', 'say'),
];

/** @param {AllOptions} rules @returns {Advice[]} */
const fivesAndThrees = ({ exact_target, going_out_point, spinner, calls }) => [
  'fifteen',
  'first_nine',
  'quiet',
  // With four ends there are other counts.
  ...where(exact_target && !spinner, 'target'),
  going_out_point ? 'point' : 'heavy',
  ...where(calls === 'muggins', 'say'),
];

/** @param {AllOptions} rules @returns {Advice[]} */
function block(rules) {
  const asleep = where(asleepOf(rules) > 0, 'asleep');
  if (rules.tile_set === 'double_nine') {
    const heavy = where(weighs(rules), 'nine_heavy');
    return ['ten', 'nine_doubles', 'nine_passed', ...heavy, ...asleep];
  }
  if (rules.entry > 0) return ['entry', 'deny', ...together(rules), 'double'];
  if (hasBonuses(rules)) return bonuses(rules);
  if (rules.hands === 'none') return wonRounds(rules);
  if (rules.seating === 'partners' && asleepOf(rules) === 0) {
    const all = where(rules.hands === 'all', 'all_hands');
    return ['lead', ...together(rules), 'double', ...all];
  }
  if (!weighs(rules)) return ['suits', 'doubles', 'passes', ...asleep];
  return ['suits', 'doubles', 'heavy', 'passes', 'lock', ...asleep];
}

/** What holds in every game where nothing is drawn. @param {AllOptions} rules @returns {Advice[]} */
function together(rules) {
  const isPairs = rules.seating === 'partners';
  const names = where(isPairs, 'partner').concat(where(seatsOf(rules.seating) > 2, 'passed'));
  if (asleepOf(rules) > 0) return [...names, 'suits', 'doubles', 'asleep'];
  return [...names, 'count', isPairs ? closing(rules) : 'lock'];
}

/** @param {AllOptions} rules @returns {Advice} */
function closing({ blocked_winner }) {
  if (blocked_winner === 'blocker') return 'closing_blocker';
  return blocked_winner === 'lightest_seat' ? 'closing_lightest' : 'closing_side';
}

/** Whether more than pips and won rounds score. @param {AllOptions} rules */
function hasBonuses({ finish, double_blank, round_bonus, passes }) {
  const { plain, double, both, double_both } = finish;
  const isSpecial = Math.max(double, both, double_both) > plain;
  const points = [double_blank, ...round_bonus, ...Object.values(passes)];
  return isSpecial || points.some((n) => n > 0);
}

/** @param {AllOptions} rules @returns {Advice[]} */
function bonuses(rules) {
  const { finish, double_blank, round_bonus, passes, hands } = rules;
  const isCross = finish.double_both > finish.both;
  return [
    ...where(isCross, 'cross'),
    ...where(!isCross && finish.both > finish.plain, 'both'),
    ...where(double_blank > 0, 'blank'),
    ...where(passes.lead_double > 0 || passes.lead_other > 0, 'first_pass'),
    ...where(passes.all > 0, 'everybody'),
    ...where(
      round_bonus.some((n) => n > 0),
      'first',
    ),
    ...where(hands === 'none', 'weight'),
    ...together(rules),
  ];
}

/** @param {AllOptions} rules @returns {Advice[]} */
function wonRounds(rules) {
  const { love, next_lead, seating, tile_set } = rules;
  const isAlone = seatsOf(seating) > 2 && seating !== 'partners';
  const isKnown = seating === 'two' && asleepOf(rules) === 0;
  return [
    'weight',
    ...where(love !== 'no', 'love'),
    ...where(next_lead === 'winning_side', 'give'),
    ...where(isAlone, 'rival'),
    ...where(isKnown, 'know', 'double'),
    ...where(tile_set === 'no_double_blank', 'blanks'),
    ...together(rules),
  ];
}

/** How many tiles nobody is dealt. @param {AllOptions} rules */
const asleepOf = ({ tile_set, seating, hand_size }) =>
  SET_SIZES[tile_set] - seatsOf(seating) * hand_size;

/** The numbers that the words may name. @param {AllOptions} rules */
function numbersOf(rules) {
  const { tile_set, finish, passes } = rules;
  const asleep = asleepOf(rules);
  const all = SET_SIZES[tile_set];
  const each = tile_set === 'double_nine' ? 10 : 7;
  const out = ((each * asleep) / all).toLocaleString(locale, { maximumFractionDigits: 1 });
  const isFives = rules.variant === 'all_fives' && rules.point_unit === 'fives';
  return {
    ...{ asleep, all, each, out },
    two: amount(isFives ? 2 : 10, 'points'),
    target: rules.target,
    entry: rules.entry,
    both: amount(finish.both, 'points'),
    plain: finish.plain,
    double: finish.double,
    both_ends: finish.both,
    double_both: finish.double_both,
    blank: amount(rules.double_blank, 'points'),
    rounds: joinList(rules.round_bonus),
    lead_double: passes.lead_double,
    lead_other: passes.lead_other,
    all_pass: amount(passes.all, 'points'),
    ...FIRST_PASS,
  };
}

/**
 * @param {PositionName} name
 * @param {AllOptions} rules
 * @param {ReturnType<typeof numbersOf>} numbers
 * @returns {Figure}
 */
function figureOf(name, { variant, point_unit }, numbers) {
  const position = POSITIONS[name];
  const { turns, hand, counted } = position;
  const [tile, arm = null] = position.best.split(' ');
  const unit = variant === 'fives_and_threes' ? 'threes' : point_unit;
  const count = counted && {
    sum: countSum(counted),
    total: counted.total,
    points: amount(counted.points[unit], 'points'),
  };
  const weights = name === 'lock' ? LOCKED : CLOSED;
  return figure(t(`strategy.${name}.shown`, { ...numbers, ...weights, ...count }), {
    chain: turns.length > 0 ? chainOf(position) : null,
    hands: [{ label: t('figure.hand'), tiles: hand }],
    best: { tile, arm },
  });
}
