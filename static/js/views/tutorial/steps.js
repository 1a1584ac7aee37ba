/**
 * The tutorial's table: positions with what may be played there and what comes of it, and the game
 * in which they answer in place of a server. Nothing here knows the rules.
 */
import { createActions } from '../../actions.js';
import { endsOf, laidTile } from '../../format/laid.js';
import { reduce } from '../../reduce.js';
import { createStore, initial } from '../../state.js';

/** @import { ClientMessage, CountSeen, Offer, Room, VisibleEvent, ServerMessage, View } from '../../protocol.js' */
/** @typedef {'do' | 'play' | 'other' | 'done'} Moment */
/** @typedef {Extract<ServerMessage, { type: 'update' }>} Update */

/**
 * What comes of a play.
 * @typedef {object} Answer
 * @property {string} laid the tile as it then lies, such as "b 4-2 2"
 * @property {string} ends such as "a6 b2"
 * @property {number} [points]
 * @property {CountSeen} [count]
 * @property {boolean} [again] it wasn't what was asked for: the step begins anew
 */

/**
 * A tile that is drawn without the visitor's doing.
 * @typedef {{ tile: string, places: Offer[] }} Draw
 */

/**
 * @typedef {object} Step
 * @property {'join' | 'end' | 'double' | 'spinner' | 'count' | 'draw'} name
 * @property {string[]} laid the tiles on the table
 * @property {string | null} spinner
 * @property {string} ends
 * @property {CountSeen} [count]
 * @property {string[]} hand
 * @property {Offer[]} places what may be played
 * @property {Draw[]} draws
 * @property {Record<string, Answer>} answers by tile and arm, such as "4-2 b"
 */

/** The table of the tutorial; no server knows it. */
const TABLE = 'tutorial';
/** Between two tiles that are drawn, in milliseconds: time to see each. */
const DRAW_MS = 1300;

/** @param {Omit<Step, 'spinner' | 'draws'> & Partial<Step>} parts @returns {Step} */
const step = (parts) => ({ spinner: null, draws: [], ...parts });

/** @param {string} tile @param {'a' | 'b' | 'c'} arm @param {number} [points] @returns {Offer} */
const place = (tile, arm, points = 0) => ({ tile, arm, points });

/** @param {number} a @param {number} b @returns {CountSeen} */
const count = (a, b) => ({
  total: a + b,
  terms: [
    { arm: 'a', pips: a, double: false },
    { arm: 'b', pips: b, double: false },
  ],
});

/** @type {readonly Step[]} */
export const STEPS = [
  step({
    name: 'join',
    laid: ['6-4'],
    ends: 'a6 b4',
    hand: ['4-2', '5-1', '3-0'],
    places: [place('4-2', 'b')],
    answers: { '4-2 b': { laid: 'b 4-2 2', ends: 'a6 b2' } },
  }),
  step({
    name: 'end',
    laid: ['6-4', 'b 4-2 2'],
    ends: 'a6 b2',
    hand: ['6-2', '5-1', '3-0'],
    places: [place('6-2', 'a'), place('6-2', 'b')],
    answers: {
      '6-2 a': { laid: 'a 6-2 2', ends: 'a2 b2' },
      '6-2 b': { laid: 'b 6-2 6', ends: 'a6 b6' },
    },
  }),
  step({
    name: 'double',
    laid: ['6-5', 'a 6-4 4', 'b 5-3 3'],
    ends: 'a4 b3',
    hand: ['4-4', '5-1', '2-0'],
    places: [place('4-4', 'a')],
    answers: { '4-4 a': { laid: 'a 4-4 4', ends: 'a4 b3' } },
  }),
  step({
    name: 'spinner',
    laid: ['5-5', 'a 5-3 3', 'b 6-5 6'],
    spinner: '5-5',
    ends: 'a3 b6 c5',
    hand: ['5-2', '4-1', '4-0'],
    places: [place('5-2', 'c')],
    answers: { '5-2 c': { laid: 'c 5-2 2', ends: 'a3 b6 c2 d5' } },
  }),
  step({
    name: 'count',
    laid: ['6-3', 'b 3-2 2'],
    ends: 'a6 b2',
    count: count(6, 2),
    hand: ['6-1', '4-2', '5-3'],
    places: [place('6-1', 'a'), place('4-2', 'b', 10)],
    answers: {
      '6-1 a': { laid: 'a 6-1 1', ends: 'a1 b2', count: count(1, 2), again: true },
      '4-2 b': { laid: 'b 4-2 4', ends: 'a6 b4', count: count(6, 4), points: 10 },
    },
  }),
  step({
    name: 'draw',
    laid: ['6-2', 'b 4-2 4'],
    ends: 'a6 b4',
    hand: ['5-1', '3-0'],
    places: [],
    draws: [
      { tile: '2-1', places: [] },
      { tile: '6-3', places: [place('6-3', 'a')] },
    ],
    answers: { '6-3 a': { laid: 'a 6-3 3', ends: 'a3 b4' } },
  }),
];

