import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcementOf } from '../../static/js/announce.js';
import { awayWords, span, thinkingWords } from '../../static/js/format/clock.js';
import { meanwhileText } from '../../static/js/format/turn.js';
import { reduce } from '../../static/js/reduce.js';
import {
  ANSWER_MS,
  ANSWER_PLAY_MS,
  ASK_AFTER_MS,
  CONNECT_MS,
  createHeartbeat,
  QUIET_PLAY_MS,
  UNANSWERED_MS,
} from '../../static/js/socket.js';
import { initial } from '../../static/js/state.js';
import { bannerWord } from '../../static/js/views/site.js';
import { board, change, snapshot, TABLE, view } from './line.js';

/** @typedef {import('../../static/js/state.js').State} State */
/** @typedef {import('../../static/js/protocol.js').VisibleEvent} VisibleEvent */

const START = { ...initial({ page: 'table', table: TABLE, invite: null }), name: 'Ana' };
const OPEN = reduce({ ...START, everOpen: true }, snapshot());
const LOST = reduce(OPEN, { type: 'local_connection', connection: 'lost' });
const WELCOME = /** @type {const} */ ({
  type: 'welcome',
  protocol: 1,
  server: '0',
  build: 'a',
  name: 'Ana',
  now_ms: 0,
});
const CLOCK = 1_000_000;

/** @param {State} state */
function tableOf(state) {
  assert.ok(state.table);
  return state.table;
}

/** @param {VisibleEvent[]} events @param {Parameters<typeof view>[0]} [stands] */
function moved(events, stands) {
  const now = view(stands);
  return { ...now, board: board(), history: [...now.history, ...events] };
}

test('what happened meanwhile is said in a sentence', () => {
  /** @type {VisibleEvent[]} */
  const events = [
    { type: 'played', seat: 0, tile: '6-4', joint: { arm: 'a', outer: 6 } },
    { type: 'drew', seat: 1 },
    { type: 'passed', seat: 1 },
  ];
  const line = {
    n: 1,
    seat: 1,
    name: 'Ben',
    pseudonym: 'pseudonym of Ben',
    text: 'hello?',
    at_ms: 0,
  };
  const back = reduce(LOST, snapshot({ v: 9, view: moved(events), chat: [line] }));
  assert.equal(
    meanwhileText(tableOf(back)),
    'While you were away: A tile was played for you: 6-4. Ben draws a tile. Ben passes. 1 new message. It is your turn.',
  );
});

test('nothing missed is said too, with whose turn it is', () => {
  const back = reduce(LOST, snapshot({ view: moved([], { turn: 1 }) }));
  assert.equal(
    meanwhileText(tableOf(back)),
    'Connected again. You missed nothing. It is Ben’s turn.',
  );
});

test('a page that was suspended says what happened meanwhile, and never that the connection was lost', () => {
  const away = reduce(OPEN, { type: 'local_suspended' });
  assert.equal(away.connection, 'connecting');
  assert.equal(bannerWord(away), null);
  assert.equal(bannerWord(reduce(away, snapshot()))?.kind, 'back');
});

test('of many events the latest are said, and a new round', () => {
  /** @type {VisibleEvent[]} */
  const passes = Array.from({ length: 6 }, (_, i) => ({ type: 'passed', seat: i % 2 }));
  const many = reduce(LOST, snapshot({ v: 9, view: moved(passes) }));
  assert.match(meanwhileText(tableOf(many)), /^While you were away: … .*It is your turn\.$/);
  const next = moved([], { round: 2 });
  next.history = [{ type: 'dealt', leader: 0 }];
  const anew = reduce(LOST, snapshot({ v: 40, view: next }));
  assert.equal(
    meanwhileText(tableOf(anew)),
    'While you were away: Round 2 began. New deal: you lead. It is your turn.',
  );
});

