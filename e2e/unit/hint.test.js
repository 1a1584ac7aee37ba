import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTexts } from '../../static/js/i18n/index.js';
import { reduce } from '../../static/js/reduce.js';
import { offersOf } from '../../static/js/select.js';
import { initial } from '../../static/js/state.js';
import { adviceLine } from '../../static/js/table/advice.js';
import { isAdvised, mayAskHint } from '../../static/js/table/ui.js';
import { tileStep } from '../../static/js/tiles/steps.js';
import { change, room, snapshot, TABLE } from './line.js';

await loadTexts('match');

/** @typedef {import('../../static/js/protocol.js').HintReason} HintReason */

/** Seat 0 is to play at a table with hints. */
const AT_TABLE = reduce(
  initial({ page: 'table', table: TABLE, invite: null }),
  snapshot({ room: { ...room(), hints: true } }),
);
const ASKED = reduce(AT_TABLE, { type: 'local_asked' });

/** @param {HintReason} reason @param {number} [gives_up] */
const answer = (reason, gives_up) => {
  const line = /** @type {const} */ ({ tile: '5-4', arm: 'b', reason, gives_up });
  return /** @type {const} */ ({ type: 'hint', table: TABLE, ply: 3, hint: { line } });
};

/** @param {import('../../static/js/state.js').State} state */
function tableOf({ table }) {
  assert.ok(table);
  return table;
}

test('a hint is asked for once, in one’s own turn, where the table has hints', () => {
  assert.equal(mayAskHint(tableOf(AT_TABLE)), true);
  assert.equal(mayAskHint(tableOf(ASKED)), false);
  assert.equal(adviceLine(tableOf(ASKED)), 'The expert is thinking…');
  const plain = reduce(initial(AT_TABLE.route), snapshot());
  assert.equal(mayAskHint(tableOf(plain)), false);
  const theirs = reduce(AT_TABLE, {
    type: 'update',
    table: TABLE,
    v: 6,
    ...change({ turn: 1 }),
  });
  assert.equal(mayAskHint(tableOf(theirs)), false);
});

test('the answer chooses the tile, marks its end, and says why', () => {
  const told = tableOf(reduce(ASKED, answer({ type: 'blocks', pips: 5, seat: 1 })));
  assert.deepEqual(told.ui.picked, [tileStep('5-4')]);
  assert.deepEqual(
    offersOf(told).flatMap((offer) => (isAdvised(told, offer) ? [offer.move] : [])),
    [{ line: { play: { tile: '5-4', arm: 'b' } } }],
  );
  assert.equal(
    adviceLine(told),
    'The expert: Play 5-4 on the open 5. It blocks with a 5: Ben has shown they have none.',
  );
  assert.equal(mayAskHint(told), true);
});

test('a hint says what it gives up', () => {
  /** @param {number} gives_up */
  const line = (gives_up) =>
    adviceLine(tableOf(reduce(ASKED, answer({ type: 'scores', points: 5 }, gives_up))));
  assert.match(line(10), /It scores 5 points\. Another play would score 10 points more now\.$/);
  assert.match(line(1), /Another play would score 1 point more now\.$/);
});

test('a hint goes with its position, and with a refusal', () => {
  const told = reduce(ASKED, answer({ type: 'only_play' }));
  const moved = reduce(told, { type: 'update', table: TABLE, v: 6, ...change() });
  assert.equal(tableOf(moved).ui.hint, null);
  const late = reduce(moved, answer({ type: 'only_play' }));
  assert.equal(tableOf(late).ui.hint, null);
  const refused = reduce(ASKED, {
    type: 'error',
    about: 'hint',
    table: TABLE,
    code: 'rate',
    text: '',
  });
  assert.equal(tableOf(refused).ui.hint, null);
  const lost = reduce(ASKED, { type: 'local_connection', connection: 'lost' });
  assert.equal(tableOf(reduce(lost, snapshot())).ui.hint, null);
});

test('a reason that only a newer server knows is passed over', () => {
  const newer = /** @type {HintReason} */ (/** @type {unknown} */ ({ type: 'looks_nice' }));
  const told = tableOf(reduce(ASKED, answer(newer)));
  assert.equal(adviceLine(told).trim(), 'The expert: Play 5-4 on the open 5.');
});
