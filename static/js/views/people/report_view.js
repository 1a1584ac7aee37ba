/** One report, as a moderator sees it, and the form in which something is done about it. */
import { attr, changes, fill, h, setText, show } from '../../dom.js';
import { nameOf } from '../../format/names.js';
import { factsOf, t, textOrNull } from '../../i18n/index.js';
import { takeAct } from '../../people/api.js';
import { actOf, actsFor, MUTES, needsNote } from '../../people/moderation.js';
import { attempt, errorLine } from '../attempt.js';
import { nameElement } from '../name.js';
import { button, onSubmit, pageLink, segments } from '../widgets.js';
import { momentWords } from './page.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Act, ActBody, ReportBody } from '../../protocol.js' */

/** As many characters as the server takes. */
const NOTE_MAX = 500;

/**
 * @param {Actions} actions
 * @param {(changed: ReportBody, what: string) => void} taken
 */
export function reportView(actions, taken) {
  const title = h('h2', { id: 'report-title', tabindex: -1 });
  const facts = h('div.report-facts.stack');
  const form = h('div');
  const history = h('div');
  const element = h(
    'section.account-part.report-view.box',
    {
      'aria-labelledby': title.id,
      testid: 'report-view',
    },
    title,
    facts,
    form,
    history,
  );
  const isNew = changes();
  const isOther = changes();
  return {
    element,
    focus: () => title.focus(),
    /** @param {ReportBody} report */
    draw(report) {
      if (!isNew(report)) return;
      const reported = nameOf({ name: report.reported });
      setText(title, t('report.of', { number: report.number, name: reported }));
      fill(facts, ...reportFacts(report, actions));
      // What a moderator writes stays when the facts change.
      if (isOther(report.number, actsFor(report, Date.now()))) fill(form, actForm(report, taken));
      fill(history, ...historyOf(report));
    },
  };
}

/** @param {ReportBody} report @param {Actions} actions */
function reportFacts(report, actions) {
  const { reporter, reason, words, created_ms, record, person, table, chat } = report;
  const who = t('moderation.by', {
    name: nameOf({ name: reporter }),
    time: momentWords(created_ms),
  });
  const look = { testid: 'report-record' };
  const links = h(
    'p.report-links.row',
    record === undefined
      ? pageLink(actions, { page: 'table', table, invite: null }, {}, t('moderation.table'))
      : pageLink(actions, { page: 'record', record, at: null }, look, t('moderation.record')),
    person !== undefined && pageLink(actions, { page: 'person', person }, {}, t('seatmenu.page')),
  );
  return [
    h('p', h('b', t(`reason.${reason}`)), ' ', h('span.hint', who)),
    words !== '' && h('blockquote', { dir: 'auto', testid: 'report-said' }, words),
    h('p', { testid: 'report-state' }, stateWords(report)),
    links,
    h('h3', t('moderation.chat')),
    chat.length === 0 ? h('p.hint', t('moderation.no_chat')) : chatOf(report),
  ];
}

/** The facts about the person who is reported. @param {ReportBody} report */
function stateWords({
  person,
  earlier_reports,
  muted_until_ms,
  closed_out,
  closed_ms,
  from_network,
}) {
  const isMuted = muted_until_ms !== undefined && muted_until_ms > Date.now();
  const words = [
    t(person === undefined ? 'seatmenu.guest' : 'seatmenu.kept'),
    t('moderation.earlier', { n: earlier_reports }),
    isMuted && t('moderation.muted', { time: momentWords(muted_until_ms) }),
    closed_out && t('moderation.closed_out'),
    from_network !== undefined && t('moderation.from_network', { n: from_network }),
    closed_ms !== undefined && t('moderation.closed', { time: momentWords(closed_ms) }),
  ];
  return factsOf(words);
}

/** The last chat lines; those of the reported person stand out. @param {ReportBody} report */
function chatOf({ chat }) {
  const lines = chat.map(({ name, text, by_reported }) =>
    h(
      'li',
      { 'data-reported': by_reported },
      nameElement('b', {}, nameOf({ name })),
      ' ',
      h('span', { dir: 'auto' }, text),
    ),
  );
  const props = { class: 'report-chat stack', tabindex: 0, 'aria-label': t('moderation.chat') };
  return h('ol', { ...props, testid: 'report-chat' }, ...lines);
}

/** @param {ReportBody} report */
function historyOf({ acts }) {
  if (acts.length === 0) return [];
  const rows = acts.map((act) =>
    h(
      'li',
      h('b', actWords(act)),
      h(
        'span.hint',
        t('join.label', { before: nameOf({ name: act.moderator }), after: momentWords(act.at_ms) }),
      ),
      act.note !== '' && h('p', { dir: 'auto' }, act.note),
    ),
  );
  return [
    h('h3', t('moderation.acts')),
    h('ul.report-acts.stack', { role: 'list', testid: 'report-acts' }, ...rows),
  ];
}

/** @param {ActBody} act */
const actWords = ({ act, until_ms }) =>
  factsOf([
    t(`acted.${act}`),
    until_ms !== undefined && t('moderation.until', { time: momentWords(until_ms) }),
  ]);

/** @param {ReportBody} report @param {(changed: ReportBody, what: string) => void} taken */
function actForm(report, taken) {
  const acts = actsFor(report, Date.now());
  let act = acts[0];
  const note = h('textarea', {
    id: 'act-note',
    class: 'field',
    rows: 2,
    maxlength: NOTE_MAX,
    testid: 'act-note',
  });
  const noteName = h('span');
  const minutes = h(
    'select',
    { id: 'act-minutes', class: 'field', testid: 'act-minutes' },
    ...MUTES.map((n) => h('option', { value: n }, textOrNull(`mute.${n}`))),
  );
  const span = h(
    'label.account-field.stack',
    { for: minutes.id },
    h('span', t('moderation.how_long')),
    minutes,
  );
  const effect = h('p.hint', { role: 'status' });
  const error = errorLine();
  const send = button('', { kind: 'primary', type: 'submit', testid: 'act-send' });
  /** @param {string} value */
  function pick(value) {
    act = /** @type {Act} */ (value);
    show(span, act === 'mute');
    attr(note, 'required', needsNote(act));
    setText(noteName, t(act === 'warn' ? 'moderation.note_warn' : 'moderation.note'));
    setText(effect, t(`effect.${act}`));
    setText(send, t(`act.${act}`));
    send.className = act === 'close' ? 'button warn' : 'button primary';
  }
  const choices = segments(
    'act',
    acts.map((value) => ({ value, label: t(`act.${value}`) })),
    act,
    pick,
  );
  attr(choices.element, 'role', 'radiogroup');
  attr(choices.element, 'aria-label', t('moderation.what'));
  pick(act);
  const field = h('label.account-field.stack', { for: note.id }, noteName, note);
  const form = h('form.account-form', choices.element, effect, span, field, error, send);
  onSubmit(form, send, () =>
    attempt(error, async () => {
      const wanted = actOf(act, Number(minutes.value), note.value.trim());
      taken(await takeAct(report.number, wanted), t(`acted.${act}`));
    }),
  );
  return form;
}
