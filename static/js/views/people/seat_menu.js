/** What can be done about a player at the table: look at their page, befriend, mute, block, report. */
import { attr, fill, h, setText, show } from '../../dom.js';
import { nameAt } from '../../format/names.js';
import { t } from '../../i18n/index.js';
import { befriend, blockSeat, fetchTablePeople, sendReport, unfriend } from '../../people/api.js';
import { pathOf } from '../../route.js';
import { settings } from '../../settings.js';
import { askingButton } from '../asking.js';
import { attempt, errorLine } from '../attempt.js';
import { fetchedView } from '../fetched.js';
import { setName } from '../name.js';
import { button, cancelButton, closeBeside, dialog, dialogActions, onSubmit } from '../widgets.js';
import './page.js';

/** @import { ReportReason, TablePerson } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */

/** @type {readonly ReportReason[]} */
const REASONS = ['abuse', 'name', 'cheating', 'stalling', 'spam', 'other'];

/** As many characters as the server takes. */
const WORDS_MAX = 500;

/**
 * @param {{ table: string, seat: number, pseudonym?: string }} whom
 * @param {string} name of that player, as the table shows it
 * @param {() => void} close
 */
function reportForm(whom, name, close) {
  const inputs = REASONS.map((value, i) =>
    h('input', {
      type: 'radio',
      name: 'report-reason',
      value,
      required: i === 0,
      testid: `reason-${value}`,
      onchange: () => (words.required = value === 'other'),
    }),
  );
  const rows = REASONS.map((value, i) =>
    h('label.report-reason.in-line', inputs[i], h('span', t(`reason.${value}`))),
  );
  const words = h('textarea', {
    id: 'report-words',
    class: 'field',
    rows: 3,
    maxlength: WORDS_MAX,
    testid: 'report-words',
  });
  const error = errorLine();
  const send = button(t('report.send'), { kind: 'primary', type: 'submit', testid: 'report-send' });
  const cancel = button(t('app.cancel'), { kind: 'quiet', press: close });
  const buttons = h('div.dialog-actions', cancel, send);
  const legend = h('legend', t('report.title', { name }));
  const element = h(
    'form.report',
    { testid: 'report-form' },
    h('fieldset', legend, ...rows),
    h('label.account-field.stack', { for: words.id }, h('span', t('report.words')), words),
    h('p.hint', t('report.hint')),
    error,
    buttons,
  );
  onSubmit(element, send, () =>
    attempt(error, async () => {
      const reason = inputs.find((input) => input.checked)?.value;
      await sendReport({
        ...whom,
        reason: /** @type {ReportReason} */ (reason),
        words: words.value.trim(),
      });
      const done = button(t('app.close'), {
        kind: 'primary',
        testid: 'report-close',
        press: close,
      });
      const thanks = h('p', { role: 'status', testid: 'report-done' });
      element.replaceChildren(thanks, h('div.dialog-actions', done));
      setText(thanks, t('report.done'));
      done.focus();
    }),
  );
  return { element, focus: () => inputs[0].focus() };
}

