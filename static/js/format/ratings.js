/** Ratings, boards and what a match did to a rating, in words. Pure. */
import { sentencesOf, t } from '../i18n/index.js';
import { gameInWords } from './variants.js';

/** @import { RatingBoard, RatingChange, ShownRating, UnratedReason } from '../protocol.js' */

const PAIRS = '_pairs';

/** Within this of an even chance, sides count as equal. */
const EVEN = 0.07;

/** @param {RatingBoard} board */
export function partsOf(board) {
  const pairs = board.endsWith(PAIRS);
  return { game: pairs ? board.slice(0, -PAIRS.length) : board, pairs };
}

/** @param {string} game @param {boolean} pairs */
export const boardOf = (game, pairs) =>
  /** @type {RatingBoard} */ (pairs ? `${game}${PAIRS}` : game);

/** Such as "Draw" or "Draw, pairs". @param {RatingBoard} board */
export function boardInWords(board) {
  const { game, pairs } = partsOf(board);
  const name = gameInWords(game);
  return pairs ? t('rating.board_pairs', { game: name }) : name;
}

/** A rating for screen readers. @param {ShownRating} rating */
export const ratingAloud = ({ rating, margin }) => t('rating.margin', { rating, margin });

/**
 * One sentence on what a rated match did to a rating, and why.
 * @param {RatingChange} change
 * @param {number} sides how many played against each other
 */
export function changeInWords({ before, after, reason, provisional, expected }, sides) {
  const title = t('change.title', { before, after });
  const note = provisional && t('change.provisional');
  return sentencesOf([title, becauseOf(reason, expected, sides), note]);
}

/** Why a match isn't rated that was to be. @param {UnratedReason} reason */
export const unratedInWords = (reason) => t(`unrated.${reason}`);

/** @param {RatingChange['reason']} reason @param {number | undefined} expected @param {number} sides */
function becauseOf(reason, expected, sides) {
  if (reason !== 'won' && reason !== 'lost') return t(`change.${reason}`);
  return t(`change.${reason}.${othersOf(expected, sides)}`);
}

/**
 * How the others were rated. Unknown if one of them keeps the rating private.
 * @param {number | undefined} expected @param {number} sides
 */
function othersOf(expected, sides) {
  if (expected === undefined) return 'unknown';
  const even = 1 / sides;
  return expected < even - EVEN ? 'higher' : expected > even + EVEN ? 'lower' : 'equal';
}
