/** What the rules of the line's games say before the rest of the game is there. Pure. */
import { countsRounds, fullOptions } from '../../format/options.js';

/** @import { Aim, Terms } from '../contract.js' */
/** @import { Room } from './types.js' */

/**
 * About how many minutes a match to the usual target takes, and that target, by preset: estimated from simulated matches,
 * at five seconds for each play and twelve between rounds.
 * @type {NonNullable<Terms['minutes']>}
 */
export const minutes = {
  Draw: [20, 100],
  Block: [20, 100],
  Fives: [10, 150],
  'Five-Up': [10, 150],
  'Draw, winner leads': [25, 150],
  'Block, winner leads': [20, 150],
  'Quick Draw': [9, 50],
  'Quick All Fives': [6, 100],
  'Fives and Threes': [8, 61],
  'All Fives': [10, 150],
  'Party Block': [15, 100],
  'Party Draw': [15, 100],
  Muggins: [15, 61],
  'Spanish Pairs': [15, 100],
  'Latin Pairs': [20, 100],
  'Federation Pairs': [40, 300],
  'Mexican Pairs': [20, 100],
  Quinientos: [25, 500],
  'Dominican Pairs': [20, 200],
  'Six-Love': [90, 6],
  'Cut-Throat': [30, 6],
  Cochon: [8, 3],
  'Brazilian Pairs': [15, 6],
  'Cuban Double-Nine': [15, 100],
  Kozel: [25, 101],
};

/** @param {Pick<Room, 'rules'>} room @returns {Aim} */
export const aim = ({ rules: { line } }) => ({
  target: line.target,
  unit: countsRounds(line) ? 'wins' : 'points',
  falls: fullOptions(line).love !== 'no',
});

/** @param {Pick<Room, 'rules'>} room */
export const turns = ({ rules }) => fullOptions(rules.line).turns;
