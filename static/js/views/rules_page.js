/** The page of the rules: the games to choose from, and the rules of one. */
import { fetchCatalogue } from '../api.js';
import { attr, h, setText, show } from '../dom.js';
import { gameInWords, namedChoices, presetInWords } from '../format/notation.js';
import { placedName, placeInWords, regionInWords, worldGames } from '../format/places.js';
import { isOfTheWorld } from '../format/world_games.js';
import { fetchRules, LINE } from '../games/index.js';
import { t, textOrNull } from '../i18n/index.js';
import { icon } from '../icon.js';
import { settings } from '../settings.js';
import { fetchedDialog, fetchedView } from './fetched.js';
import { TAUGHT } from './front/score_line.js';
import './later.js';
import { preloadMatch } from '../table/views/page.js';
import { readingLinks, readingOf, readingView, wrongRule } from './reading.js';
import { sitePage } from './site.js';
import { button, pageLink } from './widgets.js';

const { rulesArticle } = await fetchRules(LINE);

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */
/** @import { Opponents } from '../create_model.js' */
/** @import { RulesPart } from '../games/contract.js' */
/** @import { LineCatalogue } from '../protocol.js' */

/**
 * The inner part of the rules page.
 * @param {Actions} actions
 * @param {LineCatalogue} catalogue
 * @param {{ open(access: Opponents, game: string): unknown }} create opens the dialog for a new table
 */
function rulesBody(actions, catalogue, create) {
  const named = namedChoices(catalogue.presets);
  const groups = ruleGroups(catalogue, actions);
  const about = h('span');
  /** The preset of the address. @type {string | null} */
  let preset = null;
  let played = '';
  const play = button(t('rules.play'), {
    kind: 'primary',
    testid: 'play-this',
    press: () => create.open('computer', played),
  });
  const lead = h('div.rules-lead.row', about, play);
  const article = rulesArticle(lead, (part) =>
    actions.go({ page: 'rules', preset, strategy: part === 'strategy' }),
  );
  const wrong = wrongRule();
  const all = pageLink(
    actions,
    { page: 'rules', preset: null },
    { class: 'button small', testid: 'rules-all' },
    t('rules.all'),
  );
  const games = h(
    'nav.rules-games.stack',
    { 'aria-labelledby': 'rules-pick' },
    h('h2', { id: 'rules-pick' }, t('rules.pick')),
    ...groups.map(({ element }) => element),
    all,
  );
  return {
    element: h('div.rules-body.stack', games, article.element, wrong.element),
    /** @param {string | null} asked the preset of the address @param {RulesPart} part */
    draw(asked, part) {
      preset = asked;
      const chosen = named.find(({ name }) => name === asked);
      for (const group of groups) group.choose(chosen?.name ?? null);
      attr(games, 'data-chosen', chosen !== undefined);
      show(all, chosen !== undefined);
      for (const one of [article.element, wrong.element]) show(one, chosen !== undefined);
      if (!chosen) return;
      const { name, rules } = chosen;
      played = chosen.preset;
      wrong.draw(name);
      setText(about, textOrNull(`preset.${name}`) ?? '');
      article.draw(rules, chosen.preset, placedName(name), { part });
    },
  };
}

/** The families of the games that are known everywhere, by the variants of the rules; the first names the family. */
const FAMILIES = /** @type {const} */ ([['draw'], ['block'], ['all_fives', 'fives_and_threes']]);

/** The names to choose from: those known everywhere by family, and the games of the world by region. @param {LineCatalogue} catalogue @param {Actions} actions */
function ruleGroups(catalogue, actions) {
  const everywhere = namedChoices(catalogue.presets).filter(({ name }) => !isOfTheWorld(name));
  const families = FAMILIES.map((variants) => {
    const games = everywhere.filter(({ rules }) => variants.some((one) => one === rules.variant));
    return rulesGroup(
      gameInWords(variants[0]),
      games.map(({ name }) => name),
      actions,
    );
  });
  return [
    ...families,
    ...worldGames(catalogue).map(({ region, presets }) =>
      rulesGroup(regionInWords(region), presets, actions),
    ),
  ];
}

/**
 * Some games under their heading. Once one is chosen, only its own group stays.
 * @param {string} heading
 * @param {string[]} names as `namedChoices` gives them
 * @param {Actions} actions
 */
function rulesGroup(heading, names, actions) {
  const links = names.map((name) => rulesLink(name, actions));
  const list = h('ul.rules-list', { role: 'list' }, ...links.map((a) => h('li', a)));
  const element = h('section', h('h3', heading), list);
  return {
    element,
    /** @param {string | null} chosen */
    choose(chosen) {
      const at = names.indexOf(chosen ?? '');
      for (const [i, link] of links.entries()) attr(link, 'aria-current', i === at && 'page');
      show(element, names.length > 0 && (chosen === null || at >= 0));
    },
  };
}

/** @param {string} preset as `namedChoices` names it @param {Actions} actions */
const rulesLink = (preset, actions) =>
  pageLink(
    actions,
    { page: 'rules', preset },
    { class: 'rules-link stack box', testid: `rules-${preset}` },
    h('span.rules-place.if-any', placeInWords(preset)),
    h('b', presetInWords(preset)),
    h('span.rules-about', textOrNull(`preset.${preset}`) ?? ''),
  );

/** @param {Actions} actions @returns {View} */
export function pageView(actions) {
  const status = fetchedView();
  const look = { class: 'button', testid: 'learn' };
  const learn = pageLink(actions, { page: 'lobby' }, look, icon('star'), t('learn.start'));
  learn.addEventListener('click', () => settings.set({ game: TAUGHT }));
  const create = fetchedDialog(
    async () => (await import('./create.js')).createDialog(actions),
    preloadMatch,
  );
  const place = h('div', status.element);
  const ways = h('div.rules-learn.reading-links.row', learn, ...readingLinks(actions).links);
  const games = h(
    'div.rules-page',
    h('h1', t('rules.title')),
    h('p.lead', t('rules.intro')),
    ways,
    create.element,
    place,
  );
  const reading = readingView(actions);
  const element = sitePage(actions, 'rules-page', games, reading.element);
  /** @type {ReturnType<typeof rulesBody> | null} */
  let body = null;
  /** @type {[preset: string | null, part: RulesPart]} */
  let asked = [null, 'rules'];

  status.load({
    fetch: fetchCatalogue,
    show(catalogue) {
      body = rulesBody(actions, catalogue, create);
      place.append(body.element);
      body.draw(...asked);
    },
  });

  return {
    element,
    draw({ route }) {
      if (route.page !== 'rules') return;
      const { preset, strategy } = route;
      const read = readingOf(preset);
      show(games, !read);
      show(reading.element, read !== null);
      if (read) return reading.draw(read);
      const part = strategy ? 'strategy' : 'rules';
      if (preset === asked[0] && part === asked[1]) return;
      asked = [preset, part];
      body?.draw(...asked);
    },
    end() {
      status.stop();
      create.end();
    },
  };
}
