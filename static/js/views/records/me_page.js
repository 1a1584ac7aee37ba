/** The visitor's own page: which matches are listed, their figures, and what is kept of them. */
import { attr, fill, h, keyed, s, setText, show } from '../../dom.js';
import { namesWithLevels } from '../../format/names.js';
import { notationInWords } from '../../format/notation.js';
import { scoresFrom } from '../../format/scores.js';
import { GAMES, gameInWords } from '../../format/variants.js';
import { joinNames, locale, t, textOrNull, written } from '../../i18n/index.js';
import { deleteName, fetchMatches, hideMatch } from '../../records/api.js';
import { askingButton } from '../asking.js';
import { fetchedView } from '../fetched.js';
import { facesOf, nameElement } from '../name.js';
import { button, emptyBox, iconButton, pageLink, titledSection } from '../widgets.js';
import { recordsPage } from './page.js';

/** @import { Actions } from '../../actions.js' */
/** @import { View } from '../../app.js' */
/** @import { MatchEntry } from '../../protocol.js' */
/** @import { Filters } from '../../records/api.js' */

const RESULTS = ['won', 'lost', 'undecided'];

/** The list is fetched when no letter was typed for so long, in milliseconds: not for each letter. */
const TYPED_MS = 250;

const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** What is plotted, and whether it is a percentage. @type {{ rate: Rate, isPercent: boolean }[]} */
const PLOTS = [
  { rate: 'points', isPercent: false },
  { rate: 'outs', isPercent: true },
  { rate: 'scoring', isPercent: true },
];

/** Fewer matches show no trend, so they aren't plotted. */
const PLOTTED_MIN = 10;

/** The drawing's size, in its own units. */
const [WIDTH, HEIGHT, LEFT] = [320, 120, 34];

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

const percentage = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });

/** @param {number} value @param {boolean} isPercent */
const withUnit = (value, isPercent) =>
  isPercent ? percentage.format(value / 100) : number.format(value);

/** @param {Actions} actions @returns {View} */
export function pageView(actions) {
  const plots = plotsView();
  const found = matchesView(actions, () => load(true));
  const filters = filtersView(() => load(false));
  const data = dataView(actions, () => load(false));
  const status = fetchedView();
  /** @type {MatchEntry[]} */
  let entries = [];
  /** @type {string | null} */
  let before = null;

  /** Fetches the latest matches, or older ones than those that are shown. @param {boolean} older */
  function load(older) {
    const wanted = filters.get();
    status.load({
      fetch: (signal) => fetchMatches(wanted, older ? before : null, signal),
      show(answer) {
        entries = older ? [...entries, ...answer.matches] : answer.matches;
        before = answer.before;
        // Filters shorten a list of several pages; a filtered list keeps them.
        if (before !== null) show(filters.element, true);
        show(plots.element, entries.length > 0);
        if (entries.length > 0) plots.draw(entries);
        found.draw(entries, before !== null);
      },
    });
  }

  show(plots.element, false);
  show(filters.element, false);
  found.element.append(status.element);
  load(false);
  const look = { class: 'me-account', testid: 'me-account' };
  const account = pageLink(actions, { page: 'account' }, look, t('app.account'));
  const title = h('div.me-title.row', h('h1', t('app.me')), account);
  const parts = [title, filters.element, plots.element, found.element, data];
  return {
    element: recordsPage(actions, 'me-page', ...parts),
    draw() {},
    end: status.stop,
  };
}

/** Which matches are listed. @param {() => void} changed */
function filtersView(changed) {
  const variant = choice('variant', GAMES, gameInWords);
  const result = choice('result', RESULTS, (value) => textOrNull(`me.result.${value}`));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typed;
  const opponent = h('input.field', {
    id: 'filter-opponent',
    type: 'search',
    maxlength: 24,
    placeholder: t('me.opponent_hint'),
    testid: 'filter-opponent',
    oninput() {
      clearTimeout(typed);
      typed = setTimeout(changed, TYPED_MS);
    },
  });
  for (const list of [variant, result]) list.addEventListener('change', changed);
  return {
    element: h(
      'form.match-filters',
      {
        'aria-label': t('me.filters'),
        role: 'search',
        onsubmit: (/** @type {SubmitEvent} */ event) => event.preventDefault(),
      },
      labelled(t('option.variant'), variant),
      labelled(t('me.opponent'), opponent),
      labelled(t('me.result.title'), result),
    ),
    /** @returns {Filters} */
    get: () => ({ variant: variant.value, opponent: opponent.value.trim(), result: result.value }),
  };
}

/** @param {string} name @param {string[]} values @param {(value: string) => string | null} say */
const choice = (name, values, say) =>
  h(
    'select.field',
    { id: `filter-${name}`, testid: `filter-${name}` },
    h('option', { value: '' }, t('me.all')),
    ...values.map((value) => h('option', { value }, say(value) ?? value)),
  );

