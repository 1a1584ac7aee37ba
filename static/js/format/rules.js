/** A table's rules in words: one section a topic, one sentence or two an option. Pure. */
import '../i18n/later.js';
import { t } from '../i18n/index.js';
import { countFigures, endFigures, layoutFigures, turnFigures } from './figures.js';
import { amount } from './words.js';

/** @import { Options } from '../protocol.js' */
/** @import { Figure } from './figures.js' */
/** @typedef {{ heading: string, lines: string[], figures: Figure[] }} Section */

/** @param {Options} options @returns {Section[]} */
export function rulesInWords(options) {
  const counts = scores(options);
  const sections = [
    section(t('rules.aim'), aim(options)),
    section(t('rules.deal'), deal(options)),
    section(t('rules.lead'), lead(options)),
    section(t('rules.layout'), layout(options), layoutFigures(options)),
    section(t('rules.turn'), turn(options), turnFigures(options)),
    section(t('rules.count'), counting(options), counts ? countFigures(options) : []),
  ];
  if (counts && options.calls === 'muggins')
    sections.push(section(t('rules.muggins'), muggins(options)));
  const end = [...domino(options), ...blocked(options), ...matchEnd(options)];
  return [...sections, section(t('rules.end'), end, endFigures(options))];
}

/** @param {string} heading @param {string[]} lines @param {Figure[]} [figures] */
function section(heading, lines, figures = []) {
  return { heading, lines, figures };
}

/** How many seats a seating has. @param {Options['seating']} seating */
export function seatsOf(seating) {
  return { two: 2, three: 3, four: 4, partners: 4 }[seating];
}

/** Whether plays score during the round. @param {Options} options */
function scores({ variant }) {
  return variant === 'all_fives' || variant === 'fives_and_threes';
}

/** @param {Options} options */
function aim(options) {
  const { target, exact_target, seating } = options;
  const points = amount(target, 'points');
  const lines = [t('rules.aim.target', { points }), t(`rules.aim.${seating}`)];
  return exact_target ? [...lines, t('rules.aim.exact', { n: target }), exact(options)] : lines;
}

/** Points that would be too many, with numbers that can come up. @param {Options} options */
function exact({ target, variant, point_unit }) {
  const step = variant === 'all_fives' && point_unit === 'pips' ? 5 : 1;
  return t('rules.aim.exact_example', {
    have: Math.max(0, target - step),
    n: step,
    over: 2 * step,
  });
}

/** @param {Options} options */
function deal({ hand_size, seating, variant }) {
  const left = 28 - hand_size * seatsOf(seating);
  const rest =
    left === 0
      ? t('rules.deal.all')
      : t(variant === 'block' ? 'rules.deal.asleep' : 'rules.deal.boneyard', { n: left });
  return [t('rules.deal.hand', { n: hand_size }), rest];
}

/** @param {Options} options */
function lead({ opening, no_double, next_lead, after_block }) {
  const lines =
    opening === 'lot'
      ? [t('rules.lead.lot')]
      : [t('rules.lead.highest_double'), t(`rules.lead.${no_double}`)];
  lines.push(t(`rules.lead.next_${next_lead}`));
  if (after_block === 'opening' && next_lead !== 'opening')
    lines.push(t('rules.lead.block_opening'));
  return lines;
}

/** @param {Options} options */
function turn({ variant, reserve }) {
  const lines = [
    t('rules.turn.match'),
    t(variant === 'block' ? 'rules.turn.pass' : 'rules.turn.draw'),
  ];
  if (variant !== 'block' && reserve > 0) lines.push(t('rules.turn.reserve', { n: reserve }));
  return [...lines, t('rules.turn.auto')];
}

/** @param {Options} options */
function layout({ spinner }) {
  return [t('rules.layout.lines'), t(spinner ? 'rules.layout.spinner' : 'rules.layout.two')];
}

/** @param {Options} options */
function counting(options) {
  if (!scores(options)) return [t('rules.count.none')];
  const lines = [t('rules.count.how')];
  if (options.spinner) lines.push(t('rules.count.spinner'));
  if (options.variant === 'fives_and_threes') lines.push(t('rules.count.threes'));
  else
    lines.push(
      t(options.point_unit === 'fives' ? 'rules.count.fives_units' : 'rules.count.fives_pips'),
    );
  return lines;
}

/** @param {Options} options */
function muggins({ variant, point_unit }) {
  const n = variant === 'fives_and_threes' ? 8 : point_unit === 'fives' ? 3 : 15;
  return [
    t('rules.muggins.say'),
    t('rules.muggins.call'),
    t('rules.muggins.example', { n }),
    t('rules.muggins.hidden'),
  ];
}

/** @param {Options} options */
function domino(options) {
  if (options.going_out_point) return [t('rules.end.domino_point')];
  const lines = [t('rules.end.domino_pips')];
  if (options.seating === 'partners') lines.push(t('rules.end.domino_partners'));
  return [...lines, ...rounding(options)];
}

/** @param {Options} options */
function rounding({ variant, point_unit }) {
  if (variant !== 'all_fives') return [];
  return [t(point_unit === 'fives' ? 'rules.end.rounded_fives' : 'rules.end.rounded')];
}

/** @param {Options} options */
function blocked({ variant, going_out_point, blocked_score, seating }) {
  if (going_out_point) return [`${t('rules.end.blocked')} ${t('summary.no_points')}`];
  const kind = blocked_score === 'difference' ? 'difference' : 'total';
  const how = t(
    seating === 'partners' ? `rules.end.blocked_${kind}_partners` : `rules.end.blocked_${kind}`,
  );
  const rounded = variant === 'all_fives' ? ` ${t('rules.end.blocked_rounded')}` : '';
  return [`${t('rules.end.blocked')} ${how}${rounded} ${t('rules.end.tie')}`];
}

/** @param {Options} options */
function matchEnd(options) {
  return scores(options) ? [t('rules.end.match', { n: options.target })] : [];
}
