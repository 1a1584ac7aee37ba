/**
 * Tables of the games of the world in a state that was prepared, as seat 0 sees them: rounds of Block that
 * are played at random to the end that a test wants.
 */
import { pipSum } from '../static/js/tiles/pips.js';
import { randomOf } from './random.js';
import { lead, legal, play, TILES } from './unit/rounds.js';
import { board, lineIn, room, snapshot, standing } from './unit/samples.js';

/** @import { Laid, LineOptions, Outcome, Phase, VisibleEvent, Snapshot, Update } from '../static/js/protocol.js' */
/** @import { Round } from './unit/rounds.js' */
/** @typedef {{ round: Round, hands: string[][], history: VisibleEvent[], blocked: boolean, last: number }} Played */

/** @type {Partial<LineOptions>} */
const BLOCK = {
  variant: 'block',
  spinner: false,
  seating: 'partners',
  blocked_score: 'opponents_total',
  turns: 'counter_clockwise',
};

const WON = { plain: 1, double: 1, both: 1, double_both: 1, blocked: 1 };

/** @type {Record<string, Partial<LineOptions>>} */
export const GAMES = {
  Quinientos: {
    target: 500,
    hands: 'all',
    finish: { plain: 0, double: 0, both: 100, double_both: 0, blocked: 0 },
    double_blank: 100,
    round_bonus: [100, 75, 50, 25],
  },
  'Dominican Pairs': {
    target: 200,
    hands: 'all',
    blocked_winner: 'blocker',
    blocked_tie: 'blocker',
    finish: { plain: 0, double: 0, both: 25, double_both: 0, blocked: 0 },
    passes: { lead_double: 25, lead_other: 50, next: 0, all: 25 },
  },
  'Six-Love': {
    target: 6,
    next_lead: 'winning_side',
    hands: 'none',
    blocked_winner: 'lightest_seat',
    finish: WON,
    love: 'one_all',
  },
  'Cut-Throat': {
    seating: 'four',
    target: 6,
    hands: 'none',
    blocked_winner: 'lightest_seat',
    finish: WON,
  },
  'Brazilian Pairs': {
    target: 6,
    hands: 'none',
    blocked_tie: 'doubles',
    finish: { plain: 1, double: 2, both: 3, double_both: 4, blocked: 1 },
    redeal_doubles: 4,
  },
  Cochon: {
    seating: 'three',
    turns: 'clockwise',
    target: 3,
    hands: 'none',
    blocked_winner: 'lightest_seat',
    finish: WON,
  },
  Kozel: { target: 101, opening: 'double_one', entry: 13, redeal_doubles: 5, turns: 'clockwise' },
};

/**
 * A round of Block that is played at random, or its first so many tiles.
 * @param {number} seed
 * @param {number} seats
 * @param {number} most tiles that are laid
 * @returns {Played}
 */
function playedOut(seed, seats, most) {
  const next = randomOf(seed);
  const order = [...TILES].sort(() => next() - 0.5);
  const hands = Array.from({ length: seats }, (_, seat) => order.slice(7 * seat, 7 * seat + 7));
  /** @type {VisibleEvent[]} */
  const history = [{ type: 'dealt', leader: 0 }];
  const [first] = hands[0];
  let round = lead(first, false);
  hands[0] = hands[0].slice(1);
  history.push({ type: 'played', seat: 0, tile: first, joint: null });
  let [last, passes] = [0, 0];
  for (let seat = 1 % seats; hands.every((hand) => hand.length > 0); seat = (seat + 1) % seats) {
    if (round.laid.length === most || passes === seats) break;
    const fits = legal(round).filter(({ tile }) => hands[seat].includes(tile));
    if (fits.length === 0) {
      passes += 1;
      history.push({ type: 'passed', seat });
      continue;
    }
    const chosen = fits[Math.floor(next() * fits.length)];
    round = play(round, chosen);
    const laid = /** @type {Laid} */ (round.laid.at(-1));
    laid.seat = seat;
    history.push({ type: 'played', seat, tile: laid.tile, joint: laid.joint });
    hands[seat] = hands[seat].filter((tile) => tile !== chosen.tile);
    [last, passes] = [seat, 0];
  }
  const blocked = passes === seats;
  // A block is seen at once: nobody passes.
  const end = blocked ? history.findLastIndex(({ type }) => type === 'played') + 1 : undefined;
  return { round, hands, history: history.slice(0, end), blocked, last };
}

