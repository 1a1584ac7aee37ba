/** The odds of hands of seven tiles of the double-six set, and of how rounds end. Pure. */

/** In how many ways some of these things can be taken. @param {number} things @param {number} taken */
function choices(things, taken) {
  let ways = 1;
  for (let i = 0; i < taken; i += 1) ways = (ways * (things - i)) / (i + 1);
  return ways;
}

/**
 * The chance that exactly so many tiles of a hand of seven have a number. Seven tiles have it.
 * @param {number} n
 */
export const oddsOfHolding = (n) => (choices(7, n) * choices(21, 7 - n)) / choices(28, 7);

/**
 * The chance that a hand of seven has no tile with a number, seen by a player who holds seven others of the 28.
 * @param {number} held how many tiles with the number the player holds
 */
export const oddsOfNone = (held) => choices(14 + held, 7) / choices(21, 7);

/**
 * The shares of the 1,184,040 hands of seven tiles in which some number is missing, and in which there are so many tiles of
 * one number. All hands were counted.
 */
export const HANDS_WITH = { missing: 0.5769, four: 0.2951, five: 0.0269 };

/** How many rounds were played of each game to find how rounds end. */
export const ROUNDS_PLAYED = 20_000;

/**
 * How rounds end in which each player plays the heaviest tile that fits, at an end that is left to chance, and the first
 * leads the heaviest: the shares of those that somebody wins by playing the last tile, of those that are blocked, and of
 * those that end with a tile that fits both ends.
 * @type {readonly { preset: string, players: number, out: number, blocked: number, both: number }[]}
 */
export const ROUND_ENDS = [
  { preset: 'Draw', players: 2, out: 0.81, blocked: 0.19, both: 0.11 },
  { preset: 'Block', players: 2, out: 0.31, blocked: 0.69, both: 0.01 },
  { preset: 'Latin Pairs', players: 4, out: 0.72, blocked: 0.28, both: 0.13 },
];
