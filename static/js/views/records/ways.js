/** What else can be done with a finished match. */
import { h, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { placeOf, tableAt } from '../../records/timeline.js';
import { fetchedDialog } from '../fetched.js';
import { button } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Record as MatchRecord } from '../../protocol.js' */
/** @import { Timeline } from '../../records/timeline.js' */
/** @typedef {{ known: MatchRecord, timeline: Timeline }} Fetched */

/**
 * A rematch, for a visitor who has come from their seat at the table, and the picture of the match.
 * @param {Actions} actions
 */
export function waysView(actions) {
  /** @type {Fetched | null} */
  let shown = null;
  /** The table of the match, if its visitor came from their seat there. @type {string | undefined} */
  let table;
  const sharing = fetchedDialog(async () =>
    (await import('../../table/views/share.js')).shareDialog(),
  );
  const again = button(t('summary.rematch'), {
    kind: 'primary',
    testid: 'to-rematch',
    press: () => table && actions.go({ page: 'table', table, invite: null }),
  });
  const share = button(t('record.share'), { icon: 'share', testid: 'share', press: open });
  const element = h('div.record-ways.in-line', { hidden: true }, again, share, sharing.element);

  function open() {
    if (!shown) return;
    const { known, timeline } = shown;
    const end = tableAt(timeline, placeOf(timeline, Number.POSITIVE_INFINITY));
    return end && sharing.open({ ...end, room: { ...end.room, record: known.id } });
  }
  return {
    element,
    /** @param {MatchRecord} known @param {Timeline} timeline @param {string} [origin] the table of the match */
    show(known, timeline, origin) {
      shown = { known, timeline };
      table = origin;
      show(element, true);
      show(again, origin !== undefined);
    },
    hide() {
      shown = null;
      show(element, false);
    },
    end: sharing.end,
  };
}
