/** Matches of trains by messages made by hand: a small server that follows crates/rules/RULES-TRAINS.md. */
import { without } from '../../static/js/tiles/copies.js';
import { room, snapshot, TABLE } from './samples.js';
import { halves, isDouble } from './trains_oracle.js';

/** @import { TrainsEvent, TrainsMove, TrainsOffer, TrainsOptions, TrainsStep, TrainsTable } from '../../static/js/games/trains/types.js' */
/** @typedef {{ seat: number, tile: string, on: string, to: number }} Laid */

const SEATINGS = /** @type {const} */ (['two', 'three', 'four', 'five', 'six', 'seven', 'eight']);

/** @type {TrainsOptions} */
export const MEXICAN_TRAIN = {
  game: 'mexican_train',
  seating: 'four',
  tile_set: 'double_nine',
  hand_size: 6,
  rounds: 2,
  double_blank: 50,
  first_turn: 'one_tile',
  own_first: 'no',
  double_turn: 'cover',
  last_double: 'ends',
  arms: 4,
};

/** What the preset has for four. @type {TrainsOptions} */
export const OFFERED = {
  ...MEXICAN_TRAIN,
  tile_set: 'double_twelve',
  hand_size: 15,
  rounds: 7,
};

/** @type {TrainsOptions} */
export const CHICKENFOOT = { ...MEXICAN_TRAIN, game: 'chickenfoot' };

/** Numbers by chance that are the same each time. @param {number} seed */
export function chance(seed) {
  let at = seed;
  return (/** @type {number} */ below) => {
    at = (at * 1103515245 + 12345) % 2147483648;
    return Math.floor((at / 2147483648) * below);
  };
}

/** @param {readonly string[]} tiles @param {(below: number) => number} random */
export function shuffled(tiles, random) {
  const all = [...tiles];
  for (let last = all.length - 1; last > 0; last -= 1) {
    const place = random(last + 1);
    [all[last], all[place]] = [all[place], all[last]];
  }
  return all;
}

/** The tiles of a round, without its engine. @param {number} highest @param {string} engine */
export const tilesWithout = (highest, engine) =>
  Array.from({ length: highest + 1 }, (_, high) =>
    Array.from({ length: high + 1 }, (_, low) => `${high}-${low}`),
  )
    .flat()
    .filter((tile) => tile !== engine);

/**
 * @param {TrainsOptions} options
 * @param {number} seed
 */
