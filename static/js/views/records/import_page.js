/** The page that replays a transcript. */
import { h, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { fetchRounds, replayTranscript } from '../../records/api.js';
import { readRecord } from '../../records/pasted.js';
import { makeTimeline } from '../../records/timeline.js';
import { fetchedView } from '../fetched.js';
import { button } from '../widgets.js';
import { recordsPage } from './page.js';
import { proofView } from './proof.js';
import { fetchDrawing, replayView } from './replay.js';

/** @import { Actions } from '../../actions.js' */
/** @import { View } from '../../app.js' */
/** @import { Timeline } from '../../records/timeline.js' */
/** @import { Pasted } from '../../records/pasted.js' */
/** @typedef {{ pasted: Pasted, timeline: Timeline }} Fetched */

/** How many were imported: each timeline has an id of its own. */
let imports = 0;

/** @param {Actions} actions @returns {View} */
export function pageView(actions) {
  const status = fetchedView();
  const view = replayView(actions);
  const proof = proofView();
  const whole = h('div.record-whole.stack', { hidden: true }, view.element, proof.element);
  const form = formView((text) => {
    const fetch = (/** @type {AbortSignal} */ signal) => fetchPasted(text, signal);
    status.load({ fetch, show: draw, refused: form.fail });
  });
  const look = { kind: 'import-again', hidden: true, testid: 'import-again' };
  const again = button(t('import.again'), { ...look, press: () => fold(false) });
  const lead = h('p.lead', t('import.lead'));
  let shown = '';

  /** Makes room for the replay. @param {boolean} folded */
  function fold(folded) {
    if (folded) form.empty();
    show(form.element, !folded);
    show(lead, !folded);
    show(again, folded);
    (folded ? again : form).focus();
  }

  /** @param {Fetched} fetched */
  function draw({ pasted, timeline }) {
    if (timeline.id !== shown) {
      shown = timeline.id;
      fold(true);
      show(whole, true);
      const { fairness, transcript, whole: record } = pasted;
      const { rules, seats } = timeline;
      const proved = { id: null, fairness, transcript, rules, seats, record };
      proof.draw(proved, t(record ? 'record.proof_none' : 'record.proof_transcript'));
    }
    view.show(timeline, null);
  }

  const title = h('h1', t('import.title'));
  const parts = [title, lead, form.element, status.element, again, whole];
  return {
    element: recordsPage(actions, 'import-page', ...parts),
    draw() {},
    end() {
      status.stop();
      proof.end();
      view.end();
    },
  };
}

/**
 * What a text tells of a match, and its rounds, again with every part of the rounds that comes.
 * @param {string} text
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Fetched>}
 */
async function* fetchPasted(text, signal) {
  const pasted = readRecord(text);
  const { transcript, seats: known, ending } = pasted;
  const first = await replayTranscript(transcript, 1, signal);
  await fetchDrawing(first);
  const scores = first.rounds[0]?.steps[0]?.standing.scores ?? [];
  const count = first.seating === 'partners' ? 4 : scores.length;
  const seats = Array.from({ length: count }, (_, seat) => ({
    ...known[seat],
    name: known[seat]?.name ?? t('record.seat', { n: seat + 1 }),
  }));
  imports += 1;
  const begin = makeTimeline(`import ${imports}`, first, seats, ending);
  const rounds = fetchRounds(begin, (from) => replayTranscript(transcript, from, signal));
  for await (const timeline of rounds) yield { pasted, timeline };
}

/** Where the text goes. @param {(text: string) => void} submit */
function formView(submit) {
  let text = textField();
  const wrong = h('p.import-wrong', { role: 'alert', testid: 'import-wrong' });
  const send = button(t('import.submit'), { kind: 'primary', type: 'submit', testid: 'import' });
  const label = h('label', { for: 'transcript' }, t('import.label'));
  const element = h('form.import-form.stack', label, text, wrong, send);
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    setText(wrong, '');
    submit(text.value);
  });
  return {
    element,
    /** Says why a text is no transcript; whether that was the error. @param {any} error */
    fail({ code, message }) {
      if (code !== 'bad_transcript') return false;
      setText(wrong, t('import.wrong', { why: message }));
      return true;
    },
    focus: () => text.focus(),
    /**
     * Takes the text away. While a long text stands in a field, each step of the replay lays out its
     * thousands of nodes anew, so the field goes and another one takes its place.
     */
    empty() {
      const empty = textField();
      text.replaceWith(empty);
      text = empty;
    },
  };
}

function textField() {
  return h('textarea.field.import-text', {
    id: 'transcript',
    rows: 10,
    spellcheck: 'false',
    autocapitalize: 'off',
    required: true,
    testid: 'transcript',
  });
}
