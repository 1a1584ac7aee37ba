import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewOf } from '../../static/js/games/line/fold.js';
import { armOf, unasked } from '../../static/js/games/line/offers.js';
import { reduce } from '../../static/js/reduce.js';
import { aheadOf, offersOf } from '../../static/js/select.js';
import { initial } from '../../static/js/state.js';
import { AHEAD_MS, FORCED_MS } from '../../static/js/table/autoplay.js';
import { fitting, resolve } from '../../static/js/table/choose.js';
import { planLine } from '../../static/js/table/plan.js';
import { tileStep } from '../../static/js/tiles/steps.js';
import { change, room, snapshot, TABLE } from './line.js';
import { mine, myTurnWith, seat, theirs, update } from './seat.js';

/** @type {import('../../static/js/protocol.js').Offer} */
const FITS = { tile: '6-4', arm: 'a', points: 0 };
const SIX_FOUR = tileStep('6-4');

const PLAYED = { line: { play: { tile: '6-4', arm: 'a' } } };

/** @param {string} id */
const arm = (id) => ({ kind: 'arm', id });

/** What may be played without a decision. @param {import('../../static/js/state.js').Table} all */
function forced(all) {
  const table = /** @type {import('../../static/js/games/line/types.js').Table} */ (all);
  const view = viewOf(table);
  return view && unasked(view, table.room, 0);
}

const DREW = /** @type {const} */ ({ type: 'drew', seat: 0 });

test('a tile chosen ahead is played when it fits, after a beat', () => {
  const { store, clock, played, table } = seat();
  store.dispatch(snapshot({ view: theirs() }));
  store.dispatch({ type: 'local_plan', plan: { ahead: [SIX_FOUR] } });
  assert.equal(planLine(table()), 'Ben to play. Then: 6-4');
  store.dispatch(myTurnWith([FITS, { tile: '1-0', arm: 'b', points: 0 }]));
  assert.equal(planLine(table()), 'Playing 6-4, as chosen');
  clock.pass(AHEAD_MS - 1);
  assert.deepEqual(played, []);
  clock.pass(1);
  assert.deepEqual(played, [PLAYED]);
});

test('a tile chosen ahead that fits no more is cancelled with a word', () => {
  const { store, clock, played, table } = seat();
  store.dispatch(snapshot({ view: theirs() }));
  store.dispatch({ type: 'local_plan', plan: { ahead: [SIX_FOUR, arm('b')] } });
  store.dispatch(myTurnWith([FITS, { tile: '1-0', arm: 'b', points: 0 }]));
  clock.pass(5000);
  assert.deepEqual(played, []);
  assert.equal(table().ui.plan.ahead, null);
  assert.equal(planLine(table()), '6-4 doesn’t fit any more. Your turn');
});

test('a tile chosen ahead that fits two ends, or needs an announcement, is taken in hand', () => {
  const { store, table } = seat();
  store.dispatch(snapshot({ view: theirs() }));
  store.dispatch({ type: 'local_plan', plan: { ahead: [SIX_FOUR] } });
  store.dispatch(myTurnWith([FITS, { ...FITS, arm: 'b' }]));
  assert.deepEqual(table().ui.picked, [SIX_FOUR]);

  const muggins = snapshot({ room: room({ calls: 'muggins' }) });
  const { table: said } = reduce(initial({ page: 'table', table: TABLE, invite: null }), muggins);
  assert.ok(said);
  const meant = { type: 'pick', picked: [SIX_FOUR] };
  assert.deepEqual(resolve(offersOf(said), [SIX_FOUR, arm('a')]), meant);
});

test('what was chosen ahead never reaches a new round', () => {
  const { store, table } = seat();
  store.dispatch(snapshot({ view: theirs() }));
  store.dispatch({ type: 'local_plan', plan: { ahead: [SIX_FOUR] } });
  const { own } = theirs();
  store.dispatch(update(change({ clear: true, round: 2, ply: 9, turn: 1 }, own ?? undefined)));
  assert.equal(table().ui.plan.ahead, null);
});

test('while others think, a tile may be chosen for the ends that it fits now', () => {
  const { store, table } = seat();
  store.dispatch(snapshot({ view: theirs() }));
  /** @param {string} tile */
  const arms = (tile) =>
    fitting(aheadOf(table()), [tileStep(tile)]).flatMap(({ steps }) => armOf(steps) ?? []);
  assert.deepEqual(arms('5-4'), ['a', 'b']);
  assert.deepEqual(arms('1-0'), []);
  store.dispatch(myTurnWith([FITS]));
  assert.deepEqual(aheadOf(table()), []);
});

