/** The front page: a table in play, three ways to a match, and the people who are there. */
import { attr, h, show } from '../dom.js';
import { t } from '../i18n/index.js';
import { doorsView } from './front/doors.js';
import { feltView } from './front/felt.js';
import { gamesRow } from './front/games.js';
import { ownTablesView } from './front/own.js';
import { peopleView } from './front/people.js';
import { sitePage } from './site.js';

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */
/** @import { State } from '../state.js' */

/** @param {Actions} actions @returns {View} */
export function lobbyView(actions) {
  /** @type {State | null} */
  let latest = null;
  const games = gamesRow(actions, () => latest && doors.draw(latest));
  const doors = doorsView(actions, games.chosen, (isOpen) => show(games.element, !isOpen));
  const felt = feltView(actions, (isOver) => attr(doors.element, 'data-next', isOver && 'true'));
  const own = ownTablesView(actions);
  const people = peopleView(actions, { learn: felt.focus, openPublic: doors.openPublic });
  const element = sitePage(
    actions,
    'lobby',
    own.element,
    h(
      'div',
      { class: 'hero' },
      h(
        'div',
        { class: 'hero-words' },
        h('h1', {}, t('lobby.title')),
        h('p', { class: 'lead' }, t('lobby.lead')),
      ),
      felt.element,
      h('div', { class: 'front-ways' }, games.element, doors.element),
    ),
    people.element,
  );
  return {
    element,
    draw(state) {
      latest = state;
      games.draw(state);
      doors.draw(state);
      own.draw(state);
      people.draw(state);
    },
    end() {
      felt.end();
      games.end();
      doors.end();
      people.end();
    },
  };
}
