/**
 * Tables in a state that was prepared: the page comes from the server, and what the server would
 * say over the socket is written here. So any moment of a match is shown at once.
 */
import { pipSum } from '../static/js/tiles/pips.js';
import { lead, legal, NINES, play, stopAt, TILES } from './unit/rounds.js';
import { board, room, snapshot, standing, TABLE } from './unit/samples.js';

/** @typedef {import('../static/js/protocol.js').Snapshot} Snapshot */
/** @typedef {import('../static/js/protocol.js').ServerMessage} ServerMessage */
/** @typedef {import('../static/js/protocol.js').RoomSeat} RoomSeat */
/** @typedef {import('../static/js/protocol.js').Phase} Phase */
/** @typedef {import('../static/js/protocol.js').Laid} Laid */
/** @typedef {import('../static/js/protocol.js').VisibleEvent} VisibleEvent */
/** @typedef {import('../static/js/protocol.js').Offer} Offer */
/** @typedef {import('../static/js/protocol.js').LineOptions} Options */
/** @typedef {import('../static/js/protocol.js').ArmId} ArmId */
/** @typedef {import('./unit/rounds.js').Round} Round */

/** Moments of a match that take most room, each in its own way. */
export const MOMENTS = /** @type {const} */ ([
  'lead',
  'long',
  'hand',
  'fourteen',
  'nines',
  'round over',
  'round lost',
  'match over',
]);

/** @typedef {(typeof MOMENTS)[number]} Moment */

/** Whether the round has ended. @param {Moment} moment */
const isOver = (moment) => /over|lost/.test(moment);

/** Tiles on the table while one hand has grown to `DRAWN`. */
const SHORT = 6;
const DRAWN = 18;

/**
 * A long round, the same at every run. How much room so many tiles need depends on the turns that they
 * take; these need about as much as most.
 * @param {Round} start
 * @param {number} count how many tiles are laid
 * @returns {Round}
 */
function longRound(start, count) {
  for (let seed = 1; ; seed += 1) {
    let round = start;
    for (let next = legal(round); next.length > 0; next = legal(round)) {
      if (round.laid.length === count) return round;
      round = play(round, next[(seed * round.laid.length * 7) % next.length]);
    }
    if (round.laid.length === count) return round;
  }
}

/** Every tile of double-six is laid. */
const LONGEST = longRound(lead('6-6', true), TILES.length);

/** All tiles that four hands of ten have of double-nine. */
const LONGEST_NINES = longRound(lead('9-9', false, NINES), 40);

/** The rules that moments have, where they are not those of Five-Up. @type {Partial<Record<Moment, Partial<Options>>>} */
const RULES = {
  fourteen: { variant: 'block', hand_size: 14, turns: 'counter_clockwise', spinner: false },
  nines: {
    variant: 'block',
    hand_size: 10,
    tile_set: 'double_nine',
    turns: 'counter_clockwise',
    spinner: false,
  },
};

/** What seat 0 holds at the lead. */
const DEALT = ['6-6', '5-5', '5-4', '4-2', '3-3', '2-1', '6-0'];

/** What the others hold, at most. */
const HANDS = [
  ['6-5', '6-4', '5-1', '4-1', '3-0', '2-2', '1-0'],
  ['6-3', '5-2', '4-0'],
  ['5-3', '4-4', '3-1', '2-0', '1-1'],
];

/**
 * What lies on the table, and what each seat holds. The longest layout is longer than any in play, where
 * every hand has a tile left: a window with room for it has room for all others.
 *
 * @param {Moment} moment
 * @param {number} seats
 * @returns {{ round: Round | null, hands: string[][] }}
 */
function positionAt(moment, seats) {
  const others = HANDS.slice(0, seats - 1);
  const ones = others.map((hand) => hand.slice(0, 1));
  switch (moment) {
    case 'lead':
      return { round: null, hands: [DEALT, ...others] };
    case 'hand': {
      const round = stopAt(LONGEST, SHORT);
      return { round, hands: [leftOf(round).slice(0, DRAWN), ...ones] };
    }
    case 'fourteen': {
      const round = stopAt(LONGEST, 1);
      return { round, hands: [leftOf(round).slice(-14), ...others] };
    }
    case 'nines':
      return { round: LONGEST_NINES, hands: [leftOf(LONGEST_NINES).slice(-10), ...ones] };
    case 'long':
      return { round: LONGEST, hands: [DEALT.slice(2, 5), ...ones] };
    case 'round over':
      return { round: without(others), hands: [[], ...others] };
    case 'round lost': {
      const hands = [DEALT, [], ...others.slice(1)];
      return { round: without(hands), hands };
    }
    case 'match over':
      return { round: without(ones), hands: [[], ...ones] };
  }
}

/** The tiles that aren't laid. @param {Round} round */
const leftOf = ({ set, laid }) => set.filter((tile) => !laid.some((one) => one.tile === tile));

/** As many tiles are laid as nobody holds. @param {string[][]} hands */
const without = (hands) => stopAt(LONGEST, TILES.length - hands.flat().length);

