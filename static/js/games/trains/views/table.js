/** What the table's page shows of Mexican Train and Chickenfoot: the board, the hand, and how the round stands. */
import { h } from '../../../dom.js';
import { handView } from '../../../tiles/views/hand.js';
import { boardView } from './board.js';
import { controlsView } from './controls.js';
import { statusView } from './status.js';

export { boardView } from './board.js';
export { positionView } from './position.js';

/** @import { Board, Over, Place } from '../../contract.js' */
/** @import { Table } from '../../../state.js' */

/** @param {Place} place @returns {Board} */
export function open({ actions, origin }) {
  const board = boardView(actions, origin);
  return {
    board,
    hand: handView(actions, board.focusPlace),
    controls: controlsView(actions),
    chips: nothing(),
    status: statusView(),
    callouts: nothing(),
    worth: nothing(),
  };
}

/** A part that shows nothing. */
const nothing = () => ({ element: h('div', { hidden: true }), draw() {} });

/** @param {{ table: Table, over: Over }} now */
export const finish = async (now) => (await import('./finish.js')).finish(now);
