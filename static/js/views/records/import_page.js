// @ts-check
/** The page that replays a transcript. */
import { h, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { replay } from '../../records/api.js';
import { longer, makeFilm } from '../../records/film.js';
import { recordsPage, styles } from './page.js';
import { replayView } from './replay.js';

/** @param {import('../../actions.js').Actions} actions */
export async function importPage(actions) {
  await styles();
  const text = h('textarea', {
    class: 'field import-text',
    id: 'transcript',
    rows: 10,
    spellcheck: 'false',
    autocapitalize: 'off',
    required: true,
    'data-testid': 'transcript',
  });
  const wrong = h('p', { class: 'import-wrong', role: 'alert', 'data-testid': 'import-wrong' });
  const submit = h(
    'button',
    { class: 'button primary', 'data-testid': 'import' },
    t('import.submit'),
  );
  const label = h('label', { for: 'transcript' }, t('import.label'));
  const form = h('form', { class: 'import-form' }, label, text, wrong, submit);
  const view = replayView(actions);
  show(view.element, false);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    load(text.value).catch((error) => {
      const known = error.code === 'bad_transcript';
      if (known) setText(wrong, t('import.wrong', { why: error.message }));
      else actions.sorry();
    });
  });
  let films = 0;

  /** @param {string} transcript */
  async function load(transcript) {
    setText(wrong, '');
    films += 1;
    const id = `import ${films}`;
    const first = await replay(transcript, 1);
    const hands = first.rounds[0]?.steps[0]?.hands ?? [];
    const seats = hands.map((_, seat) => ({ name: t('record.seat', { n: seat + 1 }) }));
    let film = makeFilm(id, first, seats);
    show(view.element, true);
    view.show(film, null);
    view.element.scrollIntoView({ block: 'start' });
    while (film.next !== null) {
      film = longer(film, await replay(transcript, film.next));
      view.show(film, null);
    }
  }

  const title = h('h1', {}, t('import.title'));
  const lead = h('p', { class: 'lead' }, t('import.lead'));
  return {
    element: recordsPage(actions, 'import-page', title, lead, form, view.element),
    draw() {},
    end: view.end,
  };
}
