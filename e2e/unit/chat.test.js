import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heard } from '../../static/js/announce.js';
import {
  heardLines,
  isOwn,
  LINES_MAX,
  lineAloud,
  lineText,
  mutable,
  renamed,
  unreadLines,
} from '../../static/js/chat.js';
import { reduce } from '../../static/js/reduce.js';
import { hasCompany } from '../../static/js/select.js';
import { DEFAULTS } from '../../static/js/settings.js';
import { initial } from '../../static/js/state.js';
import { room, snapshot, TABLE } from './samples.js';

/** @typedef {import('../../static/js/state.js').State} State */
/** @typedef {import('../../static/js/protocol.js').Line} Line */

const START = { ...initial({ page: 'table', table: TABLE, invite: null }), name: 'Ana' };

/**
 * @param {number} n
 * @param {Partial<Line>} [changes]
 * @returns {Line}
 */
const line = (n, changes) =>
  /** @type {Line} */ ({ n, seat: 1, name: 'Ben', text: `line ${n}`, at_ms: 1000 * n, ...changes });

/** @param {State} state @param {Line} one */
const say = (state, one) => reduce(state, { type: 'said', table: TABLE, line: one });

/** @param {State} state */
function tableOf(state) {
  assert.ok(state.table);
  return state.table;
}

const OPEN = reduce(START, snapshot({ chat: [line(1), line(2)] }));

test('what is said goes to the end of the chat, once, and the last lines are kept', () => {
  assert.deepEqual(tableOf(OPEN).chat.length, 2);
  const three = say(OPEN, line(3));
  assert.deepEqual(
    tableOf(three).chat.map((one) => one.n),
    [1, 2, 3],
  );
  assert.equal(say(three, line(3)), three);
  let state = three;
  for (let n = 4; n <= 80; n += 1) state = say(state, line(n));
  assert.equal(tableOf(state).chat.length, LINES_MAX);
  assert.equal(tableOf(state).chat[0].n, 31);
});

test('lines of before count as read; new ones of others don’t, until they are seen', () => {
  const names = (/** @type {State} */ state) =>
    unreadLines(tableOf(state), 'Ana', DEFAULTS).map((one) => one.n);
  assert.deepEqual(names(OPEN), []);
  const mine = say(OPEN, line(3, { seat: 0, name: 'Ana' }));
  assert.deepEqual(names(mine), []);
  const theirs = say(mine, line(4));
  assert.deepEqual(names(theirs), [4]);
  assert.deepEqual(names(reduce(theirs, { type: 'local_read' })), []);
  // A reconnect keeps what is unread, and adds what was said meanwhile.
  const again = reduce(theirs, snapshot({ chat: [line(3), line(4), line(5)] }));
  assert.deepEqual(names(again), [4, 5]);
  // A restarted server begins to count again.
  assert.deepEqual(names(reduce(theirs, snapshot({ chat: [line(1)] }))), [1]);
});

test('sitting down leads into the players’ room', () => {
  const watching = reduce(
    START,
    snapshot({ me: { seat: null, host: false, invite: null }, chat: [line(9, { seat: null })] }),
  );
  const seated = reduce(watching, {
    type: 'update',
    table: TABLE,
    v: 6,
    me: { seat: 0, host: false, invite: null },
    chat: [line(1)],
  });
  assert.deepEqual(tableOf(seated).chat, [line(1)]);
  assert.equal(tableOf(seated).ui.read, 1);
});

test('who is muted isn’t heard, but one always hears oneself', () => {
  const state = say(
    say(OPEN, line(3, { seat: 0, name: 'Ana' })),
    line(4, { seat: null, name: 'Cleo' }),
  );
  const table = tableOf(state);
  const muted = (/** @type {string[]} */ ...names) =>
    heardLines(table, 'Ana', { mute_all: false, muted: names }).map((one) => one.n);
  assert.deepEqual(muted(), [1, 2, 3, 4]);
  assert.deepEqual(muted('Ben'), [3, 4]);
  assert.deepEqual(muted('Ana', 'Cleo'), [1, 2, 3]);
  const all = heardLines(table, 'Ana', { mute_all: true, muted: [] });
  assert.deepEqual(
    all.map((one) => one.n),
    [3],
  );
  assert.deepEqual(mutable(table, 'Ana', ['Dan']), ['Ben', 'Cleo', 'Dan']);
  assert.equal(isOwn(line(5, { seat: null, name: 'Ana' }), table, 'Ana'), false);
});

test('where only computer players sit, there is nobody to talk to or to mute', () => {
  const [ana, ben] = room().seats;
  /** @param {Parameters<typeof snapshot>[0]} changes */
  const at = (changes) => tableOf(reduce(START, snapshot({ chat: [], ...changes })));
  const alone = {
    ...room(),
    seats: [ana, ben && { ...ben, computer: /** @type {const} */ ('club') }],
  };
  assert.equal(hasCompany(at({})), true);
  assert.equal(hasCompany(at({ room: alone })), false);
  assert.deepEqual(mutable(at({ room: alone }), 'Ana', []), []);
  assert.equal(hasCompany(at({ room: { ...alone, status: 'open' } })), true);
  assert.equal(hasCompany(at({ room: alone, chat: [line(1, { name: 'Ben' })] })), true);
  const watching = { seat: null, host: false, invite: null };
  assert.equal(hasCompany(at({ room: alone, me: watching })), true);
});