/** @param {string} label @param {HTMLElement} field */
const labelled = (label, field) =>
  h('div.match-filter.stack', h('label', { for: field.id }, label), field);

/** What the matches come to, and match by match as bars, with the numbers as a table. */
function plotsView() {
  const element = h('section.figures.stack.box', { 'aria-labelledby': 'figures-title' });
  return {
    element,
    /** @param {MatchEntry[]} entries the latest first */
    draw(entries) {
      const oldestFirst = entries.toReversed();
      const { matches, won, ...rates } = totalsOf(entries);
      const isPlotted = matches >= PLOTTED_MIN;
      const plots = PLOTS.map(({ rate, isPercent }) => {
        const title = t(`me.rate.${rate}`);
        const values = oldestFirst.map((entry) => ratesOf(entry)[rate]);
        return h(
          'figure.plot',
          h('figcaption', h('span', title), h('b', withUnit(rates[rate], isPercent))),
          bars(title, values, isPercent),
        );
      });
      const props = { class: 'figures-won', testid: 'matches-won' };
      const share = h('b', t('me.of', { n: won, all: matches }));
      fill(
        element,
        h('h2', { id: 'figures-title' }, t('me.figures', { n: matches })),
        h('p', props, t('me.won'), ' ', share),
        isPlotted && h('div.plots', ...plots),
        isPlotted && asTable(oldestFirst),
      );
    },
  };
}

/** @param {string} title @param {number[]} values one a match @param {boolean} isPercent */
function bars(title, values, isPercent) {
  const top = topOf(Math.max(0, ...values));
  const width = (WIDTH - LEFT) / Math.max(values.length, 8);
  const y = (/** @type {number} */ value) => HEIGHT - 8 - (value / top) * (HEIGHT - 20);
  const least = withUnit(Math.min(...values), isPercent);
  const most = withUnit(Math.max(...values), isPercent);
  const lines = [0, top / 2, top].flatMap((value) => [
    s('line.plot-line', { x1: LEFT, x2: WIDTH, y1: y(value), y2: y(value) }),
    s('text.plot-text', { x: LEFT - 5, y: y(value) + 4 }, number.format(value)),
  ]);
  const drawn = values.map((value, i) =>
    s('rect.plot-bar', {
      x: LEFT + i * width + width * 0.15,
      y: y(value),
      width: width * 0.7,
      height: Math.max(1, y(0) - y(value)),
      rx: Math.min(2, width * 0.2),
    }),
  );
  return s(
    'svg.plot-drawing',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': t('me.plot', { title, least, most }),
    },
    ...lines,
    ...drawn,
  );
}

/** @param {MatchEntry[]} entries the oldest first */
function asTable(entries) {
  const head = h(
    'tr',
    h('th', { scope: 'col' }, t('me.match')),
    ...PLOTS.map(({ rate }) => h('th', { scope: 'col' }, t(`me.rate.${rate}`))),
  );
  const rows = entries.map((entry, i) => {
    const rates = ratesOf(entry);
    const cells = PLOTS.map(({ rate, isPercent }) => h('td', withUnit(rates[rate], isPercent)));
    return h('tr', h('th', { scope: 'row' }, i + 1), ...cells);
  });
  return h(
    'details.figures-table',
    h('summary', t('me.table')),
    h(
      'div.figures-scroll',
      { tabindex: 0, role: 'region', 'aria-label': t('me.table') },
      h('table', h('thead', head), h('tbody', ...rows)),
    ),
  );
}

/**
 * The matches that were found, one below the other.
 * @param {Actions} actions
 * @param {() => void} further fetches older ones
 */
function matchesView(actions, further) {
  const list = h('ul.matches', { role: 'list', testid: 'matches' });
  const empty = emptyBox('no-matches', t('me.empty'), t('me.empty_hint'));
  const older = button(t('me.older'), { hidden: true, testid: 'older', press: further });
  return {
    element: titledSection('matches-title', t('me.list'), {}, empty, list, older),
    /** @param {MatchEntry[]} entries @param {boolean} hasOlder whether there are more */
    draw(entries, hasOlder) {
      show(empty, entries.length === 0);
      show(older, hasOlder);
      keyed(
        list,
        entries,
        ({ id }) => [id],
        () => h('li'),
        (row, entry) => fill(row, matchLink(entry, actions), hideButton(entry, actions)),
      );
    },
  };
}

/**
 * A button that hides the visitor's name in a match from others, and is pressed while it is hidden.
 * @param {MatchEntry} entry
 * @param {Actions} actions
 */
function hideButton({ id, hidden = false }, actions) {
  const hide = iconButton('eye', t('me.hide'), {
    class: 'match-hide centre',
    'aria-pressed': String(hidden),
    testid: 'hide-match',
    async press() {
      const wanted = hide.getAttribute('aria-pressed') !== 'true';
      const done = await hideMatch(id, wanted).catch(actions.sorry);
      if (done) attr(hide, 'aria-pressed', String(wanted));
    },
  });
  return hide;
}

