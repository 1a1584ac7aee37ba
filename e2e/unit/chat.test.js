import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcementOf } from '../../static/js/announce.js';
import {
  heardLines,
  isOwn,
  isPanelOpen,
  LINES_MAX,
  lineAloud,
  lineText,
  mutable,
  unreadLines,
} from '../../static/js/chat.js';
import { reduce } from '../../static/js/reduce.js';
import { hasCompany } from '../../static/js/select.js';
import { DEFAULTS } from '../../static/js/settings.js';
import { initial } from '../../static/js/state.js';
import { pseudonym, room, snapshot, TABLE } from './line.js';

/** @typedef {import('../../static/js/state.js').State} State */
/** @typedef {import('../../static/js/protocol.js').Line} Line */

const START = { ...initial({ page: 'table', table: TABLE, invite: null }), name: 'Ana' };

/**
 * @param {number} n
 * @param {Partial<Line>} [changes]
 * @returns {Line}
 */
function line(n, changes) {
  const { name = 'Ben' } = changes ?? {};
  const said = { n, seat: 1, name, pseudonym: pseudonym(name), text: `line ${n}`, at_ms: 1000 * n };
  return /** @type {Line} */ ({ ...said, ...changes });
}

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
    unreadLines(tableOf(state), DEFAULTS).map((one) => one.n);
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
    snapshot({
      me: { pseudonym: 'pseudonym of Ana', seat: null, host: false, invite: null },
      chat: [line(9, { seat: null })],
    }),
  );
  const seated = reduce(watching, {
    type: 'update',
    table: TABLE,
    v: 6,
    me: { pseudonym: 'pseudonym of Ana', seat: 0, host: false, invite: null },
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
    heardLines(table, { mute_all: false, muted: names.map(pseudonym) }).map((one) => one.n);
  assert.deepEqual(muted(), [1, 2, 3, 4]);
  assert.deepEqual(muted('Ben'), [3, 4]);
  assert.deepEqual(muted('Ana', 'Cleo'), [1, 2, 3]);
  const all = heardLines(table, { mute_all: true, muted: [] });
  assert.deepEqual(
    all.map((one) => one.n),
    [3],
  );
  assert.deepEqual(
    mutable(table).map(({ name }) => name),
    ['Ben', 'Cleo'],
  );
});

test('of two people of one name one is muted, whatever seat and name they take', () => {
  const two = { ...room({ seating: 'three' }) };
  two.seats = two.seats.map((seat, i) => seat && { ...seat, name: i === 0 ? 'Ana' : 'Ada' });
  const [, first, second] = two.seats.map((seat) => seat?.pseudonym ?? '');
  const at = reduce(START, snapshot({ room: two, chat: [] }));
  const state = say(
    say(at, line(1, { seat: 1, name: 'Ada', pseudonym: first })),
    line(2, { seat: 2, name: 'Ada', pseudonym: second }),
  );
  const mutes = { mute_all: false, muted: [first] };
  const table = tableOf(state);
  assert.deepEqual(
    mutable(table).map(({ name }) => name),
    ['Ada', 'Ada (2)'],
  );
  assert.deepEqual(
    heardLines(table, mutes).map(({ n }) => n),
    [2],
  );
  // Gone from the seat, under another name, among the watchers: the same person.
  const later = say(state, line(3, { seat: null, name: 'Eve', pseudonym: first }));
  assert.deepEqual(
    heardLines(tableOf(later), mutes).map(({ n }) => n),
    [2],
  );
});

test('where only computer players sit, there is nobody to talk to or to mute', () => {
  const [ana, ben] = room().seats;
  /** @param {Parameters<typeof snapshot>[0]} changes */
  const at = (changes) => tableOf(reduce(START, snapshot({ chat: [], ...changes })));
  const alone = {
    ...room(),
    seats: [ana, ben && { ...ben, pseudonym: undefined, computer: /** @type {const} */ ('club') }],
  };
  assert.equal(hasCompany(at({})), true);
  assert.equal(hasCompany(at({ room: alone })), false);
  assert.deepEqual(mutable(at({ room: alone })), []);
  assert.equal(hasCompany(at({ room: { ...alone, status: 'open' } })), false);
  assert.equal(hasCompany(at({ room: alone, chat: [line(1, { name: 'Ben' })] })), true);
  const watching = { pseudonym: 'pseudonym of Ana', seat: null, host: false, invite: null };
  assert.equal(hasCompany(at({ room: alone, me: watching })), true);
  const open = { ...alone, status: /** @type {const} */ ('open') };
  const presence = { seats: [true, false], away_since_ms: [null, null] };
  const watched = (/** @type {number} */ watchers) =>
    at({ room: open, me: watching, presence: { ...presence, watchers } });
  assert.equal(hasCompany(watched(1)), false);
  assert.equal(hasCompany(watched(2)), true);
});

