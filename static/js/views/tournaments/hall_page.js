/** The screen for a hall: what everybody wants to see from afar. */
import { fetchTournaments } from '../../api.js';
import { keepAwake } from '../../awake.js';
import { attr, changes, fill, h, setText, show } from '../../dom.js';
import { phaseWords, playersWords } from '../../format/tournaments.js';
import { factsOf, t } from '../../i18n/index.js';
import { pathOf } from '../../route.js';
import { setName } from '../name.js';
import { pageLink } from '../widgets.js';
import { countdownView } from './countdown.js';
import { missingView } from './missing.js';
import { podiumView } from './podium.js';
import { matchesView, standingsView } from './standings.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Route, State } from '../../state.js' */
/** @import { Shown } from '../../tournament.js' */

/** As many rows of the standings, and as many matches, as are shown at a time. */
const ROWS = 13;
const MATCHES = 10;
/** As many matches with a line of boards. */
const MATCHES_OF_BOARDS = 8;
/** As many players before the start. */
const PLAYERS = 32;
/** How long a part of a long list is shown: as long as it takes to find a name. */
const PAGE_MS = 12_000;
/** The least size of the text in pixels, and the largest as a part of the window's width: a longer name would break. */
const TEXT_MIN = 14;
const TEXT_MAX_OF_WIDTH = 0.03;
/** How often the size is halved in the search for the one that fills the screen. */
const STEPS = 7;

/** Gives the screen the largest text with which it holds all that is shown. @param {HTMLElement} element */
function fit(element) {
  let [low, high] = [TEXT_MIN, Math.max(TEXT_MIN, innerWidth * TEXT_MAX_OF_WIDTH)];
  /** @param {number} size */
  const set = (size) => element.style.setProperty('--text-hall', `${size}px`);
  set(high);
  if (element.scrollHeight <= innerHeight) return;
  for (let step = 0; step < STEPS; step += 1) {
    const size = (low + high) / 2;
    set(size);
    if (element.scrollHeight > innerHeight) high = size;
    else low = size;
  }
  set(low);
}

/** @param {Actions} actions */
export function hallPage(actions) {
  const missing = missingView();
  const name = h('h1');
  const phase = h('p.hall-phase');
  const count = countdownView();
  const podium = podiumView();
  const matches = matchesView();
  const standings = standingsView();
  const columns = h('div.hall-columns', podium.element, standings.element, matches.element);
  const head = h('header.hall-head.row', h('div', name, phase), count.element);
  const foot = footView(actions, () => fit(element));
  const parts = [missing.element, head, columns, foot.element];
  /** @type {HTMLElement} */
  const element = h('main.hall', { testid: 'hall' }, ...parts);
  const refit = () => fit(element);
  const isOther = changes();

  /** @param {Shown} shown @param {number} page */
  function drawLists(shown, page) {
    const isDuplicate = shown.head.boards !== undefined;
    matches.draw(shown, undefined, { size: isDuplicate ? MATCHES_OF_BOARDS : MATCHES, page });
    standings.draw(shown, undefined, { size: shown.head.round > 0 ? ROWS : PLAYERS, page });
    // At the end only the places count.
    if (shown.head.phase === 'ended') show(matches.element, false);
  }

  /** @param {State} state */
  function tick({ tournament: shown, clock_ms }) {
    if (!shown) return;
    count.draw(shown, Date.now() + clock_ms);
    const page = Math.floor(Date.now() / PAGE_MS);
    if (!isOther(shown.id, shown.v, page)) return;
    foot.draw(shown);
    setName(name, shown.head.name || t('tournament.nameless'));
    setText(phase, factsOf([phaseWords(shown.head), playersWords(shown.head)]));
    podium.draw(shown);
    drawLists(shown, page);
    refit();
  }
  addEventListener('resize', refit);
  keepAwake(true);
  return {
    element,
    tick,
    end() {
      removeEventListener('resize', refit);
      keepAwake(false);
    },
    /** @param {State} state */
    draw(state) {
      const { tournament: shown } = state;
      missing.draw(state);
      for (const part of [head, columns, foot.element]) show(part, shown !== null);
      tick(state);
    },
  };
}

/** The way to the page of the tournament: a code to scan, and the shortest address where it is found. @param {Actions} actions @param {() => void} changed is called when it is as high as it stays */
function footView(actions, changed) {
  const words = h('p.hall-words');
  const code = h('img.hall-code', { alt: t('tournament.code'), hidden: true, testid: 'hall-code' });
  code.addEventListener('load', () => {
    show(code, true);
    changed();
  });
  let known = '';
  /** Whether the list of tournaments shows it, whose address can be typed. @param {string} tournament */
  async function isListed(tournament) {
    const { open } = await fetchTournaments();
    return open.some((one) => one.tournament === tournament);
  }
  /** @param {Route} page whose address is told */
  function tell(page) {
    fill(
      words,
      t('tournament.phone'),
      ' ',
      pageLink(actions, page, {}, location.host + pathOf(page)),
    );
  }
  return {
    element: h('footer.hall-foot.row', words, code),
    /** @param {Shown} shown */
    draw(shown) {
      if (known === shown.id) return;
      known = shown.id;
      tell({ page: 'tournament', tournament: shown.id });
      isListed(shown.id).then(
        (listed) => listed && tell({ page: 'tournaments' }),
        () => {},
      );
      attr(code, 'src', `${pathOf({ page: 'tournament', tournament: shown.id })}/qr.svg`);
    },
  };
}
