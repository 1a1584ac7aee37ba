/** The moves of the lessons of Mexican Train and Chickenfoot, one after the other. A test plays every one by the law. Pure. */

/** @import { TrainsEvent, TrainsOffer, TrainsOptions, TrainsTable } from '../../types.js' */

/**
 * A move of the visitor, and what comes of it.
 * @typedef {object} Step
 * @property {string} [reply] what happens before it, once the other player has thought: "1 draws, 1 plays 8-1 on 0 to 8"
 * @property {string} [drawn] the tile that the visitor draws meanwhile
 * @property {Partial<TrainsTable>} table how it stands when the visitor is to move
 * @property {string} offers what the rules allow, such as "9-4 on 0/m, 6-1 on 0"
 * @property {string} wanted the tile to play
 * @property {string} [on] the place where it must go, if it fits several
 * @property {true} [closes] whether it closes the own train
 * @property {Partial<TrainsTable>} after how it stands after it
 */

/** @typedef {'first' | 'double' | 'cover' | 'marker' | 'mexican' | 'close' | 'out'} TrainStep */
/** @typedef {'hub' | 'third' | 'foot' | 'toe' | 'last_toe' | 'end'} FootStep */
/** @typedef {TrainStep | FootStep} StepName */

/**
 * A lesson. `hands`: the tiles of both seats; `left`: the points of the other one at the end.
 * @template {StepName} [Name=StepName]
 * @typedef {{ hands: [string[], string[]], steps: Readonly<Record<Name, Step>>, left: number }} Script
 */

/** @type {Partial<TrainsTable>} */
const FREE = { state: 'free' };

/** With the marker of the other player. @type {Partial<TrainsTable>} */
const MARKED = { ...FREE, markers: [1] };

/** @param {'hub' | 'foot'} state @param {string} on @param {number} missing @returns {Partial<TrainsTable>} */
const filling = (state, on, missing) => ({ state, fill: { on, missing } });

/** @type {Script<TrainStep>} */
const TRAIN = {
  hands: [
    ['9-4', '4-4', '4-1', '7-3', '6-5', '8-2'],
    ['9-7', '5-0', '8-1', '8-0', '6-2', '2-2'],
  ],
  steps: {
    first: { table: FREE, offers: '9-4 on 0/m', wanted: '9-4', on: '0', after: FREE },
    double: {
      reply: '1 plays 9-7 on 1 to 7',
      table: FREE,
      offers: '4-4 on 0, 4-1 on 0',
      wanted: '4-4',
      after: { state: 'cover', doubles: ['0'] },
    },
    cover: {
      table: { state: 'cover', doubles: ['0'] },
      offers: '4-1 on 0',
      wanted: '4-1',
      after: FREE,
    },
    marker: {
      reply: '1 draws, 1 opens, 1 passes',
      table: MARKED,
      offers: '7-3 on 1',
      wanted: '7-3',
      after: MARKED,
    },
    mexican: {
      reply: '1 draws, 1 plays 9-6 on m to 6',
      table: MARKED,
      offers: '6-5 on m',
      wanted: '6-5',
      after: MARKED,
    },
    close: {
      reply: '1 plays 5-0 on m to 0, 0 draws, 0 opens, 0 passes, 1 plays 8-1 on 0 to 8',
      drawn: '8-6',
      table: { ...FREE, markers: [0, 1] },
      offers: '8-6 on 0, 8-2 on 0',
      wanted: '8-2',
      closes: true,
      after: MARKED,
    },
    out: {
      reply: '1 plays 8-0 on m to 8',
      table: MARKED,
      offers: '8-6 on m',
      wanted: '8-6',
      after: { markers: [1] },
    },
  },
  left: 22,
};

/** @type {Script<FootStep>} */
const FOOT = {
  hands: [
    ['9-3', '9-1', '5-5', '5-2', '5-0', '1-0'],
    ['9-5', '9-7', '6-5', '7-4', '8-8', '6-2'],
  ],
  steps: {
    hub: {
      table: filling('hub', '0', 4),
      offers: '9-3 on 0, 9-1 on 0',
      wanted: '9-3',
      after: filling('hub', '0', 3),
    },
    third: {
      reply: '1 plays 9-5 on 0 to 5',
      table: filling('hub', '0', 2),
      offers: '9-1 on 0',
      wanted: '9-1',
      after: filling('hub', '0', 1),
    },
    foot: {
      reply: '1 plays 9-7 on 0 to 7',
      table: FREE,
      offers: '5-5 on 2, 5-2 on 2, 5-0 on 2, 1-0 on 3',
      wanted: '5-5',
      after: filling('foot', '5', 3),
    },
    toe: {
      reply: '1 plays 6-5 on 5 to 6',
      table: filling('foot', '5', 2),
      offers: '5-2 on 5, 5-0 on 5',
      wanted: '5-2',
      after: filling('foot', '5', 1),
    },
    last_toe: {
      reply: '1 draws, 1 passes',
      table: filling('foot', '5', 1),
      offers: '5-0 on 5',
      wanted: '5-0',
      after: FREE,
    },
    end: {
      reply: '1 plays 7-4 on 4 to 4',
      table: FREE,
      offers: '1-0 on 3/8',
      wanted: '1-0',
      after: {},
    },
  },
  left: 36,
};

/** @param {TrainsOptions['game']} game @returns {Script} */
export const scriptOf = (game) => /** @type {Script} */ (game === 'chickenfoot' ? FOOT : TRAIN);

/** The rules of a lesson. @param {TrainsOptions['game']} game @returns {TrainsOptions} */
export const lessonRules = (game) => ({
  game,
  seating: 'two',
  tile_set: 'double_nine',
  hand_size: 6,
  rounds: 1,
  double_blank: 50,
  first_turn: 'one_tile',
  own_first: 'no',
  double_turn: 'cover',
  last_double: 'ends',
  arms: 4,
});

/** What is on offer. @param {string} offers @returns {TrainsOffer[]} */
export const offersOf = (offers) =>
  offers.split(', ').map((one) => {
    const [tile, on] = one.split(' on ');
    return { tile, on: on.split('/') };
  });

/** What happens without the visitor. @param {string} reply @returns {TrainsEvent[]} */
export const eventsOf = (reply) =>
  reply.split(', ').map((one) => {
    const [seat, what, tile, , on, , to] = one.split(' ');
    if (what === 'plays') return { type: 'played', seat: Number(seat), tile, on, to: Number(to) };
    const type = { draws: 'drew', opens: 'opened', passes: 'passed' }[what];
    return /** @type {TrainsEvent} */ ({ type, seat: Number(seat) });
  });