test('only a forced lead and the only place of a drawn tile are no decision', () => {
  const { store, table } = seat(false);
  store.dispatch(snapshot({ view: theirs() }));
  store.dispatch(myTurnWith([FITS]));
  assert.equal(forced(table()), null, 'the only tile that fits is still played by hand');

  const drawn = seat(false);
  drawn.store.dispatch(snapshot({ view: theirs() }));
  drawn.store.dispatch(myTurnWith([FITS], [DREW, DREW]));
  assert.equal(forced(drawn.table())?.why, 'forced');
  assert.deepEqual(forced(drawn.table())?.offer.steps, [SIX_FOUR, arm('a')]);
  const two = seat(false);
  two.store.dispatch(snapshot({ view: theirs() }));
  two.store.dispatch(myTurnWith([FITS, { ...FITS, arm: 'b' }], [DREW]));
  assert.equal(forced(two.table()), null, 'two ends are a decision');

  const lead = seat(false);
  lead.store.dispatch(snapshot({ view: theirs() }));
  lead.store.dispatch(myTurnWith([{ tile: '6-4', arm: null, points: 10 }]));
  assert.equal(forced(lead.table())?.why, 'must_lead');

  const muggins = seat(false);
  muggins.store.dispatch(snapshot({ view: theirs(), room: room({ calls: 'muggins' }) }));
  muggins.store.dispatch(myTurnWith([{ ...FITS, points: undefined }], [DREW]));
  assert.equal(forced(muggins.table()), null, 'points are still to be said');
});

test('a forced tile is played after a beat that says so, once', () => {
  const { store, clock, played, table } = seat();
  store.dispatch(snapshot({ view: theirs() }));
  store.dispatch(myTurnWith([FITS], [DREW]));
  assert.equal(planLine(table()), 'You drew 6-4: playing it');
  clock.pass(FORCED_MS);
  assert.deepEqual(played, [PLAYED]);
  store.dispatch({ type: 'local_sheet', sheet: 'rules' });
  clock.pass(FORCED_MS);
  assert.equal(played.length, 1);
});

test('a forced tile waits when the visitor stops it, takes a tile, or switches it off', () => {
  /** @type {((at: ReturnType<typeof seat>) => void)[]} */
  const stops = [
    ({ store }) => store.dispatch({ type: 'local_plan', plan: { soon: null } }),
    ({ store }) => store.dispatch({ type: 'local_pick', picked: [SIX_FOUR] }),
    ({ wish }) => wish(false),
  ];
  for (const stop of stops) {
    const at = seat();
    at.store.dispatch(snapshot({ view: theirs() }));
    at.store.dispatch(myTurnWith([FITS], [DREW]));
    at.clock.pass(FORCED_MS / 2);
    stop(at);
    at.clock.pass(FORCED_MS * 2);
    assert.deepEqual(at.played, []);
    assert.equal(at.clock.waiting(), 0);
  }
});

test('without a connection a forced tile waits for it', () => {
  const { store, clock, played } = seat();
  store.dispatch(snapshot({ view: theirs() }));
  store.dispatch(myTurnWith([FITS], [DREW]));
  store.dispatch({ type: 'local_connection', connection: 'lost' });
  clock.pass(FORCED_MS);
  assert.deepEqual(played, []);
  store.dispatch({ type: 'local_connection', connection: 'open' });
  clock.pass(FORCED_MS);
  assert.deepEqual(played, [], 'others may have played meanwhile');
  store.dispatch(snapshot({ v: 7, view: mine([FITS], [DREW]) }));
  clock.pass(FORCED_MS);
  assert.deepEqual(played, [PLAYED]);
});

test('a tile chosen ahead is put back when the connection is lost', () => {
  for (const type of /** @type {const} */ (['local_connection', 'local_suspended'])) {
    const { store, clock, played, table } = seat();
    store.dispatch(snapshot({ view: theirs() }));
    store.dispatch({ type: 'local_plan', plan: { ahead: [SIX_FOUR] } });
    store.dispatch({ type, connection: 'lost' });
    assert.equal(table().ui.plan.ahead, null);
    store.dispatch({ type: 'local_connection', connection: 'open' });
    store.dispatch(snapshot({ v: 7, view: mine([FITS, { tile: '1-0', arm: 'b', points: 0 }]) }));
    clock.pass(FORCED_MS);
    assert.deepEqual(played, []);
  }
});

test('a tile that is about to follow is put back when the connection is made anew', () => {
  const { store, clock, played, table } = seat();
  store.dispatch(snapshot({ view: theirs() }));
  store.dispatch(myTurnWith([FITS], [DREW]));
  store.dispatch({ type: 'local_connection', connection: 'connecting' });
  assert.equal(table().ui.plan.soon, null);
  clock.pass(FORCED_MS);
  assert.deepEqual(played, []);
});

test('that another window was first is no error of what the page did by itself', () => {
  /** @param {boolean} unasked @param {'stale' | 'no_match' | 'unavailable'} code */
  function told(unasked, code) {
    const { store } = seat();
    store.dispatch(snapshot({ view: mine([FITS]) }));
    store.dispatch({ type: 'local_sent', unasked });
    // The other play is heard of first.
    store.dispatch(update(change({ turn: 1 }, { placements: [] })));
    store.dispatch({ type: 'error', about: 'move', code, text: '' });
    assert.equal(store.get().table?.ui.pending, false);
    return store.get().notice?.code;
  }
  assert.equal(told(true, 'stale'), undefined);
  assert.equal(told(true, 'no_match'), undefined);
  assert.equal(told(false, 'stale'), 'stale');
  assert.equal(told(true, 'unavailable'), 'unavailable');
});
