import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeat } from '../../static/js/people/api.js';
import { groupsOf } from '../../static/js/people/codes.js';
import { companionsIn } from '../../static/js/people/companions.js';
import {
  actOf,
  actsFor,
  nextOpenReport,
  nextPage,
  withPage,
  withReport,
} from '../../static/js/people/moderation.js';
import { reduce } from '../../static/js/reduce.js';
import { hasPlayedAsGuest, mayOffer, needsAccountLines } from '../../static/js/select.js';
import { initial } from '../../static/js/state.js';

/** @import { AccountBody, MatchEntry, RecordSeat, ReportBody } from '../../static/js/protocol.js' */

/** @param {number} number @param {Partial<ReportBody>} [changes] @returns {ReportBody} */
const report = (number, changes = {}) => ({
  number,
  created_ms: 0,
  reporter: 'Ana',
  reported: 'Ben',
  reason: 'abuse',
  words: '',
  chat: [],
  table: 'T',
  match: 1,
  earlier_reports: 0,
  closed_out: false,
  acts: [],
  ...changes,
});

test('a code is shown in groups of four', () => {
  assert.deepEqual(groupsOf('K7QM2XW9'), ['K7QM', '2XW9']);
  assert.deepEqual(groupsOf('k7qm-2xw9-4t'), ['k7qm', '2xw9', '4t']);
  assert.deepEqual(groupsOf(''), []);
});

test('the people of the latest matches are listed once each, without computer players', () => {
  /** @param {string} id @param {RecordSeat[]} seats */
  const match = (id, seats) =>
    /** @type {MatchEntry} */ (/** @type {unknown} */ ({ id, seat: 0, seats }));
  const [own, ben, bot] = [{ name: 'Ana' }, { name: 'Ben' }, { name: 'Robot', bot: true }];
  /** @type {RecordSeat} */
  const computer = { name: 'Computer', computer: 'club' };
  const matches = [
    match('third', [own, ben, computer, { name: null }]),
    match('second', [own, { name: 'Cem' }, bot]),
    match('first', [own, ben]),
  ];
  const found = companionsIn(matches).map(({ name, match }) => [name, match.id]);
  assert.deepEqual(found, [
    ['Ben', 'third'],
    ['Cem', 'second'],
  ]);
});

test('a guest who has finished a match is asked once a day', () => {
  const state = initial({ page: 'lobby' });
  const table = /** @type {any} */ ({ room: { status: 'over' }, me: { seat: 0 } });
  assert.ok(!hasPlayedAsGuest({ person: undefined, table }));
  assert.ok(hasPlayedAsGuest({ person: null, table }));
  assert.ok(!hasPlayedAsGuest({ person: 'P', table }));
  assert.ok(!hasPlayedAsGuest({ person: null, table: { ...table, me: { seat: null } } }));
  assert.ok(!needsAccountLines(state));
  assert.ok(needsAccountLines({ ...state, person: 'P' }));
  assert.ok(!mayOffer(1000, 2000));
  assert.ok(mayOffer(0, 24 * 60 * 60 * 1000));
});

test('what is known of an account goes with it', () => {
  const account = /** @type {AccountBody} */ ({ person: 'P', name: 'Ana' });
  const kept = reduce(initial({ page: 'lobby' }), { type: 'local_account', account });
  assert.equal(kept.person, 'P');
  assert.equal(kept.name, 'Ana');
  const again = reduce(kept, { type: 'local_person', person: 'P', name: 'Ana' });
  assert.equal(again.account, account);
  assert.equal(again.accounts, kept.accounts + 1);
  const stranger = reduce(kept, { type: 'local_person', person: null, name: 'Guest 1' });
  assert.equal(stranger.account, null);
  assert.equal(stranger.name, 'Guest 1');
  assert.ok(!stranger.demo);
  assert.ok(reduce(stranger, { type: 'local_person', person: null, name: '', demo: true }).demo);
});

test('a moderator is offered what can be done now', () => {
  const now = 1000;
  assert.deepEqual(actsFor(report(1), now), ['dismiss', 'warn', 'mute', 'close', 'note']);
  const ofFlood = actsFor(report(1, { from_network: 300 }), now);
  assert.deepEqual(ofFlood.slice(0, 2), ['dismiss', 'dismiss_network']);
  const done = report(1, { closed_ms: 5, closed_out: true, muted_until_ms: 2000 });
  assert.deepEqual(actsFor(done, now), ['warn', 'mute', 'unmute', 'reopen', 'note']);
  assert.ok(!actsFor(report(1, { muted_until_ms: 500 }), now).includes('unmute'));
  assert.deepEqual(actOf('mute', 60, 'n'), { act: 'mute', minutes: 60, note: 'n' });
  assert.deepEqual(actOf('warn', 60, 'n'), { act: 'warn', note: 'n' });
});

test('after a report comes the next that is open', () => {
  const reports = [report(1), report(2, { closed_ms: 5 }), report(3)];
  assert.equal(nextOpenReport(reports, 1), 3);
  assert.equal(nextOpenReport(reports, 3), 1);
  const closed = withReport(reports, report(1, { closed_ms: 6 }));
  assert.equal(nextOpenReport(withReport(closed, report(3, { closed_ms: 7 })), 3), null);
});

test('the list of reports goes on after the last open one, or below the last closed one', () => {
  const closed = report(2, { closed_ms: 5 });
  assert.deepEqual(nextPage([report(1), report(3)]), { after: 3 });
  assert.deepEqual(nextPage([report(3), closed]), { before: 2 });
  assert.deepEqual(nextPage([]), {});
  const known = [report(1), closed];
  assert.deepEqual(withPage(known, [report(3), closed]), [...known, report(3)]);
});

test('what is asked again and again ends by an answer, or by hand', async () => {
  /** @type {(() => void)[]} */
  const timers = [];
  const later = (/** @type {() => void} */ run) => timers.push(run);
  const tick = async () => {
    timers.shift()?.();
    await new Promise(setImmediate);
  };
  const answers = [true, null, false];
  let asked = 0;
  repeat(
    1,
    async () => {
      const answer = answers[asked];
      asked += 1;
      if (answer === null) throw new Error('no answer');
      return answer;
    },
    later,
  );
  for (let i = 0; i < 5; i += 1) await tick();
  assert.equal(asked, 3);
  const end = repeat(1, async () => true, later);
  end();
  await tick();
  assert.equal(timers.length, 0);
});
