/** Values as the server sends them, for tests that need one and change a part of it. */

/** @typedef {import('../../static/js/protocol.js').Options} Options */
/** @typedef {import('../../static/js/protocol.js').Room} Room */
/** @typedef {import('../../static/js/protocol.js').Board} Board */
/** @typedef {import('../../static/js/protocol.js').View} View */
/** @typedef {import('../../static/js/protocol.js').Snapshot} Snapshot */
/** @typedef {import('../../static/js/state.js').Table} Table */

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
    rules: options,
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
    round: 1,
    ply: 3,
    leader: 0,
    scores: [0, 0],
    phase: { type: 'playing', turn: 0 },
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

/**
 * @param {Partial<import('../../static/js/protocol.js').BoardChange>} [parts]
 * @returns {import('../../static/js/protocol.js').BoardChange}
 */
export function change(parts = {}) {
  return { ply: 4, ...parts };
}

/**
 * Seat 0 is to play 6-4 (one end) or 5-4 (two ends), as a view.
 * @returns {View}
 */
export function view() {
  return {
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
    round_scores: [],
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
 * @param {Partial<Snapshot>} [changes]
 * @returns {Snapshot & { type: 'table' }}
 */
export function snapshot(changes = {}) {
  return {
    type: 'table',
    table: TABLE,
    v: 5,
    room: room(),
    presence: { seats: [true, true], away_since_ms: [null, null], watchers: 0 },
    view: view(),
    me: { pseudonym: 'pseudonym of Ana', seat: 0, host: true, invite: null },
    chat: [],
    ...changes,
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
