/** The moderators' page: the queue of reports, and what is done about one. */
import './page.js';
import { RefusedError } from '../../api.js';
import { attr, fill, h, keyed, say, setText, show } from '../../dom.js';
import { nameOf } from '../../format/names.js';
import { t } from '../../i18n/index.js';
import { fetchReports } from '../../people/api.js';
import { nextOpenReport, nextPage, withPage, withReport } from '../../people/moderation.js';
import { fetchedView } from '../fetched.js';
import { sitePage } from '../site.js';
import { button, emptyBox, segments } from '../widgets.js';
import { momentWords } from './page.js';
import { reportView } from './report_view.js';

/** @import { Actions } from '../../actions.js' */
/** @import { View } from '../../app.js' */
/** @import { ReportBody, ReportsBody } from '../../protocol.js' */

/** @param {Actions} actions @returns {View} */
export function pageView(actions) {
  const status = fetchedView();
  const desk = deskView(actions, load);
  const filter = filterView(() => load(false));
  const head = h('div.moderation-head.row', desk.open, filter.element);
  const parts = h('div.moderation', head, status.element, desk.element);

  /** @param {boolean} further whether those that are shown stay */
  function load(further) {
    const all = filter.all();
    const from = further ? desk.goesOn() : {};
    status.load({
      fetch: (signal) => fetchReports({ all, ...from }, signal),
      show: (answer) => desk.show(answer, further),
      refused(problem) {
        if (!(problem instanceof RefusedError && problem.code === 'only_moderators')) return false;
        const only = h('p.lead', { testid: 'only-moderators' });
        setText(only, t('moderation.only'));
        fill(parts, only);
        return true;
      },
    });
  }

  load(false);
  const title = h('h1', t('app.moderation'));
  const element = sitePage(actions, 'moderation-page', title, parts);
  return { element, draw() {}, end: status.stop };
}

/** Which reports are listed. @param {() => void} changed */
function filterView(changed) {
  let all = false;
  const choices = [
    { value: 'open', label: t('moderation.only_open') },
    { value: 'all', label: t('moderation.all') },
  ];
  const { element } = segments('reports', choices, 'open', (value) => {
    all = value === 'all';
    changed();
  });
  return { element, all: () => all };
}

/** The reports that were fetched, and the one that is looked at. @param {Actions} actions @param {(further: boolean) => void} load */
function deskView(actions, load) {
  const open = h('p.hint', { testid: 'open-reports' });
  const status = h('p.moderation-told', {
    role: 'status',
    testid: 'moderation-told',
  });
  const empty = emptyBox('no-reports', t('moderation.empty'), t('moderation.empty_hint'));
  const queue = queueView(choose, () => load(true));
  const one = reportView(actions, taken);
  const columns = h('div.moderation-columns', { hidden: true }, queue.element, one.element);
  /** @type {ReportBody[]} */
  let reports = [];
  /** The number of the report that is shown. @type {number | null} */
  let chosen = null;
  let openOnes = 0;
  let isMore = false;
  /** Where the list goes on. @type {ReturnType<typeof nextPage>} */
  let from = {};

  function draw() {
    setText(open, t('moderation.open', { n: openOnes }));
    show(empty, reports.length === 0);
    show(columns, reports.length > 0);
    queue.draw(reports, chosen, isMore);
    const report = reports.find(({ number }) => number === chosen);
    show(one.element, report !== undefined);
    if (report) one.draw(report);
  }

  /** @param {number} number */
  function choose(number) {
    chosen = number;
    draw();
    one.focus();
  }

  /** A moderator has done something about a report. @param {ReportBody} changed @param {string} what */
  function taken(changed, what) {
    const { number, closed_ms } = changed;
    const before = reports.find((report) => report.number === number);
    if (before?.closed_ms === undefined && closed_ms !== undefined) openOnes -= 1;
    reports = withReport(reports, changed);
    say(status, t('moderation.told', { n: openOnes, number, what }));
    choose(closed_ms === undefined ? number : (nextOpenReport(reports, number) ?? number));
    // The list has another report of the network, or none of them.
    if (before?.from_network !== undefined && closed_ms !== undefined) load(false);
  }

  return {
    open,
    element: h('div.moderation', status, empty, columns),
    goesOn: () => from,
    /**
     * @param {ReportsBody} answer
     * @param {boolean} isFurther whether it goes on where the last ended
     */
    show(answer, isFurther) {
      reports = isFurther ? withPage(reports, answer.reports) : answer.reports;
      openOnes = answer.open;
      isMore = answer.more;
      from = nextPage(answer.reports);
      if (!reports.some(({ number }) => number === chosen)) chosen = reports[0]?.number ?? null;
      draw();
    },
  };
}

/** @param {(number: number) => void} choose @param {() => void} further fetches more */
function queueView(choose, further) {
  const list = h('ul.reports.stack', {
    role: 'list',
    'aria-label': t('moderation.queue'),
    testid: 'reports',
  });
  list.addEventListener('keydown', (event) => moveInList(event, list));
  const more = button(t('moderation.more'), { testid: 'more-reports', press: further });
  return {
    element: h('div.moderation-queue.stack', list, more),
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
  h('li', button(null, { class: 'report-row box', testid: `report-${number}`, press }));

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
    h('b', t(`reason.${report.reason}`)),
    h('span', who),
    from_network !== undefined && h('span', t('moderation.from_network', { n: from_network })),
    h('span.report-when', isClosed ? `${when} · ${t('moderation.done')}` : when),
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
