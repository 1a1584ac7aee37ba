/** The games of the world in words. Pure. */
import { loadTexts, t, textOrNull } from '../i18n/index.js';
import { presetInWords } from './notation.js';
import { WORLD_GAMES, worldGame } from './world_games.js';

await loadTexts('later');

/** @import { LineCatalogue } from '../protocol.js' */

/** The games of the world that the server has, by region. @param {LineCatalogue} catalogue */
export function worldGames({ presets }) {
  const known = new Set(presets.map(({ name }) => name));
  const games = WORLD_GAMES.filter(({ preset }) => known.has(preset));
  const regions = [...new Set(games.map(({ region }) => region))];
  return regions.map((region) => ({
    region,
    presets: games.filter((game) => game.region === region).map(({ preset }) => preset),
  }));
}

/** @param {string} region */
export const regionInWords = (region) => textOrNull(`region.${region}`) ?? region;

/** Where a game is played at home; null for one that is not of a place. @param {string} preset */
export const placeInWords = (preset) => textOrNull(`place.${worldGame(preset)?.place}`);

/** A preset by its name here, and by its place if it has one: "Puerto Rico: Quinientos". @param {string} preset */
export function placedName(preset) {
  const place = placeInWords(preset);
  const game = presetInWords(preset);
  return place === null ? game : t('create.place', { place, game });
}