test('the banner says offline, lost, outdated, and what was missed, until it is put away', () => {
  assert.equal(bannerWord(OPEN), null);
  assert.equal(bannerWord(LOST)?.kind, 'lost');
  const refused = {
    type: /** @type {const} */ ('local_connection'),
    connection: /** @type {const} */ ('refused'),
  };
  assert.equal(bannerWord(reduce(OPEN, { ...refused, reason: 4426 }))?.kind, 'outdated');
  // A page of its own says all else.
  assert.equal(bannerWord(reduce(OPEN, { ...refused, reason: 4401 })), null);
  const offline = reduce(LOST, { type: 'local_offline', offline: true });
  assert.equal(bannerWord(offline)?.kind, 'offline');
  const hello = reduce(offline, WELCOME);
  assert.equal(bannerWord(hello), null);
  const back = reduce(hello, snapshot());
  const word = bannerWord(back);
  assert.ok(word?.kind === 'back');
  const gone = reduce(back, { type: 'local_meanwhile_gone', serial: word.serial });
  assert.equal(bannerWord(gone), null);
  // A snapshot that follows no loss has nothing to tell, and a second loss is told anew.
  assert.equal(bannerWord(reduce(gone, snapshot())), null);
  const cut = reduce(gone, { type: 'local_connection', connection: 'lost' });
  const second = reduce(reduce(cut, WELCOME), snapshot());
  const other = bannerWord(second);
  assert.ok(other?.kind === 'back' && other.serial !== word.serial);
});

test('a newer server is told of when nothing else is, until the page is loaded anew', () => {
  const page = { ...OPEN, build: 'a' };
  assert.equal(bannerWord(reduce(page, WELCOME)), null);
  const newer = reduce(page, { ...WELCOME, build: 'b' });
  assert.equal(bannerWord(newer)?.kind, 'replaced');
  assert.equal(announcementOf(newer, page), 'Boneyard was updated.');
  const lost = reduce(newer, { type: 'local_connection', connection: 'lost' });
  assert.equal(bannerWord(lost)?.kind, 'lost');
  const back = reduce(reduce(lost, { ...WELCOME, build: 'b' }), snapshot());
  const word = bannerWord(back);
  assert.ok(word?.kind === 'back');
  const gone = reduce(back, { type: 'local_meanwhile_gone', serial: word.serial });
  assert.equal(bannerWord(gone)?.kind, 'replaced');
  // Of several servers some may still have the page's build: the line doesn't come and go.
  assert.equal(bannerWord(reduce(gone, { ...WELCOME, build: 'a' }))?.kind, 'replaced');
  assert.equal(bannerWord(reduce(page, { type: 'local_replaced' }))?.kind, 'replaced');
  // A test of the client without a page has no build to compare.
  assert.equal(bannerWord(reduce(OPEN, { ...WELCOME, build: 'b' })), null);
});

test('away and thinking are told by the server’s clock', () => {
  const here = reduce(START, { ...WELCOME, now_ms: CLOCK + 500, heard_ms: CLOCK });
  const away = { seats: [true, false], away_since_ms: [null, CLOCK - 120_000], watchers: 0 };
  const message = snapshot({ view: moved([], { turn: 1 }), presence: away });
  const open = reduce(here, { ...message, heard_ms: CLOCK });
  assert.equal(tableOf(open).ui.now_ms, CLOCK + 500);
  assert.equal(awayWords(tableOf(open), 1), 'away for 2 min');
  assert.equal(awayWords(tableOf(open), 0), '');
  assert.equal(thinkingWords(tableOf(open)), '');
  const later = reduce(open, { type: 'local_tick', heard_ms: CLOCK + 45_000 });
  assert.equal(thinkingWords(tableOf(later)), 'thinking for 40 s');
  const played = reduce(later, {
    type: 'update',
    table: TABLE,
    v: 6,
    ...change({ turn: 1 }),
    heard_ms: CLOCK + 46_000,
  });
  assert.equal(tableOf(played).ui.turn_since_ms, CLOCK + 46_500);
});

