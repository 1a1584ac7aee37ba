/**
 * Reads a round's tiles as lines that grow from the middle of the table. The middle is the lead,
 * or, for a table laid out when the spinner already lies, the spinner: its four sides are where
 * the arms part.
 */

/**
 * One tile on the table, as the server sends it (crates/rules/RULES.md, The layout): the joint names the arm on which it
 * was laid and the pips that it left open there, and is null for the lead.
 * @typedef {{ tile: string, seat: number, joint: { arm: string, outer: number } | null }} Laid
 */

/**
 * All that the layout needs to know of a round.
 * @typedef {object} Chain
 * @property {readonly Laid[]} laid in order of play, the lead first
 * @property {string | null} spinner the tile that takes four arms, once it lies
 * @property {readonly { arm: string, pips: number }[]} ends the open ends to make drop targets for
 * @property {number} [set] how many tiles the set has, 28 where it is left out
 */

/**
 * A side of the table's middle: west for arm a, east for b, north for c, south for d.
 * @typedef {'west' | 'east' | 'north' | 'south'} Slot
 */

/**
 * A tile seen from the middle of the table outwards.
 * @typedef {object} Link
 * @property {number} index its place in `chain.laid`
 * @property {boolean} double
 * @property {number} outer the pips on the half that points outwards
 */

/** The sides of the middle; only a spinner has the last two. */
export const SLOTS = /** @type {const} */ (['west', 'east', 'north', 'south']);

/** The arms' sides of the middle. */
export const SLOT_OF_ARM = /** @type {Readonly<Record<string, Slot>>} */ ({
  a: 'west',
  b: 'east',
  c: 'north',
  d: 'south',
});

/**
 * @typedef {object} Piece
 * @property {number} index
 * @property {number} high
 * @property {number} low
 * @property {boolean} double
 * @property {string | null} arm null for the lead
 * @property {number} outer pips left open when it was laid; the lead's higher end
 * @property {number} inner the other half's pips
 */

/** Reads a tile as laid. @param {Laid} laid @param {number} index @returns {Piece} */
export function pieceOf(laid, index) {
  const [high, low] = laid.tile.split('-').map(Number);
  const outer = laid.joint === null ? high : laid.joint.outer;
  const inner = outer === high ? low : high;
  return { index, high, low, double: high === low, arm: laid.joint?.arm ?? null, outer, inner };
}

/**
 * A chain read: its tiles, and which of them is the spinner (-1: none). No round has more tiles than
 * the set.
 * @typedef {{ pieces: Piece[], spinner: number, set: number }} ReadChain
 */

/**
 * The first `count` tiles of a round: whether the middle is the spinner, and whether its other two sides
 * can be played on.
 * @typedef {ReadChain & { count: number, crossed: boolean, crossOpen: boolean }} Round
 */

/** A table without a tile is measured by a lone lead, as large as the first will be. */
const NO_LEAD = [{ tile: '6-5', seat: 0, joint: null }];

/** @param {Chain} chain @returns {ReadChain} */
export function readChain({ laid, spinner, set = 28 }) {
  const pieces = (laid.length > 0 ? laid : NO_LEAD).map(pieceOf);
  return { pieces, spinner: laid.findIndex(({ tile }) => tile === spinner), set };
}

/** @param {Piece} from @returns {Link} */
export function outwards(from) {
  return { index: from.index, double: from.double, outer: from.outer };
}

/**
 * @typedef {object} Lines
 * @property {Piece} middle
 * @property {number} west the pips that the middle shows on arm a's side
 * @property {number} east the pips that it shows on arm b's side
 * @property {Record<Slot, Link[]>} slots each line from the middle outwards
 */

/**
 * The lines of the first `count` tiles.
 * @param {readonly Piece[]} pieces
 * @param {number} count
 * @param {number} spinner its index, or -1
 * @returns {Lines}
 */
export function linesOf(pieces, count, spinner) {
  /** @type {Record<string, Piece[]>} */
  const arms = { a: [], b: [], c: [], d: [] };
  for (const each of pieces.slice(1, count)) arms[each.arm ?? '']?.push(each);
  const lead = pieces[0];
  /** @type {Lines} */
  const lines = {
    middle: lead,
    west: lead.high,
    east: lead.low,
    slots: {
      west: arms.a.map(outwards),
      east: arms.b.map(outwards),
      north: arms.c.map(outwards),
      south: arms.d.map(outwards),
    },
  };
  if (spinner <= 0 || spinner >= count) return lines;
  const middle = pieces[spinner];
  const onA = middle.arm === 'a';
  const arm = onA ? arms.a : arms.b;
  const at = arm.indexOf(middle);
  const back = arm.slice(0, at).reverse();
  const inwards = [
    ...back.map(({ index, double, inner }) => ({ index, double, outer: inner })),
    { index: 0, double: lead.double, outer: onA ? lead.low : lead.high },
    ...(onA ? arms.b : arms.a).map(outwards),
  ];
  lines.slots[onA ? 'west' : 'east'] = arm.slice(at + 1).map(outwards);
  lines.slots[onA ? 'east' : 'west'] = inwards;
  return { ...lines, middle, west: middle.high, east: middle.high };
}
