/** The front page: a table in play, three ways to a match, and the people who are there. */
import { attr, fill, h, show } from '../dom.js';
import { presetInWords } from '../format/notation.js';
import { countryGame } from '../format/world_games.js';
import { t } from '../i18n/index.js';
import { icon } from '../icon.js';
import { settings } from '../settings.js';
import { fetchedDialog, fetchedPart } from './fetched.js';
import { doorsView } from './front/doors.js';
import { feltView } from './front/felt.js';
import { TAUGHT } from './front/score_line.js';
import { sitePage } from './site.js';
import { styleSheet } from './style_sheet.js';
import { pageLink, segments } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */
/** @import { State } from '../state.js' */

/** The games that everybody is offered: the first always, the others where there is room. */
const GAMES = ['Draw', 'Fives', 'Block'];
/** How many games the row offers, before the way to all. */
const OFFERED = 3;

/** @param {Actions} actions @param {() => void} changed is called when another game was chosen */
function gamesRow(actions, changed) {
  const place = h('div.front-games.row', { role: 'group', 'aria-label': t('front.games') });
  /** The game of the page's address. */
  let addressed = '';
  const look = { class: 'segment front-all', testid: 'all-games' };
  const all = pageLink(actions, { page: 'games' }, look, t('front.any_game'), icon('forward'));

  /** Chooses a game; the address of another one is left. @param {string} game */
  function pick(game) {
    settings.set({ game });
    if (addressed !== '' && addressed !== game) actions.go({ page: 'lobby' });
    else changed();
  }

  /** Chooses a game that may not stand in the row yet. @param {string} game */
  function choose(game) {
    pick(game);
    redraw();
  }

  /** The game of last time comes first, then that of the visitor's country. */
  function redraw() {
    const [first, ...others] = GAMES;
    const country = countryGame(navigator.languages);
    const games = new Set([chosen(), ...(country ? [country] : []), first, ...others]);
    const row = [...games]
      .slice(0, OFFERED)
      .map((value) => ({ value, label: presetInWords(value) }));
    fill(place, segments('game', row, chosen(), pick).element, all);
    requestAnimationFrame(() => showChosen(place));
  }

  redraw();
  return {
    element: place,
    chosen,
    choose,
    /** @param {State} state */
    draw({ route }) {
      const game = (route.page === 'lobby' && route.game) || '';
      if (game === addressed) return;
      addressed = game;
      if (game !== '') choose(game);
    },
  };
}

/** The game that is chosen. */
const chosen = () => settings.get().game || GAMES[0];

/** Moves the row sideways to the chosen game; the page stays where it is. @param {HTMLElement} row */
function showChosen(row) {
  const label = row.querySelector('label:has(:checked)')?.getBoundingClientRect();
  if (!label) return;
  const { left, right } = row.getBoundingClientRect();
  row.scrollLeft += Math.max(0, label.right - right) || Math.min(0, label.left - left);
}

/** @param {Actions} actions @returns {View} */
export function lobbyView(actions) {
  /** @type {State | null} */
  let latest = null;
  const games = gamesRow(actions, () => latest && drawChosen(latest));
  const doors = doorsView(actions, games.chosen, (isOpen, isChoice) => {
    show(games.element, !isOpen);
    show(felt.element, !isChoice);
  });
  const felt = feltView(actions, (isOver) => attr(doors.element, 'data-next', isOver && 'true'));
  const fair = fetchedDialog(async () => (await import('./fair/panel.js')).howDialog());
  const own = h('div', { hidden: true });
  // What the lists show comes from the server anyway, so a page that opens with a table has them not.
  const people = fetchedPart('front-people', async () => {
    // Fetched side by side, and from here: each file of its own would cost the first visit a request.
    const looks = styleSheet('css/people.css');
    const { peopleView } = await import('./front/people.js');
    await looks;
    return peopleView(actions, own, {
      game: games.chosen,
      seek: doors.seek,
      learn,
      openPublic: doors.openPublic,
      askHow: fair.open,
    });
  });
  const words = heroWords();

  function learn() {
    games.choose(TAUGHT);
    felt.focus();
  }

  /** What follows from the chosen game. The page of a game is headed by it. @param {State} state */
  function drawChosen(state) {
    const isAddressed = state.route.page === 'lobby' && state.route.game !== undefined;
    show(words, !isAddressed);
    felt.draw(games.chosen(), isAddressed);
    doors.draw(state);
  }

  const element = sitePage(
    actions,
    'lobby',
    own,
    h(
      'div.hero.stack',
      words,
      felt.element,
      h('div.front-ways.stack', games.element, doors.element),
    ),
    people.element,
    fair.element,
  );
  return {
    element,
    draw(state) {
      latest = state;
      games.draw(state);
      drawChosen(state);
      people.draw(state);
    },
    end() {
      felt.end();
      doors.end();
      fair.end();
    },
  };
}

/** What heads the front page. */
const heroWords = () =>
  h('div.hero-words', h('h1', t('lobby.title')), h('p.lead', t('lobby.lead')));
