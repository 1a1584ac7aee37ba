import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headline, overPhase, roundRows } from '../../static/js/format/over.js';
import { calloutsOf, finishCalls } from '../../static/js/games/line/callouts.js';
import { viewOf } from '../../static/js/games/line/fold.js';
import { frames } from '../../static/js/games/line/frames.js';
import { outcomeInWords, sentences } from '../../static/js/games/line/words.js';
import { worthInWords } from '../../static/js/games/line/worth.js';
import { t } from '../../static/js/i18n/index.js';
import { reduce } from '../../static/js/reduce.js';
import { DEFAULTS } from '../../static/js/settings.js';
import { soundsFor } from '../../static/js/sound/cues.js';
import { initial } from '../../static/js/state.js';
import { GAMES } from '../prepared_world.js';
import { board, change, room, snapshot, TABLE, view } from './line.js';

/** @import { LineOptions, Outcome, Parts, Phase, VisibleEvent } from '../../static/js/protocol.js' */

/** @param {string} game @param {Partial<LineOptions>} [changes] */
function roomOf(game, changes) {
  const made = room({
    variant: 'block',
    seating: 'partners',
    spinner: false,
    blocked_score: 'opponents_total',
    ...GAMES[game],
    ...changes,
  });
  made.notation = `${game} ${made.rules.line.target} · 7 tiles`;
  return made;
}

/** @param {string} tile @param {number} seat @param {boolean} [leads] @returns {VisibleEvent} */
const played = (tile, seat, leads = false) => ({
  type: 'played',
  seat,
  tile,
  joint: leads ? null : { arm: 'a', outer: Number(tile[2]) },
});

/** @param {number} points @param {Parts} parts @param {number} [by] @returns {Outcome} */
const domino = (points, parts, by = 0) => ({ type: 'domino', by, points, parts });

/** @param {number | null} winner @param {number} points @param {Parts} [parts] @returns {Outcome} */
const blocked = (winner, points, parts) => ({ type: 'blocked', winner, points, parts });

/**
 * All that is said of a round that is over.
 * @param {string} game
 * @param {Outcome} outcome
 * @param {string[][]} hands
 * @param {VisibleEvent[]} history
 * @param {Partial<LineOptions>} [changes]
 */
function told(game, outcome, hands, history, changes) {
  const at = roomOf(game, changes);
  const said = outcomeInWords(outcome, hands, at, history);
  return [...said, ...worthInWords({ outcome, hands, room: at, history })];
}

test('the points of a round are told part by part', () => {
  const hands = [[], ['0-0'], ['1-1'], ['4-4']];
  const parts = { hands: 10, finish: 100, round: 100 };
  assert.deepEqual(told('Quinientos', domino(210, parts), hands, [played('1-0', 0)]), [
    'Ana goes out.',
    'All hands (0 + 2 + 8) 10 + Capicú 100 + Round bonus 100 = 210 points.',
  ]);
  const chuchazo = told(
    'Quinientos',
    domino(114, { hands: 14, double_blank: 100 }),
    [[], ['5-5'], ['2-0'], ['1-1']],
    [played('0-0', 0)],
  );
  assert.equal(chuchazo[1], 'All hands (10 + 2 + 2) 14 + Chuchazo 100 = 114 points.');
});

test('how a seat went out is told as the rules pay it', () => {
  /** @param {string} tile @param {number} finish */
  const finish = (tile, finish) =>
    told(
      'Brazilian Pairs',
      domino(finish, { finish }),
      [[], ['1-1'], [], []],
      [played(tile, 0)],
    )[1];
  assert.equal(finish('4-2', 1), 'Going out for 1 point.');
  assert.equal(finish('4-4', 2), 'With a double for 2 points.');
  assert.equal(finish('1-0', 3), 'Both ends for 3 points.');
  assert.equal(finish('5-5', 4), 'A double on both ends for 4 points.');
});

test('a round that counts twice says so', () => {
  const twice = told(
    'Brazilian Pairs',
    domino(6, { finish: 3, twice: true }),
    [[], ['1-1'], [], []],
    [played('1-0', 0)],
  );
  assert.equal(twice[1], 'Both ends 3 × 2 = 6 points.');
});

