/** The page of a finished match. */
import { fill, h, setText, show } from '../../dom.js';
import { endingInWords, endingWinner } from '../../format/clock.js';
import { notationInWords } from '../../format/notation.js';
import { scoresFrom } from '../../format/words.js';
import { locale, t } from '../../i18n/index.js';
import { record, steps } from '../../records/api.js';
import { lastRoom, longer, makeTimeline, readPlace, written } from '../../records/timeline.js';
import { recordsPage, styles } from './page.js';
import { participation } from './participation.js';
import { proofView } from './proof.js';
import { replayView } from './replay.js';
import { shareView } from './share.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Timeline } from '../../records/timeline.js' */
/** @import { State } from '../../state.js' */

/** A position stays in the address when nothing has moved for so long, in milliseconds. */
const REST_MS = 300;

/** @param {Actions} actions */
export async function recordPage(actions) {
  await styles();
  const title = h('h1', {});
  const about = h('p', {});
  const result = h('p', { class: 'record-result', 'data-testid': 'record-result' });
  const missing = h(
    'div',
    { class: 'empty', hidden: true, 'data-testid': 'no-record' },
    h('p', { class: 'empty-title' }, t('record.missing')),
    h('p', { class: 'hint' }, t('record.missing_hint')),
  );
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rest;
  const view = replayView(actions, (place) => {
    clearTimeout(rest);
    rest = setTimeout(
      () => history.replaceState(history.state, '', `${location.pathname}?at=${written(place)}`),
      REST_MS,
    );
    share.draw(id, written(place));
  });
  const share = shareView();
  const proof = proofView(actions);
  const keys = h(
    'p',
    { class: 'hint replay-keys' },
    h('span', { class: 'replay-by-key' }, t('record.keys')),
    h('span', { class: 'replay-by-touch' }, t('record.touch')),
  );
  const parts = [view.element, keys, share.element, proof.element];
  const whole = h('div', { class: 'record-whole', hidden: true }, ...parts);
  const intro = h('div', { class: 'record-about' }, about, result);
  const element = recordsPage(actions, 'record-page', title, intro, missing, whole);
  let id = '';
  let at = '';

  /** @param {string} wanted @param {string | null} place */
  async function load(wanted, place) {
    const [known, first] = await Promise.all([record(wanted), steps(wanted, 1)]);
    if (wanted !== id) return;
    setText(title, t('record.title', { notation: notationInWords(known.notation) }));
    const seats = known.seats.map(({ name, computer }) => ({
      name: name ?? t('record.a_player'),
      ...(computer && { computer }),
    }));
    const ended = new Date(known.ended_ms);
    const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
    const told = participation(known.seats).map((text) => ` · ${text}`);
    fill(about, h('time', { datetime: ended.toISOString() }, date.format(ended)), ...told);
    let timeline = makeTimeline(wanted, first, seats, known.ending);
    const how = endingInWords(lastRoom(timeline), known.ending);
    const final = t('summary.final', {
      scores: scoresFrom(known.scores, endingWinner(known.ending) ?? 0),
    });
    setText(result, [...how, final].join(' '));
    show(whole, true);
    const { fairness, transcript, rules } = known;
    const proved = { id: wanted, fairness, transcript, rules, seats, record: known };
    proof.draw(proved, t('record.proof_none'));
    view.show(timeline, readPlace(place));
    share.draw(id, view.place() ?? '');
    while (timeline.next !== null && wanted === id) {
      timeline = longer(timeline, await steps(wanted, timeline.next));
      view.show(timeline, null);
    }
  }

  return {
    element,
    /** @param {State} state */
    draw({ route }) {
      if (route.page !== 'record') return;
      const place = route.at ?? '';
      if (route.record !== id) {
        id = route.record;
        at = place;
        load(id, route.at).catch((error) => {
          if (error.code === 'not_found') show(missing, true);
          else actions.sorry();
        });
      } else if (place !== at) {
        at = place;
        const wanted = readPlace(place);
        if (wanted) view.goTo(wanted);
      }
    },
    end() {
      clearTimeout(rest);
      proof.end();
      view.end();
    },
  };
}
