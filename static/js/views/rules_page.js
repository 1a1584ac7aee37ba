/** The page of the rules: the games to choose from, and the rules of one. */
import { fetchCatalogue } from '../api.js';
import { changes, fill, h, show } from '../dom.js';
import { choiceFacts, choiceIn } from '../format/families.js';
import { namedChoices, presetInWords } from '../format/notation.js';
import { placedName, placeInWords } from '../format/places.js';
import { fetchRules, LINE } from '../games/index.js';
import { t, textOrNull } from '../i18n/index.js';
import { icon } from '../icon.js';
import { settings } from '../settings.js';
import { fetchedView } from './fetched.js';
import { TAUGHT } from './front/score_line.js';
import { chooserView } from './games/chooser.js';
import { gameDoors } from './games/doors.js';
import './later.js';
import { gamePictureOf } from './game_picture.js';
import { backToRules, readingLinks, readingOf, readingView, wrongRule } from './reading.js';
import { sitePage } from './site.js';
import { pageLink } from './widgets.js';

const { rulesArticle } = await fetchRules(LINE);

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */
/** @import { Choice } from '../format/families.js' */
/** @import { RulesPart } from '../games/contract.js' */
/** @import { LineCatalogue } from '../protocol.js' */

/** All games, each of which leads to its rules. @param {Actions} actions @param {LineCatalogue} catalogue */
function indexView(actions, catalogue) {
  const look = { class: 'button', testid: 'learn' };
  const learn = pageLink(actions, { page: 'lobby' }, look, icon('star'), t('learn.start'));
  learn.addEventListener('click', () => settings.set({ game: TAUGHT }));
  const { element, families, draw } = chooserView(catalogue, {
    entry: ({ name }, content) =>
      pageLink(
        actions,
        { page: 'rules', preset: name },
        { class: 'pick', testid: `rules-${name}` },
        ...content,
      ),
  });
  draw({ chosen: '', family: '' });
  const title = h('h1', t('rules.title'));
  const ways = h('div.reading-links.row', learn, ...readingLinks(actions).links);
  return {
    element: h('div.rules-index.stack', title, h('p.lead', t('rules.intro')), ways, element),
    families,
  };
}

/** The rules of one game. @param {Actions} actions @param {LineCatalogue} catalogue @param {Choice} first */
function gameView(actions, catalogue, first) {
  const named = namedChoices(catalogue.presets);
  let choice = first;
  const doors = gameDoors(actions, () => choice);
  const head = h('header.rules-head');
  const article = rulesArticle((part) =>
    actions.go({ page: 'rules', preset: choice.name, strategy: part === 'strategy' }),
  );
  const wrong = wrongRule();
  const isNew = changes();
  return {
    element: h('div.rules-game.stack', head, article.element, wrong.element),
    /** @param {Choice} shown @param {RulesPart} part */
    draw(shown, part) {
      choice = shown;
      const { name, preset } = choice;
      const rules = named.find((one) => one.name === name)?.rules;
      if (rules) article.draw(rules, preset, placedName(name), { part });
      if (!isNew(name)) return;
      doors.draw(0);
      wrong.draw(name);
      fill(
        head,
        gamePictureOf(choice),
        h(
          'div.rules-words.stack',
          backToRules(actions),
          h('h1', presetInWords(name)),
          h('p.rules-place.if-any', placeInWords(preset)),
          h('p.lead', textOrNull(`preset.${name}`)),
          h('p.hint', choiceFacts(choice)),
          h('h2.rules-play', { id: 'play-this' }, t('rules.play')),
          doors.element,
          doors.status,
        ),
      );
    },
    end: doors.end,
  };
}

/** @param {Actions} actions @returns {View} */
export function pageView(actions) {
  const status = fetchedView('h1');
  const place = h('div', status.element);
  const reading = readingView(actions);
  const element = sitePage(actions, 'rules-page', place, reading.element);
  /** @type {[preset: string | null, part: RulesPart]} */
  let asked = [null, 'rules'];
  /** @type {(() => void) | null} */
  let drawBody = null;
  /** @type {ReturnType<typeof gameView> | null} */
  let game = null;

  status.load({
    fetch: fetchCatalogue,
    show(catalogue) {
      const index = indexView(actions, catalogue);
      drawBody = () => {
        const [preset, part] = asked;
        const choice = preset === null ? undefined : choiceIn(index.families, preset);
        show(index.element, !choice);
        if (choice && !game) {
          game = gameView(actions, catalogue, choice);
          place.append(game.element);
        }
        if (game) show(game.element, choice !== undefined);
        if (choice) game?.draw(choice, part);
      };
      place.append(index.element);
      drawBody();
    },
  });

  return {
    element,
    draw({ route }) {
      if (route.page !== 'rules') return;
      const read = readingOf(route.preset);
      show(place, read === null);
      show(reading.element, read !== null);
      if (read) return reading.draw(read);
      asked = [route.preset, route.strategy ? 'strategy' : 'rules'];
      drawBody?.();
    },
    end() {
      status.stop();
      game?.end();
    },
  };
}
