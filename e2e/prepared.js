/**
 * Tables in a state that was prepared: the page comes from the server, and what the server would
 * say over the socket is written here. So any moment of a match is shown at once.
 */
import { lead, legal, play } from './unit/rounds.js';
import { board, room, snapshot, TABLE } from './unit/samples.js';

/** @typedef {import('../static/js/protocol.js').Snapshot} Snapshot */
/** @typedef {import('../static/js/protocol.js').RoomSeat} RoomSeat */
/** @typedef {import('../static/js/protocol.js').Phase} Phase */
/** @typedef {import('../static/js/protocol.js').Laid} Laid */

/** Moments of a match that take most room, each in its own way. */
export const MOMENTS = /** @type {const} */ (['lead', 'long', 'round over', 'match over']);

/** @typedef {(typeof MOMENTS)[number]} Moment */

/** Tiles of the longest layout. */
const LONG = 25;

/**
 * A round that goes on for as long as one can, the same at every run.
 * @returns {import('./unit/rounds.js').Round}
 */
function longRound() {
  for (let seed = 1; ; seed += 1) {
    let round = lead('6-6', true);
    for (let next = legal(round); next.length > 0; next = legal(round)) {
      if (round.laid.length === LONG) return round;
      round = play(round, next[(seed * round.laid.length * 7) % next.length]);
    }
  }
}

/**
 * A match in Five-Up as seat 0 sees it.
 *
 * @param {object} wishes
 * @param {Moment} wishes.moment
 * @param {2 | 4} wishes.seats
 * @param {string} [wishes.opponent] the name at seat 1
 * @param {number} [wishes.turn] whose turn it is
 * @param {boolean} [wishes.clock]
 * @param {import('../static/js/protocol.js').Calls} [wishes.calls]
 * @param {number[][]} [wishes.lacks] the pips that each seat is known to lack
 * @param {Partial<RoomSeat>} [wishes.person] what else is so at seat 1
 * @returns {Snapshot & { type: 'table' }}
 */
export function matchAt({
  moment,
  seats,
  opponent = 'Benedetta',
  turn = 0,
  clock = false,
  calls = 'automatic',
  lacks = [[], [], [], []],
  person = {},
}) {
  const round = moment === 'lead' ? null : longRound();
  const laid = /** @type {Laid[]} */ (round?.laid ?? []);
  const people = room({ seating: seats === 2 ? 'two' : 'four', calls });
  people.seats = people.seats.map((seat, i) => seat && { ...seat, ready: i === 1 });
  Object.assign(people.seats[1] ?? {}, { name: opponent, ...person });
  if (clock) people.clock = { type: 'bank', seconds: 60, increment: 0 };
  if (moment === 'match over') {
    Object.assign(people, { status: 'over', ending: { type: 'played', winner: 0 } });
    people.record = 'f'.repeat(32);
  }
  version += 1;
  const over = moment === 'round over' || moment === 'match over';
  const hands = HANDS.slice(0, seats);
  const own = ['6-6', '5-5', '5-4', '4-2', '3-3', '2-1', '6-0'];
  const hand = moment === 'lead' ? own : own.slice(2, 5);
  const last = laid.at(-1);
  return snapshot({
    v: version,
    room: people,
    presence: {
      seats: hands.map(() => true),
      away_since_ms: hands.map(() => null),
      watchers: 0,
    },
    view: {
      board: board({
        ply: version,
        round: 2,
        scores: seats === 2 ? [105, 60] : [105, 60, 45, 80],
        phase: phaseAt(moment, hands, turn),
        ends: over || !round ? [] : Object.entries(round.pips).map(([arm, pips]) => end(arm, pips)),
        spinner: round?.spinner ?? null,
        count: {
          total: 10,
          terms: [
            { arm: 'a', pips: 4 },
            { arm: 'b', pips: 3, double: true },
          ],
        },
        hand_sizes: hands.map((tiles) => (moment === 'lead' ? 7 : tiles.length)),
        boneyard: 14,
        lacks,
      }),
      layout: laid,
      history: last
        ? [
            { type: 'dealt', leader: 1 },
            { type: 'played', seat: 1, tile: last.tile, joint: last.joint },
            { type: 'scored', side: 1, points: 10, reason: 'count' },
          ]
        : [{ type: 'dealt', leader: 0 }],
      own: {
        seat: 0,
        hand: over ? hands[0] : hand,
        placements:
          over || turn !== 0 || round ? [] : hand.map((tile) => ({ tile, arm: null, points: 0 })),
        may_call: false,
      },
    },
    me: { seat: 0, host: true, invite: null },
    ...(clock && {
      time: {
        left_ms: hands.map(() => 60_000),
        running: over
          ? undefined
          : { seat: turn, since_ms: Date.now(), until_ms: Date.now() + 60_000, warned: false },
      },
    }),
  });
}

/** @param {string} arm @param {number} pips */
const end = (arm, pips) => ({
  arm: /** @type {import('../static/js/protocol.js').ArmId} */ (arm),
  pips,
});

/** What everybody held at the end of the round: seat 0 went out. */
const HANDS = [
  [],
  ['6-5', '6-4', '5-1', '4-1', '3-0', '2-2', '1-0'],
  ['6-3', '5-2', '4-0'],
  ['5-3', '4-4', '3-1', '2-0', '1-1'],
];

/** Every table that is told is a later one. */
let version = 5;

/**
 * @param {Moment} moment
 * @param {string[][]} hands
 * @param {number} turn
 * @returns {Phase}
 */
function phaseAt(moment, hands, turn) {
  const outcome = /** @type {const} */ ({ type: 'domino', by: 0, points: 45 });
  if (moment === 'round over') return { type: 'round_over', outcome, hands };
  if (moment === 'match over') return { type: 'match_over', winner: 0, outcome, hands };
  return { type: 'playing', turn };
}

/**
 * Opens a prepared table.
 *
 * @param {import('@playwright/test').Page} page
 * @param {Snapshot & { type: 'table' }} first
 * @returns {Promise<(next: Snapshot & { type: 'table' }) => Promise<void>>} shows another moment
 */
export async function openPrepared(page, first) {
  let now = first;
  /** @type {(message: unknown) => void} */
  let tell = () => {};
  await page.routeWebSocket('**/ws', (socket) => {
    tell = (message) => socket.send(JSON.stringify(message));
    socket.onMessage(async (text) => {
      const { type } = JSON.parse(String(text));
      if (type === 'hello') {
        const style = await page.locator('link[rel="stylesheet"]').first().getAttribute('href');
        const build = style?.split('/')[1];
        tell({ type: 'welcome', protocol: 2, server: '', build, name: 'Ana', now_ms: Date.now() });
        tell({ type: 'you', name: 'Ana' });
      }
      if (type === 'open') tell(now);
    });
  });
  await page.goto(`/t/${TABLE}`);
  await page.getByTestId('board').waitFor();
  return async (next) => {
    now = next;
    tell(next);
    // The page draws in the next frame.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  };
}
