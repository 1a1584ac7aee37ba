/** Programs that are fetched and don't come: they are asked for once, however often the page is drawn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActions } from '../../static/js/actions.js';
import { fetchedListener } from '../../static/js/loader.js';
import { reduce } from '../../static/js/reduce.js';
import { createStore, initial } from '../../static/js/state.js';
import { fetchedPart } from '../../static/js/views/fetched.js';
import { fakePage, seenIn } from './fake_page.js';

/** @import { State } from '../../static/js/state.js' */

/** Lets everything run that needs no time. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** What a browser says of a module that doesn't come. */
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

/**
 * A page whose server is asked whether it has the page's build.
 * @param {import('node:test').TestContext} context
 * @param {number} status what it answers
 */
function pageAt(context, status) {
  const counts = { asked: 0, reloads: 0 };
  const store = createStore(initial({ page: 'lobby' }, 'build'), reduce);
  fakePage(context, {
    fetch: async () => {
      counts.asked += 1;
      await settled();
      return new Response(null, { status, headers: { 'x-boneyard': '1' } });
    },
    location: { reload: () => (counts.reloads += 1) },
    dispatchEvent: () => store.dispatch({ type: 'local_replaced' }),
  });
  const actions = createActions(store, { send: () => true, go() {} });
  return { store, actions, counts };
}

/** Has the state change as often as in ten minutes. @param {ReturnType<typeof pageAt>['store']} store */
async function tenMinutes(store) {
  for (let change = 0; change < 120; change += 1) {
    store.dispatch({ type: 'local_offline', offline: change % 2 === 0 });
    await settled();
  }
}

/** A part that every change draws, and whose program doesn't come. @param {ReturnType<typeof pageAt>['store']} store */
function lostPart(store) {
  let fetched = 0;
  const { element, draw } = fetchedPart('', () => {
    fetched += 1;
    return lost();
  });
  store.subscribe(draw);
  return { part: seenIn(element), fetched: () => fetched };
}

test('what can not be fetched is said once while it stands', async (context) => {
  const { store, actions, counts } = pageAt(context, 200);
  /** @type {(string | undefined)[]} */
  const notices = [];
  store.subscribe(({ notice }) => notices.push(notice?.code));
  await Promise.all([actions.sorry(), actions.sorry(), actions.sorry()]);
  assert.deepEqual(notices, ['not_connected']);
  assert.equal(counts.asked, 1);
  actions.forget(1);
  await actions.sorry();
  assert.deepEqual(notices, ['not_connected', undefined, 'not_connected']);
});

test('a part that does not come says so, and is fetched once', async (context) => {
  const { store, counts } = pageAt(context, 200);
  const { part, fetched } = lostPart(store);
  await tenMinutes(store);
  assert.deepEqual([fetched(), counts.asked], [1, 1]);
  assert.ok(part.find('failed'));
  part.find('retry')?.dispatchEvent(new Event('click'));
  assert.equal(counts.reloads, 1);
});

test('a part that comes is drawn as the page is by then, and then at once', async (context) => {
  const { store } = pageAt(context, 200);
  let come = () => {};
  const coming = new Promise((resolve) => {
    come = () => resolve(undefined);
  });
  /** @type {State[]} */
  const drawn = [];
  const { draw } = fetchedPart('', async () => {
    await coming;
    const { element } = fetchedPart('', lost);
    return { element, draw: (/** @type {State} */ state) => drawn.push(state) };
  });
  store.subscribe(draw);
  await tenMinutes(store);
  assert.deepEqual(drawn, []);
  come();
  await settled();
  assert.deepEqual(drawn, [store.get()]);
  store.dispatch({ type: 'local_offline', offline: true });
  assert.deepEqual(drawn.at(-1), store.get());
});

test('a program that hears the states is fetched again only with another connection', async () => {
  const store = createStore(initial({ page: 'lobby' }, 'build'), reduce);
  let fetched = 0;
  let comes = false;
  /** @type {boolean[]} */
  const heard = [];
  fetchedListener(
    store,
    ({ connection }) => connection !== 'connecting',
    () => {
      fetched += 1;
      return comes
        ? Promise.resolve((/** @type {State} */ { offline }) => heard.push(offline))
        : lost();
    },
  );
  const connect = (build = 'build') =>
    store.dispatch({
      type: 'welcome',
      protocol: 1,
      server: '',
      build,
      name: 'Ana',
      now_ms: 0,
    });
  const lose = () => store.dispatch({ type: 'local_connection', connection: 'lost' });
  await tenMinutes(store);
  assert.equal(fetched, 0);
  connect();
  await tenMinutes(store);
  assert.equal(fetched, 1);
  lose();
  connect();
  await tenMinutes(store);
  assert.equal(fetched, 2);
  comes = true;
  lose();
  connect();
  store.dispatch({ type: 'local_offline', offline: true });
  store.dispatch({ type: 'local_offline', offline: false });
  await settled();
  assert.equal(fetched, 3);
  assert.deepEqual(heard, [false, true, false]);
});

test('a server that was replaced is asked for nothing of the page that is gone', async (context) => {
  const { store, actions, counts } = pageAt(context, 404);
  const parts = [lostPart(store), lostPart(store)];
  let fetched = 0;
  fetchedListener(
    store,
    () => true,
    () => {
      fetched += 1;
      return lost();
    },
  );
  await tenMinutes(store);
  await actions.sorry();
  assert.deepEqual([...parts.map((one) => one.fetched()), fetched, counts.asked], [1, 1, 1, 1]);
  assert.equal(store.get().replaced, true);
  assert.equal(store.get().notice, null);
  store.dispatch({ type: 'local_connection', connection: 'lost' });
  store.dispatch({ type: 'welcome', protocol: 1, server: '', build: 'other', name: '', now_ms: 0 });
  await tenMinutes(store);
  assert.equal(fetched, 1);
});
