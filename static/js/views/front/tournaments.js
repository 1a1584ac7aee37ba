/** The tournaments on the front page: only where there are any is this fetched. */
import { h } from '../../dom.js';
import { loadTexts } from '../../i18n/index.js';
import { drawTournaments } from '../tournaments/rows.js';

await loadTexts('tournaments');

/** @import { Actions } from '../../actions.js' */
/** @import { ListedTournament } from '../../protocol.js' */

/** As many rows as are shown at once. */
const ROWS = 4;

/** @param {Actions} actions */
export function tournamentRows(actions) {
  const element = h('ul', { class: 'tables', role: 'list' });
  return {
    element,
    /** @param {ListedTournament[]} open */
    draw: (open) => drawTournaments(element, open.slice(0, ROWS), actions),
  };
}