export function seatMenu() {
  const status = fetchedView();
  const place = h('div.seat-menu');
  const about = h('p.hint', { testid: 'seat-about' });
  const close = dialogActions(cancelButton(t('app.close')));
  const view = dialog(
    { name: 'seat', kind: 'small', testid: 'seat-menu' },
    about,
    status.element,
    place,
    close,
  );
  closeBeside(view.element, view.close);
  view.element.addEventListener('close', status.stop);

  return {
    element: view.element,
    /** @param {Table} table @param {number} seat */
    open(table, seat) {
      setName(view.title, nameAt(table.room, seat));
      setText(about, '');
      fill(place);
      show(close, true);
      view.open();
      status.load({
        fetch: (signal) => fetchTablePeople(table.id, signal),
        show({ seats }) {
          const person = seats[seat];
          // They have left meanwhile.
          if (!person || person.name !== table.room.seats[seat]?.name) return view.close();
          setText(about, aboutWords(person));
          fill(place, ...choices(person, table, seat));
        },
      });
    },
  };

  /** @param {TablePerson} person @param {Table} table @param {number} seat */
  function choices(person, table, seat) {
    const error = errorLine();
    const answer = h('p.hint', { role: 'status', testid: 'seat-told' });
    const isSeated = table.me.seat !== null;
    const { pseudonym } = table.room.seats[seat] ?? {};
    const name = nameAt(table.room, seat);
    return [
      person.person && pageOf(person.person),
      person.person && friendButton(person, person.person, error, answer),
      pseudonym && muteButton(pseudonym),
      isSeated && pseudonym && blockPart(person, { table, seat, pseudonym, name }, error, answer),
      isSeated &&
        button(t('report.open'), {
          testid: 'report',
          press: () => openReport({ table: table.id, seat, pseudonym }, name),
        }),
      error,
      answer,
    ].filter((one) => one !== undefined && one !== false && one !== null);
  }

  /** @param {Parameters<typeof reportForm>[0]} whom @param {string} name */
  function openReport(whom, name) {
    const form = reportForm(whom, name, view.close);
    fill(place, form.element);
    show(close, false);
    setText(about, '');
    form.focus();
  }
}
/** @param {string} person */
function pageOf(person) {
  const href = pathOf({ page: 'person', person });
  return h('a.button', { href, testid: 'seat-page' }, t('seatmenu.page'));
}

/** The kind of player: a guest, or the strength. @param {TablePerson} person */
function aboutWords({ person, rating }) {
  if (person === undefined) return t('seatmenu.guest');
  if (!rating) return t('seatmenu.kept');
  const { rating: n, margin, provisional } = rating;
  return t(provisional ? 'seatmenu.provisional' : 'seatmenu.rating', { rating: n, margin });
}

/**
 * Asks to be friends, agrees, or takes it back.
 * @param {TablePerson} shown
 * @param {string} person
 * @param {HTMLElement} error
 * @param {HTMLElement} status
 */
function friendButton({ friendship }, person, error, status) {
  if (friendship === 'own') return null;
  let now = friendship;
  const element = button('', {
    testid: 'befriend',
    press: () =>
      attempt(error, async () => {
        const isMore = now === 'none' || now === 'asks';
        await (isMore ? befriend(person) : unfriend(person));
        setText(status, t(`friend.done_${now}`));
        now = now === 'none' ? 'asked' : now === 'asks' ? 'friends' : 'none';
        name();
      }),
  });
  const name = () => setText(element, t(`friend.${now}`));
  name();
  return element;
}

/** Whether this browser shows what they say. @param {string} pseudonym */
function muteButton(pseudonym) {
  const element = button('', {
    testid: 'seat-mute',
    press() {
      settings.mute(pseudonym, !settings.get().muted.includes(pseudonym));
      draw();
    },
  });
  function draw() {
    const isMuted = settings.get().muted.includes(pseudonym);
    setText(element, t(isMuted ? 'seatmenu.unmute' : 'seatmenu.mute'));
    attr(element, 'aria-pressed', String(isMuted));
  }
  draw();
  return element;
}

/**
 * @param {TablePerson} person
 * @param {{ table: Table, seat: number, pseudonym: string, name: string }} whom `name`: as the table shows it
 * @param {HTMLElement} error
 * @param {HTMLElement} status
 */
function blockPart({ blocked }, { table, seat, pseudonym, name }, error, status) {
  if (blocked) {
    const ended = h('a', { href: '/account#blocks' }, t('block.blocked'));
    return h('p.hint', { testid: 'blocked' }, ended);
  }
  const asking = askingButton(t('block.block'), {
    question: () => t('block.question', { name }),
    sure: t('block.block'),
    testid: 'block',
    press: () =>
      attempt(error, async () => {
        await blockSeat(table.id, seat, pseudonym);
        asking.element.remove();
        setText(status, t('block.done', { name }));
      }),
  });
  return asking.element;
}
