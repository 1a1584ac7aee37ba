/** The games in families, as pages offer them: which there are, how each is played, and which a visitor looks for. Pure. */
import { factsOf, locale, t, textOrNull } from '../i18n/index.js';
import { amount } from './amounts.js';
import { usualMinutes } from './minutes.js';
import { namedChoices, presetInWords, wayOf } from './notation.js';
import { placeInWords } from './places.js';
import { seatsAlone } from './seatings.js';
import { WORLD_GAMES, worldGame } from './world_games.js';

/** @import { Catalogue, OfferedPreset } from '../catalogue.js' */

/**
 * A way to play.
 * @typedef {object} Choice
 * @property {string} name as `namedChoices` gives it
 * @property {string} preset the server's name
 * @property {string} variant of the rules
 * @property {string} family of the variant
 * @property {string} kind of the game
 * @property {number[]} seats how many may play, each for themselves
 * @property {boolean} pairs whether two pairs may play
 * @property {number | null} target what wins the match; null if it is played to its end
 * @property {number | null} rounds how many a match has; null if their number doesn't end it
 */

/**
 * A game, and the ways to play it that differ by one switch; the first of them is the usual one.
 * @typedef {Choice[]} Row
 */

/** @typedef {{ id: string, rows: Row[] }} Family */

/** What a visitor looks for: a number of players, or one of the other names. @typedef {number | 'pairs' | 'many' | 'brief' | 'easy' | 'own'} Filter */

/** The family of the games that have a home. */
const WORLD = 'world';

/** The games that are learned fastest. */
const EASY = ['Draw', 'Block', 'Quick Draw'];

/** A match that takes less is a quick one, in minutes. */
const BRIEF = 10;

/** From so many players on there are many. */
const MANY = 5;

/** About how many minutes a match takes; undefined if that isn't known. @param {Choice} choice */
export const minutesOf = ({ preset }) => usualMinutes(preset);

/**
 * The games of the server in families.
 * @param {Catalogue} catalogue
 * @param {string | null} own the game of the visitor's country, which comes first among those of the world
 * @returns {Family[]}
 */
export function familiesOf({ presets }, own) {
  const ofWorld = [own, ...WORLD_GAMES.map(({ preset }) => preset)];
  const place = (/** @type {Choice} */ { preset }) => ofWorld.indexOf(preset);
  const choices = namedChoices(presets).map(({ name, offered }) => choiceOf(name, offered));
  /** @type {Map<string, Choice[]>} */
  const families = new Map();
  for (const choice of choices.toSorted((a, b) => place(a) - place(b))) {
    const id = worldGame(choice.preset) ? WORLD : choice.family;
    families.set(id, [...(families.get(id) ?? []), choice]);
  }
  return [...families].map(([id, all]) => ({ id, rows: rowsOf(all) }));
}

/** @param {string} name @param {OfferedPreset} preset @returns {Choice} */
function choiceOf(name, { name: preset, variant, rules, seatings, game }) {
  const offered = seatings.filter((one) => one.offered).map(({ seating }) => seating);
  return {
    name,
    preset,
    variant,
    family: game.form.families?.[variant] ?? variant,
    kind: game.kind,
    target: game.form.inRounds ? null : rules.target,
    rounds: game.form.inRounds ? rules.rounds : null,
    seats: offered.flatMap((seating) => seatsAlone(seating) ?? []),
    pairs: offered.includes('partners'),
  };
}

/** @param {Choice[]} choices @returns {Row[]} */
function rowsOf(choices) {
  const bases = [...new Set(choices.map(({ name }) => wayOf(name).base))];
  return bases.map((base) =>
    choices
      .filter(({ name }) => wayOf(name).base === base)
      .toSorted((a, b) => Number(b.name === base) - Number(a.name === base)),
  );
}

/** The choice with a name. @param {Family[]} families @param {string} name */
export const choiceIn = (families, name) =>
  families.flatMap(({ rows }) => rows.flat()).find((choice) => choice.name === name);

/** @param {Family[]} families @param {string} name */
export const familyOf = (families, name) =>
  families.find(({ rows }) => rows.flat().some((choice) => choice.name === name));

/** Which filters find anything. @param {Family[]} families @param {string | null} own */
export function filtersOf(families, own) {
  const all = families.flatMap(({ rows }) => rows.flat());
  const filters = /** @type {Filter[]} */ ([2, 3, 4, 'pairs', 'many', 'brief', 'easy', 'own']);
  return filters.filter((filter) => all.some((choice) => fits(choice, filter, own)));
}

/** @param {Choice} choice @param {Filter} filter @param {string | null} own the game of the visitor's country */
export function fits(choice, filter, own) {
  switch (filter) {
    case 'pairs':
      return choice.pairs;
    case 'many':
      return choice.seats.some((n) => n >= MANY);
    case 'brief':
      return (minutesOf(choice) ?? BRIEF) < BRIEF;
    case 'easy':
      return EASY.includes(choice.name);
    case 'own':
      return choice.preset === own;
    default:
      return choice.seats.includes(filter);
  }
}

/** @param {Filter} filter @param {string} country the visitor's, by its code */
export function filterInWords(filter, country) {
  if (typeof filter === 'number') return t('count.players', { n: filter });
  if (filter === 'pairs') return t('front.pairs');
  if (filter === 'own') return t('games.own', { place: countries().of(country) ?? country });
  return t(`games.${filter}`);
}

/** Whether what is said of a game has words that begin as those of a search. @param {Choice} choice @param {string} search */
export function isFound(choice, search) {
  const said = wordsIn(saidOf(choice));
  return wordsIn(search).every((word) => said.some((one) => one.startsWith(word)));
}

/** @param {Choice} choice */
function saidOf({ name, preset, variant }) {
  const names = countries();
  const codes = worldGame(preset)?.countries ?? [];
  const homes = codes.filter(Boolean).map((code) => names.of(code));
  const about = textOrNull(`preset.${name}`);
  return [name, presetInWords(name), placeInWords(preset), about, variant, ...homes].join(' ');
}

const countries = () => new Intl.DisplayNames(locale, { type: 'region' });

/** The words of a text, without capitals and accents. @param {string} text */
const wordsIn = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** What a family is called. @param {Family} family */
export function familyInWords({ id, rows: [[{ name }]] }) {
  return id === WORLD ? t('front.world') : (textOrNull(`family_name.${id}`) ?? presetInWords(name));
}

/** What is special about a family. @param {Family} family */
export const familyAbout = ({ id, rows: [[{ name }]] }) =>
  textOrNull(`family.${id}`) ?? textOrNull(`preset.${name}`) ?? '';

/** The drawing of a family. @param {Family} family */
export const familyPicture = ({ id, rows: [[{ variant }]] }) => (id === WORLD ? WORLD : variant);

/** A game in short: "2 to 4 players · to 100 · about 9 min", "2 to 8 players · 7 rounds · about 55 min". @param {Choice} choice */
export function choiceFacts(choice) {
  const n = minutesOf(choice);
  const { target: points, rounds } = choice;
  return factsOf([
    playersInWords(choice),
    points !== null && t('games.to', { points }),
    rounds !== null && amount(rounds, 'rounds'),
    n !== undefined && t('games.time', { n }),
  ]);
}

/** @param {Choice} choice */
function playersInWords({ seats, pairs }) {
  if (seats.length === 0) return pairs && t('value.seating.partners');
  const [least, most] = [Math.min(...seats), Math.max(...seats)];
  return least === most ? t('count.players', { n: least }) : t('games.players', { least, most });
}
