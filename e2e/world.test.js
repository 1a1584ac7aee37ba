import { expect, testOfPages as test } from './fixtures.js';
import { openPrepared } from './prepared.js';
import { allPips, roundLike, updateTo, worldAt } from './prepared_world.js';

/** @import { Outcome, VisibleEvent } from '../static/js/protocol.js' */

/** What is seen at the table in the games of the world. */

test('a capicú is called out on the felt, and the sheet adds it up', async ({ visit }) => {
  const { page, find } = await visitOf(visit);
  const played = roundLike(4, ({ blocked, last, round, history }) => {
    const tile = history.findLast((event) => event.type === 'played');
    const isDouble = tile?.type === 'played' && tile.tile[0] === tile.tile[2];
    return !blocked && last === 0 && round.pips.a === round.pips.b && !isDouble;
  });
  const hands = allPips(played.hands);
  const points = hands + 175;
  /** @type {Outcome} */
  const outcome = { type: 'domino', by: 0, points, parts: { hands, finish: 100, round: 75 } };
  /** @type {VisibleEvent[]} */
  const ending = [
    { type: 'domino', seat: 0 },
    { type: 'scored', side: 0, points, reason: 'domino' },
  ];
  const game = 'Quinientos';
  const before = worldAt({ game, played, totals: [[0, 120]], worth: { bonus: 75 } });
  const show = await openPrepared(page, before);
  await expect(page.locator('.table-round')).toContainText('+75');
  const totals = [
    [0, 120],
    [points, 120],
  ];
  const after = worldAt({ game, played, totals, outcome, ending });
  await show({ ...updateTo(after, ending), v: before.v + 1 });
  await expect(find('finish')).toHaveText('Capicú! Both ends · +100');
  await expect(find('finish').locator('[lang="es-PR"]')).toHaveText('Capicú!');
  await expect(find('worth').locator('li')).toHaveText([
    /^All hands .+ \d+$/,
    'Capicú 100',
    'Round bonus 75',
    `= ${points} points`,
  ]);
});

test('where each round counts one, its wins are told and marked', async ({ visit }) => {
  const { page, find } = await visitOf(visit);
  const played = roundLike(4, ({ hands }) => hands[0].length === 4, 12);
  const totals = [
    [1, 0],
    [2, 0],
  ];
  await openPrepared(page, worldAt({ game: 'Six-Love', played, totals }));
  // The pair's wins stand once, at the home seat.
  const wins = find('seat-0').locator('.seat-score', { has: find('score-1') });
  await expect(wins.locator('.unseen')).toHaveText('Ben + Dora: 0 wins of 6');
  await expect(find('score-1').locator('[data-marks="6"]')).toBeVisible();
});

test('a cribbage board is shown where it is wanted and fits the match', async ({ visit }) => {
  const { page } = await visitOf(visit, { peg_board: true });
  const played = roundLike(4, ({ hands }) => hands[0].length === 4, 12);
  const rules = { target: 121 };
  const show = await openPrepared(page, worldAt({ game: 'Kozel', played, rules }));
  await expect(page.locator('.peg')).toHaveCount(4);
  await show(worldAt({ game: 'Kozel', played }));
  await expect(page.locator('.pegs')).toBeHidden();
});

/** @param {import('./fixtures.js').Fixtures['visit']} visit @param {Partial<import('../static/js/settings.js').Settings>} [settings] */
async function visitOf(visit, settings) {
  const ana = await visit('Ana', { at: null, settings });
  return { page: ana.page, find: (/** @type {string} */ id) => ana.find(id) };
}