test('a block says who was compared', () => {
  const hands = [['3-3'], ['5-5'], ['2-2'], ['1-1']];
  const history = [played('4-1', 2)];
  assert.deepEqual(told('Dominican Pairs', blocked(1, 22, { hands: 22 }), hands, history), [
    'Nobody can play.',
    'The hand that blocked against the next one: Cem 4, Dora 2.',
    'All hands (6 + 10 + 4 + 2) for 22 points.',
  ]);
  assert.deepEqual(told('Six-Love', blocked(1, 1, { finish: 1 }), hands, history), [
    'Nobody can play.',
    'The lightest hand: Dora, 2 pips.',
  ]);
  assert.deepEqual(told('Quinientos', blocked(0, 122, { hands: 22, round: 100 }), hands, history), [
    'Nobody can play.',
    'The fewest pips: Ana + Cem.',
    'All hands (6 + 10 + 4 + 2) 22 + Round bonus 100 = 122 points.',
  ]);
});

test('a tie says who has it, or that the next round counts double', () => {
  const hands = [['5-1'], ['3-3'], ['6-5'], ['6-1']];
  const history = [played('4-1', 0)];
  assert.equal(
    told('Dominican Pairs', blocked(0, 30, { hands: 30 }), hands, history)[2],
    'Equal: the side that blocked has it (Ana + Cem).',
  );
  const even = [['5-4'], ['5-2'], ['2-2'], ['4-2']];
  assert.deepEqual(told('Brazilian Pairs', blocked(null, 0), even, history), [
    'Nobody can play.',
    'The lightest hands are equal: nobody scores.',
    'The next round counts double.',
  ]);
  /** @type {Partial<LineOptions>} */
  const leader = { blocked_tie: 'leader' };
  assert.equal(
    told('Quinientos', blocked(0, 26, { hands: 26 }), even, history, leader)[1],
    'Equal: the side that led has it (Ana + Cem).',
  );
});

test('points that are not given say why', () => {
  /** @type {VisibleEvent[]} */
  const short = [played('4-2', 0), { type: 'fell_short', side: 0, points: 12, reason: 'domino' }];
  const hands = [[], ['5-3'], [], ['4-0']];
  assert.deepEqual(told('Kozel', domino(12, { hands: 12 }), hands, short).slice(1), [
    'The others’ hands (8 + 4) for 12 points.',
    '12 falls short of the entry of 13: it scores nothing.',
  ]);
  assert.deepEqual(
    sentences(short.slice(1), roomOf('Kozel')).map(({ text }) => text),
    ['12 don’t count: the first points of Ana + Cem must be 13 or more.'],
  );
});

test('a side that holds fewer pips can win the round of another that goes out', () => {
  /** @type {VisibleEvent[]} */
  const history = [
    played('4-2', 0),
    { type: 'domino', seat: 0 },
    { type: 'scored', side: 1, points: 9, reason: 'domino' },
  ];
  const made = roomOf('Kozel', { domino_winner: 'lightest_side' });
  const outcome = domino(9, { hands: 9 });
  /** @type {Phase} */
  const phase = { type: 'round_over', outcome, hands: [[], [], ['5-4'], []] };
  const seen = { room: made, view: { ...view(), board: board({ phase }), history } };
  const me = { pseudonym: 'pseudonym of Ana', seat: 0, host: true, invite: null };
  const over = overPhase({ ...seen, me });
  assert.ok(over);
  assert.equal(headline({ ...seen, me }, over), 'Ben + Dora win round 1');
  assert.deepEqual(
    sentences(history.slice(1), made).map(({ text }) => text),
    ['Ana goes out.', '9 points for Ben + Dora.'],
  );
});

test('what happens beside the play has sentences', () => {
  /** @type {VisibleEvent[]} */
  const events = [
    { type: 'redeal' },
    { type: 'gave_lead', seat: 0 },
    { type: 'scored', side: 0, points: 25, reason: 'pass' },
    { type: 'overshot', side: 0, points: 25, reason: 'pass' },
    { type: 'love', scores: [0, 0] },
    { type: 'love', scores: [0, 2] },
  ];
  const at = roomOf('Brazilian Pairs');
  const said = (/** @type {number | null} */ you) =>
    sentences(events, at, you).map(({ text }) => text);
  assert.deepEqual(said(null), [
    'Dealt again because of the doubles.',
    'Ana gives the lead to Cem.',
    'For the pass: 25 points for Ana + Cem.',
    '25 for the pass don’t count: only a round won can end the match.',
    'Nobody is left at 0: all scores go back to 0.',
    'One all is settled: the score is 0\u00a0–\u00a02.',
  ]);
  assert.equal(said(0)[1], 'You give the lead to Cem.');
  assert.equal(said(2)[1], 'Ana gives you the lead.');
});