test('spans are told in their largest unit', () => {
  assert.deepEqual([0, 19_999, 20_000, 59_000, 60_000, 3_599_000, 7_300_000].map(span), [
    '',
    '',
    '20 s',
    '50 s',
    '1 min',
    '59 min',
    '2 h',
  ]);
});

test('a silent connection is asked, and dropped without an answer', () => {
  let time = 0;
  /** @type {string[]} */
  const done = [];
  const heartbeat = createHeartbeat({
    now: () => time,
    ask: () => done.push('ask') <= 3,
    dead: () => done.push('dead'),
  });
  time = ASK_AFTER_MS - 1;
  heartbeat.tick();
  assert.deepEqual(done, []);
  time = ASK_AFTER_MS;
  heartbeat.tick();
  heartbeat.heard();
  time += ANSWER_MS;
  heartbeat.tick();
  assert.deepEqual(done, ['ask']);
  heartbeat.doubt();
  time += ANSWER_MS;
  heartbeat.tick();
  assert.deepEqual(done, ['ask', 'ask', 'dead']);
  // A connection that isn't made in time is given up too, but not before.
  time += ASK_AFTER_MS - 1;
  heartbeat.tick();
  assert.equal(done.length, 3);
  time += 1;
  heartbeat.tick();
  time += ANSWER_MS;
  heartbeat.tick();
  assert.deepEqual(done.slice(3), ['ask', 'dead']);
});

/**
 * A heartbeat on a page where a match is played.
 * @param {{ isPlaying?: boolean, isConnected?: boolean }} [world]
 */
function beating(world = {}) {
  const { isPlaying = true, isConnected = true } = world;
  const seen = { time: 0, asked: 0, lost: 0, isPlaying, isConnected };
  const heartbeat = createHeartbeat({
    now: () => seen.time,
    ask: () => {
      seen.asked += 1;
      return seen.isConnected;
    },
    dead: () => {
      seen.lost += 1;
    },
    playing: () => seen.isPlaying,
  });
  /** Ticks every second. @param {number} ms */
  function pass(ms) {
    for (const end = seen.time + ms; seen.time < end; ) {
      seen.time = Math.min(end, seen.time + 1000);
      heartbeat.tick();
    }
  }
  return { seen, heartbeat, pass };
}

test('where a match is played a silent server is asked sooner, and given up sooner', () => {
  const { seen, heartbeat, pass } = beating();
  pass(QUIET_PLAY_MS);
  assert.equal(seen.asked, 1);
  heartbeat.heard();
  seen.isPlaying = false;
  pass(QUIET_PLAY_MS);
  assert.equal(seen.asked, 1);
  seen.isPlaying = true;
  pass(ANSWER_PLAY_MS);
  assert.deepEqual([seen.asked, seen.lost], [2, 0]);
  pass(ANSWER_PLAY_MS);
  assert.equal(seen.lost, 1);
});

test('a server that leaves a play without an answer is asked, and given up within six seconds', () => {
  const { seen, heartbeat, pass } = beating();
  heartbeat.sent();
  pass(UNANSWERED_MS - 500);
  // A second play waits no longer than the first.
  heartbeat.sent();
  assert.equal(seen.asked, 0);
  pass(1000);
  assert.equal(seen.asked, 1);
  pass(ANSWER_PLAY_MS - 1);
  assert.equal(seen.lost, 0);
  pass(1);
  assert.equal(seen.lost, 1);
  assert.ok(seen.time <= 6000);
});

test('an answered play asks nothing, and a page without a play stays quiet', () => {
  const { seen, heartbeat, pass } = beating({ isPlaying: false });
  heartbeat.sent();
  pass(1000);
  heartbeat.heard();
  pass(ASK_AFTER_MS - 1);
  assert.equal(seen.asked, 0);
});

test('a connection that is being made gets its time', () => {
  const { seen, heartbeat, pass } = beating({ isConnected: false });
  heartbeat.sent();
  pass(CONNECT_MS - 1);
  assert.equal(seen.lost, 0);
  pass(1);
  assert.equal(seen.lost, 1);
});
