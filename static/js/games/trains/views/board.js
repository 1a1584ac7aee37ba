/** The board of Mexican Train or Chickenfoot, as the rules say. */
import { attr, h, setText } from '../../../dom.js';
import { loadTexts, t } from '../../../i18n/index.js';
import { tileOf } from '../../../tiles/steps.js';
import { styleSheet } from '../../../views/style_sheet.js';
import { aloud } from '../talk.js';
import { rulesOf } from '../terms.js';
import * as chickenfoot from './chickenfoot.js';
import * as mexican from './mexican.js';
import { focusPlace } from './places.js';

// Whatever shows a board speaks of the game, and looks like it.
await Promise.all([loadTexts('trains', 'match'), styleSheet('css/trains.css')]);

/** @import { Actions } from '../../../actions.js' */
/** @import { Place } from '../../contract.js' */
/** @import { Table } from '../../../state.js' */

/** What lays the board out, by the game. */
const LAYOUTS = { mexican_train: mexican.layoutBoard, chickenfoot: chickenfoot.layoutBoard };

/** @param {Actions} actions @param {Place['origin']} origin */
export function boardView(actions, origin) {
  const spoken = h('p.unseen', { testid: 'board-text' });
  const named = { role: 'group', 'aria-label': t('trains.view.board'), testid: 'board' };
  const element = h('div.board.trains-board', named, spoken);
  /** A table has one game: it is known when it is first drawn. @type {ReturnType<typeof mexican.layoutBoard> | null} */
  let layout = null;
  /** @param {Table} table */
  function layoutOf({ room }) {
    if (layout) return layout;
    const { game } = rulesOf(room);
    layout = LAYOUTS[/** @type {keyof typeof LAYOUTS} */ (game)]({ actions, origin });
    element.append(layout.element);
    return layout;
  }
  return {
    element,
    /** @param {Table} table @param {number} [home] the seat at the lower side */
    draw(table, home) {
      setText(spoken, aloud('board', table, []));
      attr(element, 'data-choosing', tileOf(table.ui.picked) ? 'true' : null);
      layoutOf(table).draw(table, home);
    },
    targets: () => layout?.targets() ?? [],
    /** @param {number} at */
    aim: (at) => layout?.aim(at),
    size: () => layout?.size() ?? { width: 0, height: 0, unit: 0 },
    /** Moves the keyboard's focus to a place of the picked tile. */
    focusPlace: () => focusPlace(element),
  };
}
