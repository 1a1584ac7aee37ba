/** The page of a tournament, and the screen for its hall. */
import { isHall } from '../../calls.js';
import { changes, fill, h, keyedViews, setText, show } from '../../dom.js';
import { factsWords, phaseWords, playersWords } from '../../format/tournaments.js';
import { factsOf, t } from '../../i18n/index.js';
import { pathOf } from '../../route.js';
import { downloads, fetchMatches } from '../../tournament_api.js';
import { fetchedPart, fetchedView } from '../fetched.js';
import { setName } from '../name.js';
import { sitePage } from '../site.js';
import { copyButton, pageLink } from '../widgets.js';
import { countdownView } from './countdown.js';
import { hallPage } from './hall_page.js';
import './looks.js';
import { missingView } from './missing.js';
import { moderatorBox } from './moderator_box.js';
import { organiserBox } from './organiser_box.js';
import { ownBox } from './own_box.js';
import { podiumView } from './podium.js';
import { reportView } from './report_view.js';
import { matchesView, matchView, standingsView } from './standings.js';

/** @import { Actions } from '../../actions.js' */
/** @import { View } from '../../app.js' */
/** @import { TournamentEntrant, TournamentMatch } from '../../protocol.js' */
/** @import { State } from '../../state.js' */
/** @import { Shown } from '../../tournament.js' */

/** The matches of a round. @typedef {{ round: number, matches: TournamentMatch[], entrants: TournamentEntrant[], own: number | undefined }} Round */

function earlierView() {
  const status = fetchedView();
  const rounds = h('div');
  const summary = h('summary', t('tournament.earlier'));
  const element = h(
    'details.event-card.stack.box',
    { testid: 'earlier', hidden: true },
    summary,
    status.element,
    rounds,
  );
  const isOther = changes();
  /** @type {{ shown: Shown, own: number | undefined } | null} */
  let latest = null;

  function load() {
    if (!element.open || !latest) return;
    const { shown, own } = latest;
    const { entrants, head } = shown;
    if (!isOther(shown.id, head.round)) return;
    status.load({
      fetch: (signal) => fetchMatches(shown.id, signal),
      show({ matches }) {
        const ended = Array.from({ length: head.round - 1 }, (_, i) => ({
          round: head.round - 1 - i,
          matches: matches.filter(({ round }) => round === head.round - 1 - i),
          entrants,
          own,
        }));
        keyedViews(rounds, ended, ({ round }) => [round], roundView);
      },
    });
  }
  element.addEventListener('toggle', load);
  return {
    element,
    end: status.stop,
    /** @param {Shown} shown @param {number | undefined} own the visitor's number */
    draw(shown, own) {
      latest = { shown, own };
      show(element, shown.head.boards !== undefined && shown.head.round > 1);
      load();
    },
  };
}

function roundView() {
  const title = h('h3');
  const list = h('ol.event-matches', { role: 'list' });
  return {
    element: h('section', title, list),
    /** @param {Round} row */
    draw({ round, matches, entrants, own }) {
      setText(title, t('tournament.matches', { n: round }));
      const rows = matches.map((match) => ({ match, entrants, own }));
      keyedViews(
        list,
        rows,
        ({ match }) => [match.number],
        () => matchView(),
      );
    },
  };
}

/** How often the time that is left is drawn again. */
const SECOND_MS = 1000;

/** @param {Actions} actions @returns {View} */
export function pageView(actions) {
  /** @type {State | null} */
  let latest = null;
  const id = () => {
    const route = latest?.route;
    return route?.page === 'tournament' ? route.tournament : '';
  };
  const element = h('div');
  /** The page or the screen: another route makes another view. @type {View & { tick(state: State): void } | null} */
  let view = null;

  /** @param {State} state */
  function draw(state) {
    latest = state;
    if (view === null) {
      view = isHall(state.route) ? hallPage(actions) : wholePage(actions, id);
      fill(element, view.element);
    }
    view.draw(state);
  }

  /** Only the time that is left: the standings of hundreds of players are drawn when they change. */
  function tick() {
    if (latest) view?.tick(latest);
  }
  const ticking = setInterval(tick, SECOND_MS);
  function end() {
    clearInterval(ticking);
    view?.end?.();
  }
  return { element, draw, end };
}

