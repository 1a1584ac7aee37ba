/** What the rules of the line's games say before the rest of the game is there. Pure. */
import { countsRounds, fullOptions } from '../../format/options.js';

/** @import { Room } from '../../protocol.js' */
/** @import { Aim } from '../contract.js' */

/** @param {Pick<Room, 'rules'>} room @returns {Aim} */
export const aim = ({ rules: { line } }) => ({
  target: line.target,
  unit: countsRounds(line) ? 'wins' : 'points',
  falls: fullOptions(line).love !== 'no',
});

/** @param {Pick<Room, 'rules'>} room */
export const turns = ({ rules }) => fullOptions(rules.line).turns;
