import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActions } from '../../static/js/actions.js';
import { loadTexts } from '../../static/js/i18n/index.js';
import { reduce } from '../../static/js/reduce.js';
import { pathOf } from '../../static/js/route.js';
import { createStore, initial } from '../../static/js/state.js';
import { promptsOf } from '../../static/js/table/views/prompts.js';
import { room, snapshot, TABLE, view } from './line.js';

await loadTexts('match');

/** @typedef {import('../../static/js/state.js').Route} Route */

test('to go where one is already is no step that could be gone back', (context) => {
  const address = { pathname: '/', search: '', hash: '' };
  /** @type {string[]} */
  const pushed = [];
  const pushState = (
    /** @type {unknown} */ _,
    /** @type {string} */ __,
    /** @type {string} */ path,
  ) => {
    pushed.push(path);
    [address.pathname, address.search] = path.split(/(?=\?)/).concat('');
  };
  Object.assign(globalThis, { location: address, history: { pushState } });
  context.after(() => Object.assign(globalThis, { location: undefined, history: undefined }));
  /** @type {Route[]} */
  const gone = [];
  const store = createStore(initial({ page: 'lobby' }), reduce);
  const actions = createActions(store, { send: () => true, go: (route) => gone.push(route) });
  /** @type {Route[]} */
  const ways = [
    { page: 'lobby' },
    { page: 'me' },
    { page: 'me' },
    { page: 'table', table: 'a', invite: 'b' },
    { page: 'table', table: 'a', invite: 'b' },
    { page: 'table', table: 'a', invite: null },
    { page: 'lobby' },
  ];
  for (const route of ways) actions.go(route);
  assert.deepEqual(pushed, ['/me', '/t/a?invite=b', '/t/a', '/']);
  assert.deepEqual(gone.map(pathOf), ways.map(pathOf));
});

/** Someone at an open table of two, and what their page sends. */
function atTable() {
  const open = snapshot({
    me: { pseudonym: 'pseudonym of Ana', seat: null, host: false, invite: null },
    view: null,
  });
  open.room.status = 'open';
  open.room.seats[1] = null;
  const store = createStore(initial({ page: 'table', table: open.table, invite: null }), reduce);
  /** @type {string[]} */
  const sent = [];
  const actions = createActions(store, { send: ({ type }) => sent.push(type) > 0, go() {} });
  /** @param {Partial<typeof open>} [parts] */
  const hear = (parts = {}) =>
    store.dispatch({ ...structuredClone(open), ...parts, v: open.v, heard_ms: 0 });
  hear();
  const me = { pseudonym: 'pseudonym of Ana', seat: 1, host: false, invite: null };
  /** @param {string | null} promised by their browser @param {boolean} [host] whether the host is here @param {boolean} [revealing] */
  const seated = (promised, host = true, revealing = false) => {
    open.v += 1;
    const room = structuredClone(open.room);
    room.fairness.revealing = revealing;
    room.seats[1] = { name: 'Ben', ready: false, host: false };
    const head = { size: 0, root: '' };
    const promise = promised === null ? null : { commitment: promised, head };
    room.fairness.seats = [
      { promise: null, seed: null },
      { promise, seed: null },
    ];
    hear({ me, room, presence: { ...open.presence, seats: [host, true] } });
  };
  return { actions, sent, seated };
}

const SEED = '5'.repeat(64);

test('who sits down is ready once the seed is promised, and says it once', () => {
  const { actions, sent, seated } = atTable();
  actions.sit(1);
  assert.deepEqual(sent, ['sit']);
  seated(null);
  assert.deepEqual(sent, ['sit']);
  seated(SEED);
  seated(SEED);
  assert.deepEqual(sent, ['sit', 'ready']);
});

test('a match doesn’t begin behind the back of a host who is away', () => {
  const { actions, sent, seated } = atTable();
  actions.sit(1);
  seated(SEED, false);
  assert.deepEqual(sent, ['sit']);
  seated(SEED);
  assert.deepEqual(sent, ['sit', 'ready']);
});

test('a match that begins already waits for nobody to be ready', () => {
  const { actions, sent, seated } = atTable();
  actions.sit(1);
  seated(SEED, true, true);
  seated(SEED);
  assert.deepEqual(sent, ['sit']);
});

test('who has gone elsewhere meanwhile is not made ready', (context) => {
  Object.assign(globalThis, {
    location: { pathname: '/', search: '' },
    history: { pushState() {} },
  });
  context.after(() => Object.assign(globalThis, { location: undefined, history: undefined }));
  const { actions, sent, seated } = atTable();
  actions.sit(1);
  actions.go({ page: 'lobby' });
  seated(SEED);
  assert.deepEqual(sent, ['sit']);
});

/** @type {import('../../static/js/games/contract.js').Step[]} */
const GIVE = [{ kind: 'give', id: '' }];

test('the lead is given away once, and only by whom the server lets', () => {
  const { own: known, standing } = view();
  assert.ok(known);
  const made = room({ seating: 'partners', next_lead: 'winning_side' });
  const store = createStore(initial({ page: 'table', table: TABLE, invite: null }), reduce);
  /** @type {unknown[]} */
  const sent = [];
  const actions = createActions(store, { send: (message) => sent.push(message) > 0, go() {} });
  /** @param {boolean} may_give_lead */
  const asked = (may_give_lead) => {
    const own = { ...known, may_give_lead };
    store.dispatch(snapshot({ room: made, view: { ...view(), own } }));
    const { table } = store.get();
    assert.ok(table);
    return promptsOf(table, actions, () => {}, 0).flatMap(({ choices }) => choices);
  };
  assert.deepEqual(asked(false), []);
  actions.put(GIVE);
  assert.deepEqual(sent, []);
  const [give] = asked(true);
  assert.equal(give.name, 'Give the lead to Cem');
  give.run();
  give.run();
  const move = { line: 'give_lead' };
  assert.deepEqual(sent, [{ type: 'move', table: TABLE, ply: standing.ply, move }]);
});

test('a press that goes on with an earlier moment is not one without a connection', () => {
  const store = createStore(initial({ page: 'lobby' }), reduce);
  let isEarlier = true;
  const actions = createActions(store, {
    send: () => false,
    stops: ({ type }) => isEarlier && type === 'next',
    go() {},
  });
  assert.equal(actions.next(), false);
  assert.equal(store.get().notice, null);
  isEarlier = false;
  assert.equal(actions.next(), false);
  assert.equal(store.get().notice?.code, 'not_connected');
});
