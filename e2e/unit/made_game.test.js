import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActions } from '../../static/js/actions.js';
import { announcementOf } from '../../static/js/announce.js';
import { addGame } from '../../static/js/games/index.js';
import { reduce } from '../../static/js/reduce.js';
import { createStore, initial } from '../../static/js/state.js';
import { AHEAD_MS, createAutoplay } from '../../static/js/table/autoplay.js';
import { matchView } from '../../static/js/table/views/match.js';
import { historyView } from '../../static/js/table/views/sheets.js';
import { fakePage, seenIn } from './fake_page.js';
import { made, views } from './made_game.js';
import { room, snapshot, TABLE } from './samples.js';
import { fakeClock, onlyWindow } from './seat.js';

/** @import { GameViews } from '../../static/js/games/contract.js' */

addGame('made', made);

/** The page of a table of the made-up game. @param {import('node:test').TestContext} context */
function page(context) {
  const observer = class {
    observe() {}
  };
  fakePage(context, {
    addEventListener() {},
    ...('navigator' in globalThis ? {} : { navigator: {} }),
    matchMedia: () => ({ matches: true }),
    requestAnimationFrame() {},
    ResizeObserver: observer,
  });
  const store = createStore(initial({ page: 'table', table: TABLE, invite: null }), reduce);
  const clock = fakeClock();
  /** @type {unknown[]} */
  const sent = [];
  /** @type {string[]} */
  const said = [];
  const actions = createActions(store, { send: (message) => sent.push(message) > 0, go() {} });
  const element = seenIn(document.createElement('div'));
  const felt = seenIn(document.createElement('main'));
  element.append(felt);
  const past = historyView();
  element.append(seenIn(past.element));
  const match = matchView(
    /** @type {any} */ ({ element, felt, actions, meet() {}, redraw() {}, views }),
  );
  store.subscribe((state, before) => {
    const { table } = state;
    if (!table) return;
    const text = announcementOf(state, before);
    if (text) said.push(text);
    const { table: now, shown } = match.before(table);
    match.draw(now);
    past.draw(now);
    match.after(shown);
  });
  const settings = { get: () => ({ auto_play: true }), subscribe() {} };
  createAutoplay(store, actions, settings, clock, onlyWindow);
  store.dispatch({ type: 'local_connection', connection: 'open' });
  const rules = { made: {} };
  const standing = { ply: 0, turn: 0, round: 1, scores: [0, 0], round_scores: [] };
  const view = { made: { held: [2, 2], told: [], mine: ['ace', 'king'] } };
  const told = { v: 1, room: { ...room(), rules }, standing, view };
  store.dispatch(/** @type {any} */ ({ ...snapshot(), ...told }));
  let v = 1;
  return {
    sent,
    said,
    clock,
    seen: (/** @type {string} */ id) => element.find(id)?.seen ?? null,
    press(/** @type {string} */ id) {
      const found = element.find(id);
      assert.ok(found, id);
      found.click();
    },
    /** @param {object} standing @param {object} change @param {object} [own] */
    hear(standing, change, own) {
      v += 1;
      const told = { standing, change: { made: change }, ...(own && { own: { made: own } }) };
      store.dispatch(/** @type {any} */ ({ type: 'update', table: TABLE, v, ...told }));
    },
  };
}

test('a game of which the page knows nothing is played there to its end', (context) => {
  const { sent, said, clock, seen, press, hear } = page(context);
  assert.equal(seen('turn'), 'Take a card.');
  press('ace');
  assert.equal(seen('turn'), 'Where does ace go?');
  assert.deepEqual(sent, []);
  press('right');
  const move = (/** @type {string} */ card, /** @type {string} */ pile) => ({
    made: { card, pile },
  });
  assert.deepEqual(sent, [{ type: 'move', table: TABLE, ply: 0, move: move('ace', 'right') }]);
  const put = { seat: 0, card: 'ace', pile: 'right' };
  hear({ ply: 1, turn: 1, scores: [1, 0] }, { puts: [put], held: [1, 2] }, { mine: ['king'] });
  assert.equal(said.at(-1), 'ace goes right.');
  assert.match(seen('history') ?? '', /ace goes right\./);
  assert.equal(seen('score-0'), '1', 'no target');

  press('king');
  assert.equal(seen('turn'), 'Ben thinks, then king.');
  press('king');
  assert.equal(seen('turn'), 'Ben to play');
  press('king');
  const theirs = { seat: 1, card: 'ten', pile: 'left' };
  hear({ ply: 2, turn: 0, scores: [1, 1] }, { puts: [theirs], held: [1, 1] });
  clock.pass(AHEAD_MS);
  assert.equal(seen('turn'), 'Where does king go?', 'two piles are a decision');
  press('left');
  assert.deepEqual(sent.at(-1), { type: 'move', table: TABLE, ply: 2, move: move('king', 'left') });
  const last = { seat: 0, card: 'king', pile: 'left' };
  hear(
    { ply: 3, over: true, winner: 0, scores: [2, 1] },
    { puts: [last], held: [0, 1] },
    { mine: [] },
  );
  assert.match(seen('moment') ?? '', /You win 2.–.1/);
  assert.equal(seen('summary-words'), 'All cards lie.');
});
