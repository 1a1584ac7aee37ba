/** What can be read beside the rules: the words of the game, the odds, more games, and books. Pure. */

import { amount } from '../../format/amounts.js';
import { presetInWords } from '../../format/notation.js';
import { factsOf, loadTexts, locale, t } from '../../i18n/index.js';
import { HANDS_WITH, oddsOfHolding, oddsOfNone, ROUND_ENDS, ROUNDS_PLAYED } from './odds.js';

await loadTexts('later', 'reading');

/** @import { Reading, Section } from '../contract.js' */

/** The words that are explained. */
const WORDS = /** @type {const} */ ([
  ...['tile', 'pips', 'double', 'suit', 'weight', 'hand', 'boneyard', 'seat', 'side', 'match'],
  ...['round', 'lead', 'layout', 'arm', 'spinner', 'count', 'pass', 'domino', 'capicua'],
  ...['blocked', 'muggins'],
  ...['square', 'diamond', 'star', 'track', 'space', 'lap', 'pit', 'tail', 'far_end'],
  ...['engine', 'hub', 'train', 'marker', 'cover', 'foot'],
]);

/** The games that are described. */
const GAMES = /** @type {const} */ ([
  ...['texas_42', 'moon', 'bergen', 'matador', 'cross', 'pontas', 'gaple', 'tien_gow'],
]);

/** Books and a site: what it is called, by whom, and from which year. */
export const SOURCES = /** @type {const} */ ([
  ['Foster’s Complete Hoyle', 'R. F. Foster', 1897],
  ['Dominoes: Five-Up and Other Games', 'Dominic C. Armanino', 1959],
  ['Board and Table Games from Many Civilizations', 'R. C. Bell', 1960],
  ['The Domino Book', 'Frederick Berndt', 1974],
  ['Winning 42', 'Dennis Roberson', 1997],
  ['pagat.com', 'John McLeod', 1995],
]);

/** @param {Reading} name @returns {Section[]} */
export function readingInWords(name) {
  if (name === 'glossary') return [section('', [], { terms: glossary() })];
  return name === 'odds' ? odds() : [moreGames(), books()];
}

/** @param {string} heading @param {string[]} lines @param {Pick<Section, 'terms' | 'rows'>} more @returns {Section} */
const section = (heading, lines, more) => ({ heading, lines, figures: [], ...more });

/** @returns {[string, string][]} */
const glossary = () =>
  WORDS.map((word) => [t(`glossary.${word}.term`), t(`glossary.${word}.means`)]);

const moreGames = () =>
  section(t('more.games'), [t('more.about')], {
    terms: GAMES.map((game) => [t(`more.${game}.name`), t(`more.${game}.about`)]),
  });

const books = () =>
  section(t('more.books'), [t('more.language')], {
    terms: SOURCES.map(([title, author, year]) => [title, factsOf([author, String(year)])]),
  });

/** @param {number} share @param {number} [digits] behind the point */
const percent = (share, digits = 1) =>
  share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: digits });

const odds = () => [
  section(t('odds.held.title'), [t('odds.held.about')], { rows: heldRows() }),
  section(t('odds.long.title'), [], {
    rows: [
      [t('odds.long.missing'), percent(HANDS_WITH.missing)],
      [t('odds.long.four'), percent(HANDS_WITH.four)],
      [t('odds.long.five'), percent(HANDS_WITH.five)],
    ],
  }),
  section(t('odds.none.title'), [t('odds.none.about')], {
    rows: [1, 2, 3, 4, 5, 6].map((n) => [amount(n, 'tiles'), percent(oddsOfNone(n))]),
  }),
  section(
    t('odds.end.title'),
    [t('odds.end.about', { rounds: ROUNDS_PLAYED.toLocaleString(locale) })],
    {
      rows: endRows(),
    },
  ),
];

function heldRows() {
  const few = [0, 1, 2, 3, 4];
  const rest = 1 - few.reduce((sum, n) => sum + oddsOfHolding(n), 0);
  return [
    ...few.map((n) => [amount(n, 'tiles'), percent(oddsOfHolding(n))]),
    [t('odds.held.more', { count: 5 }), percent(rest)],
  ];
}

const endRows = () => [
  ['', t('odds.end.out'), t('term.usual.blocked'), t('term.usual.both')],
  ...ROUND_ENDS.map(({ preset, players, out, blocked, both }) => [
    factsOf([presetInWords(preset), amount(players, 'players')]),
    ...[out, blocked, both].map((share) => percent(share, 0)),
  ]),
];