export function trainsMatch(options, seed = 1) {
  const random = chance(seed);
  const highest = options.tile_set === 'double_nine' ? 9 : 12;
  const count = SEATINGS.indexOf(options.seating) + 2;
  const seats = Array.from({ length: count }, (_, seat) => seat);
  const isFeet = options.game === 'chickenfoot';
  const kept = /** @type {any} */ ({
    ...room(),
    seating: options.seating,
    rules: { trains: options },
    notation: `Mexican Train ${options.rounds}`,
    seats: seats.map((seat) => ({ name: `Player ${seat + 1}`, ready: true, host: false })),
  });
  const stands = {
    ply: 0,
    round: 0,
    turn: /** @type {number | undefined} */ (undefined),
    scores: seats.map(() => 0),
    round_scores: /** @type {number[][]} */ ([]),
    over: false,
    winner: /** @type {number | undefined} */ (undefined),
  };
  /** @type {TrainsEvent[]} */
  let history = [];
  /** What is told now, with the tiles that are drawn. @type {TrainsEvent[]} */
  let events = [];
  let engine = '';
  let first = 0;
  let hands = seats.map(() => /** @type {string[]} */ ([]));
  /** @type {string[]} */
  let yard = [];
  /** @type {Laid[]} */
  let played = [];
  let markers = new Set(/** @type {number[]} */ ([]));
  /** @type {string[]} */
  let doubles = [];
  let firstTurns = new Set(/** @type {number[]} */ ([]));
  /** @type {{ on: string, missing: number } | null} */
  let fill = null;
  /** Of the turn: tiles laid, whether a tile was drawn for the next one, the own double, whether a second tile follows. */
  let now = { laid: 0, drew: false, cover: /** @type {string | null} */ (null), more: false };
  let isOver = true;
  let v = 0;
  /** The transcript of the match, and what a replay shows of each round. */
  const lines = /** @type {string[]} */ ([]);
  const steps = /** @type {{ position: { trains: TrainsStep }, standing: unknown }[][]} */ ([]);

  const turn = () => /** @type {number} */ (stands.turn);
  const trainOf = (/** @type {string} */ on) => played.filter((one) => one.on === on);
  const endOf = (/** @type {string} */ on) => trainOf(on).at(-1)?.to ?? halves(engine)[0];
  const fits = (/** @type {string} */ tile, /** @type {number} */ pips) =>
    halves(tile).includes(pips);
  const isDead = (/** @type {number} */ pips) =>
    [engine, ...played.map(({ tile }) => tile)].filter((tile) => fits(tile, pips)).length > highest;
  /** The pips that an end of the tree takes. @param {string} on */
  const takes = (on) => (on === '0' ? halves(engine)[0] : played[Number(on) - 1].to);
  const freeEnds = () =>
    played.flatMap(({ tile }, i) =>
      isDouble(tile) || trainOf(String(i + 1)).length > 0 ? [] : [String(i + 1)],
    );

  /** The trains on which a seat may play in a free turn. @param {number} seat @param {boolean} all whether all markers stand */
  function rights(seat, all = false) {
    const own = String(seat);
    const isBegun = trainOf(own).length > 0;
    if (!isBegun && options.own_first === 'for_all') return [own];
    const mexican = !isBegun && options.own_first === 'for_mexican' ? [] : ['m'];
    const others = seats.slice(1).map((_, i) => (seat + i + 1) % count);
    return [own, ...mexican, ...others.filter((one) => all || markers.has(one)).map(String)];
  }

  /** @param {number} seat */
  const isBound = (seat) =>
    doubles.length > 0 && !(options.own_first === 'for_all' && trainOf(String(seat)).length === 0);

  /** @returns {NonNullable<TrainsTable['state']>} */
  function stateOf() {
    if (isFeet) return fill === null ? 'free' : fill.on === '0' ? 'hub' : 'foot';
    if (firstTurns.has(turn())) return 'first';
    if (now.cover !== null) return 'cover';
    if (now.more) return 'more';
    return isBound(turn()) ? 'cover' : 'free';
  }

  function placesNow() {
    if (isFeet) return fill === null ? freeEnds() : [fill.on];
    const state = stateOf();
    if (state === 'first') return [String(turn())];
    return state === 'cover' ? [now.cover ?? doubles[0]] : rights(turn());
  }

  const worth = (/** @type {string} */ tile) =>
    tile === '0-0' ? options.double_blank : halves(tile)[0] + halves(tile)[1];

  /** @returns {TrainsOffer[]} */
  function offersNow() {
    const places = placesNow();
    return hands[turn()]
      .map((tile) => ({
        tile,
        on: places.filter((on) => fits(tile, isFeet ? takes(on) : endOf(on))),
      }))
      .filter(({ on }) => on.length > 0)
      .sort((a, b) => worth(b.tile) - worth(a.tile) || halves(b.tile)[0] - halves(a.tile)[0]);
  }

  const mayStop = () => stateOf() === 'first' && now.laid > 0 && !doubles.includes(String(turn()));

  /** Whether a seat could ever play a tile again. @param {number} seat */
  function couldPlay(seat) {
    const can = (/** @type {string[]} */ places) =>
      hands[seat].some((tile) => places.some((on) => fits(tile, isFeet ? takes(on) : endOf(on))));
    if (isFeet) return can(fill === null ? freeEnds() : [fill.on]);
    if (firstTurns.has(seat) && can([String(seat)])) return true;
    return can(isBound(seat) ? [doubles[0]] : rights(seat, true));
  }

  /** @param {TrainsEvent} event */
  const happens = (event) => events.push(event);

  function nextTurn() {
    firstTurns.delete(turn());
    stands.turn = (turn() + 1) % count;
    now = { laid: 0, drew: false, cover: null, more: false };
  }

  /** What happens by itself, until a seat has something to decide. */
  function goOn() {
    while (!isOver && offersNow().length === 0) {
      const seat = turn();
      if (mayStop()) {
        nextTurn();
      } else if (!now.drew && yard.length > 0) {
        const tile = /** @type {string} */ (yard.shift());
        hands[seat].push(tile);
        now.drew = true;
        happens({ type: 'drew', seat, tile });
      } else if (yard.length === 0 && !seats.some(couldPlay)) {
        endRound(null);
      } else {
        if (!isFeet && !markers.has(seat)) {
          markers.add(seat);
          happens({ type: 'opened', seat });
        }
        happens({ type: 'passed', seat });
        nextTurn();
      }
    }
  }

  /** @param {number | null} out the seat that has gone out */
  function endRound(out) {
    isOver = true;
    stands.turn = undefined;
    const points = hands.map((hand) => hand.reduce((sum, tile) => sum + worth(tile), 0));
    happens(out === null ? { type: 'blocked', points } : { type: 'out', seat: out, points });
    stands.scores = stands.scores.map((sum, seat) => sum + points[seat]);
    stands.round_scores.push(stands.scores);
    happens({ type: 'totals', scores: stands.scores });
    if (stands.round < options.rounds) return;
    const byRound = (/** @type {number} */ seat) =>
      [
        stands.scores[seat],
        ...stands.round_scores
          .map((sums, i) => sums[seat] - (stands.round_scores[i - 1]?.[seat] ?? 0))
          .reverse(),
      ].map((n) => String(n).padStart(5, '0'));
    const best = seats.map((seat) => byRound(seat).join()).sort()[0];
    const winners = seats.filter((seat) => byRound(seat).join() === best);
    stands.over = true;
    if (winners.length === 1) [stands.winner] = winners;
    happens({ type: 'won', seats: winners });
  }

  /** @param {string} tile @param {string} on */
  function play(tile, on) {
    const seat = turn();
    const pips = isFeet ? takes(on) : endOf(on);
    const [high, low] = halves(tile);
    const to = high === pips ? low : high;
    hands[seat] = without(hands[seat], [tile]);
    played.push({ seat, tile, on, to });
    happens({ type: 'played', seat, tile, on, to });
    now.laid += 1;
    now.drew = false;
    now.cover = null;
    if (isFeet) afterFoot(tile, on);
    else afterTrain(seat, tile, on);
  }

  /** @param {string} tile @param {string} on */
  function afterFoot(tile, on) {
    if (fill) fill = fill.missing > 1 ? { on, missing: fill.missing - 1 } : null;
    if (isDouble(tile)) fill = { on: String(played.length), missing: 3 };
    if (fill && isDead(takes(fill.on))) fill = null;
    if (hands[turn()].length === 0) endRound(turn());
    else nextTurn();
  }

  /** @param {number} seat @param {string} tile @param {string} on */
  function afterTrain(seat, tile, on) {
    if (on === String(seat) && markers.delete(seat)) happens({ type: 'closed', seat });
    doubles = doubles.filter((one) => one !== on);
    if (isDouble(tile) && options.double_turn !== 'none') doubles.push(on);
    doubles = doubles.filter((one) => !isDead(endOf(one)));
    const isOpen = isDouble(tile) && doubles.includes(on);
    const mustCover = options.last_double === 'must_cover' && isOpen && yard.length > 0;
    if (hands[seat].length === 0 && !mustCover) return endRound(seat);
    now.more = isDouble(tile) && options.double_turn === 'free_second';
    if (isOpen && options.double_turn === 'cover') now.cover = on;
    if (!firstTurns.has(seat) && !now.more && now.cover === null) nextTurn();
  }

  /** @returns {TrainsTable} */
  const tableNow = () => {
    if (stands.round === 0) return { beginner: first, hand_sizes: seats.map(() => 0), boneyard: 0 };
    const places = isFeet ? freeEnds() : [...seats.map(String), 'm'];
    const dead = places.filter((on) => isDead(isFeet ? takes(on) : endOf(on)));
    return structuredClone({
      engine,
      beginner: (first + stands.round - 1) % count,
      ...(!isOver && { state: stateOf() }),
      ...(markers.size > 0 && { markers: [...markers].sort() }),
      ...(doubles.length > 0 && { doubles }),
      ...(firstTurns.size > 0 && { first_turns: [...firstTurns].sort() }),
      ...(fill && { fill }),
      ...(dead.length > 0 && { dead }),
      hand_sizes: hands.map(({ length }) => length),
      boneyard: yard.length,
    });
  };

  const shown = () =>
    isOver && stands.round > 0 ? { shown: structuredClone({ hands, boneyard: yard }) } : {};

  const own = (/** @type {number} */ seat) => ({
    hand: [...hands[seat]],
    offers: !isOver && turn() === seat ? offersNow() : [],
    ...(!isOver && turn() === seat && mayStop() && { stop: true }),
  });

  /** Ends an action: what happened, and what is told of it. */
  function told() {
    const seen = events.map((event) =>
      event.type === 'drew' ? { type: event.type, seat: event.seat } : event,
    );
    lines.push(...events.flatMap(lineOf));
    history = [...history, .../** @type {TrainsEvent[]} */ (seen)];
    if (stands.round > 0) {
      // A replay begins with the deal, and has the lots before it.
      const lots = history[0].type === 'lots' && steps[0].length === 0 ? [history[0]] : [];
      const table = tableNow();
      const position = { events: [...lots, ...events], table, played, hands, boneyard: yard };
      steps[stands.round - 1].push(
        structuredClone({ position: { trains: position }, standing: stands }),
      );
    }
    events = [];
    v += 1;
    stands.ply += 1;
    return /** @type {TrainsEvent[]} */ (seen);
  }

  return {
    seats,
    stands,
    room: kept,
    own,
    played: () => played,
    isOver: () => isOver,
    transcript: () => lines.join('\n'),
    replay: () =>
      /** @type {any[]} */ (steps.map((list, i) => structuredClone({ round: i + 1, steps: list }))),
    /** Draws the lots: the seat with the heaviest one begins. */
    drawLots() {
      const lots = shuffled(tilesWithout(highest, `${highest}-${highest}`), random).slice(0, count);
      const rank = (/** @type {string} */ tile) =>
        100 * (halves(tile)[0] + halves(tile)[1]) + halves(tile)[0];
      first = seats.reduce((best, seat) => (rank(lots[seat]) > rank(lots[best]) ? seat : best));
      lines.push(`lots begin ${first}: ${lots.join(' ')}`);
      happens({ type: 'lots', beginner: first, lots });
      return told();
    },
    /** Deals the next round. */
    deal() {
      stands.round += 1;
      const pips = highest + 1 - stands.round;
      engine = `${pips}-${pips}`;
      const tiles = tilesWithout(highest, engine);
      steps.push([]);
      if (stands.round > 1) history = [];
      const order = shuffled(tiles, random);
      const size = options.hand_size;
      hands = seats.map((seat) => order.slice(size * seat, size * (seat + 1)));
      yard = order.slice(size * count);
      played = [];
      markers = new Set();
      doubles = [];
      firstTurns = new Set(!isFeet && options.first_turn === 'whole_train' ? seats : []);
      fill = isFeet ? { on: '0', missing: options.arms } : null;
      stands.turn = (first + stands.round - 1) % count;
      now = { laid: 0, drew: false, cover: null, more: false };
      isOver = false;
      lines.push(`deal ${engine} begins ${turn()}: ${order.join(' ')}`);
      happens({ type: 'dealt', engine, beginner: turn() });
      goOn();
      return told();
    },
    /** @param {TrainsMove} move */
    take(move) {
      if (move === 'stop') {
        happens({ type: 'stopped', seat: turn() });
        nextTurn();
      } else play(move.play.tile, move.play.on);
      goOn();
      return told();
    },
    /** What a viewer knows who comes now. @param {number | null} seat */
    shownTo(seat) {
      const view = history.length > 0 && {
        trains: {
          table: tableNow(),
          played: structuredClone(played),
          history: [...history],
          ...shown(),
          ...(seat !== null && { own: own(seat) }),
        },
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
    /** What a viewer is told of some events. @param {number | null} seat @param {readonly TrainsEvent[]} events */
    toldOf(seat, events) {
      const isDealt = events[0].type === 'dealt';
      const begins = events[0].type === 'lots' || (isDealt && stands.round > 1);
      const { hand, offers, stop } = own(seat ?? 0);
      const isMoved = events.some((event) => 'seat' in event && event.seat === seat);
      const mine = {
        ...((isDealt || isMoved) && { hand }),
        ...(offers.length > 0 && { offers }),
        ...(stop && { stop }),
      };
      return /** @type {any} */ ({
        type: 'update',
        table: TABLE,
        v,
        standing: structuredClone(stands),
        change: { trains: { events, ...(begins && { begins }), table: tableNow(), ...shown() } },
        ...(seat !== null && Object.keys(mine).length > 0 && { own: { trains: mine } }),
      });
    },
  };
}

/** The line of an event in a transcript; none for those that follow from others here. @param {TrainsEvent} event */
function lineOf(event) {
  switch (event.type) {
    case 'played':
      return [`${event.seat} plays ${event.tile} on ${event.on} to ${event.to}`];
    case 'stopped':
      return [`${event.seat} stops`];
    case 'drew':
      return [`${event.seat} draws ${event.tile}`];
    case 'opened':
      return [`${event.seat} opens`];
    case 'closed':
      return [`${event.seat} closes`];
    case 'passed':
      return [`${event.seat} passes`];
    case 'out':
      return [`${event.seat} goes out: ${event.points.join(' ')}`];
    case 'blocked':
      return [`blocked: ${event.points.join(' ')}`];
    case 'totals':
      return [`totals ${event.scores.join(' ')}`];
    default:
      return [];
  }
}
