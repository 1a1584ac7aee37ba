/** The page that replays a transcript. */
import { h, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { replay } from '../../records/api.js';
import { readRecord } from '../../records/pasted.js';
import { longer, makeTimeline } from '../../records/timeline.js';
import { recordsPage, styles } from './page.js';
import { proofView } from './proof.js';
import { replayView } from './replay.js';

/** @import { Actions } from '../../actions.js' */

/** @param {Actions} actions */
export async function importPage(actions) {
  await styles();
  let text = field();
  const wrong = h('p', { class: 'import-wrong', role: 'alert', 'data-testid': 'import-wrong' });
  const submit = h(
    'button',
    { class: 'button primary', 'data-testid': 'import' },
    t('import.submit'),
  );
  const label = h('label', { for: 'transcript' }, t('import.label'));
  const form = h('form', { class: 'import-form' }, label, text, wrong, submit);
  const again = h(
    'button',
    { type: 'button', class: 'button import-again', hidden: true, 'data-testid': 'import-again' },
    t('import.again'),
  );
  const view = replayView(actions);
  const proof = proofView(actions);
  const whole = h('div', { class: 'record-whole', hidden: true }, view.element, proof.element);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    load(text.value).catch((error) => {
      const known = error.code === 'bad_transcript';
      if (known) setText(wrong, t('import.wrong', { why: error.message }));
      else actions.sorry();
    });
  });
  again.addEventListener('click', () => {
    fold(false);
  });
  let imports = 0;

  /**
   * Makes room for the replay. A long text in a field is laid out anew with each of its steps, and
   * is thousands of nodes for the browser, so the field goes and another one takes its place.
   * @param {boolean} folded
   */
  function fold(folded) {
    if (folded) {
      const empty = field();
      text.replaceWith(empty);
      text = empty;
    }
    show(form, !folded);
    show(lead, !folded);
    show(again, folded);
    (folded ? again : text).focus();
  }

  /** @param {string} pasted */
  async function load(pasted) {
    setText(wrong, '');
    imports += 1;
    const id = `import ${imports}`;
    const { transcript, seats: known, fairness, ending, whole: record } = readRecord(pasted);
    const first = await replay(transcript, 1);
    const hands = first.rounds[0]?.steps[0]?.hands ?? [];
    const seats = hands.map((_, seat) => ({
      ...known[seat],
      name: known[seat]?.name ?? t('record.seat', { n: seat + 1 }),
    }));
    let timeline = makeTimeline(id, first, seats, ending);
    fold(true);
    show(whole, true);
    view.show(timeline, null);
    const why = t(transcript === pasted ? 'record.proof_transcript' : 'record.proof_none');
    proof.draw({ id: null, fairness, transcript, rules: first.rules, seats, record }, why);
    while (timeline.next !== null) {
      timeline = longer(timeline, await replay(transcript, timeline.next));
      view.show(timeline, null);
    }
  }

  const title = h('h1', {}, t('import.title'));
  const lead = h('p', { class: 'lead' }, t('import.lead'));
  return {
    element: recordsPage(actions, 'import-page', title, lead, form, again, whole),
    draw() {},
    end() {
      proof.end();
      view.end();
    },
  };
}

/** Where the text goes. */
function field() {
  return h('textarea', {
    class: 'field import-text',
    id: 'transcript',
    rows: 10,
    spellcheck: 'false',
    autocapitalize: 'off',
    required: true,
    'data-testid': 'transcript',
  });
}
