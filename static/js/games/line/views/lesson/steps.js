/**
 * The lesson's round: each position that can come up in it, with what may be played there and what comes of
 * it, and the game in which they answer in place of a server. Nothing here knows the rules; a test plays every
 * line by them.
 */
import { createActions } from '../../../../actions.js';
import { reduce } from '../../../../reduce.js';
import { createStore, initial } from '../../../../state.js';
import { lessonOpening } from '../../../../table/lesson.js';
import { pipSum } from '../../../../tiles/pips.js';
import { OTHER } from '../../../../views/front/score_line.js';
import { endsOf, laidTile } from '../../laid.js';

/** @import { ClientMessage, LineChange, LineOwnChange, Offer, ServerMessage, StandingChange, VisibleEvent } from '../../../../protocol.js' */
/** @import { View } from '../../fold.js' */
/** @import { Store } from '../../../../session.js' */
/** @import { Room } from '../../types.js' */
/** @typedef {Extract<ServerMessage, { type: 'update' }>} Update */

/**
 * What comes of a tile that is played.
 * @typedef {object} Answer
 * @property {string} laid the tile as it then lies, such as "b 2-1 1"
 * @property {string} ends such as "a6 b1"
 */

/**
 * A move of the computer player, and the position after it.
 * @typedef {Answer & { draws: number, next: StepName }} Reply
 */

/** @typedef {'first' | 'join_low' | 'join_high' | 'draw' | 'aim' | 'end'} StepName */

/**
 * A position in which the visitor is to play.
 * @typedef {object} Step
 * @property {string} [drawn] a tile that the visitor draws first, since no other fits
 * @property {Offer[]} places what may be played
 * @property {Record<string, { played: Answer, reply: Reply | null }>} answers by tile and arm, such as "2-1 b";
 *   without a reply the round is over
 */

/** The table of the lesson; no server knows it. */
const TABLE = 'lesson';
/** How long the computer player thinks, and how long a drawn tile is awaited, in milliseconds: time to see each. */
const THINK_MS = 1300;

/** @param {string} tile @param {'a' | 'b'} arm @returns {Offer} */
const place = (tile, arm) => ({ tile, arm, points: 0 });

/** The tiles that lie on the table in the beginning. */
export const START = { laid: ['4-4', 'a 6-4 6', 'b 4-2 2'], ends: 'a6 b2' };

/** The visitor's hand in the beginning. */
export const HAND = ['2-1', '6-0', '5-0', '4-0'];

/** What the computer player still holds when the visitor goes out. */
export const LEFT = '5-2';

/** @type {Record<StepName, Step>} */
export const STEPS = {
  first: {
    places: [place('2-1', 'b'), place('6-0', 'a')],
    answers: {
      '2-1 b': {
        played: { laid: 'b 2-1 1', ends: 'a6 b1' },
        reply: { laid: 'b 1-1 1', ends: 'a6 b1', draws: 0, next: 'join_high' },
      },
      '6-0 a': {
        played: { laid: 'a 6-0 0', ends: 'a0 b2' },
        reply: { laid: 'a 3-0 3', ends: 'a3 b2', draws: 0, next: 'join_low' },
      },
    },
  },
  join_high: {
    places: [place('6-0', 'a')],
    answers: {
      '6-0 a': {
        played: { laid: 'a 6-0 0', ends: 'a0 b1' },
        reply: { laid: 'a 3-0 3', ends: 'a3 b1', draws: 0, next: 'draw' },
      },
    },
  },
  join_low: {
    places: [place('2-1', 'b')],
    answers: {
      '2-1 b': {
        played: { laid: 'b 2-1 1', ends: 'a3 b1' },
        reply: { laid: 'b 1-1 1', ends: 'a3 b1', draws: 0, next: 'draw' },
      },
    },
  },
  draw: {
    drawn: '3-3',
    places: [place('3-3', 'a')],
    answers: {
      '3-3 a': {
        played: { laid: 'a 3-3 3', ends: 'a3 b1' },
        reply: { laid: 'b 5-1 5', ends: 'a3 b5', draws: 1, next: 'aim' },
      },
    },
  },
  aim: {
    places: [place('5-0', 'b')],
    answers: {
      '5-0 b': {
        played: { laid: 'b 5-0 0', ends: 'a3 b0' },
        reply: { laid: 'a 4-3 4', ends: 'a4 b0', draws: 1, next: 'end' },
      },
    },
  },
  end: {
    places: [place('4-0', 'a'), place('4-0', 'b')],
    answers: {
      '4-0 a': { played: { laid: 'a 4-0 0', ends: 'a0 b0' }, reply: null },
      '4-0 b': { played: { laid: 'b 4-0 4', ends: 'a4 b4' }, reply: null },
    },
  },
};