/** The first lines: the name, what is played, how far it is, the time until something happens, and at the end the podium. */
function headView() {
  const name = h('h1', { testid: 'event-name' });
  const facts = h('p.lead');
  const count = countdownView();
  const phase = h('p.event-phase', { role: 'status', testid: 'event-phase' });
  const by = h('p.hint');
  const words = h('div.event-about.stack', name, facts, phase, by);
  const podium = podiumView();
  const header = h('header.event-head.row', words, count.element);
  return {
    element: h('div.stack', header, podium.element),
    tick: count.draw,
    /** @param {Shown} shown */
    draw(shown) {
      const { head } = shown;
      podium.draw(shown);
      setName(name, head.name || t('tournament.nameless'));
      setText(facts, factsWords(head));
      setText(phase, factsOf([phaseWords(head), playersWords(head)]));
      setText(by, head.organiser && t('tournament.by', { name: head.organiser }));
      show(by, head.organiser !== '');
    },
  };
}

/** @param {Actions} actions @param {() => string} id */
function wholePage(actions, id) {
  const missing = missingView();
  const head = headView();
  const own = ownBox(actions, id);
  const organiser = organiserBox(id);
  const moderator = moderatorBox(id);
  const matches = matchesView(actions);
  const standings = standingsView();
  const earlier = earlierView();
  const deals = fetchedPart('event-deals', async () => (await import('./deals.js')).dealsView(), {
    isExtra: true,
  });
  const tools = toolsView(actions, id);
  const content = h(
    'div.event-page',
    head.element,
    own.element,
    deals.element,
    organiser.element,
    moderator.element,
    h('div.event-columns', matches.element, standings.element),
    earlier.element,
    tools.element,
  );
  const isOther = changes();

  /** @param {State} state */
  const enteredIn = ({ tournament, entered }) =>
    entered?.tournament === tournament?.id ? entered : null;

  /** @param {State} state */
  function tick(state) {
    if (!state.tournament) return;
    head.tick(state.tournament, Date.now() + state.clock_ms);
    own.draw(state.tournament, enteredIn(state), state);
  }
  return {
    element: sitePage(actions, 'tournament-page', missing.element, content),
    tick,
    end() {
      earlier.end();
      tools.end();
    },
    /** @param {State} state */
    draw(state) {
      const { tournament: shown } = state;
      const entered = enteredIn(state);
      missing.draw(state);
      show(content, shown !== null);
      tick(state);
      const { entrant, organiser: organises, moderator: moderates, networks } = entered ?? {};
      const seen = [entrant, organises, moderates, JSON.stringify(networks)];
      if (!shown || !isOther(shown.id, shown.v, ...seen)) return;
      head.draw(shown);
      show(organiser.element, organises === true);
      if (organises) organiser.draw(shown, networks);
      show(moderator.element, moderates === true);
      if (moderates) moderator.draw(shown);
      matches.draw(shown, entrant);
      standings.draw(shown, entrant);
      earlier.draw(shown, entrant);
      if (entrant !== undefined && shown.head.boards !== undefined) deals.draw(shown);
      tools.draw(shown);
    },
  };
}

/** The link for players, downloads, and the way to the hall's screen. @param {Actions} actions @param {() => string} id */
function toolsView(actions, id) {
  const link = () => `${location.origin}${pathOf({ page: 'tournament', tournament: id() })}`;
  const copy = copyButton(t('tournament.share'), link, { kind: 'small', testid: 'event-share' });
  const rest = h('span.event-row.row');
  let known = '';
  const reporting = reportView(id);
  return {
    element: h('div.event-row.row', ...copy, rest, ...reporting.elements),
    end: reporting.end,
    /** @param {Shown} shown */
    draw(shown) {
      reporting.draw(shown);
      const { next = '' } = shown.head;
      if (known === id() + next) return;
      known = id() + next;
      const tournament = id();
      const { results, calendar } = downloads(tournament);
      const look = { class: 'button small' };
      fill(
        rest,
        h('a', { ...look, href: calendar, download: true }, t('tournament.calendar')),
        h(
          'a',
          { ...look, href: results, download: true, testid: 'event-csv' },
          t('tournament.csv'),
        ),
        pageLink(
          actions,
          { page: 'tournament', tournament, screen: true },
          look,
          t('tournament.screen'),
        ),
        next &&
          pageLink(actions, { page: 'tournament', tournament: next }, look, t('tournament.next')),
        pageLink(actions, { page: 'tournaments' }, look, t('tournament.all')),
      );
    },
  };
}