/** The first round that is as a test wants it. @param {number} seats @param {(played: Played) => boolean} wanted @param {number} [most] */
export function roundLike(seats, wanted, most = TILES.length) {
  for (let seed = 1; ; seed += 1) {
    const played = playedOut(seed, seats, most);
    if (wanted(played)) return played;
  }
}

/**
 * @typedef {object} Wishes
 * @property {string} game
 * @property {Played} played
 * @property {Partial<LineOptions>} [rules]
 * @property {number[][]} [totals] the scores after each round, up to the one before or the one that is over
 * @property {Outcome} [outcome] how the round ended, if it has
 * @property {VisibleEvent[]} [ending] the events after the last play
 * @property {number} [winner] of the match, if it is over
 * @property {Partial<import('../static/js/protocol.js').Board>} [worth]
 */

/**
 * A match as seat 0 sees it.
 * @param {Wishes} wishes
 * @returns {Snapshot & { type: 'table' }}
 */
export function worldAt({ game, played, rules, totals = [], outcome, ending = [], winner, worth }) {
  const { round, hands, history } = played;
  const made = room({ ...BLOCK, ...GAMES[game], ...rules });
  made.notation = `${game} ${made.rules.line.target}`;
  if (winner !== undefined) {
    Object.assign(made, { status: 'over', ending: { type: 'played', winner } });
    made.record = 'f'.repeat(32);
  }
  const fits = legal(round).filter(({ tile }) => hands[0].includes(tile));
  const placements = /** @type {import('../static/js/protocol.js').Offer[]} */ (fits);
  const ends = Object.entries(round.pips).map(([arm, pips]) => ({ arm, pips }));
  const sides = made.seating === 'partners' ? 2 : hands.length;
  return snapshot({
    room: made,
    presence: {
      seats: hands.map(() => true),
      away_since_ms: hands.map(() => null),
      watchers: 0,
    },
    view: {
      standing: standing({
        ply: history.length,
        round: totals.length + (outcome ? 0 : 1),
        turn: outcome ? null : 0,
        scores: totals.at(-1) ?? Array.from({ length: sides }, () => 0),
        round_scores: totals,
        ...(winner !== undefined && { over: true, winner }),
      }),
      board: board({
        phase: phaseOf(hands, outcome, winner),
        ends: /** @type {import('../static/js/protocol.js').End[]} */ (outcome ? [] : ends),
        hand_sizes: hands.map((hand) => hand.length),
        boneyard: 28 - 7 * hands.length,
        lacks: hands.map(() => []),
        ...worth,
      }),
      layout: /** @type {Laid[]} */ (round.laid),
      history: [...history, ...ending],
      own: {
        seat: 0,
        hand: hands[0],
        placements: outcome ? [] : placements,
        may_call: false,
        may_give_lead: false,
      },
    },
    me: { pseudonym: 'pseudonym of Ana', seat: 0, host: true, invite: null },
  });
}

/** @param {string[][]} hands @param {Outcome} [outcome] @param {number} [winner] @returns {Phase} */
function phaseOf(hands, outcome, winner) {
  if (!outcome) return { type: 'playing' };
  return winner === undefined
    ? { type: 'round_over', outcome, hands }
    : { type: 'match_over', outcome, hands };
}

/**
 * What brings a table from the last play before the end of a round to what it is now.
 * @param {Snapshot} now
 * @param {VisibleEvent[]} events
 * @returns {Update & { type: 'update' }}
 */
export function updateTo({ table, v, room, standing, view }, events) {
  if (!standing || !view) throw new Error('nothing is played here');
  const { phase, won_rounds, bonus, twice } = lineIn(view).board;
  const change = { line: { events, board: { phase, won_rounds, bonus, twice } } };
  return { type: 'update', table, v: v + 1, room, standing, change, own: { line: {} } };
}

/** All pips that are left. @param {string[][]} hands */
export const allPips = (hands) => pipSum(hands.flat());
