/** The words of a match in which all tables have the same deals: it has boards, and no target. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundInWords } from '../../static/js/format/amounts.js';
import { calledOffWords } from '../../static/js/format/deal.js';
import { notationInWords } from '../../static/js/format/notation.js';
import { explanation, headline, overPhase } from '../../static/js/format/over.js';
import { rulesInWords } from '../../static/js/games/line/rules.js';
import { sentences } from '../../static/js/games/line/words.js';
import { loadTexts } from '../../static/js/i18n/index.js';
import { readAloud } from '../../static/js/table/keys.js';
import { board, FIVE_UP, room, view } from './line.js';

await loadTexts('match', 'later');

/** @typedef {import('../../static/js/protocol.js').Room} Room */
/** @typedef {import('../../static/js/state.js').Table} Table */

/** The target that the server gives such rules: no match reaches it. */
const NO_TARGET = { target: 1000, next_lead: /** @type {const} */ ('opening') };

/** @param {Partial<Room['fairness']>} [fairness] */
function boards(fairness = {}) {
  const made = room(NO_TARGET);
  return { ...made, boards: 4, fairness: { ...made.fairness, ...fairness } };
}

/** @param {Partial<Room['fairness']>} [fairness] */
const table = (fairness) =>
  /** @type {Table} */ (
    /** @type {unknown} */ ({
      room: boards(fairness),
      me: { seat: 0, host: false, invite: null },
      view: view({ round: 4, scores: [40, 20], last_round: true }),
    })
  );

test('a match of boards is called by them, and no target is named', () => {
  assert.equal(notationInWords('Five-Up 1000 · opening', 4), 'Five-Up · 4 boards');
  assert.equal(
    notationInWords('Five-Up 1000 · 9 tiles · opening', 4),
    'Five-Up · 4 boards · 9 tiles',
  );
  assert.equal(notationInWords('Five-Up 1000', 1), 'Five-Up · 1 board');
  assert.equal(notationInWords('Five-Up 150'), 'Five-Up to 150');
  const { rules } = room();
  assert.equal(roundInWords({ rules, boards: 4 }, 2), 'Board 2 of 4');
  assert.equal(roundInWords({ rules }, 2), 'Round 2');
  assert.match(readAloud('scores', table(), []), /^Ana 40, Ben 20, board 4 of 4\. /);
});

test('the rules say what boards are, and nothing of a target', () => {
  for (const changes of [{}, { exact_target: true }, { variant: /** @type {const} */ ('block') }]) {
    const rules = { ...FIVE_UP, ...NO_TARGET, ...changes };
    const lines = rulesInWords(rules, 'Five-Up', 4).flatMap((section) => section.lines);
    assert.match(lines[0], /^The match has 4 boards: /);
    assert.doesNotMatch(lines.join('\n'), /1000|999/);
  }
});

test('the end of a match says that its proof comes with the end of the round', () => {
  const hands = [['1-0'], ['3-2']];
  const ended = /** @type {const} */ ({ type: 'match_over', winner: 0, isPlayed: true, hands });
  const words = explanation(table({ sealed: true }), ended);
  assert.equal(
    words.at(-1),
    'The proof and the record come when the last table of this round has ended.',
  );
  const open = explanation(table(), ended).join(' ');
  assert.doesNotMatch(open, /record|time of the match/);
  // A match that the cap on its time has ended before its last board says so.
  const early = table();
  early.view = view({ round: 2, scores: [40, 20], last_round: true });
  assert.equal(explanation(early, ended).at(-1), 'The time of the match was up.');
});

test('a match that ends level after its last board is over', () => {
  const outcome = /** @type {const} */ ({ type: 'blocked', winner: null, points: 0 });
  const phase = /** @type {const} */ ({ type: 'round_over', outcome });
  const hands = { ...phase, hands: [['1-0'], ['1-0']] };
  const now = table();
  now.view = {
    ...view({ round: 4, turn: null, scores: [20, 20], last_round: true }),
    board: board({ phase: hands }),
  };
  assert.equal(overPhase(now)?.type, 'round_over');
  now.room = { ...now.room, status: 'over', ending: { type: 'played', winner: null } };
  const over = overPhase(now);
  assert.ok(over?.type === 'match_over');
  assert.equal(over.winner, null);
  assert.equal(headline(now, over), 'The match ends without a winner');
});

test('the last board is announced as such', () => {
  const called = /** @type {const} */ ({ type: 'time_called' });
  assert.equal(sentences([called], boards())[0].text, 'This is the last board.');
  assert.match(sentences([called], room())[0].text, /^Time is up/);
});

test('a deal that was called off for another table says so', () => {
  const none = { called_off: 1, missed: [0, 0] };
  assert.match(calledOffWords(table(none)), /at another table of this round/);
  assert.match(calledOffWords(table({ ...none, missed: [0, 1] })), /the browser of Ben/);
  assert.equal(calledOffWords({ ...table(none), room: room() }), '');
});
