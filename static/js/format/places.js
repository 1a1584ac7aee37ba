/** The games of the world in words. Pure. */
import { loadTexts, t, textOrNull } from '../i18n/index.js';
import { presetInWords } from './notation.js';
import { worldGame } from './world_games.js';

await loadTexts('later');

/** Where a game is played at home; null for one that is not of a place. @param {string} preset */
export const placeInWords = (preset) => textOrNull(`place.${worldGame(preset)?.place}`);

/** A preset by its name here, and by its place if it has one: "Puerto Rico: Quinientos". @param {string} preset */
export function placedName(preset) {
  const place = placeInWords(preset);
  const game = presetInWords(preset);
  return place === null ? game : t('create.place', { place, game });
}
