/** Which pages lead to a table by themselves, what they are called, and which notices are of use. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAwake } from '../../static/js/awake.js';
import { matchTable, mayLeave } from '../../static/js/calls.js';
import { isAwaited } from '../../static/js/notices.js';
import { reduce } from '../../static/js/reduce.js';
import { parseRoute } from '../../static/js/route.js';
import { initial } from '../../static/js/state.js';
import { titleOf } from '../../static/js/titles.js';
import { room, snapshot, TABLE } from './line.js';

/** @import { OwnTable } from '../../static/js/protocol.js' */
/** @import { State } from '../../static/js/state.js' */

const EVENT = 'c'.repeat(32);

/** @param {string} path */
const at = (path) => initial(parseRoute({ pathname: path, search: '' }));

/** A table of the visitor's, and how it stands. @param {'open' | 'playing' | 'over'} status @param {number | null} seat */
const atTable = (status, seat = 0) =>
  reduce(
    at(`/t/${TABLE}`),
    snapshot({
      room: { ...room(), status },
      me: { pseudonym: '', seat, host: false, invite: null },
    }),
  );

/** @param {Partial<OwnTable>} own */
const ownTable = (own) =>
  /** @type {OwnTable} */ ({ table: TABLE, status: 'open', waits: true, ...own });

/**
 * A document with these fields in its forms.
 * @param {import('node:test').TestContext} context
 * @param {{ value: string, isEdited?: boolean, isFocused?: boolean, isSeen?: boolean }[]} fields
 * @param {boolean} [hasDialog]
 */
function documentWith(context, fields, hasDialog = false) {
  const made = fields.map(({ value, isEdited = false, isSeen = true }) => ({
    value,
    matches: () => isEdited,
    checkVisibility: () => isSeen,
  }));
  const activeElement = made.find((_, i) => fields[i].isFocused) ?? null;
  Object.assign(globalThis, {
    document: {
      activeElement,
      querySelector: () => (hasDialog ? {} : null),
      querySelectorAll: () => made,
    },
  });
  context.after(() => Object.assign(globalThis, { document: undefined }));
}

test('a page that shows something else is not left for a table', (context) => {
  documentWith(context, []);
  for (const path of ['/', '/six-love', '/tournaments', `/e/${EVENT}`, '/rules', '/friends']) {
    assert.ok(mayLeave(at(path)), path);
  }
  for (const path of [`/e/${EVENT}/screen`, '/m/x', '/import', '/account', '/moderation']) {
    assert.ok(!mayLeave(at(path)), path);
  }
  assert.ok(mayLeave(atTable('open')));
  assert.ok(mayLeave(atTable('over')));
  assert.ok(!mayLeave(atTable('playing')));
  assert.ok(!mayLeave(atTable('playing', null)), 'a match that is watched');
});

test('a page is not left while a form is filled or a dialog is open', (context) => {
  /** @param {Parameters<typeof documentWith>[1]} fields @param {boolean} [hasDialog] */
  const may = (fields, hasDialog) => {
    documentWith(context, fields, hasDialog);
    return mayLeave(at('/'));
  };
  assert.ok(may([{ value: '' }, { value: 'as it was' }]));
  assert.ok(!may([{ value: 'typed', isFocused: true }]));
  assert.ok(!may([{ value: 'typed', isEdited: true }]));
  assert.ok(may([{ value: 'typed', isEdited: true, isSeen: false }]));
  assert.ok(may([{ value: '', isEdited: true, isFocused: true }]));
  assert.ok(!may([], true));
});

test('a tournament’s match calls until its tiles are dealt', () => {
  const own = (/** @type {string} */ table) =>
    /** @type {const} */ ({ type: 'tournament_own', tournament: EVENT, entrant: 1, table });
  const called = reduce(at('/'), own(TABLE));
  assert.equal(matchTable(called), TABLE);
  assert.equal(matchTable(reduce(called, own(TABLE))), TABLE, 'it may be told again');
  /** @param {Partial<OwnTable>} table */
  const with_ = (table) => ({ ...called, own: [ownTable(table)] });
  assert.equal(matchTable(with_({})), TABLE);
  assert.equal(matchTable(with_({ status: 'playing' })), null);
  assert.equal(matchTable({ ...called, route: at(`/t/${TABLE}`).route }), null);
  assert.equal(matchTable(at('/')), null);
});

test('a notice is of use while its table waits', () => {
  const state = at('/');
  /** @param {Partial<State>} changes */
  const awaited = (changes) => isAwaited({ ...state, ...changes }, TABLE);
  assert.ok(awaited({}), 'before the page knows its tables');
  assert.ok(awaited({ own: [ownTable({ waits: true })] }));
  assert.ok(!awaited({ own: [ownTable({ waits: false })] }));
  assert.ok(!awaited({ own: [] }));
  const found = { table: TABLE, preset: 'Draw', rated: false };
  assert.ok(awaited({ own: [], matching: { ...state.matching, found } }));
});

test('every page has a title, and a tournament its name', () => {
  for (const path of [
    '/games',
    '/rules',
    '/me',
    '/m/x',
    '/p/x',
    '/leaderboard',
    '/friends',
    '/tournaments',
  ]) {
    assert.match(titleOf(at(path)), /^.+ – Boneyard$/, path);
  }
  for (const path of [`/e/${EVENT}`, `/e/${EVENT}/screen`]) {
    const before = at(path);
    assert.equal(titleOf(before), 'Tournament – Boneyard');
    const tournament = /** @type {State['tournament']} */ (
      /** @type {unknown} */ ({ id: EVENT, head: { name: 'Friday' } })
    );
    assert.equal(titleOf({ ...before, tournament }), 'Friday – Boneyard');
  }
  assert.equal(titleOf(at('/')), 'Boneyard');
});

test('a screen that is only looked at stays bright, also after the page was hidden', async () => {
  let requests = 0;
  let releases = 0;
  const wakeLock = /** @type {WakeLock} */ (
    /** @type {unknown} */ ({
      async request() {
        requests += 1;
        return { release: async () => (releases += 1) };
      },
    })
  );
  let beSeen = () => {};
  const keep = createAwake({ wakeLock }, (run) => {
    beSeen = run;
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  keep(false);
  beSeen();
  await settled();
  assert.equal(requests, 0);
  keep(true);
  keep(true);
  await settled();
  assert.deepEqual([requests, releases], [1, 0]);
  beSeen();
  await settled();
  assert.deepEqual([requests, releases], [2, 1]);
  keep(false);
  await settled();
  assert.deepEqual([requests, releases], [2, 2]);
  beSeen();
  await settled();
  assert.equal(requests, 2);
});

test('a device that refuses to stay awake, or can not, is left alone', async () => {
  const refusing = { request: () => Promise.reject(new Error('battery')) };
  for (const wakeLock of [undefined, refusing]) {
    const keep = createAwake(/** @type {any} */ ({ wakeLock }), () => {});
    keep(true);
    keep(false);
  }
  await new Promise((resolve) => setImmediate(resolve));
});
