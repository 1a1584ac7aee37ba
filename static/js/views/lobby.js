/** The front page: a table in play, three ways to a match, and the people who are there. */
import { fetchCatalogue } from '../api.js';
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
import { button, segments } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */
/** @import { State } from '../state.js' */

/** The games that everybody is offered, by their presets. */
const GAMES = ['Draw', 'Block', 'Fives', 'Fives and Threes'];

/** @param {Actions} actions @param {() => void} changed is called when another game was chosen */
function gamesRow(actions, changed) {
  const place = h('div.front-games.row', { role: 'group', 'aria-label': t('front.games') });
  /** The game of the page's address. */
  let addressed = '';
  const world = fetchedDialog(async () => {
    const [program, catalogue] = await Promise.all([
      import('./world.js'),
      fetchCatalogue(),
      import('./later.js'),
    ]);
    const { element, open } = program.worldDialog(choose);
    return { element, open: () => open(catalogue, chosen()) };
  });
  const more = button([t('front.world'), icon('more')], {
    class: 'segment front-world',
    'aria-haspopup': 'dialog',
    testid: 'front-world',
    press: world.open,
  });

  /** Chooses a game; the address of another one is left. @param {string} game */
  function pick(game) {
    keep(game);
    if (addressed !== '' && addressed !== game) actions.go({ page: 'lobby' });
    else changed();
  }

  /** Chooses a game that may not stand in the row yet. @param {string} game */
  function choose(game) {
    pick(game);
    redraw();
  }

  /** A game that isn't among those that everybody is offered comes first, and so does that of the address. */
  function redraw() {
    const game = chosen();
    const first = game === addressed || !GAMES.includes(game) ? game : GAMES[0];
    /** The game of the world that is offered beside the others. */
    const ofWorld = settings.get().world || countryGame(navigator.languages);
    const choices = new Set([first, ...GAMES, ...(ofWorld ? [ofWorld] : [])]);
    const row = [...choices].map((value) => ({ value, label: presetInWords(value) }));
    fill(place, segments('game', row, game, pick).element, more, world.element);
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
      if (game === '') return;
      keep(game);
      redraw();
    },
    end: world.end,
  };
}

/** The game that is chosen. */
const chosen = () => settings.get().game || GAMES[0];

/** @param {string} game */
const keep = (game) => settings.set(GAMES.includes(game) ? { game } : { game, world: game });

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
      games.end();
      doors.end();
      fair.end();
    },
  };
}

/** What heads the front page. */
const heroWords = () =>
  h('div.hero-words', h('h1', t('lobby.title')), h('p.lead', t('lobby.lead')));
