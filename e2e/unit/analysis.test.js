import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelOf, verdict, worstMove } from '../../static/js/format/analysed.js';
import { loadTexts } from '../../static/js/i18n/index.js';
import { reduce } from '../../static/js/reduce.js';
import { initial } from '../../static/js/state.js';
import { wantsAnalysis } from '../../static/js/ui.js';
import { room, snapshot, TABLE } from './samples.js';

await loadTexts('later', 'match');

/** @typedef {import('../../static/js/protocol.js').AnalysedMove} Move */

/** @param {Partial<Move>} changes @returns {Move} */
const move = (changes = {}) => ({
  seat: 0,
  round: 1,
  laid: 1,
  ends: [{ arm: 'a', pips: 5 }],
  spinner: null,
  hand: ['5-0', '5-2'],
  choices: 2,
  played: { tile: '5-0', arm: 'a' },
  best: { tile: '5-2', arm: 'a' },
  chance: 512,
  cost: 21,
  reason: { type: 'scores', points: 10 },
  ...changes,
});

const RESULT = {
  type: /** @type {const} */ ('analysis'),
  table: TABLE,
  match: 1,
  accuracy: [88, null],
  rounds: [[]],
  moves: [move(), move({ cost: 60 }), move({ seat: 1, cost: 90 })],
};

const AT_TABLE = reduce(initial({ page: 'table', table: TABLE, invite: null }), snapshot());
const ASKED = reduce(AT_TABLE, { type: 'local_analyse' });

/** @param {import('../../static/js/state.js').State} state */
const analysisOf = ({ table }) => table?.ui.analysis ?? null;

test('an analysis is awaited with its progress, and then kept', () => {
  assert.equal(analysisOf(reduce(AT_TABLE, RESULT)), null, 'nobody asked for it');
  const half = reduce(ASKED, { type: 'analysing', table: TABLE, match: 1, done: 30, moves: 60 });
  assert.deepEqual(analysisOf(half), {
    match: 1,
    done: 30,
    moves: 60,
    result: null,
    failed: false,
  });
  const done = reduce(half, RESULT);
  assert.equal(analysisOf(done)?.result?.moves.length, 3);
  assert.ok(done.table && !wantsAnalysis(done.table));
  // The connection comes back: what is there stays there.
  assert.equal(analysisOf(reduce(done, snapshot()))?.failed, false);
  const next = reduce(done, snapshot({ room: { ...room(), match: 2 } }));
  assert.ok(next.table && wantsAnalysis(next.table));
});

test('an analysis that is refused, or lost on its way, can be asked for again', () => {
  const refused = reduce(ASKED, {
    type: 'error',
    about: 'analyse',
    table: TABLE,
    code: 'unavailable',
    text: '',
  });
  const lost = reduce(ASKED, { type: 'local_connection', connection: 'lost' });
  for (const state of [refused, reduce(lost, snapshot())]) {
    assert.equal(analysisOf(state)?.failed, true);
    assert.ok(state.table && wantsAnalysis(state.table));
  }
});

test('a move is judged in words', () => {
  assert.equal(
    verdict(move(), room(), true),
    'Ana played 5-0 on the 5. Best: 5-2 on the 5. It scores 10 points. ' +
      'That cost 2.1% of the chance to win. With the best play the chance to win was 51%.',
  );
  assert.doesNotMatch(verdict(move(), room(), false), /scores/);
  assert.match(verdict(move({ choices: 1 }), room(), true), /There was no choice\.$/);
  assert.match(verdict(move({ cost: 0 }), room(), true), /As good as the best/);
  const levels = [{ choices: 1 }, { cost: 0 }, { cost: 49 }, { cost: 50 }].map((changes) =>
    levelOf(move(changes)),
  );
  assert.deepEqual(levels, ['forced', 'best', 'slip', 'mistake']);
});

test('the move that cost most is shown first', () => {
  assert.equal(worstMove(RESULT.moves, 0), 1);
  assert.equal(worstMove(RESULT.moves, 1), 2);
  assert.equal(worstMove(RESULT.moves, 2), -1);
});