test('where each round counts one, wins are told', () => {
  /** @type {VisibleEvent[]} */
  const events = [
    { type: 'domino', seat: 0 },
    { type: 'scored', side: 0, points: 1, reason: 'domino' },
  ];
  assert.deepEqual(
    sentences(events, roomOf('Six-Love')).map(({ text }) => text),
    ['Ana goes out.', '1 win for Ana + Cem.'],
  );
});

test('where scores can go back to 0, the rounds show the scores after them', () => {
  const totals = [
    [1, 0],
    [2, 0],
    [0, 0],
  ];
  /** @type {Phase} */
  const phase = { type: 'round_over', outcome: domino(1, { finish: 1 }, 1), hands: [] };
  const ended = view({ round: 3, turn: null, scores: [0, 0], round_scores: totals });
  const shown = { ...ended, board: board({ phase }) };
  assert.deepEqual(
    roundRows({ room: roomOf('Six-Love'), view: shown }).map(({ points }) => points),
    totals.toReversed(),
  );
});

/**
 * A table just after a round.
 * @param {string} game
 * @param {VisibleEvent[]} history the last of them are fresh
 * @param {{ fresh: number, outcome?: Outcome, scores?: number[], winner?: number, totals?: number[][] }} end
 */
function tableAfter(game, history, { fresh, outcome, scores = [0, 0], winner, totals = [] }) {
  /** @type {Phase} */
  const phase =
    outcome === undefined
      ? { type: 'playing' }
      : winner === undefined
        ? { type: 'round_over', outcome, hands: [[], [], [], []] }
        : { type: 'match_over', outcome, hands: [[], [], [], []] };
  const there = initial({ page: 'table', table: TABLE, invite: null });
  const before = history.slice(0, history.length - fresh);
  const first = { ...view({ scores: totals.at(-2) ?? scores }), board: board(), history: before };
  const known = reduce(there, snapshot({ room: roomOf(game), view: first }));
  const state = reduce(known, {
    type: 'update',
    table: TABLE,
    v: 6,
    ...change({
      ...{ events: history.slice(-fresh), phase, scores, round_scores: totals },
      turn: outcome === undefined ? 0 : null,
      ...(winner !== undefined && { over: true, winner }),
    }),
  });
  assert.ok(state.table);
  const table = /** @type {import('../../static/js/games/line/types.js').Table} */ (state.table);
  return { state, known, table };
}

/** @param {readonly import('../../static/js/games/contract.js').Call[]} calls */
const wordsOf = (calls) => calls.map(({ words, lang, meaning }) => [words, lang, meaning]);

/** What is called out. @param {ReturnType<typeof tableAfter>} after */
const called = ({ table }) => wordsOf(calloutsOf(table, table.fresh));

/** What is called out about the end. @param {ReturnType<typeof tableAfter>} after */
function calledAtEnd({ table }) {
  const over = overPhase(table);
  assert.ok(over);
  return wordsOf(finishCalls(table, over));
}

test('a finish that pays more is called out in the words of its region', () => {
  /** @type {VisibleEvent[]} */
  const history = [
    played('6-5', 1),
    played('1-0', 0),
    { type: 'domino', seat: 0 },
    { type: 'scored', side: 0, points: 110, reason: 'domino' },
  ];
  const outcome = domino(110, { hands: 10, finish: 100 });
  const after = tableAfter('Quinientos', history, { fresh: 3, outcome });
  assert.deepEqual(calledAtEnd(after), [['Capicú!', 'es-PR', 'Both ends · +100']]);
  assert.deepEqual(called(after), []);
  const cues = soundsFor(after.state, after.known, DEFAULTS);
  assert.deepEqual(
    cues.map(({ sound }) => sound).filter((sound) => sound !== 'turn'),
    ['clack', 'bravo', 'score'],
  );
  const plain = { fresh: 3, outcome: domino(10, { hands: 10 }) };
  const quiet = tableAfter('Quinientos', history, plain);
  assert.deepEqual(calledAtEnd(quiet), [['Domino!', null, '']]);
  assert.ok(soundsFor(quiet.state, quiet.known, DEFAULTS).some(({ sound }) => sound === 'round'));
});

