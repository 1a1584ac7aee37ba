import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcementOf } from '../../static/js/announce.js';
import { loadTexts } from '../../static/js/i18n/index.js';
import { requestingName } from '../../static/js/moments.js';
import { noteFor } from '../../static/js/notices.js';
import { reduce } from '../../static/js/reduce.js';
import { mayRequest } from '../../static/js/select.js';
import { initial } from '../../static/js/state.js';
import { promptsOf } from '../../static/js/table/views/prompts.js';
import { participation } from '../../static/js/views/records/participation.js';
import { room, snapshot, TABLE } from './line.js';

await loadTexts('later', 'match');

/** @typedef {import('../../static/js/state.js').State} State */
/** @typedef {import('../../static/js/protocol.js').SeatRequest} SeatRequest */

const START = initial({ page: 'table', table: TABLE, invite: null });
/** @param {import('../../static/js/protocol.js').RoomSeat} last who has the last of three seats */
const roomWith = (last) => {
  const three = room({ seating: 'three' });
  return { ...three, seats: [...three.seats.slice(0, 2), last] };
};
const ROOM = roomWith({ name: 'Computer', ready: true, host: false, computer: 'club' });
const NOBODY = { seats: [true, true, true], away_since_ms: [null, null, null], watchers: 1 };

/** @type {SeatRequest} */
const REQUEST = {
  seat: 2,
  name: 'Cleo',
  pseudonym: 'pseudonym of Cleo',
  asked_ms: 1000,
  until_ms: 61_000,
  may_answer: [true, false, false],
};

/** A table of three as somebody sees it. @param {number | null} seat */
const at = (seat) =>
  reduce(
    START,
    snapshot({
      room: ROOM,
      presence: NOBODY,
      me: { pseudonym: 'pseudonym of Ana', seat, host: false, invite: null },
    }),
  );

/** @param {State} state @param {Partial<SeatRequest> | null} changes */
const asked = (state, changes) =>
  reduce(state, {
    type: 'presence',
    table: TABLE,
    ...NOBODY,
    ...(changes && { request: { ...REQUEST, ...changes } }),
  });

/** What was done, by its name and what was said with it. @type {unknown[]} */
const done = [];
const ACTIONS = /** @type {import('../../static/js/actions.js').Actions} */ (
  /** @type {unknown} */ ({
    withdrawRequest: () => done.push('withdraw'),
    /** @param {unknown[]} answer */
    answerRequest: (...answer) => done.push(answer),
  })
);

/** @param {State} state */
function prompts(state) {
  assert.ok(state.table);
  return promptsOf(state.table, ACTIONS, () => {}, 0);
}

test('a seat can be asked for that a computer player has, by who has none', () => {
  const may = (/** @type {State} */ state) => {
    const { table } = state;
    assert.ok(table);
    return [0, 1, 2].map((seat) => mayRequest(table, seat));
  };
  assert.deepEqual(may(at(null)), [false, false, true]);
  assert.deepEqual(may(at(0)), [false, false, false]);
  assert.deepEqual(may(asked(at(null), {})), [false, false, false], 'one at a time');
  const over = { ...ROOM, status: /** @type {const} */ ('over') };
  assert.deepEqual(
    may(
      reduce(
        START,
        snapshot({
          room: over,
          me: { pseudonym: 'pseudonym of Ana', seat: null, host: false, invite: null },
        }),
      ),
    ),
    [false, false, false],
  );
});

test('a player who may answer does, and the others see the request', () => {
  const [one] = prompts(asked(at(0), {}));
  assert.equal(one.text, 'Cleo asks to play in place of Max.');
  for (const choice of one.choices) choice.run();
  assert.deepEqual(done.splice(0), [
    [1000, true],
    [1000, false],
  ]);
  for (const seat of [1, null]) {
    const [seen] = prompts(asked(at(seat), {}));
    assert.deepEqual([seen.text, seen.choices], [one.text, []]);
  }
  const again = prompts(asked(at(0), { asked_ms: 2000 }));
  assert.notDeepEqual(JSON.stringify(again), JSON.stringify([one]), 'another request is another');
});

test('the asker sees who decides, and may take the request back', () => {
  const [mine] = prompts(asked(at(null), { yours: true }));
  assert.match(mine.text, / Waiting for the host, Ana\.$/);
  mine.choices[0].run();
  assert.deepEqual(done.splice(0), ['withdraw']);
  const hostAway = { yours: true, may_answer: [false, true, false] };
  const [other] = prompts(asked(at(null), hostAway));
  assert.match(other.text, / Waiting for the players\.$/);
});

test('who asked is told what came of it', () => {
  const ended = reduce(asked(at(null), { yours: true }), {
    type: 'request_ended',
    table: TABLE,
    seat: 2,
    outcome: 'declined',
  });
  assert.equal(ended.notice?.code, 'request_declined');
  const refused = reduce(at(null), {
    type: 'error',
    about: 'request_seat',
    table: TABLE,
    code: 'not_now',
    text: '',
  });
  assert.equal(refused.notice?.code, 'request_not_now');
});

test('a request calls those who may answer, once', () => {
  const before = at(0);
  const now = asked(before, {});
  assert.equal(requestingName(now, before), 'Cleo');
  assert.equal(requestingName(asked(now, {}), now), null);
  assert.equal(requestingName(asked(at(null), {}), at(null)), null, 'who watches');
  const waits = asked(at(1), {});
  assert.equal(requestingName(waits, at(1)), null, 'the host is there');
  const hostAway = asked(waits, { may_answer: [false, true, false] });
  assert.equal(requestingName(hostAway, waits), 'Cleo');
  assert.equal(noteFor(now, before)?.title, 'Cleo asks for a seat');
});

test('that a person comes for a computer player is said', () => {
  const before = at(0);
  const next = roomWith({ name: 'Cleo', ready: false, host: false });
  const now = reduce(before, { type: 'update', table: TABLE, v: 6, room: next });
  assert.match(announcementOf(now, before) ?? '', /Cleo takes over from the computer/);
});

test('a record says who came late, and to whose seat', () => {
  const took_over = { level: /** @type {const} */ ('club'), round: 2 };
  assert.deepEqual(participation([{ name: 'Ana' }, { name: 'Computer', computer: 'club' }]), []);
  assert.deepEqual(
    participation([
      { name: 'Cleo', took_over },
      { name: null, took_over },
    ]),
    [
      'Cleo took over from Leo (club) in round 2.',
      'A player took over from Ada (club) in round 2.',
    ],
  );
});

test('a record says who resigned, for whom a computer player stood in, and who is a program', () => {
  const level = /** @type {const} */ ('club');
  const lent = [
    { level, round: 1, returned: 2 },
    { level, round: 4, returned: null },
  ];
  assert.deepEqual(
    participation([
      { name: 'Ana', lent },
      { name: 'Ben', resigned: 3 },
      { name: 'Robo', bot: true },
    ]),
    [
      'A computer player stood in for Ana from round 1 to round 2.',
      'A computer player stood in for Ana from round 4 on.',
      'Ben resigned in round 3; a computer player went on in that seat.',
      'Robo is a program.',
    ],
  );
});
