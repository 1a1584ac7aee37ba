/** How the points of each seat came: by diamonds, and by the track. */
import { attr, h, keyedViews, setText, show } from '../../../dom.js';
import { sideName } from '../../../format/sides.js';
import { t } from '../../../i18n/index.js';
import { standing } from '../../../select.js';
import { viewOf } from '../fold.js';
import { sharesOf } from '../worth.js';

/** @import { Table } from '../../../state.js' */
/** @import { Over } from '../../contract.js' */

export function worthView() {
  const element = h('ul.race-worth', { role: 'list', testid: 'summary-worth' });
  return {
    element,
    /** @param {{ table: Table, over: Over }} now */
    draw({ table, over }) {
      const gains = (viewOf(table)?.history ?? []).flatMap((one) =>
        one.type === 'scored' ? [one] : [],
      );
      const shares = sharesOf(gains);
      show(element, over.isPlayed);
      const rows = standing(table).scores.map((_, side) => ({
        name: sideName(table.room, side, table.me.seat),
        ...(shares.find((one) => one.side === side) ?? { side, diamond: 0, track: 0 }),
      }));
      keyedViews(element, rows, ({ side }) => [side], rowView);
    },
  };
}

function rowView() {
  const text = h('span');
  const element = h('li', text);
  return {
    element,
    /** @param {{ side: number, name: string, diamond: number, track: number }} row */
    draw({ side, name, diamond, track }) {
      attr(element, 'data-side', side);
      setText(text, t('race.view.worth', { name, diamond, track }));
    },
  };
}