/** @param {MatchEntry} entry @param {Actions} actions */
function matchLink(entry, actions) {
  const ended = new Date(entry.ended_ms);
  const all = entry.seats.map((seat) => ({ ...seat, name: seat.name ?? t('record.a_player') }));
  const isOther = (/** @type {unknown} */ _, /** @type {number} */ seat) => seat !== entry.seat;
  const others = namesWithLevels(all).filter(isOther);
  const notation = notationInWords(entry.notation, entry.boards);
  const names = joinNames(others);
  const result = resultOf(entry);
  const when = h('time', { datetime: ended.toISOString() }, date.format(ended));
  const badge = h('span.match-result', resultWords(entry, result));
  const score = h('span.match-score', scoreOf(entry));
  return pageLink(
    actions,
    { page: 'record', record: entry.id, at: null },
    { class: 'match box', testid: 'match', 'data-result': result },
    facesOf(all.filter(isOther)),
    h('span.match-words', h('b', notation), nameElement('span', {}, names)),
    h('span.match-end.in-line', badge, score),
    when,
  );
}

/**
 * What the server keeps of the visitor's matches: to be downloaded, or deleted.
 * @param {Actions} actions
 * @param {() => void} changed
 */
function dataView(actions, changed) {
  const take = h(
    'a.button',
    { href: '/api/me/records', download: '', testid: 'export' },
    t('me.export'),
  );
  const look = { class: 'button', testid: 'to-import' };
  const bring = pageLink(actions, { page: 'import' }, look, t('import.title'));
  const status = h('p.hint', { role: 'status', testid: 'name-deleted' });
  const { element: remove } = askingButton(t('me.delete'), {
    question: () => t('me.delete_hint'),
    sure: t('me.delete_sure'),
    testid: 'delete-name',
    async press() {
      const done = await deleteName().catch(actions.sorry);
      if (!done) return;
      setText(status, t('me.deleted', { n: done.records }));
      changed();
    },
  });
  return titledSection(
    'data-title',
    t('me.data'),
    { class: 'data stack' },
    h('div.data-row.row', take, bring, remove),
    h('p.hint', t('me.export_hint')),
    status,
  );
}

/** Whether the visitor resigned, and another player went on in their place. @param {MatchEntry} entry */
const hasResigned = ({ seat, seats }) => seats[seat]?.resigned !== undefined;

/** How a match ended for the visitor. @param {MatchEntry} entry @returns {'won' | 'lost' | 'undecided'} */
function resultOf(entry) {
  const { winner, places, side } = entry;
  if (hasResigned(entry)) return 'lost';
  if (winner !== null) return winner === side ? 'won' : 'lost';
  if (!places) return 'undecided';
  // Several sides have won together.
  return places[side] === 1 ? 'won' : 'lost';
}

/** The place among more than two sides, if the match ended by its rules. @param {MatchEntry} entry */
const placeOf = ({ scores, places, side }) => (scores.length > 2 ? places?.[side] : undefined);

/** The result, or the place among several sides. @param {MatchEntry} entry @param {ReturnType<typeof resultOf>} result */
function resultWords(entry, result) {
  const place = placeOf(entry);
  if (place === undefined || hasResigned(entry)) return t(`me.result.${result}`);
  return t('me.place', { place, n: entry.scores.length });
}

/** What a match brought: the points of both sides, or the own points among several. @param {MatchEntry} entry */
function scoreOf(entry) {
  const { scores, side } = entry;
  return placeOf(entry) === undefined ? scoresFrom(scores, side) : written(scores[side]);
}

/** A part of a whole, in percent; 0 of nothing. @param {number} part @param {number} whole */
function percent(part, whole) {
  return whole === 0 ? 0 : (100 * part) / whole;
}

/** What is plotted: points a round, and percentages of rounds and plays. @param {MatchEntry} entry */
function ratesOf({ figures: { rounds, points, outs, plays, scoring_plays } }) {
  return {
    points: rounds === 0 ? 0 : points / rounds,
    outs: percent(outs, rounds),
    scoring: percent(scoring_plays, plays),
  };
}

/** @typedef {keyof ReturnType<typeof ratesOf>} Rate */

/** The same over all of them, and how many were won. @param {MatchEntry[]} entries */
function totalsOf(entries) {
  const figures = { rounds: 0, points: 0, outs: 0, plays: 0, scoring_plays: 0 };
  for (const entry of entries) {
    for (const name of /** @type {(keyof typeof figures)[]} */ (Object.keys(figures))) {
      figures[name] += entry.figures[name];
    }
  }
  const won = entries.filter((entry) => resultOf(entry) === 'won').length;
  const all = /** @type {MatchEntry} */ ({ figures });
  return { matches: entries.length, won, ...ratesOf(all) };
}

/** The least round number that is no smaller: the top of a plot. @param {number} value */
function topOf(value) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return /** @type {number} */ ([1, 2, 5, 10].find((step) => step * power >= value)) * power;
}
