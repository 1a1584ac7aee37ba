/** A table's rules in words: one section a topic, one sentence or two an option. Pure. */

import { amount } from '../../format/amounts.js';
import { countsRounds, fullOptions } from '../../format/options.js';
import { loadTexts, namedKey, sentencesOf, t } from '../../i18n/index.js';
import { endOfRound } from './end_rules.js';
import { countFigures, endFigures, layoutFigures, turnFigures } from './figures.js';
import { SET_SIZES } from './options.js';

await loadTexts('later');

/** @import { AllOptions } from '../../format/options.js' */
/** @import { LineOptions } from '../../protocol.js' */
/** @import { Section } from '../contract.js' */
/** @import { Figure } from './figures.js' */
/**
 * @param {LineOptions} rules
 * @param {string} preset the game of the world whose words are used, if it has its own
 * @param {number} [boards] how many boards the match has, if they end it and no target does
 * @returns {Section[]}
 */
export function rulesInWords(rules, preset, boards) {
  const options = fullOptions(rules);
  const counts = scores(options);
  const sections = [
    section(t('rules.aim.title'), aim(options, boards)),
    section(t('rules.deal.title'), deal(options)),
    section(t('rules.lead.title'), lead(options)),
    section(t('rules.layout.title'), layout(options), layoutFigures(options)),
    section(t('rules.turn.title'), turn(options), turnFigures(options)),
    section(t('rules.count.title'), counting(options, boards), counts ? countFigures(options) : []),
  ];
  if (counts && options.calls === 'muggins')
    sections.push(section(t('rules.muggins.title'), muggins(options)));
  const end = [...endOfRound(options, preset), ...(boards === undefined ? matchEnd(options) : [])];
  return [...sections, section(t('rules.end.title'), end, endFigures(options))];
}

/** @param {string} heading @param {string[]} lines @param {Figure[]} [figures] */
function section(heading, lines, figures = []) {
  return { heading, lines, figures };
}

/** The seatings of the line's games, with their seats. @type {Partial<Record<LineOptions['seating'], number>>} */
const SEATS = { two: 2, three: 3, four: 4, partners: 4 };

/** How many seats a seating has. @param {LineOptions['seating']} seating */
export const seatsOf = (seating) => SEATS[seating] ?? 0;

/** Whether plays score during the round. @param {AllOptions} options */
function scores({ variant }) {
  return variant === 'all_fives' || variant === 'fives_and_threes';
}

/** @param {AllOptions} options @param {number} [boards] */
function aim(options, boards) {
  const { target, exact_target, seating, turns } = options;
  const points = amount(target, countsRounds(options) ? 'wins' : 'points');
  const players = t(/** @type {'rules.aim.two'} */ (`rules.aim.${seating}`));
  const order = seating === 'two' ? [] : [t(`rules.turns.${turns}`)];
  const who = sentencesOf([players, ...order]);
  if (boards !== undefined) return [t('rules.aim.boards', { n: boards }), who];
  const lines = [t('rules.aim.target', { points }), who];
  return exact_target ? [...lines, t('rules.aim.exact', { n: target }), exact(options)] : lines;
}

/** Points that would be too many, with numbers that can come up. @param {AllOptions} options */
function exact({ target, variant, point_unit }) {
  const step = variant === 'all_fives' && point_unit === 'pips' ? 5 : 1;
  return t('rules.aim.exact_example', {
    have: Math.max(0, target - step),
    n: step,
    over: 2 * step,
  });
}

/** @param {AllOptions} options */
function deal({ hand_size, seating, variant, tile_set, redeal_doubles }) {
  const left = SET_SIZES[tile_set] - hand_size * seatsOf(seating);
  const rest =
    left === 0
      ? t('rules.deal.all')
      : t(variant === 'block' ? 'rules.deal.asleep' : 'rules.deal.boneyard', { n: left });
  const again = redeal_doubles > 0 ? [t('rules.deal.redeal', { n: redeal_doubles })] : [];
  return [t(`rules.deal.${tile_set}`, { n: hand_size }), rest, ...again];
}

/** @param {AllOptions} options */
function lead({ opening, no_double, next_lead, after_block }) {
  const lines =
    opening === 'lot'
      ? [t('rules.lead.lot')]
      : [t(namedKey('rules.lead', opening)), t(namedKey('rules.lead', no_double))];
  lines.push(t(namedKey('rules.lead.next', next_lead)));
  if (after_block === 'opening' && next_lead !== 'opening')
    lines.push(t('rules.lead.block_opening'));
  return lines;
}

/** @param {AllOptions} options */
function turn({ variant, reserve }) {
  const lines = [
    t('rules.turn.match'),
    t(variant === 'block' ? 'rules.turn.pass' : 'rules.turn.draw'),
  ];
  if (variant !== 'block' && reserve > 0) lines.push(t('rules.turn.reserve', { n: reserve }));
  return [...lines, t('rules.turn.auto')];
}

/** @param {AllOptions} options */
function layout({ spinner }) {
  return [t('rules.layout.lines'), t(`rules.layout.${spinner ? 'spinner' : 'two'}`)];
}

/** @param {AllOptions} options @param {number} [boards] */
function counting(options, boards) {
  if (!scores(options)) return passes(options, boards);
  const lines = [t('rules.count.how')];
  if (options.spinner) lines.push(t('rules.count.spinner'));
  if (options.variant === 'fives_and_threes') lines.push(t('rules.count.threes'));
  else
    lines.push(
      t(options.point_unit === 'fives' ? 'rules.count.fives_units' : 'rules.count.fives_pips'),
    );
  return lines;
}

/** @param {AllOptions} options */
function muggins({ variant, point_unit, callers }) {
  const n = variant === 'fives_and_threes' ? 8 : point_unit === 'fives' ? 3 : 15;
  return [
    t('rules.muggins.say'),
    t('rules.muggins.call'),
    ...(callers === 'everyone' ? [t('rules.muggins.everyone')] : []),
    t('rules.muggins.example', { n }),
    t('rules.muggins.hidden'),
  ];
}

/** Points for making others pass, where there are any. @param {AllOptions} options @param {number} [boards] */
function passes({ passes: { lead_double, lead_other, next, all }, target }, boards) {
  const lines = [];
  if (lead_double + lead_other > 0)
    lines.push(t('rules.passes.lead', { double: lead_double, other: lead_other }));
  if (next > 0) lines.push(t('rules.passes.next', { n: next }));
  if (all > 0) lines.push(t('rules.passes.all', { n: all }));
  if (lines.length === 0) return [t('rules.count.none')];
  return boards === undefined ? [...lines, t('rules.passes.never', { n: target })] : lines;
}

/** When the match is over. @param {AllOptions} options */
function matchEnd(options) {
  const { target, match_end } = options;
  if (match_end === 'after_round') return [t('rules.end.match_after_round', { n: target })];
  return scores(options) ? [t('rules.end.match', { n: target })] : [];
}
