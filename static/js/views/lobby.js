/** The front page: a table in play, three ways to a match, and the people who are there. */
import { attr, h, show } from '../dom.js';
import { t } from '../i18n/index.js';
import { fetchedDialog, fetchedPart } from './fetched.js';
import { doorsView } from './front/doors.js';
import { feltView } from './front/felt.js';
import { gamesRow } from './front/games.js';
import { TAUGHT } from './front/score_line.js';
import { sitePage } from './site.js';
import { styleSheet } from './style_sheet.js';

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */
/** @import { State } from '../state.js' */

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
    h('div.hero', words, felt.element, h('div.front-ways', games.element, doors.element)),
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
