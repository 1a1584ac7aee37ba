import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActions } from '../../static/js/actions.js';
import { reduce } from '../../static/js/reduce.js';
import { pathOf } from '../../static/js/route.js';
import { createStore, initial } from '../../static/js/state.js';

/** @typedef {import('../../static/js/state.js').Route} Route */

test('to go where one is already is no step that could be gone back', (context) => {
  const address = { pathname: '/', search: '' };
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
