/** The game of a lesson of Mexican Train or Chickenfoot, which answers in place of a server. Nothing here judges a tile. */
import { createActions } from '../../../../actions.js';
import { reduce } from '../../../../reduce.js';
import { createStore, initial } from '../../../../state.js';
import { lessonOpening } from '../../../../table/lesson.js';
import { halvesOf } from '../../../../tiles/pips.js';
import { eventsOf, lessonRules, offersOf, scriptOf } from './script.js';

/** @import { ClientMessage, Room } from '../../../../protocol.js' */
/** @import { Store } from '../../../../session.js' */
/** @import { TrainsEvent, TrainsOptions, TrainsTable, View } from '../../types.js' */
/** @import { Step, StepName } from './script.js' */

/** The seats. */
const [YOU, OTHER] = [0, 1];
/** The engine of a lesson, and the tiles that are dealt beside it. */
const ENGINE = '9-9';
const DEALT = 54;
/** The table of the lesson; no server knows it. */
const TABLE = 'trains-lesson';
/** How long the computer player thinks, in milliseconds: time to see what was played. */
const THINK_MS = 1300;

/** The view as the lesson begins. @param {TrainsOptions['game']} game */
function openingView(game) {
  const { hands, steps } = scriptOf(game);
  const [{ table, offers }] = Object.values(steps);
  const sizes = hands.map((hand) => hand.length);
  const boneyard = DEALT - sizes[YOU] - sizes[OTHER];
  return {
    table: { engine: ENGINE, beginner: YOU, ...table, hand_sizes: sizes, boneyard },
    played: [],
    history: [{ type: 'dealt', engine: ENGINE, beginner: YOU }],
    own: { hand: hands[YOU], offers: offersOf(offers) },
  };
}

/** The messages of a table, as a server would send them. @param {Store} store @param {TrainsOptions['game']} game */
function lessonTable(store, game) {
  let v = 0;
  const view = () => /** @type {View} */ (/** @type {unknown} */ (store.get().table?.view));

  /** How many tiles the hands and the boneyard have after events. @param {readonly TrainsEvent[]} events */
  function counts(events) {
    const { hand_sizes = [], boneyard = 0 } = view().table;
    /** @param {TrainsEvent['type']} type @param {number} [of] a seat */
    const times = (type, of) =>
      events.filter((one) => one.type === type && 'seat' in one && (of ?? one.seat) === one.seat)
        .length;
    return {
      hand_sizes: hand_sizes.map(
        (held, seat) => held + times('drew', seat) - times('played', seat),
      ),
      boneyard: boneyard - times('drew'),
    };
  }

  return {
    view,
    open() {
      v += 1;
      const rules = /** @type {Room['rules']} */ (
        /** @type {unknown} */ ({ trains: lessonRules(game) })
      );
      const told = /** @type {any} */ ({ trains: openingView(game) });
      store.dispatch(lessonOpening(TABLE, v, rules, told));
    },
    /**
     * @param {TrainsEvent[]} events
     * @param {number | null} turn whose it is then
     * @param {Partial<TrainsTable>} table
     * @param {{ hand: string[], offers?: string }} own what the visitor then holds, and may do
     * @param {number[]} [scores] where they have changed
     */
    update(events, turn, table, { hand, offers }, scores = [0, 0]) {
      v += 1;
      const change = {
        events,
        table: { engine: ENGINE, beginner: YOU, ...table, ...counts(events) },
      };
      const own = { hand, ...(offers !== undefined && { offers: offersOf(offers) }) };
      const message = {
        type: 'update',
        table: TABLE,
        v,
        standing: { ply: v, turn, scores },
        change: { trains: change },
        own: { trains: own },
      };
      store.dispatch(/** @type {any} */ (message));
    },
  };
}

/** The pips of the end of a tile that the visitor plays. @param {View} view @param {TrainsOptions['game']} game @param {string} tile @param {string} on */
function endOf({ played }, game, tile, on) {
  const under =
    game === 'chickenfoot' ? played[Number(on) - 1] : played.findLast((one) => one.on === on);
  const [high, low] = halvesOf(tile);
  return high === (under?.to ?? halvesOf(ENGINE)[0]) ? low : high;
}

/** What the visitor plays with a message. @param {Extract<ClientMessage, { type: 'move' }>} message @returns {{ tile: string, on: string }} */
const playIn = ({ move }) => /** @type {any} */ (move).trains.play;

/** That the visitor is out, and has won. @param {number[]} points @returns {TrainsEvent[]} */
const endedWith = (points) => [
  { type: 'out', seat: YOU, points },
  { type: 'totals', scores: points },
  { type: 'won', seats: [YOU] },
];

/** Whether a move is the one of a step. @param {Step} step @param {{ tile: string, on: string }} play */
const isWanted = ({ wanted, on }, play) => play.tile === wanted && (on ?? play.on) === play.on;

/**
 * The game: a store of its own, with the client's own reducer and actions.
 * @param {TrainsOptions['game']} game
 * @param {(step: StepName | 'other' | 'better' | 'over') => void} tell is called when the visitor is to move, when the
 *   other player thinks, when the visitor wants another move than the lesson's, and at the end
 */
export function lessonGame(game, tell) {
  const { steps, left } = scriptOf(game);
  const names = /** @type {StepName[]} */ (Object.keys(steps));
  const store = createStore(initial({ page: 'table', table: TABLE, invite: null }), reduce);
  const table = lessonTable(store, game);
  let at = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const now = () => steps[names[at]];
  const hand = () => table.view().own?.hand ?? [];

  /** Makes the visitor's move. @param {{ tile: string, on: string }} play */
  function move({ tile, on }) {
    const { closes, after } = now();
    const rest = hand().filter((other) => other !== tile);
    const to = endOf(table.view(), game, tile, on);
    /** @type {TrainsEvent[]} */
    const events = [
      { type: 'played', seat: YOU, tile, on, to },
      ...(closes ? [/** @type {const} */ ({ type: 'closed', seat: YOU })] : []),
    ];
    at += 1;
    if (at === names.length) {
      const points = [0, left];
      table.update([...events, ...endedWith(points)], null, after, { hand: [] }, points);
      return tell('over');
    }
    const { reply, table: next, offers } = now();
    if (reply === undefined) {
      table.update(events, YOU, next, { hand: rest, offers });
      return tell(names[at]);
    }
    table.update(events, OTHER, after, { hand: rest });
    tell('other');
    timer = setTimeout(() => answer(reply), THINK_MS);
  }

  /** The other player answers, and the visitor draws where nothing fits. @param {string} reply */
  function answer(reply) {
    const { drawn, offers, table: next } = now();
    const held = drawn === undefined ? hand() : [...hand(), drawn];
    table.update(eventsOf(reply), YOU, next, { hand: held, offers });
    tell(names[at]);
  }

  return {
    store,
    actions: createActions(store, {
      send(message) {
        if (message.type === 'move') queueMicrotask(() => move(playIn(message)));
        return true;
      },
      go: () => {},
      // Another move than the step's isn't made.
      stops(message) {
        const isOther = message.type === 'move' && !isWanted(now(), playIn(message));
        if (isOther) tell('better');
        return isOther;
      },
    }),
    begin() {
      at = 0;
      clearTimeout(timer);
      table.open();
      tell(names[at]);
    },
    stop: () => clearTimeout(timer),
  };
}
