/** What can be read beside the rules, and the way to report a wrong rule. */
import { attr, h, setText } from '../dom.js';
import { fetchReading } from '../games/index.js';
import { t } from '../i18n/index.js';
import { icon } from '../icon.js';
import { ruleReport } from '../report_rule.js';
import './later.js';
import { servedVersion } from './site.js';
import { pageLink } from './widgets.js';

const { readingArticle } = await fetchReading();

/** @import { Actions } from '../actions.js' */
/** @import { Reading } from '../games/contract.js' */

/** The ends of the addresses: `/rules/glossary`. @type {Reading[]} */
const READINGS = ['glossary', 'odds', 'more'];

/** What is read at an address of the rules, if it isn't a game. @param {string | null} asked */
export const readingOf = (asked) => READINGS.find((one) => one === asked) ?? null;

/** The ways to all that can be read. @param {Actions} actions */
export function readingLinks(actions) {
  const links = READINGS.map((name) => ({
    name,
    link: pageLink(
      actions,
      { page: 'rules', preset: name },
      { class: 'button', testid: `read-${name}` },
      t(`rules.${name}`),
    ),
  }));
  return {
    links: links.map(({ link }) => link),
    /** @param {Reading} reading what is shown */
    draw(reading) {
      for (const { name, link } of links) attr(link, 'aria-current', name === reading && 'page');
    },
  };
}

/** The way to the rules of all games. @param {Actions} actions @param {string} [testid] */
export const backToRules = (actions, testid = 'rules-all') =>
  pageLink(
    actions,
    { page: 'rules', preset: null },
    { class: 'rules-back', testid },
    icon('back'),
    t('rules.all'),
  );

/** What is read, with the ways to the rest of it. @param {Actions} actions */
export function readingView(actions) {
  const ways = readingLinks(actions);
  const title = h('h1');
  const article = readingArticle();
  const nav = h('nav.reading-links.row', { 'aria-label': t('nav.learn') }, ...ways.links);
  return {
    element: h(
      'div.reading.stack',
      backToRules(actions, 'reading-back'),
      title,
      nav,
      article.element,
    ),
    /** @param {Reading} name */
    draw(name) {
      ways.draw(name);
      setText(title, t(`rules.${name}`));
      article.draw(name);
    },
  };
}

/** The way to report a wrong rule of a game. */
export function wrongRule() {
  const link = h(
    'a',
    { target: '_blank', rel: 'noreferrer', testid: 'wrong-rule' },
    t('rules.wrong'),
  );
  return {
    element: h('p.hint', link),
    /** @param {string} game as the rules name it */
    draw: (game) => attr(link, 'href', ruleReport({ game, version: servedVersion() ?? '' })),
  };
}
