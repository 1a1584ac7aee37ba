/** Replays layouts by the rules (crates/rules/RULES.md, The layout), apart from the client. */
import assert from 'node:assert/strict';

/** @import { Chain } from '../../static/js/games/line/layout/chain.js' */
/** @typedef {{ pips: number, tile: string }} Outermost */
/** The outermost tile and its open end, by arm. @typedef {Map<string, Outermost>} Arms */

/** @param {string} tile */
export const halves = (tile) => tile.split('-').map(Number);
/** @param {string} tile */
export const isDouble = (tile) => tile[0] === tile[2];

/**
 * The arms after one more tile. A tile lies only on equal pips.
 * @param {Arms} arms
 * @param {string} tile
 * @param {string} arm
 * @param {string | null} spinner
 * @returns {Arms}
 */
export function withTile(arms, tile, arm, spinner = null) {
  const begins = !arms.has(arm);
  assert.ok(!begins || spinner, `${tile} begins an arm of its own`);
  const open = begins ? halves(spinner ?? '')[0] : arms.get(arm)?.pips;
  const [one, other] = halves(tile);
  assert.ok(one === open || other === open, `${tile} fits ${open}`);
  return new Map(arms).set(arm, { pips: one === open ? other : one, tile });
}

/** The arms of a first tile. @param {string} tile @returns {Arms} */
export function leadOf(tile) {
  const [high, low] = halves(tile);
  return new Map([
    ['a', { pips: high, tile }],
    ['b', { pips: low, tile }],
  ]);
}

/** @param {Chain} chain @returns {Arms} */
export function replayed({ laid, spinner }) {
  const [lead, ...rest] = laid;
  let arms = leadOf(lead.tile);
  const seen = new Set([lead.tile]);
  for (const { tile, joint } of rest) {
    assert.ok(joint && !seen.has(tile), `${tile} lies once`);
    seen.add(tile);
    arms = withTile(arms, tile, joint.arm, spinner);
    assert.equal(joint.outer, arms.get(joint.arm)?.pips, tile);
  }
  const firstDouble = laid.find(({ tile }) => isDouble(tile))?.tile ?? null;
  if (spinner) assert.equal(spinner, firstDouble);
  return arms;
}
