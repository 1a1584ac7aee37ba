/** What the visitor ticks before looking for a quick match. Pure. */

/** @import { Catalogue, OfferedPreset } from '../catalogue.js' */

/**
 * @typedef {object} Choice
 * @property {string[]} presets the ticked games, by their presets
 * @property {boolean} mixed whether visitors with an account and guests may be put together
 */

/** Games that are shown before the others are asked for. */
const FIRST = 4;

/** @param {OfferedPreset} preset */
const isForPairs = ({ rules }) => rules.seating === 'partners';

/**
 * The games to choose among: partners look for games of pairs. The standard games come first.
 * @param {Catalogue} catalogue
 * @param {boolean} paired whether two look together
 */
export function gameChoices({ presets }, paired) {
  const known = presets.filter((one) => !paired || isForPairs(one));
  const variants = known.map(({ variant }) => variant);
  const isFirst = known.map((_, i) => variants.indexOf(variants[i]) === i);
  const all = known.map(({ name }) => name);
  if (paired) return { all, first: known.slice(0, FIRST), more: known.slice(FIRST) };
  return {
    all,
    first: known.filter((_, i) => isFirst[i]),
    more: known.filter((_, i) => !isFirst[i]),
  };
}

/**
 * The choice of last time, as far as this server knows it, if it was made for the game that is chosen on the page
 * now; or else that game alone.
 * @param {Catalogue} catalogue
 * @param {unknown} stored
 * @param {string} game
 * @returns {Choice}
 */
export function rememberedChoice({ presets }, stored, game) {
  const { presets: last, mixed, game: before } = Object(stored);
  const names = presets.map(({ name }) => name);
  const wanted = Array.isArray(last) && before === game ? last : [game];
  return {
    presets: names.filter((name) => wanted.includes(name)),
    mixed: mixed === true,
  };
}

/**
 * The games that are looked for: the ticked ones. With a partner these are the games of pairs among them, or
 * every game of pairs if none of them is one.
 * @param {Catalogue} catalogue
 * @param {Choice} choice
 * @param {boolean} paired
 */
export function wanted({ presets }, choice, paired) {
  if (!paired) return choice.presets;
  const pairs = presets.filter(isForPairs).map(({ name }) => name);
  const ticked = choice.presets.filter((name) => pairs.includes(name));
  return ticked.length > 0 ? ticked : pairs;
}

/**
 * With a game ticked, or not any more.
 * @param {Choice} choice
 * @param {string[]} shown the games that the visitor sees ticked
 * @param {string} preset
 * @returns {Choice}
 */
export function withTicked({ mixed }, shown, preset) {
  const others = shown.filter((name) => name !== preset);
  return { presets: others.length < shown.length ? others : [...shown, preset], mixed };
}
