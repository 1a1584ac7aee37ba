/** One's own page: matches, figures, and what is kept of them. */
import { fill, h, keyed, setText, show } from '../../dom.js';
import { notationInWords } from '../../format/notation.js';
import { nameOf, scoresFrom } from '../../format/words.js';
import { locale, t, together } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { hideMatch, matches } from '../../records/api.js';
import { resultOf } from '../../records/figures.js';
import { pathOf } from '../../route.js';
import { follow } from '../follow.js';
import { dataView } from './data.js';
import { filtersView } from './filters.js';
import { recordsPage, styles } from './page.js';
import { plotsView } from './plots.js';

/** @import { Actions } from '../../actions.js' */
/** @import { MatchEntry } from '../../protocol.js' */

const date = new Intl.DateTimeFormat(locale, {
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** @param {Actions} actions */
export async function mePage(actions) {
  await styles();
  const list = h('ul', { class: 'matches', role: 'list', 'data-testid': 'matches' });
  const empty = h(
    'div',
    { class: 'empty', hidden: true, 'data-testid': 'no-matches' },
    h('p', { class: 'empty-title' }, t('me.empty')),
    h('p', { class: 'hint' }, t('me.empty_hint')),
  );
  const older = h(
    'button',
    { type: 'button', class: 'button', hidden: true, 'data-testid': 'older' },
    t('me.older'),
  );
  const plots = plotsView();
  show(plots.element, false);
  const filters = filtersView(() => load(false));
  const data = dataView(actions, () => load(false));
  /** @type {MatchEntry[]} */
  let entries = [];
  /** @type {string | null} */
  let before = null;
  let asked = 0;

  /** @param {boolean} further */
  async function load(further) {
    asked += 1;
    const mine = asked;
    try {
      const answer = await matches(filters.get(), further ? before : null);
      // Whoever changes a filter meanwhile wants the later answer.
      if (mine !== asked) return;
      entries = further ? [...entries, ...answer.matches] : answer.matches;
      before = answer.before;
      drawAll();
    } catch {
      actions.sorry();
    }
  }

  function drawAll() {
    show(empty, entries.length === 0);
    show(plots.element, entries.length > 0);
    show(older, before !== null);
    if (entries.length > 0) plots.draw(entries);
    keyed(
      list,
      entries,
      ({ id }) => id,
      () => h('li', {}),
      (row, entry) => fill(row, matchLink(entry, actions), hideButton(entry, actions)),
    );
  }

  older.addEventListener('click', () => load(true));
  const heading = h('h2', { id: 'matches-title' }, t('me.list'));
  const found = h('section', { 'aria-labelledby': 'matches-title' }, heading, empty, list, older);
  const title = h('h1', {}, t('me.title'));
  void load(false);
  return {
    element: recordsPage(
      actions,
      'me-page',
      title,
      filters.element,
      plots.element,
      found,
      data.element,
    ),
    draw() {},
  };
}

/**
 * A button that hides one's name in a match from others, and is pressed while it is hidden.
 * @param {MatchEntry} entry
 * @param {Actions} actions
 */
function hideButton({ id, hidden = false }, actions) {
  const name = t('me.hide');
  const button = h(
    'button',
    {
      type: 'button',
      class: 'match-hide',
      title: name,
      'aria-label': name,
      'aria-pressed': String(hidden),
      'data-testid': 'hide-match',
    },
    icon('eye'),
  );
  button.addEventListener('click', async () => {
    const wanted = button.getAttribute('aria-pressed') !== 'true';
    try {
      await hideMatch(id, wanted);
      button.setAttribute('aria-pressed', String(wanted));
    } catch {
      actions.sorry();
    }
  });
  return button;
}

/**
 * @param {MatchEntry} entry
 * @param {Actions} actions
 */
function matchLink(entry, actions) {
  const route = /** @type {const} */ ({ page: 'record', record: entry.id, at: null });
  const ended = new Date(entry.ended_ms);
  const others = entry.seats.flatMap((seat, i) =>
    i === entry.seat ? [] : [nameOf({ ...seat, name: seat.name ?? t('record.a_player') })],
  );
  const notation = notationInWords(entry.notation);
  const names = together(others);
  const result = resultOf(entry);
  const when = h('time', { datetime: ended.toISOString() }, date.format(ended));
  const own = entry.seat % entry.scores.length;
  const score = h('span', { class: 'match-score' }, scoresFrom(entry.scores, own));
  const link = h(
    'a',
    { class: 'match', href: pathOf(route), 'data-testid': 'match', 'data-result': result },
    h('span', { class: 'match-words' }, h('b', {}, notation), h('span', {}, names)),
    h('span', { class: 'match-end' }, h('span', { class: 'match-result' }), score),
    when,
  );
  const badge = link.querySelector('.match-result');
  if (badge) setText(badge, t(`me.result.${result}`));
  follow(link, () => actions.go(route));
  return link;
}
