/** What the rules of the line's games say before the rest of the game is there. Pure. */
import { countsRounds, fullOptions } from '../../format/options.js';

/** @import { Room } from '../../protocol.js' */
/** @import { Aim } from '../contract.js' */

/** @param {Pick<Room, 'rules'>} room @returns {Aim} */
export function aim({ rules: { line } }) {
  const isFalling = fullOptions(line).love !== 'no';
  const unit = countsRounds(line) ? 'wins' : 'points';
  return { target: line.target, unit, ...(isFalling && { falls: true }) };
}

/** @param {Pick<Room, 'rules'>} room */
export const turns = ({ rules }) => fullOptions(rules.line).turns;