test('a watcher who takes another watcher’s name is told from them, and can be muted', () => {
  const me = { pseudonym: 'mine', seat: null, host: false, invite: null };
  const watching = reduce(START, snapshot({ me, chat: [] }));
  const theirs = line(1, { seat: null, name: 'Ana', pseudonym: 'theirs' });
  const mine = line(2, { seat: null, name: 'Ana', pseudonym: 'mine' });
  const table = tableOf(say(say(watching, theirs), mine));
  assert.deepEqual([isOwn(theirs, table), isOwn(mine, table)], [false, true]);
  assert.deepEqual(
    mutable(table).map((one) => one.pseudonym),
    [pseudonym('Ana'), pseudonym('Ben'), 'theirs'],
  );
  const heardNow = heardLines(table, { mute_all: false, muted: ['theirs'] });
  assert.deepEqual(
    heardNow.map((one) => one.n),
    [2],
  );
});

test('a phrase is said in the reader’s language, an unknown one not at all', () => {
  const phrase = (/** @type {string} */ name) =>
    /** @type {Line} */ (
      /** @type {unknown} */ ({
        n: 1,
        seat: 1,
        name: 'Ben',
        pseudonym: pseudonym('Ben'),
        phrase: name,
        at_ms: 0,
      })
    );
  assert.equal(lineText(phrase('good_luck')), 'Good luck!');
  assert.equal(lineAloud(phrase('good_luck'), tableOf(OPEN)), 'Ben: Good luck!');
  assert.equal(lineText(phrase('something_new')), null);
  assert.equal(lineText(line(1, { text: '{name} <b>' })), '{name} <b>');
});

test('what others say and feel is told aloud, once, unless they are muted', () => {
  const said = say(OPEN, line(3));
  assert.equal(announcementOf(said, OPEN, DEFAULTS), 'Ben: line 3');
  assert.equal(announcementOf(said, OPEN, { ...DEFAULTS, muted: [pseudonym('Ben')] }), null);
  assert.equal(announcementOf(say(OPEN, line(3, { seat: 0, name: 'Ana' })), OPEN, DEFAULTS), null);
  const felt = reduce(OPEN, {
    type: 'reacted',
    table: TABLE,
    seat: 1,
    name: 'Ben',
    pseudonym: pseudonym('Ben'),
    reaction: 'clap',
  });
  assert.equal(announcementOf(felt, OPEN, DEFAULTS), 'Ben: applause');
  assert.equal(announcementOf({ ...felt }, felt, DEFAULTS), null);
});

test('reactions are numbered, and few are kept', () => {
  let state = OPEN;
  for (let i = 0; i < 40; i += 1) {
    state = reduce(state, {
      type: 'reacted',
      table: TABLE,
      seat: null,
      name: 'Cleo',
      pseudonym: pseudonym('Cleo'),
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

test('the chat unfolds beside the table when another has spoken, unless the visitor chose', () => {
  const playing = reduce(START, snapshot({ room: { ...room(), status: 'playing' }, chat: [] }));
  const silent = tableOf(playing);
  const own = tableOf(say(playing, line(1, { name: 'Ana' })));
  const spoken = tableOf(say(playing, line(1)));
  const opens = [silent, own, spoken].map((table) => isPanelOpen(table, DEFAULTS));
  assert.deepEqual(opens, [false, false, true]);
  assert.equal(isPanelOpen(spoken, { ...DEFAULTS, mute_all: true }), false);
  assert.equal(isPanelOpen(spoken, { ...DEFAULTS, panel: 'folded' }), false);
  assert.equal(isPanelOpen(silent, { ...DEFAULTS, panel: 'open' }), true);
});
