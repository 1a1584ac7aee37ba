/** The games of the world: which presets they are, and where each is played at home. Pure. */
import { loadTexts, t, textOrNull } from '../i18n/index.js';
import { presetInWords } from './notation.js';

await loadTexts('later');

/** @import { Catalogue } from '../protocol.js' */

/** The presets of each region, in the order in which they are offered, and where they are played. */
const REGIONS = Object.entries({
  caribbean: {
    Quinientos: 'puerto_rico',
    'Dominican Pairs': 'dominican_republic',
    'Cuban Double-Nine': 'cuba',
    'Six-Love': 'jamaica',
    'Cut-Throat': 'jamaica',
    Cochon: 'martinique',
  },
  latin: {
    'Spanish Pairs': 'spain',
    'Federation Pairs': 'federation',
    'Mexican Pairs': 'mexico',
    'Brazilian Pairs': 'brazil',
    'Latin Pairs': 'latin_america',
  },
  east: { Kozel: 'russia' },
});

/** Where each game is played at home, by its preset. @type {Map<string, string>} */
const PLACES = new Map(REGIONS.flatMap(([, games]) => Object.entries(games)));

/** Whether a preset is a game of the world. @param {string} preset */
export const isOfTheWorld = (preset) => PLACES.has(preset);

/** The games of the world that the server has, by region. @param {Catalogue} catalogue */
export function worldGames({ presets }) {
  const known = new Set(presets.map(({ name }) => name));
  return REGIONS.map(([region, games]) => ({
    region,
    presets: Object.keys(games).filter((preset) => known.has(preset)),
  }));
}

/** @param {string} region */
export const regionInWords = (region) => textOrNull(`region.${region}`) ?? region;

/** Where a game is played at home; null for one that is not of a place. @param {string} preset */
export const placeInWords = (preset) => textOrNull(`place.${PLACES.get(preset)}`);

/** A preset by its name here, and by its place if it has one: "Puerto Rico: Quinientos". @param {string} preset */
export function placedName(preset) {
  const place = placeInWords(preset);
  const game = presetInWords(preset);
  return place === null ? game : t('create.place', { place, game });
}
