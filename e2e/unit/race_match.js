/** A match of Ringway as its server has it, for unit tests: it knows the rules, and tells each viewer what they may know. */
import {
  beside,
  DIRECTIONS,
  isSameSquare,
  openHalves,
  placedOf,
  placementName,
  SIZE,
  STAR,
  squareName,
} from '../../static/js/games/race/board.js';
import { byWeight } from '../../static/js/games/race/dealing.js';
import { gainsOf } from '../../static/js/games/race/worth.js';
import { without } from '../../static/js/tiles/copies.js';
import { isDouble } from '../../static/js/tiles/pips.js';
import { tilesOf } from '../../static/js/tiles/sets.js';
import { room, snapshot, TABLE } from './samples.js';

/** @import { RaceEvent, RaceMove } from '../../static/js/protocol.js' */
/** @import { Placed, Square } from '../../static/js/games/race/board.js' */

const HELD = 3;
const SEATINGS = /** @type {const} */ ([null, null, 'two', 'three', 'four']);

/** Where each tile may lie on an empty board. @type {Map<string, string[]>} */
const places = new Map();
/** What each placement is. @type {Map<string, Placed>} */
const PLACED = new Map();
for (const tile of new Set(tilesOf(Array.from({ length: 28 }, (_, thing) => thing)))) {
  const ways = isDouble(tile) ? DIRECTIONS.slice(0, 2) : DIRECTIONS;
  const squares = Array.from({ length: SIZE * SIZE }, (_, n) =>
    squareName({ row: Math.floor(n / SIZE), column: n % SIZE }),
  );
  const all = squares.flatMap((square) =>
    ways.map((way) => placementName(tile, `${square} ${way}`)),
  );
  const isOn = (/** @type {Square} */ { row, column }) =>
    row >= 0 && column >= 0 && row < SIZE && column < SIZE;
  const there = all.filter((place) => placedOf(place).halves.every(isOn));
  for (const place of there) PLACED.set(place, placedOf(place));
  places.set(tile, there);
}

/** The covered squares and their pips. @typedef {Map<number, number>} Covered */

/** @param {Square} square */
const keyOf = ({ row, column }) => row * 100 + column;

/** The squares beside one. @param {Square} square */
const around = (square) => DIRECTIONS.map((way) => beside(square, way));

/** Whether a covered square closes a block of four with others. @param {Square} square @param {(square: Square) => boolean} isCovered */
const makesBlock = ({ row, column }, isCovered) =>
  [-1, 1].some((up) =>
    [-1, 1].some(
      (left) =>
        isCovered({ row: row + up, column }) &&
        isCovered({ row, column: column + left }) &&
        isCovered({ row: row + up, column: column + left }),
    ),
  );

/** Whether a tile may lie there. @param {Covered} covered @param {string} place @param {readonly Square[] | null} at the halves of the double that it must touch */
function mayLie(covered, place, at) {
  const { halves } = /** @type {Placed} */ (PLACED.get(place));
  if (halves.some((half) => covered.has(keyOf(half)))) return false;
  if (covered.size === 0) return halves.some((half) => isSameSquare(half, STAR));
  const touches = halves.map((half) => around(half).filter((one) => covered.has(keyOf(one))));
  if (touches.flat().length === 0) return false;
  const isRight = halves.every(
    ({ pips }, i) =>
      touches[i].length <= 1 && touches[i].every((one) => covered.get(keyOf(one)) === pips),
  );
  if (!isRight) return false;
  const touched = touches.flat();
  if (at && !touched.some((one) => at.some((half) => isSameSquare(one, half)))) return false;
  const isCovered = (/** @type {Square} */ square) =>
    covered.has(keyOf(square)) || halves.some((half) => isSameSquare(half, square));
  return !halves.some((half) => makesBlock(half, isCovered));
}

/**
 * @param {number} count of seats
 * @param {{ target?: number | null, order?: readonly number[] }} [how] `order`: of all things, as they lie
 */
