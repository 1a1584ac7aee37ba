import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askedWords,
  bestRoundInWords,
  explanation,
  headline,
  overPhase,
  pointsShown,
  roundRows,
  strongerLevel,
} from '../../static/js/format/over.js';
import { loadTexts } from '../../static/js/i18n/index.js';
import { board, FIVE_UP, room, view } from './line.js';

await loadTexts('match');

/** @typedef {import('../../static/js/protocol.js').Room} Room */
/** @typedef {import('../../static/js/protocol.js').Outcome} Outcome */
/** @typedef {import('../../static/js/protocol.js').Phase} Phase */
/** @typedef {import('../../static/js/games/contract.js').Over} Over */

/** @type {Outcome} */
const OUTCOME = { type: 'domino', by: 0, points: 15 };

/** @param {number} round @param {number[][]} round_scores @param {boolean} [playing] */
function rows(round, round_scores, playing = false) {
  /** @type {import('../../static/js/protocol.js').Phase} */
  const over = { type: 'round_over', outcome: OUTCOME, hands: [[], []] };
  const phase = playing ? board().phase : over;
  const turn = playing ? 0 : null;
  const shown = {
    ...view({ round, turn, scores: [40, 20], round_scores }),
    board: board({ phase }),
  };
  return roundRows({ room: room(), view: shown });
}

test('a round brought what the scores after it are more than before', () => {
  assert.deepEqual(
    rows(2, [
      [25, 20],
      [40, 20],
    ]),
    [
      { round: '2', points: [15, 0] },
      { round: '1', points: [25, 20] },
    ],
  );
});

test('a round that was broken off has a row', () => {
  const brokenOff = [
    { round: '2', points: [15, 0] },
    { round: '1', points: [25, 20] },
  ];
  assert.deepEqual(rows(2, [[25, 20]], true), brokenOff);
  assert.deepEqual(rows(1, [], true), [{ round: '1', points: [40, 20] }]);
});

test('rounds that the server no longer tells are in the last row', () => {
  const latest = rows(102, [
    [20, 10],
    [40, 20],
  ]);
  assert.deepEqual(latest, [
    { round: '102', points: [20, 10] },
    { round: '1–101', points: [20, 10] },
  ]);
});

/** @param {number | null} seat @param {Room} room */
const seen = (seat, room) => ({
  room,
  view: view(),
  me: { pseudonym: 'pseudonym of Ana', seat, host: false, invite: null },
});

test('the headline says who won', () => {
  const two = room();
  const partners = room({ seating: 'partners' });
  /** @type {Over} */
  const round = { type: 'round_over', winner: 0, isPlayed: true, hands: [] };
  assert.equal(headline(seen(0, two), round), 'You win round 1');
  assert.equal(headline(seen(1, two), round), 'Ana wins round 1');
  assert.equal(headline(seen(2, partners), round), 'You and Ana win round 1');
  assert.match(headline(seen(null, partners), round), /^Ana .+ Cem win round 1$/);
  /** @type {Over} */
  const match = { type: 'match_over', winner: 1, isPlayed: false, hands: [] };
  assert.equal(headline(seen(1, two), match), 'You win 0\u00a0–\u00a00');
  assert.equal(headline(seen(0, two), match), 'Ben wins 0\u00a0–\u00a00');
  const resigned = room();
  resigned.ending = { type: 'resigned', seat: 0, winner: 1 };
  assert.equal(headline(seen(1, resigned), match), 'You win the match!');
  /** @type {Over} */
  const tied = { type: 'round_over', winner: null, isPlayed: true, hands: [] };
  assert.equal(headline(seen(0, two), tied), 'Round 1 is a tie');
});

test('the points beside the headline are those that were won by, the winner’s first', () => {
  const two = room();
  const totals = [
    [10, 35],
    [40, 35],
  ];
  const table = {
    ...seen(0, two),
    view: view({ turn: null, scores: [40, 35], round: 2, round_scores: totals }),
  };
  const over = (/** @type {Over['type']} */ type, winner = 0) => ({
    type,
    winner,
    isPlayed: true,
    hands: [],
  });
  assert.deepEqual(pointsShown(table, over('round_over')), [{ side: 0, points: 30, before: 0 }]);
  assert.deepEqual(pointsShown(table, over('round_over', 1)), [], 'a round without points');
  assert.deepEqual(pointsShown(table, over('match_over', 1)), [
    { side: 1, points: 35, before: 35 },
    { side: 0, points: 40, before: 10 },
  ]);
  const resigned = {
    ...two,
    ending: /** @type {const} */ ({ type: 'resigned', seat: 1, winner: 0 }),
  };
  assert.deepEqual(pointsShown({ ...table, room: resigned }, over('match_over')), []);
});

