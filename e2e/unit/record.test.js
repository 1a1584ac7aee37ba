/** Records: what a transcript tells of its rounds, whether they were dealt fairly, and how they are told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { verdictOf } from '../../static/js/fair/check.js';
import { createKeptLog } from '../../static/js/fair/log.js';
import { createDealNotes } from '../../static/js/fair/notes.js';
import { recordCheck } from '../../static/js/fair/record.js';
import { endingInWords } from '../../static/js/format/clock.js';
import { continuedSentences } from '../../static/js/format/sentences.js';
import { roundsOf } from '../../static/js/games/line/transcript.js';
import { sentences } from '../../static/js/games/line/words.js';
import { readRecord } from '../../static/js/records/pasted.js';
import { dealtBy } from './dealt.js';
import { FIVE_UP, memory, room } from './line.js';

/** @typedef {import('../../static/js/protocol.js').Fairness} Fairness */
/** @typedef {import('../../static/js/protocol.js').VisibleEvent} VisibleEvent */
/** @typedef {{ fairness: Fairness, transcript: string }} Kept */

const RULES = { ...FIVE_UP, hand_size: 3, opening: /** @type {const} */ ('lot') };
const { agreed, fixed, vector } = await dealtBy(RULES);
const SEATS = [{ name: 'Ana' }, { name: 'Ben' }];

/** A match of one round by the published vectors, of which the tiles alone matter. @returns {Promise<Kept>} */
async function kept() {
  const { order, tiles } = vector;
  const lines = [
    'rules Five-Up 25',
    `deal leads 0: ${tiles.join(' ')}`,
    `0 plays ${tiles[0]}`,
    'side 0 scores 5 for count',
    `1 draws ${tiles[6]}`,
    `1 plays ${tiles[6]} on a to 3`,
  ];
  return {
    fairness: {
      scheme: 1,
      table: fixed.table,
      match: fixed.match,
      commitment: fixed.commitment,
      agreed: fixed.agreed,
      seats: fixed.seats.map((/** @type {any} */ promise, /** @type {number} */ seat) => ({
        promise: structuredClone(promise),
        seed: vector.seeds[seat],
      })),
      rounds: [{ round: vector.round, secret: vector.secret, deals: [[...order]] }],
    },
    transcript: `${lines.join('\n')}\n`,
  };
}

/** What a browser keeps that has seen nothing. */
const nothing = () => ({ notes: createDealNotes(memory()), log: createKeptLog(memory()) });

/** What doesn't agree in the only round. @param {Kept} record */
async function bad({ fairness, transcript }) {
  const checks = await recordCheck(
    fairness,
    { id: null, transcript, rules: { line: RULES }, seats: SEATS },
    nothing(),
  );
  assert.equal(checks.rounds, 1);
  const report = await checks.check(1);
  return report.checks.filter(({ result }) => result === 'bad').map(({ what }) => what);
}

test('the record of an honest match agrees with its transcript', async () => {
  assert.deepEqual(await bad(await kept()), []);
});

/** @param {string} text */
const turned = (text) => (text[0] === '0' ? '1' : '0') + text.slice(1);
const [first, , , , , , drawn, ...rest] = vector.tiles;
/** Never drawn, so only the deal itself can tell. */
const [one, other] = rest.slice(-2);

/** @type {[string, (record: Kept) => void, string[]][]} */
const CHANGES = [
  [
    'a secret',
    ({ fairness: { rounds } }) => {
      rounds[0].secret = turned(rounds[0].secret);
    },
    ['secret', 'order', 'played'],
  ],
  [
    'a seed',
    ({ fairness: { seats } }) => {
      seats[0].seed = turned(seats[0].seed ?? '');
    },
    ['seeds', 'order', 'played'],
  ],
  [
    'the number of the round',
    ({ fairness: { rounds } }) => {
      rounds[0].round = 2;
    },
    ['scheme'],
  ],
  [
    'a tile that was dealt, in the proof',
    ({ fairness: { rounds } }) => {
      const [deal] = rounds[0].deals;
      [deal[0], deal[1]] = [deal[1], deal[0]];
    },
    ['order', 'played'],
  ],
  [
    'two tiles that nobody had, in the transcript',
    (record) => {
      record.transcript = record.transcript.replace(`${one} ${other}`, `${other} ${one}`);
    },
    ['played'],
  ],
  [
    'a tile that was drawn, in the transcript',
    (record) => {
      record.transcript = record.transcript.replace(`draws ${drawn}`, `draws ${one}`);
    },
    ['played'],
  ],
  [
    'a tile that was played, in the transcript',
    (record) => {
      record.transcript = record.transcript.replace(`0 plays ${first}`, `0 plays ${other}`);
    },
    ['played'],
  ],
];

