/** The page of the rules: the games to choose from, and the rules of one. */
import { fetchCatalogue } from '../catalogue.js';
import { standardPresets } from '../create_model.js';
import { changes, fill, h, show } from '../dom.js';
import { choiceFacts, choiceIn } from '../format/families.js';
import { namedChoices, presetInWords } from '../format/notation.js';
import { placedName, placeInWords } from '../format/places.js';
import { fetchRules, hasRules } from '../games/index.js';
import { factsOf, t, textOrNull } from '../i18n/index.js';
import { icon } from '../icon.js';
import { settings } from '../settings.js';
import { fetchedPart, fetchedView } from './fetched.js';
import { TAUGHT } from './front/score_line.js';
import { chooserView } from './games/chooser.js';
import { gameDoors } from './games/doors.js';
import './later.js';
import { gamePictureOf } from './game_picture.js';
import { backToRules, readingLinks, readingOf, readingView, wrongRule } from './reading.js';
import { sitePage } from './site.js';
import { pageLink } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */
/** @import { Choice } from '../format/families.js' */
/** @import { RulesPart } from '../games/contract.js' */
/** @import { Catalogue } from '../catalogue.js' */

/** All games, each of which leads to its rules. @param {Actions} actions @param {Catalogue} catalogue */
function indexView(actions, catalogue) {
  const look = { class: 'button', testid: 'learn' };
  const learn = pageLink(actions, { page: 'lobby' }, look, icon('star'), t('learn.start'));
  learn.addEventListener('click', () => settings.set({ game: TAUGHT }));
  const presets = catalogue.presets.filter(({ game }) => hasRules(game.kind));
  const { element, families, draw } = chooserView(
    { presets },
    {
      entry: ({ name }, content) =>
        pageLink(
          actions,
          { page: 'rules', preset: name },
          { class: 'pick', testid: `rules-${name}` },
          ...content,
        ),
    },
  );
  draw({ chosen: '', family: '' });
  const title = h('h1', t('rules.title'));
  const lessons = lessonLinks(actions, presets);
  const ways = h('div.reading-links.row', learn, ...lessons, ...readingLinks(actions).links);
  return {
    element: h('div.rules-index.stack', title, h('p.lead', t('rules.intro')), ways, element),
    families,
  };
}

/** The ways to the lessons of games that have them beside their rules. @param {Actions} actions @param {Catalogue['presets']} presets */
function lessonLinks(actions, presets) {
  const taught = standardPresets({ presets }).filter(({ game }) => game.form.hasLesson);
  return taught.map(({ name, variant }) =>
    pageLink(
      actions,
      { page: 'rules', preset: name, part: 'lesson' },
      { class: 'button', testid: `learn-${variant}` },
      icon('star'),
      factsOf([presetInWords(name), t('rules.lesson')]),
    ),
  );
}

/** The rules of one game. @param {Actions} actions @param {Catalogue} catalogue @param {Choice} first */
function gameView(actions, catalogue, first) {
  const named = namedChoices(catalogue.presets);
  let choice = first;
  const doors = gameDoors(actions, () => choice);
  const head = h('header.rules-head');
  const place = h('div');
  /** What tells the rules of games of each kind. */
  const articles = new Map();
  /** @param {string} kind @returns {ReturnType<typeof articleView>} */
  function articleOf(kind) {
    const article =
      articles.get(kind) ??
      articleView(kind, (part) =>
        actions.go({ page: 'rules', preset: choice.name, ...(part !== 'rules' && { part }) }),
      );
    articles.set(kind, article);
    return article;
  }
  const wrong = wrongRule();
  const isNew = changes();
  return {
    element: h('div.rules-game.stack', head, place, wrong.element),
    /** @param {Choice} shown @param {RulesPart} part */
    draw(shown, part) {
      choice = shown;
      const { name, preset } = choice;
      const rules = named.find((one) => one.name === name)?.rules;
      const article = articleOf(choice.kind);
      if (rules) article.draw([rules, preset, placedName(name), { part }]);
      if (!isNew(name)) return;
      fill(place, article.element);
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

/** The rules of games of a kind. @param {string} kind @param {(part: RulesPart) => void} go */
const articleView = (kind, go) =>
  fetchedPart('', async () => {
    const { element, draw } = (await fetchRules(kind)).rulesArticle(go);
    return { element, draw: (/** @type {Parameters<typeof draw>} */ shown) => draw(...shown) };
  });

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
      asked = [route.preset, route.part ?? 'rules'];
      drawBody?.();
    },
    end() {
      status.stop();
      game?.end();
    },
  };
}
