/** What the end of a round is worth, in words. Pure. */

import { amount } from '../../format/amounts.js';
import { countsRounds } from '../../format/options.js';
import { joinList, loadTexts, sentencesOf, t, textOrNull } from '../../i18n/index.js';

await loadTexts('later');

/** @import { AllOptions } from '../../format/options.js' */

/**
 * A term as players say it where a game is at home.
 * @param {'plain' | 'double' | 'both' | 'double_both' | 'blocked' | 'double_blank'} name
 * @param {string} [preset] the game's
 */
export const term = (name, preset = '') =>
  textOrNull(`term.${preset}.${name}`) ?? t(`term.usual.${name}`);

/** @param {AllOptions} options @param {string} preset whose words are used */
export function endOfRound(options, preset) {
  return [
    ...domino(options),
    blocked(options, preset),
    ...finish(options, preset),
    ...bonuses(options, preset),
    ...love(options),
  ];
}

/** @param {AllOptions} options */
function domino(options) {
  const { going_out_point, hands, seating, domino_winner } = options;
  if (going_out_point) return [t('rules.end.domino_point')];
  if (hands === 'none') return [t('rules.end.domino_none')];
  const lines = [t('rules.end.domino_pips')];
  if (seating === 'partners') {
    lines.push(t(hands === 'all' ? 'rules.end.domino_all' : 'rules.end.domino_partners'));
    if (domino_winner === 'lightest_side') lines.push(t('rules.end.domino_lightest'));
  }
  return [...lines, ...rounding(options)];
}

/** @param {AllOptions} options */
function rounding({ variant, point_unit }) {
  if (variant !== 'all_fives') return [];
  return [t(point_unit === 'fives' ? 'rules.end.rounded_fives' : 'rules.end.rounded')];
}

/** @param {AllOptions} options @param {string} preset */
function blocked(options, preset) {
  const { variant, going_out_point, blocked_tie } = options;
  const how = t('rules.end.blocked', { blocked: term('blocked', preset) });
  if (going_out_point) return sentencesOf([how, t('summary.no_points')]);
  const tie = blocked_tie === 'nobody' ? 'rules.end.tie' : `rules.end.tie_${blocked_tie}`;
  return sentencesOf([
    how,
    ...blockedScore(options),
    variant === 'all_fives' && t('rules.end.blocked_rounded'),
    textOrNull(tie),
  ]);
}

/** Who wins a block, and what. @param {AllOptions} options */
function blockedScore({ hands, blocked_winner, blocked_score, seating, finish }) {
  const pairs = seating === 'partners' ? '_partners' : '';
  if (hands === 'opponents' && blocked_winner === 'side') {
    const kind = blocked_score === 'difference' ? 'difference' : 'total';
    return [textOrNull(`rules.end.blocked_${kind}${pairs}`)];
  }
  const winner = textOrNull(`rules.end.blocked_${blocked_winner}${pairs}`);
  if (hands !== 'none') return [winner, t(`rules.end.blocked_${hands}`)];
  return finish.blocked > 0 ? [winner] : [winner, t('summary.no_points')];
}

/** Points for how a round was won. @param {AllOptions} options @param {string} preset */
function finish(options, preset) {
  if (countsRounds(options)) return [t('rules.end.finish_wins')];
  const { finish, hands } = options;
  const kinds = /** @type {const} */ (['plain', 'double', 'both', 'double_both', 'blocked']);
  const scoring = kinds.filter((kind) => finish[kind] > 0);
  if (scoring.length === 0) return [];
  const part = (/** @type {keyof typeof finish} */ kind) =>
    t('worth.part', { name: term(kind, preset), points: finish[kind] });
  const list = joinList(scoring.map(part));
  const lines = [t(hands === 'none' ? 'rules.end.finish' : 'rules.end.finish_more', { list })];
  if (finish.both + finish.double_both > 0)
    lines.push(t('rules.end.finish_both', { both: term('both', preset) }));
  return lines;
}

/** What a won round may bring besides, and what it must. @param {AllOptions} options @param {string} preset */
function bonuses({ double_blank, round_bonus, entry }, preset) {
  const lines = [];
  if (double_blank > 0) {
    const points = amount(double_blank, 'points');
    lines.push(t('rules.end.double_blank', { name: term('double_blank', preset), points }));
  }
  if (round_bonus.some((bonus) => bonus > 0))
    lines.push(t('rules.end.round_bonus', { list: joinList(round_bonus) }));
  if (entry > 0) lines.push(t('rules.end.entry', { n: entry }));
  return lines;
}

/** When the scores go back. @param {AllOptions} options */
function love({ love: kind }) {
  if (kind === 'no') return [];
  const back = t('rules.end.love');
  return [sentencesOf([back, kind === 'one_all' && t('rules.end.love_one_all')])];
}
