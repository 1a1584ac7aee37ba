/** The page on which a game is chosen, and the rail with the choice and the ways to a match of it. */
import { fetchCatalogue } from '../../catalogue.js';
import { changes, fill, h } from '../../dom.js';
import { choiceFacts, choiceIn } from '../../format/families.js';
import { placedName } from '../../format/places.js';
import { t } from '../../i18n/index.js';
import { mixes, settings } from '../../settings.js';
import { fetchedView } from '../fetched.js';
import { gamesOf, isJoinable, othersTables, seekerRows } from '../front/listings.js';
import '../later.js';
import { sitePage } from '../site.js';
import { button, pageLink } from '../widgets.js';
import { chooserView } from './chooser.js';
import { gameDoors } from './doors.js';

/** @import { Actions } from '../../actions.js' */
/** @import { View } from '../../app.js' */
/** @import { Choice } from '../../format/families.js' */
/** @import { Catalogue } from '../../catalogue.js' */
/** @import { State } from '../../state.js' */

/** @param {Actions} actions @param {Catalogue} catalogue */
function gamesBody(actions, catalogue) {
  /** @type {State | null} */
  let latest = null;
  /** @param {Choice} choice */
  function pick(choice) {
    chosen = choice;
    settings.set({ game: choice.preset });
    if (latest) draw(latest);
  }
  const chooser = chooserView(catalogue, {
    entry: (choice, content) =>
      button(content, {
        class: 'pick',
        testid: `pick-${choice.name}`,
        press: () => pick(choice),
      }),
    rules: ({ name }) => rulesLink(actions, name, {}),
    changed: pick,
    open: (family) => actions.go({ page: 'games', family }),
  });
  const { families } = chooser;
  let chosen = choiceIn(families, settings.get().game) ?? families[0].rows[0][0];
  const rail = railView(actions, () => chosen);
  /** The family of the address; null before the first. @type {string | null} */
  let family = null;

  /** @param {State} state */
  function draw(state) {
    latest = state;
    const waits = waitsByGame(state);
    const { family: asked = '' } = state.route.page === 'games' ? state.route : {};
    const isKnown = families.some(({ id }) => id === asked);
    chooser.draw({ chosen: chosen.name, waits, ...(isKnown && { family: asked }) });
    if (family !== null && asked !== family) chooser.reveal(asked);
    family = asked;
    rail.draw(waits.get(chosen.preset) ?? 0);
  }
  return { elements: [chooser.element, rail.element], draw, end: rail.end };
}

/** How many players wait for each game, at open tables or in a search, by preset. @param {State} state */
function waitsByGame(state) {
  const rows = [...othersTables(state).filter(isJoinable), ...seekerRows(state, '', mixes())];
  /** @type {Map<string, number>} */
  const waits = new Map();
  for (const game of rows.flatMap(gamesOf)) waits.set(game, (waits.get(game) ?? 0) + 1);
  return waits;
}

/** @param {Actions} actions @param {string} name @param {import('../../dom.js').Props} props */
const rulesLink = (actions, name, props) =>
  pageLink(
    actions,
    { page: 'rules', preset: name },
    { 'aria-label': t('games.rules_of', { game: placedName(name) }), ...props },
    t('app.rules'),
  );

/** What is chosen, and the ways to play it. @param {Actions} actions @param {() => Choice} choice */
function railView(actions, choice) {
  const doors = gameDoors(actions, choice);
  const words = h('p.rail-words', { role: 'status', testid: 'rail-game' });
  const rules = h('div.rail-rules');
  const isNew = changes();
  const named = { 'aria-label': t('games.chosen') };
  return {
    element: h('section.game-rail', named, words, rules, doors.element, doors.status),
    /** @param {number} waits */
    draw(waits) {
      doors.draw(waits);
      const { name } = choice();
      if (!isNew(name)) return;
      fill(words, h('b', placedName(name)), ' ', h('span', choiceFacts(choice())));
      fill(
        rules,
        rulesLink(actions, name, {
          class: 'game-door',
          'data-door': 'rules',
          testid: 'rail-rules',
        }),
      );
    },
    end: doors.end,
  };
}

/** @param {Actions} actions @returns {View} */
export function pageView(actions) {
  const status = fetchedView();
  const place = h('div.games-body.stack', status.element);
  /** @type {ReturnType<typeof gamesBody> | null} */
  let body = null;
  /** @type {State | null} */
  let latest = null;
  status.load({
    fetch: fetchCatalogue,
    show(catalogue) {
      body = gamesBody(actions, catalogue);
      place.append(...body.elements);
      if (latest) body.draw(latest);
    },
  });
  return {
    element: sitePage(actions, 'games-page', h('h1', t('front.games')), place),
    draw(state) {
      latest = state;
      body?.draw(state);
    },
    end() {
      status.stop();
      body?.end();
    },
  };
}
