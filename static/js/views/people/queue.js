/** The list of reports. */
import { attr, fill, h, keyed, show } from '../../dom.js';
import { nameOf } from '../../format/names.js';
import { t } from '../../i18n/index.js';
import { button } from '../widgets.js';
import { momentWords } from './page.js';

/** @import { ReportBody } from '../../protocol.js' */

/** @param {(number: number) => void} choose @param {() => void} further fetches more */
export function queueView(choose, further) {
  const list = h('ul', {
    class: 'reports',
    role: 'list',
    'aria-label': t('moderation.queue'),
    'data-testid': 'reports',
  });
  list.addEventListener('keydown', (event) => moveInList(event, list));
  const more = button(t('moderation.more'), { testid: 'more-reports', press: further });
  return {
    element: h('div', { class: 'moderation-queue' }, list, more),
    /** @param {readonly ReportBody[]} reports @param {number | null} chosen @param {boolean} hasMore */
    draw(reports, chosen, hasMore) {
      show(more, hasMore);
      keyed(
        list,
        reports,
        ({ number }) => [number],
        ({ number }) => reportRow(number, () => choose(number)),
        (row, report) => drawRow(row, report, report.number === chosen),
      );
    },
  };
}

/** @param {number} number @param {() => void} press */
const reportRow = (number, press) =>
  h('li', {}, button(null, { class: 'report-row', testid: `report-${number}`, press }));

/** @param {HTMLElement} row @param {ReportBody} report @param {boolean} isChosen */
function drawRow(row, report, isChosen) {
  const element = /** @type {HTMLElement} */ (row.firstElementChild);
  attr(element, 'aria-current', isChosen ? 'true' : null);
  const isClosed = report.closed_ms !== undefined;
  attr(element, 'data-closed', isClosed);
  const who = t('moderation.who', {
    reporter: nameOf({ name: report.reporter }),
    reported: nameOf({ name: report.reported }),
  });
  const when = momentWords(report.created_ms);
  const { from_network } = report;
  fill(
    element,
    h('b', {}, t(`reason.${report.reason}`)),
    h('span', {}, who),
    from_network !== undefined && h('span', {}, t('moderation.from_network', { n: from_network })),
    h('span', { class: 'report-when' }, isClosed ? `${when} · ${t('moderation.done')}` : when),
  );
}

/** Arrows go from report to report. @param {KeyboardEvent} event @param {HTMLElement} list */
function moveInList(event, list) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  const rows = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('button')]);
  const at = rows.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  event.preventDefault();
  rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
}
