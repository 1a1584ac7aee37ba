/**
 * The lesson of Ringway: its moves one after the other, and the game in which they answer in place of a server. Nothing
 * here judges a placement; a test plays every move by the law.
 */
import { createActions } from '../../../../actions.js';
import { reduce } from '../../../../reduce.js';
import { createStore, initial } from '../../../../state.js';
import { lessonOpening } from '../../../../table/lesson.js';
import { gainsOf } from '../../worth.js';

/** @import { ClientMessage, Room, ServerMessage } from '../../../../protocol.js' */
/** @import { Store } from '../../../../session.js' */
/** @import { Event, View } from '../../fold.js' */

/**
 * A move of the visitor, and what comes of it.
 * @typedef {object} Step
 * @property {string[]} drawn tiles that the visitor draws before it
 * @property {string} offered the placement that is on offer
 * @property {true} [stops] whether the visitor is to stop in place of it
 * @property {true} [goesOn] whether the visitor may go on after it
 * @property {string} [reply] the placement with which the other player answers
 */

/** @typedef {keyof typeof STEPS} StepName */

/** The visitor's hand before the first tile is drawn. */
export const HAND = ['6-3', '5-2', '4-1'];

/** The points that win the lesson's game. */
export const TARGET = 25;

/** @param {string} drawn @param {string} offered @param {Partial<Step>} [more] @returns {Step} */
const step = (drawn, offered, more) => ({
  drawn: drawn === '' ? [] : drawn.split(' '),
  offered,
  ...more,
});

/** The moves, in order. */
export const STEPS = {
  first: step('4-4', '6-3 on 8H left', { reply: '6-2 on 8I right' }),
  diamond: step('2-2', '5-2 on 7K down', { reply: '3-1 on 8F left' }),
  number: step('4-3', '4-1 on 6E down', { reply: '5-3 on 6K up' }),
  double: step('6-5', '4-4 on 4E down', { goesOn: true }),
  more: step('', '4-3 on 4D left', { reply: '5-1 on 10E up' }),
  // The first of these fills the hand after the tile that went on.
  last_double: step('5-2 3-0', '2-2 on 9K down', { goesOn: true }),
  stop: step('', '5-2 on 12K up', { stops: true, reply: '6-0 on 7H up' }),
  win: step('4-3', '4-3 on 4A right'),
};

const NAMES = /** @type {StepName[]} */ (Object.keys(STEPS));

/** The seat of the computer player. */
const OTHER = 1;
/** How many tiles a seat holds between turns. */
const HELD = 3;
/** How many tiles the boneyard has after the deal. */
const BONEYARD = 50;
/** The table of the lesson; no server knows it. */
const TABLE = 'ringway-lesson';
/** How long the computer player thinks, in milliseconds: time to see what was placed. */
const THINK_MS = 1300;

/** @type {Room['rules']} */
const RULES = { race: { seating: 'two', target: TARGET, after_double: 'far_end' } };

/** @param {string} place */
const tileIn = (place) => place.slice(0, 3);

/** The table as the lesson begins. @param {number} v @returns {ServerMessage} */
function opening(v) {
  const { drawn, offered } = STEPS.first;
  const hand = [...HAND, ...drawn];
  const view = {
    leader: 0,
    board: [],
    hand_sizes: [hand.length, HELD],
    pits: [0, 0],
    boneyard: BONEYARD - drawn.length,
    history: [],
    own: { hand, pit: [], places: [offered], pits: [] },
  };
  return lessonOpening(TABLE, v, RULES, /** @type {any} */ ({ race: view }));
}

