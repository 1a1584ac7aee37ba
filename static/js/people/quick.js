/** What the visitor ticks before looking for a quick match. Pure. */

/** @import { Catalogue, PresetBody } from '../protocol.js' */

/**
 * @typedef {object} Choice
 * @property {string[]} presets the ticked games, by their presets
 * @property {boolean} mixed whether kept accounts and guests may meet
 */

/** Games that are shown before the others are asked for. */
const FIRST = 4;

/** Looked for if nothing was chosen before: somebody alone is sooner found for these. */
const USUAL = ['Fives', 'Draw'];

/** @param {PresetBody} preset */
const isForPairs = ({ rules }) => rules.seating === 'partners';

/**
 * The games to choose among: partners look for games of pairs. The standard games come first.
 * @param {Catalogue} catalogue
 * @param {boolean} paired whether two look together
 */
export function gameChoices({ presets }, paired) {
  const known = presets.filter((one) => !paired || isForPairs(one));
  const variants = known.map(({ rules }) => rules.variant);
  const isFirst = known.map((_, i) => variants.indexOf(variants[i]) === i);
  if (paired) return { first: known.slice(0, FIRST), more: known.slice(FIRST) };
  return {
    first: known.filter((_, i) => isFirst[i]),
    more: known.filter((_, i) => !isFirst[i]),
  };
}

/**
 * The choice of last time, as far as this server knows it.
 * @param {Catalogue} catalogue
 * @param {unknown} stored
 * @returns {Choice}
 */
export function rememberedChoice({ presets }, stored) {
  const { presets: last, mixed } = Object(stored);
  const names = presets.map(({ name }) => name);
  const wanted = Array.isArray(last) ? last : USUAL;
  return {
    presets: names.filter((name) => wanted.includes(name)),
    mixed: mixed === true,
  };
}

/**
 * The ticked games that can be looked for; with a partner those of pairs alone.
 * @param {Catalogue} catalogue
 * @param {Choice} choice
 * @param {boolean} paired
 */
export function wanted({ presets }, choice, paired) {
  const known = presets.filter((one) => !paired || isForPairs(one)).map(({ name }) => name);
  return choice.presets.filter((name) => known.includes(name));
}

/** With a game ticked, or not any more. @param {Choice} choice @param {string} preset @returns {Choice} */
export function withTicked({ presets, mixed }, preset) {
  const others = presets.filter((name) => name !== preset);
  return { presets: others.length < presets.length ? others : [...presets, preset], mixed };
}
