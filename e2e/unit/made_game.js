/** A game that nobody plays: cards go to one of two piles, and each card is a point. The page knows nothing of it. */
import { h } from '../../static/js/dom.js';
import { offersOf } from '../../static/js/select.js';
import { narrowed } from '../../static/js/table/choose.js';

/** @import { Standing } from '../../static/js/games/contract.js' */
/** @typedef {{ standing: Standing, held: number[], told: Put[], mine: string[] }} View */
/** @typedef {{ seat: number, card: string, pile: string }} Put an event */

const step = (/** @type {string} */ kind, /** @type {string} */ id) => ({ kind, id });
const paths = (/** @type {View} */ { mine }) =>
  mine.flatMap((card) => ['left', 'right'].map((pile) => [step('card', card), step('pile', pile)]));
const named = (/** @type {readonly { id: string }[]} */ steps) =>
  steps.map(({ id }) => id).join(' ');
const nothing = () => null;

/** What it says of itself. @type {import('../../static/js/games/contract.js').Game<View, Put, any>} */
export const made = {
  fold: (view, { change: { puts = [], ...change } = {}, own }) =>
    view && { ...view, ...change, ...own, told: [...view.told, ...puts] },
  endsRound: () => false,
  eventsOf: (change) => change?.puts ?? [],
  history: ({ told }) => told,
  frames: (_, after, events) => events.map(() => after),
  beat: () => 0,
  offers: (view) =>
    view.standing.turn === 0 ? paths(view).map((steps) => ({ steps, move: moved(steps) })) : [],
  ahead: (view) => [
    ...view.mine.map((card) => ({ steps: [step('card', card)] })),
    ...paths(view).map((steps) => ({ steps })),
  ],
  unasked: nothing,
  hand: ({ mine }) => mine,
  dealt: nothing,
  dealing: () => ({ things: 4, held: 2, rounds: () => [] }),
  seat: ({ held }, seat) => ({ held: held[seat], lacks: [] }),
  note: ({ told }, seat) => ({
    text: told.findLast((put) => put.seat === seat)?.card ?? '',
    isOfTurn: false,
    thing: null,
  }),
  made: nothing,
  stakes: () => [],
  over: ({ standing: { over, winner } }) =>
    over ? { type: 'match_over', winner, isPlayed: true, hands: [] } : null,
  outcome: () => ['All cards lie.'],
  sentences: (events) =>
    events.map(({ card, pile }) => ({
      text: `${card} goes ${pile}.`,
      kind: 'put',
      scores: true,
      used: 1,
    })),
  played: ({ seat, card }) => ({ seat, thing: card }),
  isAgain: () => false,
  effect: nothing,
  cue: nothing,
  line: (_, { ui }) =>
    ui.picked.length > 0 ? `Where does ${named(ui.picked)} go?` : 'Take a card.',
  soon: ({ steps }) => `${named(steps)} follows.`,
  waits: (_, steps, name) => `${name} thinks, then ${named(steps)}.`,
  gone: (steps) => `${named(steps)} is gone.`,
  asks: () => [],
  aloud: () => 'Two piles.',
  advised: (answer) => [step('card', answer.card)],
  advice: ({ card }) => `Take ${card}.`,
  position: () => ({ held: [], told: [], mine: [] }),
  happened: () => [],
  hands: () => [],
  keys: {},
};

/** @param {readonly { id: string }[]} steps */
const moved = ([card, pile]) => /** @type {any} */ ({ made: { card: card.id, pile: pile.id } });

/** What draws it: a button for each card, and one for each pile. @type {Pick<import('../../static/js/games/contract.js').GameViews, 'open'>} */
export const views = {
  open({ actions }) {
    const part = () => ({ element: h('div'), draw() {} });
    const [board, hand] = [h('div', { testid: 'piles' }), h('div', { testid: 'cards' })];
    const press = (/** @type {string} */ testid, /** @type {() => void} */ onclick) =>
      h('button', { testid, onclick });
    return {
      board: {
        element: board,
        draw(table) {
          const open = table.ui.picked.length > 0 ? narrowed(offersOf(table), table.ui.picked) : [];
          board.replaceChildren(
            ...open.map(({ steps }) => press(steps[1].id, () => actions.put(steps))),
          );
        },
        targets: () => [],
        aim() {},
        size: () => ({ width: 0, height: 0, unit: 0 }),
      },
      hand: {
        element: hand,
        draw: ({ view }) =>
          hand.replaceChildren(
            ...made
              .hand(/** @type {any} */ (view))
              .map((card) => press(card, () => actions.pick(step('card', card)))),
          ),
        focus() {},
        press() {},
        tiles: () => [],
        boxOf: nothing,
      },
      controls: part(),
      chips: part(),
      status: part(),
      callouts: part(),
      worth: part(),
    };
  },
};