/** The messages of a table, as a server would send them. @param {Store} store */
function lessonTable(store) {
  let v = 0;
  const view = () => /** @type {View} */ (store.get().table?.view);

  /**
   * @param {Event[]} events
   * @param {number} turn whose it is then
   * @param {{ hand: string[], offered?: string, more?: true }} own what the visitor then holds and may place
   */
  function update(events, turn, { hand, offered, more }) {
    v += 1;
    const change = {
      events,
      leader: 0,
      // The other player draws a tile and places one.
      hand_sizes: [hand.length, HELD],
      boneyard: view().boneyard - events.filter(({ type }) => type === 'drew').length,
      ...(more && { more }),
    };
    const own = { hand, places: offered === undefined ? [] : [offered] };
    const message = {
      type: 'update',
      table: TABLE,
      v,
      standing: { ply: v, turn, scores: scoresAfter(view().standing.scores, events) },
      change: { race: change },
      own: { race: own },
    };
    store.dispatch(/** @type {any} */ (message));
  }

  return {
    open() {
      v += 1;
      store.dispatch(opening(v));
    },
    hand: () => view().own?.hand ?? [],
    update,
    /** What happens when a seat places a tile. @param {number} seat @param {string} place @returns {Event[]} */
    placed(seat, place) {
      const gains = gainsOf(view().standing.scores, seat, place);
      return [
        { type: 'placed', seat, place },
        ...gains.map((gain) => ({ type: /** @type {const} */ ('scored'), ...gain })),
      ];
    },
  };
}

/** @param {number[]} scores @param {Event[]} events */
function scoresAfter(scores, events) {
  const after = [...scores];
  for (const event of events) if (event.type === 'scored') after[event.side] += event.points;
  return after;
}

/**
 * The game: a store of its own, with the client's own reducer and actions.
 * @param {(step: StepName | 'other' | 'better' | 'over') => void} tell is called when the visitor is to move, when the
 *   other player thinks, when the visitor wants another move than the lesson's, and at the end
 */
export function lessonGame(tell) {
  const store = createStore(initial({ page: 'table', table: TABLE, invite: null }), reduce);
  const table = lessonTable(store);
  let at = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const now = () => STEPS[NAMES[at]];

  /** Makes the visitor's move of the step. */
  function move() {
    const { offered, stops, goesOn, reply } = now();
    /** @type {Event[]} */
    const events = stops ? [{ type: 'stopped', seat: 0 }] : table.placed(0, offered);
    const hand = stops ? table.hand() : without(table.hand(), tileIn(offered));
    at += 1;
    if (goesOn) {
      table.update(events, 0, { hand, offered: now().offered, more: true });
      tell(NAMES[at]);
    } else if (reply) {
      table.update(events, OTHER, { hand });
      tell('other');
      timer = setTimeout(() => answer(reply), THINK_MS);
    } else {
      table.update([...events, { type: 'won', sides: [0] }], 0, { hand });
      tell('over');
    }
  }

  /** The other player answers, and the visitor draws for the next step. @param {string} reply */
  function answer(reply) {
    const { drawn, offered } = now();
    const drew = (/** @type {number} */ seat) => ({ type: /** @type {const} */ ('drew'), seat });
    const events = [drew(OTHER), ...table.placed(OTHER, reply), ...drawn.map(() => drew(0))];
    table.update(events, 0, { hand: [...table.hand(), ...drawn], offered });
    tell(NAMES[at]);
  }

  /** Whether a message is another move than the step's, and so isn't made. @param {ClientMessage} message */
  function isOther(message) {
    if (message.type !== 'move') return false;
    const { race } = /** @type {{ race?: 'stop' | { place: string } }} */ (message.move);
    const isRight = (race === 'stop') === (now().stops ?? false);
    if (!isRight) tell('better');
    return !isRight;
  }

  /** @param {ClientMessage} message */
  function send(message) {
    if (message.type === 'move') queueMicrotask(move);
    return true;
  }

  return {
    store,
    actions: createActions(store, { send, go: () => {}, stops: isOther }),
    begin() {
      at = 0;
      clearTimeout(timer);
      table.open();
      tell(NAMES[at]);
    },
    stop: () => clearTimeout(timer),
  };
}

/** A hand without one copy of a tile. @param {string[]} hand @param {string} tile */
const without = (hand, tile) => hand.toSpliced(hand.indexOf(tile), 1);
