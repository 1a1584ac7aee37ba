/** The rules of a table that differ from family to family, as sentences that are read out before the first round. Pure. */
import { amount } from '../../format/amounts.js';
import { loadTexts, t } from '../../i18n/index.js';
import { engineOf } from './dealing.js';
import { rulesOf } from './terms.js';

/** @import { TrainsOptions } from './types.js' */

await loadTexts('trains');

/** @param {{ rules: object }} room @returns {string[]} a sentence for each rule */
export function houseRules(room) {
  const options = rulesOf(room);
  const { rounds, hand_size, double_blank, game } = options;
  return [
    t(rounds === 1 ? 'trains.house.single' : 'trains.house.rounds', {
      rounds: amount(rounds, 'rounds'),
      first: engineOf(options, 1),
      last: engineOf(options, rounds),
    }),
    t('trains.house.tiles', { tiles: amount(hand_size, 'tiles') }),
    ...(game === 'chickenfoot' ? ofChickenfoot(options) : ofMexicanTrain(options)),
    t('trains.house.double_blank', { points: amount(double_blank, 'points') }),
  ];
}

/** @param {TrainsOptions} options */
const ofChickenfoot = ({ arms }) => [
  t('trains.house.arms', { tiles: amount(arms, 'tiles') }),
  t('trains.house.toes'),
];

/** @param {TrainsOptions} options */
const ofMexicanTrain = ({ first_turn, own_first, double_turn, last_double }) => [
  t(`trains.house.first_turn.${first_turn}`),
  t(`trains.house.own_first.${own_first}`),
  t(`trains.house.double_turn.${double_turn}`),
  ...(double_turn === 'none' ? [] : [t(`trains.house.last_double.${last_double}`)]),
];
