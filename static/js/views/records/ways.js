/** What else can be done with a finished match. */
import { h, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { placeOf, tableAt } from '../../records/timeline.js';
import { fetchedDialog } from '../fetched.js';
import { button } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { OwnTable, Record as MatchRecord } from '../../protocol.js' */
/** @import { Timeline } from '../../records/timeline.js' */
/** @typedef {{ known: MatchRecord, timeline: Timeline }} Fetched */

/**
 * A rematch, if the visitor played and all still sit at the table; and the picture of the match.
 * @param {Actions} actions
 */
export function waysView(actions) {
  /** @type {Fetched | null} */
  let shown = null;
  /** @type {readonly OwnTable[]} */
  let tables = [];
  const sharing = fetchedDialog(async () =>
    (await import('../../table/views/share.js')).shareDialog(),
  );
  const again = button(t('summary.rematch'), {
    kind: 'primary',
    testid: 'to-rematch',
    press() {
      const table = tableOf(shown, tables);
      if (table) actions.go({ page: 'table', table, invite: null });
    },
  });
  const share = button(t('record.share'), { icon: 'share', testid: 'share', press: open });
  const element = h('div.record-ways.in-line', { hidden: true }, again, share, sharing.element);

  function open() {
    if (!shown) return;
    const { known, timeline } = shown;
    const table = tableAt(timeline, placeOf(timeline, Number.POSITIVE_INFINITY));
    return table && sharing.open({ ...table, room: { ...table.room, record: known.id } });
  }

  /** @param {readonly OwnTable[]} own */
  function draw(own) {
    tables = own;
    show(again, tableOf(shown, own) !== undefined);
  }
  return {
    element,
    draw,
    /** @param {MatchRecord} known @param {Timeline} timeline */
    show(known, timeline) {
      shown = { known, timeline };
      show(element, true);
      draw(tables);
    },
    hide() {
      shown = null;
      show(element, false);
    },
    end: sharing.end,
  };
}

/**
 * The visitor's table at which the players of a match still sit after one by the same rules.
 * @param {Fetched | null} match
 * @param {readonly OwnTable[]} own
 */
function tableOf(match, own) {
  const players = match?.known.seats ?? [];
  return own.find(
    ({ status, notation, seats }) =>
      status === 'over' &&
      notation === match?.known.notation &&
      seats.length === players.length &&
      seats.every(
        (sitter, seat) =>
          sitter?.name === players[seat].name && sitter.computer === players[seat].computer,
      ),
  )?.table;
}
