/** The law of the race board, written a second time for the tests: where a tile may go, and whom it gives what. */

/** The board: `*` is the star, a number a diamond. */
const BOARD = `
5 . . 4 . . . 3 . . . 4 . . 5
. . 3 . . 4 . . . 4 . . 3 . .
. 3 . . 2 . . . . . 2 . . 3 .
4 . . 3 . 2 . . . 2 . 3 . . 4
. . 2 . 1 . 1 . 1 . 1 . 2 . .
. 4 . 2 . 1 . . . 1 . 2 . 4 .
. . . . 1 . . . . . 1 . . . .
3 . . . . . . * . . . . . . 3
. . . . 1 . . . . . 1 . . . .
. 4 . 2 . 1 . . . 1 . 2 . 4 .
. . 2 . 1 . 1 . 1 . 1 . 2 . .
4 . . 3 . 2 . . . 2 . 3 . . 4
. 3 . . 2 . . . . . 2 . . 3 .
. . 3 . . 4 . . . 4 . . 3 . .
5 . . 4 . . . 3 . . . 4 . . 5`
  .trim()
  .split('\n')
  .map((row) => row.split(' '));

/** The numbers of the spaces, from 1 on. */
const TRACK = [
  '12345602534622035416',
  '24550634201513444506',
  '35413200112363521066',
  '52125033506140635142',
  '62316562040164416630',
].join('');

/** How the lower end lies from the higher: rows, columns. */
const WAYS = { right: [0, 1], down: [1, 0], left: [0, -1], up: [-1, 0] };

/** @typedef {{ row: number, column: number, pips: number }} Half a square from 0 on, and what covers it */

/** @param {string} place such as "6-4 on 8H left" @returns {Half[]} the higher end first */
export function halvesAt(place) {
  const [, high, low, row, column, way] =
    /^(\d)-(\d) on (\d+)([A-O]) (right|down|left|up)$/.exec(place) ?? [];
  const [rows, columns] = WAYS[/** @type {keyof typeof WAYS} */ (way)];
  const first = { row: Number(row) - 1, column: column.charCodeAt(0) - 65, pips: Number(high) };
  return [first, { row: first.row + rows, column: first.column + columns, pips: Number(low) }];
}

/** @param {Half} one @param {Half} other */
const touch = (one, other) =>
  Math.abs(one.row - other.row) + Math.abs(one.column - other.column) === 1;

/** @param {Half} one @param {Half} other */
const isSame = (one, other) => one.row === other.row && one.column === other.column;

/** @param {Half} half */
const markAt = ({ row, column }) => BOARD[row]?.[column];

/**
 * Why a tile may not go to a place; null if it may.
 * @param {string[]} board the placements so far
 * @param {string} place
 */
export function refusal(board, place) {
  const halves = halvesAt(place);
  const covered = board.flatMap(halvesAt);
  const [first, second] = halves;
  if (first.pips === second.pips && /left|up/.test(place)) return 'name';
  if (halves.some((half) => markAt(half) === undefined)) return 'off the board';
  if (halves.some((half) => covered.some((one) => isSame(one, half)))) return 'covered';
  if (board.length === 0) return halves.some((half) => markAt(half) === '*') ? null : 'star';
  const touched = halves.map((half) => covered.filter((one) => touch(one, half)));
  if (touched.some((some) => some.length > 1)) return 'two halves';
  if (touched.some((some, i) => some.some(({ pips }) => pips !== halves[i].pips))) return 'number';
  if (touched.flat().length === 0) return 'touches nothing';
  return makesBlock([...covered, ...halves]) ? 'block of four' : null;
}

/** @param {Half[]} covered */
function makesBlock(covered) {
  const has = (/** @type {number} */ row, /** @type {number} */ column) =>
    covered.some((one) => one.row === row && one.column === column);
  return covered.some(
    ({ row, column }) => has(row + 1, column) && has(row, column + 1) && has(row + 1, column + 1),
  );
}

/** The far ends of the double that was placed last. @param {string[]} board */
function farEnds(board) {
  const covered = board.slice(0, -1).flatMap(halvesAt);
  return halvesAt(board[board.length - 1]).filter(
    (half) => !covered.some((one) => touch(one, half)),
  );
}

/** Whether a tile goes on at a far end of the double that was placed last. @param {string[]} board @param {string} place */
export const goesOn = (board, place) =>
  refusal(board, place) === null &&
  halvesAt(place).some((half) => farEnds(board).some((end) => touch(end, half)));

/** Every place that a tile may take. @param {string[]} board @param {string} tile */
export function placesFor(board, tile) {
  const names = [];
  for (let row = 1; row <= 15; row += 1)
    for (const column of 'ABCDEFGHIJKLMNO')
      for (const way of Object.keys(WAYS)) names.push(`${tile} on ${row}${column} ${way}`);
  return names.filter((name) => refusal(board, name) === null);
}

/** The number on which a piece stands; null off the track. @param {number} points */
export const numberOn = (points) =>
  points === 0 ? null : Number(TRACK[(points - 1) % TRACK.length]);

/**
 * What each seat gets for a placement.
 * @param {number[]} scores before it
 * @param {number} seat that places
 * @param {string} place
 */
export function gives(scores, seat, place) {
  const halves = halvesAt(place);
  const [first, second] = halves;
  const times = first.pips === second.pips ? 2 : 1;
  const diamond = halves.reduce((sum, half) => sum + (Number(markAt(half)) || 0), 0) * times;
  return scores.map((points, i) => {
    const stands = halves.some(({ pips }) => pips === numberOn(points));
    return (i === seat ? diamond : 0) + (stands ? 3 : 0);
  });
}
