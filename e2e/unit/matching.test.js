import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshParty, isPlaying, seekOf } from '../../static/js/matching.js';
import { reduce } from '../../static/js/reduce.js';
import { parseRoute, pathOf } from '../../static/js/route.js';
import { answerQuestion } from '../../static/js/session.js';
import { settings } from '../../static/js/settings.js';
import { soundsFor } from '../../static/js/sound/cues.js';
import { initial } from '../../static/js/state.js';
import { titleOf } from '../../static/js/titles.js';
import { room, snapshot, TABLE } from './line.js';

/** @typedef {Parameters<typeof reduce>[1]} Message */

const LOBBY = initial({ page: 'lobby' });
const PARTY = '0123456789abcdef0123456789abcdef';

/** @type {Extract<Message, { type: 'seeking' }>} */
const SEEKING = {
  type: 'seeking',
  number: 7,
  presets: ['Fives', 'Draw'],
  since_ms: 1000,
  mixed: false,
  offers_computer: false,
};

/** @type {Extract<Message, { type: 'paired' }>} */
const PAIRED = { type: 'paired', table: TABLE, preset: 'Fives', rated: true };

/** @param {import('../../static/js/state.js').State} state @param {Message[]} messages */
const after = (state, ...messages) => messages.reduce(reduce, state);

/** @param {string[]} presets @param {string} [party] @returns {Message} */
const seek = (presets, party) => ({
  type: 'local_seek',
  wish: { presets, mixed: false, party },
  now_ms: 500,
});

test('a search is shown at once, and then as the server tells it', () => {
  const begun = after(LOBBY, seek(['Fives']));
  assert.deepEqual(begun.matching.search, {
    number: 0,
    presets: ['Fives'],
    mixed: false,
    since_ms: 500,
    offers_computer: false,
  });
  const told = after(begun, SEEKING, { ...SEEKING, offers_computer: true });
  assert.deepEqual(told.matching.search?.presets, ['Fives', 'Draw']);
  assert.equal(told.matching.search?.offers_computer, true);
});

test('a search that is changed goes on since it began', () => {
  const changed = after(LOBBY, SEEKING, seek(['Block']));
  assert.equal(changed.matching.search?.since_ms, 1000);
  assert.deepEqual(changed.matching.search?.presets, ['Block']);
});

test('a search ends when it is withdrawn, refused, or the partner is gone', () => {
  const searching = after(LOBBY, SEEKING);
  const ends = /** @type {Message[]} */ ([
    { type: 'local_unseek' },
    { ...SEEKING, presets: [], ended: 'withdrawn' },
    { ...SEEKING, presets: [], ended: 'partner_gone' },
    { type: 'error', about: 'seek', table: null, code: 'must_wait', text: 'Wait.' },
  ]);
  const notices = ends.map((end) => {
    const { matching, notice } = after(searching, end);
    assert.equal(matching.search, null);
    return notice?.code;
  });
  assert.deepEqual(notices, [undefined, undefined, 'partner_gone', 'must_wait']);
});

test('a search outlives the connection, to be begun again', () => {
  const lost = after(LOBBY, SEEKING, { type: 'local_connection', connection: 'lost' });
  const { search } = lost.matching;
  assert.ok(search);
  assert.deepEqual(seekOf(search), { type: 'seek', presets: ['Fives', 'Draw'], mixed: false });
  const pair = after(LOBBY, seek(['Spanish Pairs'], PARTY)).matching.search;
  assert.ok(pair);
  assert.equal(Object(seekOf(pair)).party, PARTY);
  const chosen = seekOf({ presets: ['Draw'], mixed: false, with: 7 });
  assert.deepEqual(chosen, { type: 'seek', presets: ['Draw'], mixed: false, with: 7 });
});

test('a found table ends the search, sounds, and is in the title until it is answered', () => {
  const searching = after(LOBBY, SEEKING);
  const found = after(searching, PAIRED);
  assert.deepEqual(found.matching, {
    search: null,
    seekers: [],
    found: { table: TABLE, preset: 'Fives', rated: true },
  });
  const open = after(searching, { ...PAIRED, open: true }).matching.found;
  assert.equal(open?.open, true);
  assert.deepEqual(soundsFor(found, searching, settings.get()), [{ sound: 'turn', at_ms: 0 }]);
  assert.equal(titleOf(found), '● Match found – Boneyard');
  const answered = after(found, { type: 'local_found_gone' });
  assert.equal(answered.matching.found, null);
  assert.equal(titleOf(answered), 'Boneyard');
});

test('somebody plays who has a seat in a match that isn’t over', () => {
  const at = initial({ page: 'table', table: TABLE, invite: null });
  const me = { pseudonym: 'pseudonym of Ana', seat: null, host: false, invite: null };
  assert.equal(isPlaying(at), false);
  assert.equal(isPlaying(after(at, snapshot())), true);
  assert.equal(isPlaying(after(at, snapshot({ me }))), false);
  assert.equal(isPlaying(after(at, snapshot({ room: { ...room(), status: 'over' } }))), false);
});

test('seekers, invitations and news of friends are kept', () => {
  const seeker = { ...SEEKING, name: 'Eva', kept: false };
  const invited = { person: 'p', name: 'Ben', table: TABLE, invite: 'i', notation: 'Draw 100' };
  const state = after(
    LOBBY,
    { type: 'seekers', seekers: [seeker] },
    { type: 'invited', ...invited },
    { type: 'friends_changed' },
  );
  assert.deepEqual(state.matching.seekers, [seeker]);
  assert.deepEqual(state.invited, invited);
  assert.equal(state.friends, 1);
  assert.equal(after(state, { type: 'local_invited_gone' }).invited, null);
});

test('the page answers that it is still there', () => {
  /** @type {unknown[]} */
  const sent = [];
  const socket = { send: (/** @type {unknown} */ message) => sent.push(message) };
  for (const message of [
    { ...PAIRED },
    { type: /** @type {const} */ ('seek_question'), number: 7 },
  ]) {
    answerQuestion(message, socket);
  }
  assert.deepEqual(sent, [{ type: 'seek_answer', number: 7 }]);
});

test('a partner’s link leads to the lobby, and anything else in it means nothing', () => {
  const link = `/?partner=${PARTY}&from=Ana`;
  const route = { page: 'lobby', party: PARTY, from: 'Ana' };
  assert.deepEqual(parseRoute({ pathname: '/', search: link.slice(1) }), route);
  assert.equal(pathOf(/** @type {any} */ (route)), link);
  for (const search of ['?partner=', '?partner=XYZ', '?from=Ana', '']) {
    assert.deepEqual(parseRoute({ pathname: '/', search }), { page: 'lobby' });
  }
  const long = parseRoute({ pathname: '/', search: `?partner=${PARTY}&from=${'x'.repeat(99)}` });
  assert.equal(Object(long).from.length, 24);
});

test('the ids of partners differ', () => {
  const [one, other] = [freshParty(), freshParty()];
  assert.match(one, /^[0-9a-f]{32}$/);
  assert.notEqual(one, other);
});

test('the pages of people have addresses', () => {
  for (const path of ['/friends', '/p/abc', '/leaderboard/draw_pairs']) {
    assert.equal(pathOf(parseRoute({ pathname: path, search: '' })), path);
  }
});