/** Two sit there: the visitor, and a player who never plays. @type {Room} */
const ROOM = {
  status: 'playing',
  match: 1,
  rules: {
    variant: 'all_fives',
    seating: 'two',
    hand_size: 3,
    target: 100,
    spinner: true,
    point_unit: 'pips',
    opening: 'highest_double',
    no_double: 'heaviest_tile',
    next_lead: 'winner',
    after_block: 'same',
    reserve: 0,
    blocked_score: 'difference',
    exact_target: false,
    going_out_point: false,
    calls: 'automatic',
  },
  notation: '',
  access: 'link',
  kept_seats: 0,
  hints: false,
  bots: false,
  fairness: {
    scheme: 1,
    commitment: '',
    first: 1,
    match: 1,
    seats: [null, null],
    revealing: false,
  },
  seats: [
    { name: '', ready: true, host: true },
    { name: '', ready: true, host: false },
  ],
};

/**
 * The table as a step begins.
 * @param {number} at which step
 * @param {number} v
 * @returns {Extract<ServerMessage, { type: 'table' }>}
 */
export function opening(at, v) {
  const { laid: tiles, hand, places, ends, spinner, count = null } = STEPS[at];
  return {
    type: 'table',
    table: TABLE,
    v,
    room: { ...ROOM, match: v },
    presence: { seats: [true, true], away_since_ms: [null, null], watchers: 0 },
    view: {
      board: {
        round: at + 1,
        ply: at,
        leader: 1,
        scores: [0, 0],
        phase: { type: 'playing', turn: 0 },
        ends: endsOf(ends),
        spinner,
        count,
        hand_sizes: [hand.length, 3],
        boneyard: 12,
        reserve: 0,
        lacks: [[], []],
        claim: false,
        won_rounds: 0,
        bonus: 0,
        twice: false,
      },
      layout: tiles.map((tile) => laidTile(tile, 1)),
      history: [],
      round_scores: [],
      own: { seat: 0, hand, placements: places, may_call: false, may_give_lead: false },
    },
    me: { pseudonym: '', seat: 0, host: false, invite: null },
    chat: [],
  };
}

/** What a play of the visitor brings. @param {number} at @param {Answer} answer */
function played(at, answer) {
  const { tile, joint } = laidTile(answer.laid);
  const { ends, spinner, count } = { ...STEPS[at], ...answer };
  const { points = 0 } = answer;
  /** @type {VisibleEvent[]} */
  const events = [{ type: 'played', seat: 0, tile, joint }];
  if (points > 0) events.push({ type: 'scored', side: 0, points, reason: 'count' });
  const board = {
    ply: at,
    turn: 1,
    scores: [points, 0],
    ends: endsOf(ends),
    ...(spinner && { spinner }),
    ...(count && { count }),
  };
  return { events, board };
}

/** What a tile drawn brings. @param {number} at @param {Draw} draw @param {View} view as it was */
function drew(at, { tile, places }, { own }) {
  /** @type {VisibleEvent[]} */
  const events = [{ type: 'drew', seat: 0 }];
  const hand = [...(own?.hand ?? []), tile];
  return { events, board: { ply: at }, own: { hand, placements: places } };
}

/**
 * The game: a store of its own, with the client's own reducer and actions.
 * @param {(moment: Moment) => void} tell is called when a step has come to another moment
 */
export function tutorialGame(tell) {
  const store = createStore(initial({ page: 'table', table: TABLE, invite: null }), reduce);
  let at = 0;
  let v = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const next = () => {
    v += 1;
    return v;
  };
  /** @param {Pick<Update, 'events' | 'board' | 'own'>} told */
  const update = (told) => store.dispatch({ type: 'update', table: TABLE, v: next(), ...told });

  /** @param {ClientMessage} message */
  function send(message) {
    const answer = message.type === 'play' && STEPS[at].answers[`${message.tile} ${message.arm}`];
    if (answer) {
      update(played(at, answer));
      tell(answer.again ? 'other' : 'done');
    }
    return true;
  }

  /** @param {number} i which tile is drawn next */
  function draw(i) {
    const { draws } = STEPS[at];
    const view = store.get().table?.view;
    if (!view) return;
    update(drew(at, draws[i], view));
    if (i + 1 < draws.length) timer = setTimeout(() => draw(i + 1), DRAW_MS);
    else tell('play');
  }

  return {
    store,
    actions: createActions(store, { send, go: () => {} }),
    /** Begins a step. @param {number} step */
    begin(step) {
      at = step;
      clearTimeout(timer);
      store.dispatch(opening(at, next()));
      tell('do');
      if (STEPS[at].draws.length > 0) timer = setTimeout(() => draw(0), DRAW_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