/** @type {Room['rules']} */
const RULES = {
  line: {
    variant: 'draw',
    seating: 'two',
    hand_size: 5,
    target: 100,
    spinner: false,
    point_unit: 'pips',
    opening: 'highest_double',
    no_double: 'heaviest_tile',
    next_lead: 'rotate',
    after_block: 'same',
    reserve: 0,
    blocked_score: 'difference',
    exact_target: false,
    going_out_point: false,
    calls: 'automatic',
  },
};

/** The table as the lesson begins. @param {number} v @returns {Extract<ServerMessage, { type: 'table' }>} */
export const opening = (v) =>
  lessonOpening(TABLE, v, RULES, {
    line: {
      board: {
        leader: OTHER,
        phase: { type: 'playing' },
        ends: endsOf(START.ends),
        spinner: null,
        count: null,
        hand_sizes: [HAND.length, 3],
        boneyard: 18,
        reserve: 0,
        lacks: [[], []],
        claim: false,
        won_rounds: 0,
        bonus: 0,
        twice: false,
      },
      layout: START.laid.map((tile, i) => laidTile(tile, (i + 1) % 2)),
      history: [],
      own: {
        seat: 0,
        hand: HAND,
        placements: STEPS.first.places,
        may_call: false,
        may_give_lead: false,
      },
    },
  });

/** The messages of a table, as a server would send them. @param {Store} store */
function lessonTable(store) {
  let v = 0;
  const view = () => /** @type {View} */ (store.get().table?.view);

  /**
   * @param {VisibleEvent[]} events
   * @param {Partial<StandingChange>} standing
   * @param {LineChange['board']} board
   * @param {LineOwnChange} [own]
   */
  function update(events, standing, board, own) {
    v += 1;
    store.dispatch({
      type: 'update',
      table: TABLE,
      v,
      standing: { ply: v, ...standing },
      change: { line: { events, board } },
      ...(own && { own: { line: own } }),
    });
  }

  return {
    open() {
      v += 1;
      store.dispatch(opening(v));
    },
    hand: () => view().own?.hand ?? [],
    /** The visitor draws a tile. @param {LineOwnChange} own what they then hold and may play */
    draw: (own) => update([{ type: 'drew', seat: 0 }], { turn: 0 }, {}, own),
    /** A seat has played, after it drew some tiles. @param {number} seat @param {Answer} answer @param {number} draws @param {LineOwnChange} [own] */
    play(seat, { laid, ends }, draws, own) {
      const { tile, joint } = laidTile(laid);
      /** @type {VisibleEvent[]} */
      const events = Array.from({ length: draws }, () => ({ type: 'drew', seat }));
      events.push({ type: 'played', seat, tile, joint });
      update(events, { turn: 1 - seat }, { ends: endsOf(ends) }, own);
    },
    /** The visitor has gone out. */
    win() {
      const points = pipSum([LEFT]);
      update([{ type: 'scored', side: 0, points, reason: 'domino' }], { scores: [points, 0] }, {});
    },
  };
}

/**
 * The game: a store of its own, with the client's own reducer and actions.
 * @param {(step: StepName | 'other' | 'drawing' | 'over') => void} tell is called when the visitor is to play
 *   at a step, when the other player thinks, when a tile is being drawn, and when the round is over
 */
export function lessonGame(tell) {
  const store = createStore(initial({ page: 'table', table: TABLE, invite: null }), reduce);
  const table = lessonTable(store);
  /** @type {StepName} */
  let at = 'first';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {StepName} next */
  function arrive(next) {
    at = next;
    const { drawn, places } = STEPS[at];
    if (!drawn) return tell(at);
    tell('drawing');
    timer = setTimeout(() => {
      table.draw({ hand: [...table.hand(), drawn], placements: places });
      tell(at);
    }, THINK_MS);
  }

  /** @param {Reply} reply */
  function answer(reply) {
    const { drawn, places } = STEPS[reply.next];
    table.play(OTHER, reply, reply.draws, { hand: table.hand(), placements: drawn ? [] : places });
    arrive(reply.next);
  }

  /** @param {ClientMessage} message */
  function send(message) {
    const move = message.type === 'move' && 'line' in message.move && message.move.line;
    if (typeof move !== 'object') return true;
    const found = STEPS[at].answers[`${move.play.tile} ${move.play.arm}`];
    if (!found) return true;
    const { played, reply } = found;
    table.play(0, played, 0);
    if (reply) timer = setTimeout(() => answer(reply), THINK_MS);
    else table.win();
    tell(reply ? 'other' : 'over');
    return true;
  }

  return {
    store,
    actions: createActions(store, { send, go: () => {} }),
    begin() {
      at = 'first';
      clearTimeout(timer);
      table.open();
      tell(at);
    },
    stop: () => clearTimeout(timer),
  };
}