test('a watcher who takes another watcher’s name is told from them, and can be muted', () => {
  const watching = reduce(
    START,
    snapshot({ me: { seat: null, host: false, invite: null }, chat: [] }),
  );
  const theirs = line(1, { seat: null, name: 'Ana' });
  const mine = line(2, { seat: null, name: 'Ana' });
  const state = say(reduce(say(watching, theirs), { type: 'local_said' }), mine);
  const table = tableOf(state);
  assert.deepEqual([isOwn(theirs, table, 'Ana'), isOwn(mine, table, 'Ana')], [false, true]);
  assert.ok(mutable(table, 'Ana', []).includes('Ana'));
  const heardAt = (/** @type {typeof table} */ at) =>
    heardLines(at, 'Ana', { mute_all: false, muted: ['Ana'] }).map((one) => one.n);
  assert.deepEqual(heardAt(table), [2]);
  // So it stays after a loss of the connection; a restarted server begins to count again.
  const cut = reduce(state, { type: 'local_connection', connection: 'lost' });
  const { me } = table;
  assert.deepEqual(heardAt(tableOf(reduce(cut, snapshot({ me, chat: [theirs, mine] })))), [2]);
  assert.deepEqual(heardAt(tableOf(reduce(cut, snapshot({ me, chat: [theirs] })))), []);
});

test('a reaction is one’s own if this page sent it, and what was refused is awaited no more', () => {
  const watching = reduce(START, snapshot({ me: { seat: null, host: false, invite: null } }));
  const clap = { type: 'reacted', table: TABLE, seat: null, name: 'Ana', reaction: 'clap' };
  /** @param {State} state */
  const reactedTo = (state) =>
    tableOf(reduce(state, /** @type {any} */ (clap))).reactions.map(({ own }) => own);
  assert.deepEqual(reactedTo(watching), [false]);
  const sent = reduce(watching, { type: 'local_said' });
  assert.deepEqual(reactedTo(sent), [true]);
  const refused = reduce(sent, {
    type: 'error',
    about: 'react',
    table: TABLE,
    code: 'chat_rate',
    text: '',
  });
  assert.deepEqual(reactedTo(refused), [false]);
});

test('a muted player who takes another name is known', () => {
  const after = room();
  after.seats = after.seats.map((seat, i) => (seat && i === 1 ? { ...seat, name: 'Benno' } : seat));
  assert.deepEqual(renamed(after, room()), [['Ben', 'Benno']]);
  assert.deepEqual(renamed(room(), room()), []);
});

test('a phrase is said in the reader’s language, an unknown one not at all', () => {
  const phrase = (/** @type {string} */ name) =>
    /** @type {Line} */ (
      /** @type {unknown} */ ({ n: 1, seat: 1, name: 'Ben', phrase: name, at_ms: 0 })
    );
  assert.equal(lineText(phrase('good_luck')), 'Good luck!');
  assert.equal(lineAloud(phrase('good_luck')), 'Ben: Good luck!');
  assert.equal(lineText(phrase('something_new')), null);
  assert.equal(lineText(line(1, { text: '{name} <b>' })), '{name} <b>');
});

test('what others say and feel is told aloud, once, unless they are muted', () => {
  const said = say(OPEN, line(3));
  assert.equal(heard(said, OPEN, DEFAULTS), 'Ben: line 3');
  assert.equal(heard(said, OPEN, { ...DEFAULTS, muted: ['Ben'] }), null);
  assert.equal(heard(say(OPEN, line(3, { seat: 0, name: 'Ana' })), OPEN, DEFAULTS), null);
  const felt = reduce(OPEN, {
    type: 'reacted',
    table: TABLE,
    seat: 1,
    name: 'Ben',
    reaction: 'clap',
  });
  assert.equal(heard(felt, OPEN, DEFAULTS), 'Ben: applause');
  assert.equal(heard({ ...felt }, felt, DEFAULTS), null);
});

test('reactions are numbered, and few are kept', () => {
  let state = OPEN;
  for (let i = 0; i < 40; i += 1) {
    state = reduce(state, {
      type: 'reacted',
      table: TABLE,
      seat: null,
      name: 'Cleo',
      reaction: 'wow',
    });
  }
  const { reactions } = tableOf(state);
  assert.equal(reactions.length, 12);
  assert.equal(reactions.at(-1)?.serial, 40);
});

test('a line that was refused is counted, so that its words come back', () => {
  const refused = reduce(OPEN, {
    type: 'error',
    about: 'say',
    table: TABLE,
    code: 'chat_rate',
    text: '',
  });
  assert.equal(tableOf(refused).ui.unsaid, 1);
  assert.equal(refused.notice?.code, 'chat_rate');
});