for (const [what, change, found] of CHANGES) {
  test(`a record in which ${what} was changed is found out`, async () => {
    const record = await kept();
    const before = structuredClone(record);
    change(record);
    assert.notDeepEqual(record, before);
    assert.deepEqual(await bad(record), found);
  });
}

/** A browser that took part in the match with a seed. @param {Fairness} fairness @param {string} seed */
function browserOf({ table, match, commitment, agreed: hash, seats }, seed) {
  const kept = nothing();
  const receipt = /** @type {any} */ ({
    table,
    match,
    commitment,
    agreed: hash,
    seats: seats.map(({ promise }) => promise),
  });
  const own = { seed, commitment: '', head: null, promised_ms: 0, receipt, agreed, told: true };
  kept.notes.keep({ table: String(table), match, ...own, record: 'r' });
  return kept;
}

/** What isn't good in the first round. @param {Kept} record @param {string | null} id @param {ReturnType<typeof nothing>} kept */
async function wrong({ fairness, transcript }, id, kept) {
  const values = { id, transcript, rules: { line: RULES }, seats: SEATS };
  const { checks } = await (await recordCheck(fairness, values, kept)).check(1);
  return checks
    .filter(({ result }) => result !== 'good')
    .map(({ what, result }) => `${what} ${result}`);
}

test('what this browser noted of the match counts, wherever it was played', async () => {
  const record = await kept();
  const { fairness } = record;
  const seed = fairness.seats[0].seed ?? '';
  assert.deepEqual(await wrong(record, null, browserOf(fairness, seed)), ['hand unseen']);
  const other = browserOf(fairness, turned(seed));
  assert.deepEqual(await wrong(record, null, other), ['own bad', 'hand unseen']);
});

test('a proof of a round that was never played is found out', async () => {
  const { fairness, transcript } = await kept();
  fairness.rounds.push({ ...fairness.rounds[0], round: 2 });
  const checks = await recordCheck(
    fairness,
    { id: null, transcript, rules: { line: RULES }, seats: SEATS },
    nothing(),
  );
  assert.equal(checks.rounds, 2);
  assert.equal(verdictOf(await checks.check(2)), 'bad');
});

test('a record that was made again under another chain is found out by its player', async () => {
  const record = await kept();
  const before = { ...record.fairness, commitment: turned(record.fairness.commitment) };
  const player = browserOf(before, record.fairness.seats[0].seed ?? '');
  assert.deepEqual(await wrong(record, 'r', player), ['receipt bad', 'hand unseen']);
  const stranger = ['receipt unseen', 'no_seed unseen', 'hand unseen'];
  assert.deepEqual(await wrong(record, 'other', nothing()), stranger);
});

test('a round begins with its lots or its first deal, and tells who held what', () => {
  const transcript = [
    'rules Muggins 61',
    'lots leads 1: 3-2 6-1',
    'deal again: 1-0 2-0 3-0 4-0',
    'deal leads 1: 6-6 5-4 3-3 2-1',
    '1 plays 3-3',
    '0 draws 2-1',
    '0 passes',
    'deal leads 0: 4-4 1-1 0-0 6-5',
    '0 plays 4-4 says 10',
    '0 goes out for 15',
  ].join('\r\n');
  const [first, second] = roundsOf(transcript);
  assert.deepEqual(first, {
    events: ['lots 3-2 6-1', 'redeal', '1 3-3', '0 draws'],
    deals: [
      ['1-0', '2-0', '3-0', '4-0'],
      ['6-6', '5-4', '3-3', '2-1'],
    ],
    drawn: [{ seat: 0, tile: '2-1' }],
  });
  assert.deepEqual([second.events, second.end], [['0 4-4'], 'domino']);
});

