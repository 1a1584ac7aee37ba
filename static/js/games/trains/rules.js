/** The rules of Mexican Train or Chickenfoot at one table in words: one section a topic. Pure. */
import { amount } from '../../format/amounts.js';
import { seatsOf } from '../../format/seatings.js';
import { loadTexts, t } from '../../i18n/index.js';
import { hubFigure, treeFigures, triedFigure } from './figures.js';

await loadTexts('later', 'trains_learn');

/** @import { Section } from '../contract.js' */
/** @import { Figure } from './figures.js' */
/** @import { TrainsOptions } from './types.js' */

/** The highest pips of a set, and its tiles. */
const SETS = { double_nine: { highest: 9, tiles: 55 }, double_twelve: { highest: 12, tiles: 91 } };

/** @param {TrainsOptions} rules @returns {Section<Figure>[]} */
export const rulesInWords = (rules) => [
  aim(rules),
  deal(rules),
  ...(rules.game === 'chickenfoot' ? ofFeet(rules) : ofTrains(rules)),
  end(rules),
];

/** @param {TrainsOptions} rules */
function aim({ rounds, seating }) {
  return section(t('rules.aim.title'), [
    t('trains.rules.aim.fewest', { rounds: amount(rounds, 'rounds') }),
    t('trains.rules.aim.alone', { players: amount(seatsOf(seating), 'players') }),
  ]);
}

/** @param {TrainsOptions} rules */
function deal({ tile_set, hand_size, seating, rounds }) {
  const { highest, tiles } = SETS[tile_set];
  const [first, last] = [highest, highest - rounds + 1].map((pips) => `${pips}-${pips}`);
  const n = tiles - 1 - hand_size * seatsOf(seating);
  return section(t('rules.deal.title'), [
    t('trains.rules.deal.engine', { tiles: amount(tiles, 'tiles') }),
    rounds > 1
      ? t('trains.rules.deal.rounds', { first, last })
      : t('trains.rules.deal.round', { engine: first }),
    t('trains.rules.deal.hands', { tiles: amount(hand_size, 'tiles') }),
    n > 0 ? t('rules.deal.boneyard', { n }) : t('rules.deal.all'),
    rounds > 1 ? t('trains.rules.deal.lots') : t('trains.rules.deal.lot'),
  ]);
}

/** @param {TrainsOptions} rules */
const ofTrains = (rules) => [
  section(
    t('trains.rules.train.title'),
    [
      t('trains.rules.train.own'),
      t('trains.rules.train.mexican'),
      t('trains.rules.train.marker'),
      ...(rules.own_first === 'no' ? [] : [t(`trains.rules.own_first.${rules.own_first}`)]),
    ],
    [hubFigure(), triedFigure('open'), triedFigure('closed')],
  ),
  section(t('rules.turn.title'), [
    t('trains.rules.turn.train'),
    t('trains.rules.turn.draw'),
    t('rules.turn.auto'),
  ]),
  ...(rules.first_turn === 'whole_train' ? [firstTurn(rules)] : []),
  doubles(rules),
];

/** @param {TrainsOptions} rules */
const firstTurn = ({ double_turn }) =>
  section(t('trains.rules.first.title'), [
    t('trains.rules.first.lay'),
    ...(double_turn === 'none' ? [] : [t('trains.rules.first.double')]),
    t('trains.rules.first.none'),
  ]);

/** @param {TrainsOptions} rules */
function doubles({ double_turn, last_double, first_turn }) {
  const title = t('trains.rules.double.title');
  if (double_turn === 'none')
    return section(title, [t('trains.rules.double.plain')], [triedFigure('plain')]);
  const isFree = double_turn === 'free_second';
  const areSeveral = isFree || first_turn === 'whole_train';
  return section(
    title,
    [
      t(isFree ? 'trains.rules.double.free' : 'trains.rules.double.cover'),
      t('trains.rules.double.open'),
      ...(areSeveral ? [t('trains.rules.double.oldest')] : []),
      t('trains.rules.double.dead'),
      t(`trains.rules.last.${last_double}`),
    ],
    [...(isFree ? [] : [triedFigure('cover')]), triedFigure('bound'), triedFigure('elsewhere')],
  );
}

/** @param {TrainsOptions} rules */
const ofFeet = (rules) => [
  section(
    t('trains.rules.hub.title'),
    [
      t('trains.rules.hub.first', { tiles: amount(rules.arms, 'tiles') }),
      t('trains.rules.hub.ends'),
    ],
    treeFigures(rules, ['hub', 'before']),
  ),
  section(t('rules.turn.title'), [
    t('trains.rules.turn.end'),
    t('trains.rules.turn.draw_foot'),
    t('rules.turn.auto'),
  ]),
  section(
    t('trains.rules.foot.title'),
    [
      t('trains.rules.foot.three'),
      t('trains.rules.foot.ends'),
      t('trains.rules.foot.dead'),
      t('trains.rules.last.foot'),
    ],
    treeFigures(rules, ['toe', 'away', 'full']),
  ),
];

/** @param {TrainsOptions} rules */
function end({ double_blank, rounds }) {
  return section(t('rules.end.title'), [
    t('trains.rules.end.out'),
    double_blank > 0
      ? t('trains.rules.end.blank', { points: amount(double_blank, 'points') })
      : t('trains.rules.end.no_blank'),
    t('trains.rules.end.blocked'),
    t('trains.rules.end.lowest'),
    ...(rounds > 1 ? [t('trains.rules.end.time')] : []),
  ]);
}

/** @param {string} heading @param {string[]} lines @param {Figure[]} [figures] */
const section = (heading, lines, figures = []) => ({ heading, lines, figures });
