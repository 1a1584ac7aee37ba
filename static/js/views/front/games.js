/** The row of games on the front page: the one that is chosen holds for every way to a match. */
import { fetchCatalogue } from '../../api.js';
import { fill, h } from '../../dom.js';
import { countryGame } from '../../format/country.js';
import { presetInWords } from '../../format/notation.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { gameOf } from '../../route.js';
import { settings } from '../../settings.js';
import { fetchedDialog } from '../fetched.js';
import { button, segments } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { State } from '../../state.js' */

/** The games that everybody is offered, by their presets. */
const GAMES = ['Draw', 'Block', 'Fives', 'Fives and Threes'];

/** @param {Actions} actions @param {() => void} changed is called when another game was chosen */
export function gamesRow(actions, changed) {
  const place = h('div', { class: 'front-games', role: 'group', 'aria-label': t('front.games') });
  let asked = '';
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

  const chosen = () => settings.get().game || GAMES[0];
  /** The game of the world that is offered beside the others. */
  const ofWorld = () => settings.get().world || countryGame(navigator.languages);

  /** @param {string} game */
  function pick(game) {
    settings.set(GAMES.includes(game) ? { game } : { game, world: game });
    changed();
  }

  /** Chooses a game that may not stand in the row yet. @param {string} game */
  function choose(game) {
    pick(game);
    redraw();
  }

  function redraw() {
    const own = GAMES.includes(chosen()) ? ofWorld() : chosen();
    const choices = [...GAMES, ...(own ? [own] : [])];
    const row = choices.map((value) => ({ value, label: presetInWords(value) }));
    fill(place, segments('game', row, chosen(), pick).element, more, world.element);
  }

  /** Chooses the game that the page's address names. @param {string} game */
  async function chooseAddressed(game) {
    const catalogue = await fetchCatalogue().catch(() => null);
    if (!catalogue) return actions.sorry();
    const named = catalogue.presets.find(({ name }) => gameOf(name) === game);
    if (named && asked === game) choose(named.name);
  }

  redraw();
  return {
    element: place,
    chosen,
    /** @param {State} state */
    draw({ route }) {
      const game = (route.page === 'lobby' && route.game) || '';
      if (game === asked) return;
      asked = game;
      if (game) void chooseAddressed(game);
    },
    end: world.end,
  };
}