test('a player’s best round is told', () => {
  const totals = [
    [10, 35],
    [40, 35],
  ];
  const best = (/** @type {number | null} */ seat, rounds = totals) =>
    bestRoundInWords({
      ...seen(seat, room()),
      view: view({ turn: null, scores: rounds.at(-1), round: rounds.length, round_scores: rounds }),
    });
  assert.equal(best(0), 'Your best moment: round 2, +30.');
  assert.equal(best(1), 'Your best moment: round 1, +35.');
  assert.equal(best(null), '', 'of a watcher there is none');
  assert.equal(best(0, [[40, 0]]), '', 'the only round is none');
  assert.equal(
    best(1, [
      [10, 0],
      [40, 0],
    ]),
    '',
  );
});

test('whoever else wants a rematch is named', () => {
  const made = { ...room({ seating: 'four' }), status: /** @type {const} */ ('over') };
  const [ana, ben, cem, dora] = made.seats.map((one) => one ?? assert.fail());
  /** @type {Over} */
  const over = { type: 'match_over', winner: 1, isPlayed: false, hands: [] };
  /** @param {number | null} seat @param {Room['seats']} seats */
  const told = (seat, ...seats) => askedWords(seen(seat, { ...made, seats }), over);
  const computer = { ...dora, ready: true, computer: /** @type {const} */ ('club') };
  assert.equal(told(0, ana, ben, cem, computer), '');
  const ready = { ...ben, ready: true };
  assert.equal(told(0, ana, ready, cem, computer), 'Ben wants a rematch.');
  assert.equal(told(0, { ...ana, ready: true }, ready, cem, computer), 'Ben wants a rematch.');
  const both = told(0, ana, ready, { ...cem, ready: true }, computer);
  assert.equal(both, 'Ben & Cem want a rematch.');
  assert.equal(told(1, ana, ready, cem, computer), '', 'one knows it of oneself');
  assert.equal(
    told(null, ana, ready, cem, computer),
    'Ben wants a rematch.',
    'watchers read it too',
  );
});

test('whoever has beaten computer players alone is offered the next level', () => {
  const over = /** @type {Over} */ ({ type: 'match_over', winner: 0, isPlayed: false, hands: [] });
  /** @param {(import('../../static/js/protocol.js').Level | undefined)[]} levels of the others @param {number | null} [seat] */
  const offered = (levels, seat = 0) => {
    const [two, four] = /** @type {const} */ (['two', 'four']);
    const made = room({ seating: levels.length === 1 ? two : four });
    const others = levels.map((computer, i) => {
      const one = made.seats[i + 1] ?? assert.fail();
      return computer ? { ...one, computer } : one;
    });
    return strongerLevel(seen(seat, { ...made, seats: [made.seats[0], ...others] }), over);
  };
  assert.equal(offered(['casual']), 'club');
  assert.equal(offered(['beginner', 'club', 'casual']), 'expert');
  assert.equal(offered(['expert']), null, 'there is none stronger');
  assert.equal(offered([undefined]), null, 'a person was beaten');
  assert.equal(offered(['casual', undefined, 'casual']), null);
  assert.equal(offered(['casual'], null), null, 'a watcher has won nothing');
  const lost = { ...over, winner: 1 };
  assert.equal(strongerLevel(seen(0, room()), lost), null);
});

test('a match that the cap on its time has ended says so', () => {
  const outcome = /** @type {const} */ ({ type: 'blocked', winner: 0, points: 5 });
  const hands = [['1-0'], ['3-2']];
  /** @param {Extract<Phase, { hands: unknown }>} over @param {number[]} scores */
  const words = (over, scores) => {
    const table = seen(0, room());
    const ends = over.type === 'match_over' && { over: true, winner: 0 };
    const stands = { scores, turn: null, last_round: true, ...ends };
    table.view = { ...view(stands), board: board({ phase: over }) };
    const ended = overPhase(table);
    assert.ok(ended);
    return explanation(table, ended).at(-1);
  };
  /** @type {Extract<Phase, { type: 'match_over' }>} */
  const won = { type: 'match_over', outcome, hands };
  assert.equal(words(won, [40, 20]), 'The time of the match was up.');
  assert.doesNotMatch(words(won, [FIVE_UP.target, 20]) ?? '', /time/, 'by the target');
  assert.match(words({ type: 'round_over', outcome, hands }, [20, 20]) ?? '', /one more round/);
});
