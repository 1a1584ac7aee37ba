/** What a placement gives to whom. Pure. */
import { isDouble } from '../../tiles/pips.js';
import { diamondAt, numberOn, placedOf } from './board.js';

/** @typedef {{ side: number, points: number, reason: 'diamond' | 'track' }} Gain */
/** What a side gains with a placement. @typedef {{ side: number, diamond: number, track: number }} Share */

/** What each seat scores whose piece stands on a number of the tile that is placed. */
const TRACK_POINTS = 3;

/**
 * What a placement gives, by where the pieces are before it: the diamond first, then the tracks in turn order from the
 * seat that places.
 * @param {readonly number[]} scores by side
 * @param {number} seat that places
 * @param {string} place
 * @returns {Gain[]}
 */
export function gainsOf(scores, seat, place) {
  const { tile, halves } = placedOf(place);
  const diamond = Math.max(...halves.map(diamondAt)) * (isDouble(tile) ? 2 : 1);
  const numbers = halves.map(({ pips }) => pips);
  const inTurn = scores.map((_, at) => (seat + at) % scores.length);
  const standing = inTurn.filter((side) => numbers.includes(numberOn(scores[side]) ?? -1));
  return [
    ...(diamond > 0
      ? [{ side: seat, points: diamond, reason: /** @type {const} */ ('diamond') }]
      : []),
    ...standing.map((side) => ({
      side,
      points: TRACK_POINTS,
      reason: /** @type {const} */ ('track'),
    })),
  ];
}

/** The same by side, in the same order. @param {readonly Gain[]} gains @returns {Share[]} */
export function sharesOf(gains) {
  const sides = [...new Set(gains.map(({ side }) => side))];
  const sum = (/** @type {number} */ of, /** @type {Gain['reason']} */ why) =>
    gains.reduce(
      (all, { side, points, reason }) => (side === of && reason === why ? all + points : all),
      0,
    );
  return sides.map((side) => ({ side, diamond: sum(side, 'diamond'), track: sum(side, 'track') }));
}

/** All points of one side. @param {readonly Gain[]} gains @param {number} of */
export const pointsFor = (gains, of) =>
  gains.reduce((all, { side, points }) => (side === of ? all + points : all), 0);
