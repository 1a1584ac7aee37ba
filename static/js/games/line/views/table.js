/** What the table's page shows of a match: the line, the hand beneath it, and what is said of them. */
import { show } from '../../../dom.js';
import { handView } from '../../../tiles/views/hand.js';
import { fetchedPart } from '../../../views/fetched.js';
import { isExtended } from '../options.js';
import { boardView } from './board.js';
import { chipsView } from './ends.js';
import { sayView } from './say.js';
import { statusView } from './status.js';

export { boardView } from './board.js';
export { positionView } from './position.js';

/** @import { Board, Over, Place } from '../../contract.js' */
/** @import { Table } from '../types.js' */

/** @param {Place} place @returns {Board} */
export function open({ actions, origin }) {
  const board = boardView(actions, origin);
  return {
    board,
    hand: handView(actions, board.focusEnd),
    controls: sayView(actions),
    chips: chipsView(actions),
    status: statusView(actions),
    callouts: calloutsPart(),
    worth: worthPart(),
  };
}

/** @param {{ table: Table, over: Over }} now */
export const finish = async (now) => (await import('./finish.js')).finish(now);

/** What players call out, in games with rules of their own. */
function calloutsPart() {
  const { element, draw } = fetchedPart(
    'callouts-place',
    async () => (await import('./extended.js')).calloutsView(),
    { isExtra: true },
  );
  return {
    element,
    /** @param {{ table: Table, shown: readonly any[] }} now */
    draw(now) {
      if (isExtended(now.table.room.rules.line)) draw(now);
    },
  };
}

/** What the round was worth, in games with rules of their own. */
function worthPart() {
  const { element, draw } = fetchedPart('summary-worth', async () =>
    (await import('./extended.js')).worthView(),
  );
  return {
    element,
    /** @param {{ table: Table, over: Over }} now */
    draw(now) {
      const isMore = now.over.isPlayed && isExtended(now.table.room.rules.line);
      show(element, isMore);
      if (isMore) draw(now);
    },
  };
}