test('what is pasted is a record, or whatever the server makes of it', () => {
  const nothing = { seats: [], fairness: null, ending: null };
  for (const text of ['rules Five-Up 25\n', '', '7', 'null', '{"transcript":7}', '[]']) {
    assert.deepEqual(readRecord(text), { transcript: text, ...nothing, whole: null });
  }
  const junk = { transcript: 'x', seats: 5, fairness: { rounds: [{}] }, ending: { type: 'won' } };
  const read = { transcript: 'x', ...nothing, whole: junk };
  assert.deepEqual(readRecord(JSON.stringify(junk)), read);
  const seats = [{ name: 'Ana' }, { name: 'Computer', computer: 'club' }];
  const ending = { type: 'claimed', seat: 1, by: 0, winner: 0 };
  const good = { transcript: 'x', seats, fairness: null, ending };
  const more = { ...good, more: 1 };
  assert.deepEqual(readRecord(JSON.stringify(more)), { ...good, whole: more });
  const nowhere = { ...good, ending: { ...ending, by: 2 } };
  assert.equal(readRecord(JSON.stringify(nowhere)).ending, null);
});

test('every end of a match is told, with whoever won', () => {
  const at = room();
  /** @type {[import('../../static/js/protocol.js').Ending, RegExp][]} */
  const endings = [
    [{ type: 'played', winner: 0 }, /^Ana wins the match\.$/],
    [{ type: 'played', winner: null }, /^The match ends without a winner\.$/],
    [{ type: 'resigned', seat: 1, winner: 0 }, /has resigned\. Ana wins the match/],
    [{ type: 'resigned', seat: 1, winner: null }, /has resigned\. The match ends without/],
    [{ type: 'claimed', seat: 1, by: 0, winner: 0 }, /claimed the win\. Ana wins the match/],
    [{ type: 'agreed' }, /^Everybody agreed to end the match\. The match ends without/],
    [
      { type: 'abandoned', winner: null },
      /^Nobody came back to the match\. The match ends without/,
    ],
    [
      { type: 'withdrawn', seat: 1, winner: 0 },
      /withdrawn from the tournament\. Ana wins the match/,
    ],
    [{ type: 'decided', winner: 0 }, /^The organiser has decided the match\. Ana wins the match/],
    [
      { type: 'decided', winner: null },
      /^The organiser has decided the match\. The match ends without/,
    ],
  ];
  for (const [ending, words] of endings) {
    assert.match(endingInWords(at, ending).join(' '), words);
  }
});

/** Events as they may follow one another; what belongs together is told in one sentence. @type {fc.Arbitrary<VisibleEvent>} */
const event = fc.constantFrom(
  /** @type {VisibleEvent} */ ({ type: 'dealt', leader: 0 }),
  /** @type {VisibleEvent} */ ({ type: 'drew', seat: 0 }),
  /** @type {VisibleEvent} */ ({ type: 'drew', seat: 1 }),
  /** @type {VisibleEvent} */ ({ type: 'passed', seat: 1 }),
  /** @type {VisibleEvent} */ ({ type: 'played', seat: 0, tile: '6-4', joint: null }),
  /** @type {VisibleEvent} */ ({ type: 'scored', side: 0, points: 10, reason: 'count' }),
  /** @type {VisibleEvent} */ ({ type: 'domino', seat: 0, points: 10 }),
  /** @type {VisibleEvent} */ ({ type: 'scored', side: 0, points: 10, reason: 'domino' }),
);

test('what is told by going on is what would be told anew', () => {
  const at = room();
  const stories = fc.array(event, { maxLength: 12 });
  fc.assert(
    fc.property(stories, stories, fc.array(fc.nat(12), { maxLength: 12 }), (one, other, stops) => {
      let before = { events: /** @type {VisibleEvent[]} */ ([]), said: sentences([], at) };
      stops.forEach((stop, i) => {
        const events = (i % 4 === 3 ? other : one).slice(0, stop);
        const said = continuedSentences(before, events, at, 0);
        assert.deepEqual(said, sentences(events, at, 0));
        before = { events, said };
      });
    }),
  );
});
