/** How well the computer players of each level choose in a game of the line. Pure. */

/** @import { Level, Variant } from '../../protocol.js' */
/** @import { Room } from './types.js' */

/**
 * What the computer players of each level keep of what is at stake in a match, in percent, in 90 of 100 matches, by
 * the game of two players that was measured (docs/computers.md, "What a match shows").
 * @type {Partial<Record<Variant, Record<Level, readonly [from: number, to: number]>>>}
 */
const KEPT = {
  draw: { beginner: [0, 75], casual: [51, 77], club: [79, 95], expert: [95, 100] },
};

/** @param {Pick<Room, 'rules'>} room */
export const kept = ({ rules: { line } }) =>
  (line.seating === 'two' ? KEPT[line.variant] : undefined) ?? null;
