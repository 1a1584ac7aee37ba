/** Values as the server sends them, for tests that need one and change a part of it. */

/** @typedef {import('../../static/js/protocol.js').LineOptions} Options */
/** @typedef {import('../../static/js/games/line/types.js').Room} Room */
/** @typedef {import('../../static/js/protocol.js').Board} Board */
/** @typedef {import('../../static/js/protocol.js').BoardChange} BoardChange */
/** @typedef {import('../../static/js/protocol.js').LineChange} LineChange */
/** @typedef {import('../../static/js/protocol.js').StandingChange} StandingChange */
/** @typedef {import('../../static/js/games/line/fold.js').View} View */
/** @typedef {import('../../static/js/games/contract.js').Standing} Standing */
/** @typedef {import('../../static/js/protocol.js').Snapshot} Snapshot */
/** @typedef {import('../../static/js/protocol.js').Update} Update */
/** @typedef {import('../../static/js/state.js').Table} Table */

/**
 * What is said of a game of the line, where one of several may be meant.
 * @template {object} Told
 * @param {Told} told an object whose only key names the game
 * @returns {Told extends { line: infer Line } ? Line : never}
 */
export const lineIn = (told) => /** @type {any} */ (told).line;

export const TABLE = '0123456789abcdef0123456789abcdef';

/** @type {Partial<Record<Options['seating'], number>>} */
const SEATS = { two: 2, three: 3, four: 4, partners: 4 };

/** @type {Options} */
export const FIVE_UP = {
  variant: 'all_fives',
  seating: 'two',
  hand_size: 7,
  target: 150,
  spinner: true,
  point_unit: 'pips',
  opening: 'highest_double',
  no_double: 'heaviest_tile',
  next_lead: 'winner',
  after_block: 'same',
  reserve: 0,
  blocked_score: 'opponents_total',
  exact_target: false,
  going_out_point: false,
  calls: 'automatic',
};

const NAMES = ['Ana', 'Ben', 'Cem', 'Dora'];

/** Who a person of the samples is at the table. @param {string} name */
export const pseudonym = (name) => `pseudonym of ${name}`;

/**
 * @param {Partial<Options>} [rules]
 * @returns {Room}
 */
export function room(rules = {}) {
  const options = { ...FIVE_UP, ...rules };
  const seats = SEATS[options.seating] ?? 0;
  return {
    status: 'playing',
    match: 1,
    seating: options.seating,
    rules: { line: options },
    notation: 'Five-Up 150',
    access: 'link',
    kept_seats: 0,
    hints: false,
    bots: true,
    fairness: {
      scheme: 1,
      match: 1,
      commitment: '7'.repeat(64),
      seats: Array.from({ length: seats }, () => ({ promise: null, seed: null })),
      told: Array.from({ length: seats }, () => false),
      revealing: false,
      missed: Array.from({ length: seats }, () => 0),
      called_off: 0,
    },
    seats: NAMES.slice(0, seats).map((name, i) => ({
      name,
      pseudonym: pseudonym(name),
      ready: false,
      host: i === 0,
    })),
  };
}

/**
 * @param {Partial<Board>} [board]
 * @returns {Board}
 */
export function board(board = {}) {
  return {
    leader: 0,
    phase: { type: 'playing' },
    ends: [],
    spinner: null,
    count: null,
    hand_sizes: [7, 7],
    boneyard: 14,
    reserve: 0,
    lacks: [[], []],
    claim: false,
    won_rounds: 0,
    bonus: 0,
    twice: false,
    ...board,
  };
}

/** Where the match stands: seat 0 is to play. @param {Partial<Standing>} [standing] @returns {Standing} */
export function standing(standing = {}) {
  return {
    ply: 3,
    round: 1,
    turn: 0,
    scores: [0, 0],
    round_scores: [],
    over: false,
    winner: null,
    last_round: false,
    ...standing,
  };
}

/**
 * What an update tells of the match: by default seat 0 is to play.
 * @param {Partial<Omit<StandingChange, 'turn'> & { turn: number | null } & Omit<LineChange, 'board'> & BoardChange>} [parts]
 * of how it stands, of its events, and of the board
 * @param {import('../../static/js/protocol.js').LineOwnChange} [own]
 * @returns {Pick<Update, 'standing' | 'change' | 'own'>}
 */
export function change(parts = {}, own) {
  const {
    ply = 4,
    round,
    turn = 0,
    scores,
    round_scores,
    over,
    winner,
    last_round,
    ...told
  } = parts;
  const { clear, events, ...board } = told;
  const line = { clear, events, board: Object.keys(board).length > 0 ? board : undefined };
  const standing = {
    ply,
    round,
    turn: turn ?? undefined,
    scores,
    round_scores,
    over,
    winner,
    last_round,
  };
  return JSON.parse(JSON.stringify({ standing, change: { line }, own: own && { line: own } }));
}

/**
 * Seat 0 is to play 6-4 (one end) or 5-4 (two ends), as the page keeps it.
 * @param {Partial<Standing>} [stands]
 * @returns {View}
 */
export function view(stands) {
  return {
    standing: standing(stands),
    board: board({
      ends: [
        { arm: 'a', pips: 4 },
        { arm: 'b', pips: 5 },
      ],
    }),
    layout: [{ tile: '5-4', seat: 1, joint: null }],
    history: [
      { type: 'dealt', leader: 1 },
      { type: 'played', seat: 1, tile: '5-4', joint: null },
    ],
    own: {
      seat: 0,
      hand: ['6-4', '5-4', '1-0'],
      placements: [
        { tile: '6-4', arm: 'a', points: 0 },
        { tile: '5-4', arm: 'a', points: 10 },
        { tile: '5-4', arm: 'b', points: 0 },
      ],
      may_call: false,
      may_give_lead: false,
    },
  };
}

/**
 * The message of a table.
 * @param {Partial<Omit<Snapshot, 'view' | 'standing'>> & { view?: View | null }} [changes] `view`: as the page keeps it
 * @returns {Snapshot & { type: 'table' }}
 */
export function snapshot({ view: seen = view(), ...changes } = {}) {
  return {
    type: 'table',
    table: TABLE,
    v: 5,
    room: room(),
    presence: { seats: [true, true], away_since_ms: [null, null], watchers: 0 },
    ...toldOf(seen),
    me: { pseudonym: 'pseudonym of Ana', seat: 0, host: true, invite: null },
    chat: [],
    ...changes,
  };
}

/** A view as a message tells it, which leaves out what is none. @param {View | null} view @returns {Pick<Snapshot, 'standing' | 'view'>} */
function toldOf(view) {
  if (!view) return { standing: null, view: null };
  const { standing, ...line } = view;
  const { turn, over, winner, last_round, ...always } = standing;
  return {
    standing: {
      ...always,
      ...(turn !== null && { turn }),
      ...(over && { over }),
      ...(winner !== null && { winner }),
      ...(last_round && { last_round }),
    },
    view: { line },
  };
}

/** A text that is kept, as a browser's storage does it. @param {string | null} [text] */
export function memory(text = null) {
  return {
    text,
    read() {
      return this.text;
    },
    /** @param {string} now */
    write(now) {
      this.text = now;
    },
  };
}