export function raceMatch(count, { target = 100, order = shuffled(1) } = {}) {
  const seats = Array.from({ length: count }, (_, seat) => seat);
  const names = seats.map((seat) => ({ name: `Player ${seat + 1}`, ready: true, host: false }));
  const rules = { race: { seating: SEATINGS[count], target, after_double: 'far_end' } };
  const kept = /** @type {any} */ ({
    ...room(),
    seating: SEATINGS[count],
    rules,
    notation: 'Ringway 100',
    seats: names,
  });
  const tiles = tilesOf(order, 2);
  const hands = seats.map((seat) => tiles.slice(HELD * seat, HELD * (seat + 1)));
  const yard = tiles.slice(HELD * count);
  const pits = seats.map(() => /** @type {string[]} */ ([]));
  /** @type {string[]} */
  const board = [];
  /** @type {Covered} */
  const covered = new Map();
  /** What each seat could place, by all that this depends on. @type {Map<string, string[]>} */
  const known = new Map();
  /** @type {RaceEvent[]} */
  let history = [];
  let more = false;
  let leader = 0;
  const stands = {
    ply: 0,
    round: 0,
    turn: /** @type {number | undefined} */ (undefined),
    scores: seats.map(() => 0),
    round_scores: /** @type {number[][]} */ ([]),
    over: false,
    winner: /** @type {number | undefined} */ (undefined),
  };
  let v = 0;

  /** @param {number} seat */
  function placesOf(seat) {
    const key = [seat, more, hands[seat].length, pits[seat].length, board.length].join();
    const before = known.get(key);
    if (before) return before;
    const at = more ? openHalves(board, 'far_end') : null;
    const all = [...new Set(hands[seat])].flatMap((tile) =>
      (places.get(tile) ?? []).filter((place) => mayLie(covered, place, at)),
    );
    known.set(key, all);
    return all;
  }

  /** @param {number} seat @returns {RaceEvent[]} */
  function draw(seat) {
    const tile = yard.shift();
    if (tile === undefined) return [];
    hands[seat].push(tile);
    return [{ type: 'drew', seat }];
  }

  /** @returns {RaceEvent[]} */
  function finish() {
    const most = Math.max(...stands.scores);
    const sides = seats.filter((seat) => stands.scores[seat] === most);
    Object.assign(stands, { over: true, turn: undefined, round_scores: [[...stands.scores]] });
    if (sides.length === 1) [stands.winner] = sides;
    return [{ type: 'won', sides }];
  }

  /** @param {number} seat @returns {RaceEvent[]} */
  function endTurn(seat) {
    more = false;
    /** @type {RaceEvent[]} */
    const events = [];
    while (hands[seat].length < HELD && yard.length > 0) events.push(...draw(seat));
    if (yard.length === 0 && seats.every((one) => placesOf(one).length === 0))
      return [...events, { type: 'blocked' }, ...finish()];
    let next = (seat + 1) % count;
    while (hands[next].length === 0 && yard.length === 0) next = (next + 1) % count;
    return [...events, ...beginTurn(next)];
  }

  /** @param {number} seat @returns {RaceEvent[]} */
  function beginTurn(seat) {
    stands.turn = seat;
    const events = draw(seat);
    const kinds = new Set(hands[seat]);
    if (placesOf(seat).length > 0 || kinds.size > 1) return events;
    return [...events, ...pit(seat, hands[seat][0])];
  }

  /** @param {number} seat @param {string} tile @returns {RaceEvent[]} */
  function pit(seat, tile) {
    hands[seat] = without(hands[seat], [tile]);
    pits[seat].push(tile);
    return [{ type: 'pitted', seat }, ...endTurn(seat)];
  }

  /** @param {number} seat @param {string} place @returns {RaceEvent[]} */
  function put(seat, place) {
    const { tile, halves } = placedOf(place);
    const gains = gainsOf(stands.scores, seat, place);
    for (const { side, points } of gains) stands.scores[side] += points;
    hands[seat] = without(hands[seat], [tile]);
    board.push(place);
    for (const half of halves) covered.set(keyOf(half), half.pips);
    /** @type {RaceEvent[]} */
    const events = [
      { type: 'placed', seat, place },
      ...gains.map((gain) => ({ type: /** @type {const} */ ('scored'), ...gain })),
    ];
    if (target !== null && Math.max(...stands.scores) >= target) return [...events, ...finish()];
    more = isDouble(tile);
    if (more && placesOf(seat).length > 0) return events;
    return [...events, ...endTurn(seat)];
  }

  const own = (/** @type {number} */ seat) => {
    const isOn = stands.turn === seat;
    const may = isOn ? placesOf(seat) : [];
    return {
      hand: [...hands[seat]],
      pit: [...pits[seat]],
      places: may,
      pits: isOn && may.length === 0 && !more ? [...new Set(hands[seat])] : [],
    };
  };

  const said = () =>
    structuredClone({
      leader,
      hand_sizes: hands.map(({ length }) => length),
      pits: pits.map(({ length }) => length),
      boneyard: yard.length,
      ...(more && { more }),
      ...(stands.over && { shown: { hands, pits, boneyard: yard } }),
    });

  return {
    seats,
    stands,
    board,
    tiles,
    own,
    room: kept,
    history: () => history,
    /** @returns {RaceEvent[]} */
    deal() {
      stands.round = 1;
      v += 1;
      const [lightest] = hands.flat().sort(byWeight);
      leader = hands.findIndex((hand) => hand.includes(lightest));
      history = [{ type: 'dealt', leader, lightest }, ...beginTurn(leader)];
      return history;
    },
    /** @param {RaceMove} move @returns {RaceEvent[]} */
    take(move) {
      const seat = /** @type {number} */ (stands.turn);
      stands.ply += 1;
      v += 1;
      /** @type {RaceEvent[]} */
      let events;
      if (move === 'stop') events = [{ type: 'stopped', seat }, ...endTurn(seat)];
      else if ('pit' in move) events = pit(seat, move.pit);
      else events = put(seat, move.place);
      history = [...history, ...events];
      return events;
    },
    /** What a viewer knows who comes now. @param {number | null} seat */
    shownTo(seat) {
      const mine = seat === null ? {} : { own: own(seat) };
      const view = stands.round > 0 && {
        race: { ...said(), board: [...board], history, ...mine },
      };
      return /** @type {any} */ ({
        ...snapshot(),
        v,
        room: kept,
        standing: structuredClone(stands),
        view: view || null,
        me: { ...snapshot().me, seat },
      });
    },
    /** What a viewer is told of some events. @param {number | null} seat @param {readonly RaceEvent[]} events */
    toldOf(seat, events) {
      const begins = events[0].type === 'dealt';
      const { pits: many, ...now } = said();
      const isPitted = events.some(({ type }) => type === 'pitted');
      const { hand, pit, places, pits } = own(seat ?? 0);
      const isMoved = events.some((event) => 'seat' in event && event.seat === seat);
      const mine = {
        ...((begins || isMoved) && { hand }),
        ...(isPitted && { pit }),
        ...(places.length > 0 && { places }),
        ...(pits.length > 0 && { pits }),
      };
      return /** @type {any} */ ({
        type: 'update',
        table: TABLE,
        v,
        standing: structuredClone(stands),
        change: {
          race: { events, ...(begins && { begins }), ...now, ...(isPitted && { pits: many }) },
        },
        ...(seat !== null && Object.keys(mine).length > 0 && { own: { race: mine } }),
      });
    },
  };
}

/** An order of the 56 things. @param {number} seed */
export function shuffled(seed) {
  const things = Array.from({ length: 56 }, (_, thing) => thing);
  let at = seed;
  for (let last = 55; last > 0; last -= 1) {
    at = (at * 1103515245 + 12345) % 2147483648;
    const place = Math.floor((at / 2147483648) * (last + 1));
    [things[last], things[place]] = [things[place], things[last]];
  }
  return things;
}
