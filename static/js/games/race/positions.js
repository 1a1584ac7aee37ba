/**
 * The positions of the advice: what lies, where the two pieces stand, what the player on turn holds, and the best
 * placement beside the one that looks as good. They are data, as the rules allow them; nothing here plays. Pure.
 */

/**
 * @typedef {object} Position
 * @property {string[]} board placements, in order
 * @property {string[]} hand of the player on turn, whose points come first
 * @property {[own: number, other: number]} scores
 * @property {string} best a placement
 * @property {string} [next] the placement that goes on at it, if it is a double
 * @property {string} rival the placement that is worse
 */

/**
 * @param {string} board with commas between
 * @param {string} hand
 * @param {[number, number]} scores
 * @param {{ best: string, next?: string, rival: string }} places
 * @returns {Position}
 */
const position = (board, hand, scores, places) => ({
  board: board.split(', '),
  hand: hand.split(' '),
  scores,
  ...places,
});

export const POSITIONS = {
  points: position(
    '4-0 on 7H down, 1-0 on 8F right, 5-4 on 5H down, 5-5 on 4G down, 5-1 on 4F left',
    '5-3 3-0 1-1',
    [23, 28],
    { best: '5-3 on 3F up', rival: '1-1 on 3D down' },
  ),
  others: position(
    '0-0 on 7H down, 6-0 on 5H down, 5-0 on 7J left, 6-5 on 5J down',
    '5-4 5-0 4-1',
    [64, 18],
    { best: '5-0 on 6K right', rival: '5-4 on 6K right' },
  ),
  three: position(
    '5-4 on 8H right, 4-2 on 7I right, 4-4 on 6H right, 3-2 on 6K down, 6-4 on 5J left',
    '6-6 5-0 2-2',
    [18, 12],
    { best: '2-2 on 8K down', rival: '6-6 on 3J down' },
  ),
  open: position(
    '3-1 on 7H down, 4-3 on 5H down, 4-4 on 4G down, 6-4 on 3F down, 6-0 on 2F right, 4-4 on 4D right',
    '6-4 4-0 3-2',
    [38, 32],
    { best: '4-0 on 1H left', rival: '4-0 on 1H down' },
  ),
  double: position('6-3 on 8H left, 3-1 on 8F left, 4-1 on 6E down', '6-5 4-4 4-3', [23, 30], {
    best: '4-4 on 6C right',
    next: '4-3 on 6B left',
    rival: '4-3 on 6D left',
  }),
  stand: position('6-4 on 8H down, 5-4 on 9F right, 5-1 on 9E left', '4-1 3-1 3-0', [37, 12], {
    best: '4-1 on 10G down',
    rival: '4-1 on 10C right',
  }),
  end: position(
    '2-0 on 7H down, 6-2 on 5H down, 6-5 on 5G left, 5-4 on 4F left',
    '6-4 6-1 5-1',
    [90, 97],
    { best: '5-1 on 3F up', rival: '6-4 on 3D down' },
  ),
};

/** @typedef {keyof typeof POSITIONS} PositionName */

/** The target of the position `end`. */
export const END_TARGET = 100;
