/** The row of games on the front page: the one that is chosen holds for every way to a match. */
import { fetchCatalogue } from '../../api.js';
import { fill, h } from '../../dom.js';
import { presetInWords } from '../../format/notation.js';
import { countryGame } from '../../format/world_games.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { settings } from '../../settings.js';
import { fetchedDialog } from '../fetched.js';
import { button, segments } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { State } from '../../state.js' */

/** The games that everybody is offered, by their presets. */
const GAMES = ['Draw', 'Block', 'Fives', 'Fives and Threes'];

/** @param {Actions} actions @param {() => void} changed is called when another game was chosen */
export function gamesRow(actions, changed) {
  const place = h('div.front-games', { role: 'group', 'aria-label': t('front.games') });
  /** The game of the page's address. */
  let addressed = '';
  const world = fetchedDialog(async () => {
    const [program, catalogue] = await Promise.all([import('../world.js'), fetchCatalogue()]);
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
