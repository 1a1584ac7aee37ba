/**
 * The positions of the advice: what lies, what the player on turn holds, and the best tile beside the one that looks as
 * good. The player on turn is seat 0. They are data, as the rules allow them; nothing here plays. Pure.
 */
import { trainsOf, treeOf } from './figures.js';

/** @import { Trains, Tree } from './figures.js' */
/** @import { PlaceId } from './types.js' */

/** A tile and where it goes. @typedef {{ tile: string, on: PlaceId }} Play */

/**
 * @typedef {object} Position
 * @property {Trains | Tree} lies
 * @property {string[]} hand of the player on turn
 * @property {number[]} others how many tiles each other player holds
 * @property {Play} best
 * @property {Play} rival
 */

/** @param {string} play such as "9-4 on 0" @returns {Play} */
function playOf(play) {
  const [tile, on] = play.split(' on ');
  return { tile, on };
}

/**
 * @param {Trains | Tree} lies
 * @param {string} hand
 * @param {string} best
 * @param {string} rival
 * @param {number[]} [others]
 * @returns {Position}
 */
const position = (lies, hand, best, rival, others = [6, 5]) => ({
  lies,
  hand: hand.split(' '),
  others,
  best: playOf(best),
  rival: playOf(rival),
});

const BEGUN = { 1: '9-5 5-1', 2: '9-3', m: '9-2 8-2' };

/** Of Mexican Train. */
export const TRAINS = {
  plan: position(
    trainsOf({ 0: '', 1: '9-5', 2: '', m: '' }),
    '9-7 9-4 6-4 6-2 2-1 7-3',
    '9-4 on 0',
    '9-7 on 0',
  ),
  elsewhere: position(trainsOf({ ...BEGUN, 0: '9-4' }), '6-4 6-2 2-1 8-3', '8-3 on m', '6-4 on 0'),
  close: position(trainsOf({ ...BEGUN, 0: '9-4' }, ['0']), '4-2 8-6 6-5', '4-2 on 0', '8-6 on m'),
  cover: position(trainsOf({ ...BEGUN, 0: '9-6' }), '6-6 6-3 8-8 5-4', '6-6 on 0', '8-8 on m'),
  heavy: position(
    trainsOf({ ...BEGUN, 0: '9-1' }),
    '1-0 8-7 2-1 4-3',
    '8-7 on m',
    '1-0 on 0',
    [1, 4],
  ),
  blank: position(trainsOf({ ...BEGUN, 0: '9-0' }), '0-0 4-0 8-7', '0-0 on 0', '8-7 on m'),
  dead: position(
    trainsOf({ 0: '9-5', 1: '9-7 7-7 7-1 2-1 7-2 7-3', 2: '9-6 7-6 7-0 4-0', m: '9-8 8-7' }),
    '7-5 7-4 5-3',
    '5-3 on 0',
    '7-4 on m',
  ),
};

/** Of Chickenfoot. */
export const FEET = {
  many: position(treeOf('9-1@0 9-4@0 9-6@0 9-3@0'), '6-5 6-4 5-2 4-2', '6-5 on 3', '6-4 on 3'),
  toes: position(treeOf('9-7@0 9-4@0 9-6@0 9-3@0'), '7-7 7-2 7-5 4-4 8-6', '7-7 on 1', '4-4 on 2'),
  keep: position(treeOf('9-6@0 9-4@0 9-1@0 9-3@0'), '6-6 6-2', '6-6 on 1', '6-2 on 1', [4, 3]),
  heavy: position(
    treeOf('9-7@0 9-1@0 9-8@0 9-3@0'),
    '8-7 2-1 3-1 4-3',
    '8-7 on 1',
    '2-1 on 2',
    [1, 4],
  ),
  blank: position(treeOf('9-0@0 9-8@0 9-1@0 9-3@0'), '0-0 4-0 8-7', '0-0 on 1', '8-7 on 2'),
};
