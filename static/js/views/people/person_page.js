/** A person's page: who they are, how they play, and against whom. What isn't public is said shortly. */
import './looks.js';
import { RefusedError } from '../../api.js';
import { fill, h, s } from '../../dom.js';
import { personFace } from '../../face.js';
import { nameOf } from '../../format/names.js';
import { notationInWords } from '../../format/notation.js';
import { boardInWords } from '../../format/ratings.js';
import { signed } from '../../format/scores.js';
import { joinNames, locale, t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { befriend, blockPerson, fetchPerson, unblock, unfriend } from '../../people/api.js';
import { attempt, errorLine } from '../attempt.js';
import { fetchedView } from '../fetched.js';
import { facesOf, nameElement, personLabel } from '../name.js';
import { sitePage } from '../site.js';
import { button, pageLink, titledSection } from '../widgets.js';
import { ratingView } from './rating.js';

/** @import { Actions } from '../../actions.js' */
/** @import { View } from '../../app.js' */
/** @import { CurvePoint, Opponent, PersonBody, PersonMatch, PersonRating } from '../../protocol.js' */

const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/** @param {Actions} actions @returns {View} */
export function pageView(actions) {
  const status = fetchedView('h1');
  const content = h('div.person.stack', { testid: 'person' });
  let id = '';
  let friends = 0;

  function load() {
    status.load({
      fetch: (signal) => fetchPerson(id, signal),
      show: (body) => fill(content, ...parts(body, actions, load)),
      refused(error) {
        const isMissing = error instanceof RefusedError && error.code === 'not_found';
        if (isMissing) fill(content, ...missing());
        return isMissing;
      },
    });
  }

  return {
    element: sitePage(actions, 'person-page', status.element, content),
    draw(state) {
      if (state.route.page !== 'person') return;
      const isOther = state.route.person !== id;
      if (!isOther && state.friends === friends) return;
      friends = state.friends;
      id = state.route.person;
      if (isOther) fill(content);
      load();
    },
    end: status.stop,
  };
}

/** @returns {HTMLElement[]} */
const missing = () => [h('h1', t('person.missing')), h('p.lead', t('person.missing_hint'))];

/** @param {PersonBody} body @param {Actions} actions @param {() => void} again fetches the page anew */
function parts(body, actions, again) {
  const { name, created_ms, friendship } = body;
  const own = friendship === 'own';
  const since = { date: date.format(created_ms) };
  return [
    h(
      'header.person-head.stack',
      h(
        'div.person-title.in-line',
        h('span.person-portrait', { 'aria-hidden': 'true' }, personFace(name)),
        nameElement('h1', { testid: 'person-name' }, nameOf({ name })),
      ),
      h('p.hint', t(own ? 'person.since_you' : 'person.since', since)),
      own ? null : waysTo(body, again),
    ),
    ratingsPart(body, actions),
    ...bestPart(body, actions),
    matchesPart(body, actions),
    ...opponentsPart(body, actions),
  ];
}

/** What the visitor may do about the person. @param {PersonBody} body @param {() => void} again */
function waysTo({ person: id, blocked, friendship }, again) {
  const error = errorLine();
  /** @param {string} text @param {string} testid @param {() => Promise<unknown>} run */
  const way = (text, testid, run) =>
    button(text, {
      testid,
      press: async () => {
        if (await attempt(error, run)) again();
      },
    });
  const friend = {
    none: () => way(t('friends.ask'), 'befriend', () => befriend(id)),
    asked: () => way(t('friends.withdraw'), 'unfriend', () => unfriend(id)),
    asks: () => way(t('friends.accept'), 'befriend', () => befriend(id)),
    friends: () => way(t('friends.end'), 'unfriend', () => unfriend(id)),
    own: () => null,
  }[friendship]();
  const block = blocked
    ? way(t('person.unblock'), 'unblock', () => unblock(id))
    : way(t('person.block'), 'block', () => blockPerson(id));
  return h(
    'div.person-ways.row',
    blocked ? null : friend,
    block,
    blocked && h('p.hint', t('person.blocked')),
    error,
  );
}

/** @param {PersonBody} body @param {Actions} actions */
function ratingsPart({ ratings }, actions) {
  const title = t('person.ratings');
  if (!ratings) return emptyPart('ratings', title, t('person.ratings_private'));
  const known = ratings.filter(({ now }) => now.matches > 0);
  if (known.length === 0) return emptyPart('ratings', title, t('person.ratings_none'));
  const cards = known.map((one) => ratingCard(one, actions));
  const hint = known.some(({ now }) => now.provisional) && t('rating.provisional_hint');
  return titledSection(
    'person-ratings',
    title,
    { class: 'person-part stack' },
    h('div.rating-cards', ...cards),
    hint && h('p.hint', hint),
  );
}

/** @param {PersonRating} rating @param {Actions} actions */
function ratingCard({ board, now, wins, curve }, actions) {
  const name = boardInWords(board);
  const link = pageLink(actions, { page: 'leaderboard', board }, { class: 'rating-board' }, name);
  return h(
    'article.rating-card.stack.box',
    { testid: `rating-${board}` },
    h('h3', link),
    ratingView(now),
    h('p.hint', t('person.rated', { n: now.matches, wins })),
    curve.length > 1 && curveView({ board, now, wins, curve }),
  );
}

/** @param {PersonBody} body @param {Actions} actions */
function bestPart({ best }, actions) {
  if (!best || best.length === 0) return [];
  const list = matchList(best, actions);
  return [titledSection('person-best', t('person.best'), { class: 'person-part stack' }, list)];
}

/** @param {PersonBody} body @param {Actions} actions */
function matchesPart({ matches }, actions) {
  const title = t('person.matches');
  if (!matches) return emptyPart('matches', title, t('person.matches_private'));
  if (matches.length === 0) return emptyPart('matches', title, t('person.matches_none'));
  const list = matchList(matches, actions);
  return titledSection('person-matches', title, { class: 'person-part stack' }, list);
}

/** @param {PersonMatch[]} matches @param {Actions} actions */
function matchList(matches, actions) {
  const rows = matches.map((match) => {
    const { record } = match;
    const props = { class: 'person-match box', 'data-result': resultOf(match) };
    const words = matchWords(match);
    // A record that names a person who keeps their matches private has no way to it.
    return h(
      'li',
      record === undefined
        ? h('div', props, ...words)
        : pageLink(actions, { page: 'record', record, at: null }, props, ...words),
    );
  });
  return h('ul.person-list.stack', { role: 'list' }, ...rows);
}

/** @param {PersonMatch} match */
const resultOf = ({ won }) => (won ? 'won' : 'lost');

/** How a match ended for the person: the place among more than two sides. @param {PersonMatch} match */
function resultWords(match) {
  const { place, sides } = match;
  return place === undefined ? t(`person.${resultOf(match)}`) : t('me.place', { place, n: sides });
}

/** @param {PersonMatch} match */
function matchWords(match) {
  const { ended_ms, notation, others, change } = match;
  const names = others.map((name) => (name === null ? t('person.unnamed') : nameOf({ name })));
  return [
    facesOf(others.map((name) => ({ name: name ?? '' }))),
    h(
      'span.person-match-words',
      nameElement('b', {}, joinNames(names)),
      h('span.hint', notationInWords(notation)),
    ),
    h(
      'span.in-line',
      h('span.person-result', resultWords(match)),
      change !== undefined && h('span.person-change', signed(change)),
    ),
    h('time.hint', { datetime: new Date(ended_ms).toISOString() }, day.format(ended_ms)),
  ];
}

/** @param {PersonBody} body @param {Actions} actions */
function opponentsPart({ opponents }, actions) {
  if (!opponents || opponents.length === 0) return [];
  const rows = opponents.map((one) =>
    h(
      'li.person-opponent.row.box',
      opponentName(one, actions),
      h('span.hint', t('person.met', { n: one.matches, wins: one.wins })),
    ),
  );
  const list = h('ul.person-list.stack', { role: 'list' }, ...rows);
  return [
    titledSection('person-opponents', t('person.opponents'), { class: 'person-part stack' }, list),
  ];
}

/** @param {Opponent} opponent @param {Actions} actions */
function opponentName({ person: id, name }, actions) {
  const words = personLabel({ name });
  if (id === undefined) return words;
  return pageLink(
    actions,
    { page: 'person', person: id },
    { class: 'person-link' },
    words,
    icon('forward'),
  );
}

/** A part of which there is nothing to show. @param {string} name @param {string} title @param {string} words */
const emptyPart = (name, title, words) =>
  titledSection(`person-${name}`, title, { class: 'person-part stack' }, h('p.hint', words));

/** The drawing's size, in its own units. */
const [WIDTH, HEIGHT, LEFT, MARGIN] = [320, 110, 38, 10];

/** A curve is drawn over at least so many points of rating: a flat one looks flat. */
const SPAN_MIN = 60;

/**
 * The least and the most that the drawing shows, to full tens.
 * @param {CurvePoint[]} curve
 */
function rangeOf(curve) {
  const ratings = curve.map(({ rating }) => rating);
  const [least, most] = [Math.min(...ratings), Math.max(...ratings)];
  const wider = Math.max(0, SPAN_MIN - (most - least)) / 2;
  return { low: Math.floor((least - wider) / 10) * 10, high: Math.ceil((most + wider) / 10) * 10 };
}

/** @param {PersonRating} rating */
function curveView({ board, curve }) {
  const { low, high } = rangeOf(curve);
  const step = (WIDTH - LEFT - MARGIN) / Math.max(1, curve.length - 1);
  const x = (/** @type {number} */ i) => LEFT + i * step;
  const y = (/** @type {number} */ rating) =>
    HEIGHT - MARGIN - ((rating - low) / (high - low)) * (HEIGHT - 2 * MARGIN);
  const lines = [low, (low + high) / 2, high].flatMap((value) => [
    s('line.rating-curve-line', { x1: LEFT, x2: WIDTH, y1: y(value), y2: y(value) }),
    s('text.rating-curve-text', { x: LEFT - 5, y: y(value) + 4 }, Math.round(value)),
  ]);
  const points = curve.map(({ rating }, i) => `${x(i)},${y(rating)}`).join(' ');
  const last = curve.length - 1;
  const dot = { class: 'rating-curve-dot', cx: x(last), cy: y(curve[last].rating), r: 4 };
  const ratings = curve.map(({ rating }) => rating);
  const label = t('person.curve', {
    board: boardInWords(board),
    first: ratings[0],
    last: ratings[last],
    least: Math.min(...ratings),
    most: Math.max(...ratings),
  });
  const props = { class: 'rating-curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' };
  const path = s('polyline.rating-curve-path', { points });
  const drawing = s('svg', { ...props, 'aria-label': label }, ...lines, path, s('circle', dot));
  return h('div', drawing, asTable(curve));
}

/** @param {CurvePoint[]} curve */
function asTable(curve) {
  const head = [t('person.when'), t('leaderboard.rating')];
  const rows = curve.map(({ at_ms, rating }) =>
    h('tr', h('th', { scope: 'row' }, day.format(at_ms)), h('td', rating)),
  );
  const table = h(
    'table',
    h('thead', h('tr', ...head.map((one) => h('th', { scope: 'col' }, one)))),
    h('tbody', ...rows.reverse()),
  );
  const props = { class: 'rating-curve-scroll', tabindex: 0, role: 'region' };
  return h(
    'details.rating-curve-table',
    h('summary', t('person.as_table')),
    h('div', { ...props, 'aria-label': t('person.as_table') }, table),
  );
}