/**
 * Where the tiles of a hand may go. At the lead the points are those of Five-Up; later each tile that
 * fits has the same, so that the page has to show them.
 * @param {Round | null} round
 * @param {string[]} hand
 * @param {number} points
 * @returns {Offer[]}
 */
function placementsOf(round, hand, points) {
  if (round) {
    const fitting = legal(round).filter(({ tile }) => hand.includes(tile));
    return fitting.map(({ tile, arm }) => ({ tile, arm: /** @type {ArmId} */ (arm), points }));
  }
  return hand.map((tile) => {
    const [high, low] = tile.split('-').map(Number);
    return { tile, arm: null, points: (high + low) % 5 === 0 ? high + low : 0 };
  });
}

/**
 * How a match in Five-Up is prepared.
 *
 * @typedef {object} Wishes
 * @property {Moment} moment
 * @property {2 | 3 | 4} seats
 * @property {boolean} [partners] four play in pairs
 * @property {number} [turn] whose turn it is
 * @property {boolean} [clock]
 * @property {import('../static/js/protocol.js').Calls} [calls]
 * @property {Partial<Options>} [rules] other options
 * @property {number[][]} [lacks] the pips that each seat is known to lack
 * @property {Partial<RoomSeat>[]} [people] what else is so at each seat
 */

/**
 * A match in Five-Up as seat 0 sees it.
 *
 * @param {Wishes} wishes
 * @returns {Snapshot & { type: 'table' }}
 */
