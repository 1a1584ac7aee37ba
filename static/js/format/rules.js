// @ts-check
/** A table's rules in words: one section a topic, one sentence or two an option. Pure. */
import '../i18n/rules.js';
import { t } from '../i18n/index.js';

/** @typedef {import('../protocol.js').Options} Options */
/** @typedef {{ heading: string, lines: string[] }} Section */

/**
 * @param {Options} options
 * @returns {Section[]}
 */
export function rulesInWords(options) {
  const sections = [
    { heading: t('rules.aim'), lines: aim(options) },
    { heading: t('rules.deal'), lines: deal(options) },
    { heading: t('rules.lead'), lines: lead(options) },
    { heading: t('rules.turn'), lines: turn(options) },
    { heading: t('rules.layout'), lines: layout(options) },
    { heading: t('rules.count'), lines: counting(options) },
    {
      heading: t('rules.end'),
      lines: [...domino(options), ...blocked(options), ...matchEnd(options)],
    },
  ];
  if (scores(options) && options.calls === 'muggins') {
    const lines = [t('rules.muggins.say'), t('rules.muggins.call'), t('rules.muggins.hidden')];
    sections.splice(6, 0, { heading: t('rules.muggins'), lines });
  }
  return sections;
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
function aim({ target, exact_target, seating }) {
  const lines = [t('rules.aim.target', { n: target }), t(`rules.aim.${seating}`)];
  return exact_target ? [...lines, t('rules.aim.exact', { n: target })] : lines;
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
function blocked({ going_out_point, blocked_score, seating }) {
  if (going_out_point) return [`${t('rules.end.blocked')} ${t('rules.end.blocked_none')}`];
  const kind = blocked_score === 'difference' ? 'difference' : 'total';
  const how = t(
    seating === 'partners' ? `rules.end.blocked_${kind}_partners` : `rules.end.blocked_${kind}`,
  );
  return [`${t('rules.end.blocked')} ${how} ${t('rules.end.tie')}`];
}

/** @param {Options} options */
function matchEnd(options) {
  return scores(options) ? [t('rules.end.match', { n: options.target })] : [];
}