test('points for passes are called out by who passed', () => {
  /** @type {VisibleEvent} */
  const scored = { type: 'scored', side: 0, points: 25, reason: 'pass' };
  /** @param {...number} seats @returns {VisibleEvent[]} */
  const passes = (...seats) => seats.map((seat) => ({ type: 'passed', seat }));
  /** @param {VisibleEvent[]} events */
  const said = (events) => called(tableAfter('Dominican Pairs', events, { fresh: events.length }));
  assert.deepEqual(said([played('6-6', 0, true), ...passes(1), scored, played('6-4', 2)]), [
    ['¡Pase de salida!', 'es-DO', 'Pass of the lead · +25'],
  ]);
  assert.deepEqual(said([played('6-5', 0), ...passes(1, 2, 3), scored]), [
    ['¡Pase corrido!', 'es-DO', 'All pass · +25'],
  ]);
  assert.deepEqual(said([played('6-5', 0), ...passes(1), scored]), [['Pass!', null, '+25']]);
});

test('a tie that doubles, love, one all and a shutout are called out', () => {
  const tie = { fresh: 1, outcome: blocked(null, 0) };
  const tied = tableAfter(
    'Brazilian Pairs',
    [played('4-1', 0), { type: 'blocked', winner: null }],
    tie,
  );
  assert.deepEqual(calledAtEnd(tied), [['Blocked!', null, '']]);
  assert.deepEqual(called(tied), [['Vale o dobro!', 'pt-BR', 'The next round counts double']]);
  /** @type {VisibleEvent[]} */
  const lost = [
    played('4-1', 1),
    { type: 'domino', seat: 1 },
    { type: 'scored', side: 1, points: 1, reason: 'domino' },
    { type: 'love', scores: [0, 0] },
  ];
  const outcome = domino(1, { finish: 1 }, 1);
  const totals = [
    [2, 0],
    [0, 0],
  ];
  const love = tableAfter('Six-Love', lost, { fresh: 4, outcome, totals });
  assert.deepEqual(called(love), [['Game bruk!', 'en-JM', 'All back to 0']]);
  const all = { fresh: 3, outcome, scores: [1, 1] };
  assert.deepEqual(called(tableAfter('Six-Love', lost.slice(0, 3), all)), [
    ['One all, play two!', null, ''],
  ]);
  /** @type {VisibleEvent[]} */
  const won = [...lost.slice(0, 3), { type: 'match_over', winner: 1 }];
  const over = { fresh: 4, outcome, scores: [0, 6], winner: 1 };
  assert.deepEqual(calledAtEnd(tableAfter('Six-Love', won, over)).at(-1), [
    'Six-love!',
    'en-JM',
    'Shutout',
  ]);
  const close = { fresh: 4, outcome, scores: [5, 6], winner: 1 };
  assert.deepEqual(calledAtEnd(tableAfter('Brazilian Pairs', won, close)), [['Domino!', null, '']]);
});

test('scores that went back to 0 are drawn as they were, until love comes into sight', () => {
  /** @type {VisibleEvent[]} */
  const history = [
    { type: 'scored', side: 1, points: 1, reason: 'domino' },
    { type: 'love', scores: [0, 0] },
  ];
  const totals = [
    [2, 0],
    [0, 0],
  ];
  const outcome = domino(1, { finish: 1 }, 1);
  const { table } = tableAfter('Six-Love', history, { fresh: 2, outcome, totals });
  const after = viewOf(table) ?? assert.fail();
  const before = { ...after, standing: { ...after.standing, scores: [2, 0] } };
  const scores = frames(before, after, history).map(({ standing }) => standing.scores);
  assert.deepEqual(scores, [
    [2, 1],
    [0, 0],
  ]);
});

test('what a sentence of the history says is not read aloud twice', () => {
  /** @param {string} game @param {VisibleEvent[]} events @param {Outcome} [outcome] */
  const told = (game, events, outcome) => {
    const { table } = tableAfter(game, events, { fresh: events.length, outcome });
    const over = overPhase(table);
    const calls = over ? finishCalls(table, over) : calloutsOf(table, table.fresh);
    return calls.map((one) => one.told);
  };
  assert.deepEqual(told('Six-Love', [{ type: 'love', scores: [0, 0] }]), [true]);
  assert.deepEqual(told('Brazilian Pairs', [{ type: 'redeal' }]), [true]);
  const out = domino(3, { finish: 3 });
  assert.deepEqual(told('Brazilian Pairs', [played('1-0', 0), { type: 'domino', seat: 0 }], out), [
    false,
  ]);
});

test('a lead that is given is called out, to the partner as theirs', () => {
  /** @type {VisibleEvent[]} */
  const events = [{ type: 'gave_lead', seat: 2 }];
  assert.deepEqual(called(tableAfter('Six-Love', events, { fresh: 1 })), [
    [t('worth.gave_lead'), null, 'Cem → You'],
  ]);
});