export function matchAt(wishes) {
  const { moment, seats, partners, turn = 0, clock, lacks = [[], [], [], []] } = wishes;
  const { round, hands } = positionAt(moment, seats);
  const [hand] = hands;
  const over = isOver(moment);
  // Nothing counts during a round of Block.
  const points = RULES[moment] ? 0 : 10;
  const totals = totalsAt(moment, partners ? 2 : seats);
  version += 1;
  return snapshot({
    v: version,
    room: roomAt(wishes),
    presence: {
      seats: hands.map(() => true),
      away_since_ms: hands.map(() => null),
      watchers: 0,
    },
    view: {
      standing: standing({
        ply: version,
        round: over ? totals.length : totals.length + 1,
        turn: over ? null : turn,
        scores: totals.at(-1),
        round_scores: totals,
        ...(moment === 'match over' && { over: true, winner: 0 }),
      }),
      board: board({
        phase: phaseAt(wishes, hands),
        ends: over || !round ? [] : Object.entries(round.pips).map(([arm, pips]) => end(arm, pips)),
        spinner: round?.spinner ?? null,
        count: {
          total: 10,
          terms: [
            { arm: 'a', pips: 4 },
            { arm: 'b', pips: 3, double: true },
          ],
        },
        hand_sizes: hands.map((tiles) => tiles.length),
        boneyard: { nines: 15, fourteen: 0 }[/** @type {string} */ (moment)] ?? 14,
        lacks,
      }),
      layout: /** @type {Laid[]} */ (round?.laid ?? []),
      history: historyAt(round, seats, points),
      own: {
        seat: 0,
        hand,
        placements: over || turn !== 0 ? [] : placementsOf(round, hand, points),
        may_call: false,
        may_give_lead: false,
      },
    },
    me: { pseudonym: 'pseudonym of Ana', seat: 0, host: true, invite: null },
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

/** @param {Wishes} wishes */
function roomAt({ moment, seats, partners, clock, calls = 'automatic', rules, people = [] }) {
  const each = /** @type {const} */ ({ 2: 'two', 3: 'three', 4: 'four' })[seats];
  const seating = partners ? 'partners' : each;
  const made = room({ ...RULES[moment], seating, calls, ...rules });
  // The tiles of one round would be taken for those of another.
  made.match = 1 + MOMENTS.indexOf(moment);
  made.seats = made.seats.map((seat, i) => seat && { ...seat, ready: i === 1, ...people[i] });
  if (clock) made.clock = { type: 'bank', seconds: 60, increment: 0 };
  if (moment === 'match over') {
    Object.assign(made, { status: 'over', ending: { type: 'played', winner: 0 } });
    made.record = 'f'.repeat(32);
  }
  return made;
}

/**
 * Seat 1 has laid the last tile, and the seats after it could not play.
 * @param {Round | null} round
 * @param {number} seats
 * @param {number} points that the tile made
 * @returns {VisibleEvent[]}
 */
function historyAt(round, seats, points) {
  const last = /** @type {Laid | undefined} */ (round?.laid.at(-1));
  if (!last) return [{ type: 'dealt', leader: 0 }];
  /** @type {VisibleEvent[]} */
  const passes = [
    { type: 'passed', seat: 2 },
    { type: 'drew', seat: 3 },
    { type: 'drew', seat: 3 },
    { type: 'passed', seat: 3 },
  ];
  return [
    { type: 'dealt', leader: 1 },
    { type: 'played', seat: 1, tile: last.tile, joint: last.joint },
    ...(points > 0
      ? [/** @type {VisibleEvent} */ ({ type: 'scored', side: 1, points, reason: 'count' })]
      : []),
    ...passes.filter((event) => 'seat' in event && event.seat < seats),
  ];
}

/** @param {string} arm @param {number} pips */
const end = (arm, pips) => ({
  arm: /** @type {ArmId} */ (arm),
  pips,
});

/** The points of the sides after each round, up to the one that is told of. */
const TOTALS = [
  [20, 0, 15, 0],
  [20, 35, 15, 10],
  [60, 35, 15, 45],
  [60, 35, 45, 80],
  [105, 60, 45, 80],
  [150, 60, 45, 80],
];

/** The points after each round that is over. @param {Moment} moment @param {number} sides */
const totalsAt = (moment, sides) =>
  TOTALS.slice(0, moment === 'match over' ? 6 : 5).map((totals) => totals.slice(0, sides));

/** Every table that is told is a later one. */
let version = 5;

/**
 * @param {Wishes} wishes
 * @param {string[][]} hands
 * @returns {Phase}
 */
function phaseAt({ moment, partners }, hands) {
  const by = moment === 'round lost' ? 1 : 0;
  const others = hands.filter((_, seat) => !partners || seat % 2 !== by);
  const points = Math.round(pipSum(others.flat()) / 5) * 5;
  const outcome = { type: /** @type {const} */ ('domino'), by, points };
  if (moment === 'round over' || moment === 'round lost')
    return { type: 'round_over', outcome, hands };
  if (moment === 'match over') return { type: 'match_over', outcome, hands };
  return { type: 'playing' };
}

/** What the server tells of a match that is over: the visitor lost a little once. @returns {import('../static/js/protocol.js').RecordAnalysis} */
function analysis() {
  const move = { line: { play: { tile: '6-4', arm: /** @type {const} */ ('a') } } };
  const place = { seat: 0, round: 3, choices: 3, chance: 540 };
  const choice = { played: move, best: move };
  const moves = Array.from({ length: 20 }, (_, step) => ({
    ...place,
    ...choice,
    step,
    cost: step === 4 ? 120 : 0,
    stake: step === 4 ? 120 : 45,
  }));
  return { moves, all: moves.length, next: null };
}

/** Which build of the client a page has. @param {import('@playwright/test').Page} page */
async function buildOf(page) {
  const style = await page.locator('link[rel="stylesheet"]').first().getAttribute('href');
  return style?.split('/')[1];
}

/** In place of the page's partner of the deal: nothing proves the deals of a prepared table. */
const NO_PARTNER = 'export const createPartner = () => ({ hear() {} });';

/**
 * Opens a prepared table.
 *
 * @param {import('@playwright/test').Page} page
 * @param {Snapshot & { type: 'table' }} first
 * @param {object} [server]
 * @param {() => number} [server.clock] what the server's clock says
 * @param {(message: import('../static/js/protocol.js').ClientMessage) => void} [server.hear] gets what the page sends
 * @param {string} [server.words] how the page shows its texts: `long` or `rtl`
 * @returns {Promise<(next: ServerMessage) => Promise<void>>} shows another moment, or what leads to it
 */
export async function openPrepared(page, first, { clock = Date.now, hear, words } = {}) {
  let now = first;
  /** @type {(message: unknown) => void} */
  let tell = () => {};
  /** It is asked for once: a page that connects again may be closed meanwhile. @type {string | undefined} */
  let build;
  await page.route('**/fair/partner.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: NO_PARTNER }),
  );
  await page.routeWebSocket(/\/ws(\?|$)/, (socket) => {
    tell = (message) => socket.send(JSON.stringify(message));
    socket.onMessage(async (text) => {
      const message = JSON.parse(String(text));
      const { type } = message;
      hear?.(message);
      if (type === 'hello') {
        build ??= await buildOf(page);
        tell({ type: 'welcome', protocol: 1, server: '', build, name: 'Ana', now_ms: clock() });
        tell({ type: 'you', name: 'Ana' });
      }
      if (type === 'open') tell(now);
    });
  });
  await page.route('**/api/m/*/analysis?*', (route) => route.fulfill({ json: analysis() }));
  await page.goto(`/t/${TABLE}${words ? `?words=${words}` : ''}`);
  await page.getByTestId('board').waitFor();
  return async (next) => {
    if (next.type === 'table') now = next;
    tell(next);
    // The page draws in the next frame.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  };
}

/** When a test begins whose clocks stand, by those of the page and of the server. */
export const START = Date.UTC(2026, 5, 1, 12);

/**
 * Opens a prepared table. The clocks of the page and of the server stand until they jump.
 *
 * @param {import('@playwright/test').Page} page
 * @param {Snapshot & { type: 'table' }} table
 */
export async function openAt(page, table) {
  let now = START;
  /** @type {import('../static/js/protocol.js').ClientMessage[]} */
  const sent = [];
  await page.clock.setFixedTime(now);
  const show = await openPrepared(page, table, {
    clock: () => now,
    hear: (message) => sent.push(message),
  });
  return {
    sent,
    show,
    /** @param {number} after the table was opened */
    async jumpTo(after) {
      now = START + after;
      await page.clock.setFixedTime(now);
    },
  };
}
