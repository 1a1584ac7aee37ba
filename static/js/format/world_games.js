/** The games of the world, which have a home: where that is, where else they are usual, and how many play. Pure. */

/**
 * By preset, in the order in which they are offered: the region, the place, the countries where the game is usual by
 * their codes, and whether two pairs play.
 * @type {[preset: string, region: string, place: string, countries: string, pairs: boolean][]}
 */
const ROWS = [
  ['Quinientos', 'caribbean', 'puerto_rico', 'PR', true],
  ['Dominican Pairs', 'caribbean', 'dominican_republic', 'DO', true],
  ['Cuban Double-Nine', 'caribbean', 'cuba', 'CU', true],
  ['Six-Love', 'caribbean', 'jamaica', 'JM,BB,TT,GY', true],
  ['Cut-Throat', 'caribbean', 'jamaica', '', false],
  ['Cochon', 'caribbean', 'martinique', 'MQ,GP,GF', false],
  ['Spanish Pairs', 'latin', 'spain', 'ES', true],
  ['Federation Pairs', 'latin', 'federation', '', true],
  ['Mexican Pairs', 'latin', 'mexico', 'MX', true],
  ['Brazilian Pairs', 'latin', 'brazil', 'BR', true],
  ['Latin Pairs', 'latin', 'latin_america', 'AR,BO,CL,CO,CR,EC,GT,HN,NI,PA,PE,PY,SV,UY,VE', true],
  ['Kozel', 'east', 'russia', 'RU,BY,KZ,UA', true],
];

/** The games of the world. */
export const WORLD_GAMES = ROWS.map(([preset, region, place, countries, pairs]) => {
  return { preset, region, place, countries: countries.split(','), pairs };
});

/** What is known of a game of the world; undefined of all others. @param {string} preset */
export const worldGame = (preset) => WORLD_GAMES.find((game) => game.preset === preset);

/** Whether a preset is a game of the world. @param {string} preset */
export const isOfTheWorld = (preset) => worldGame(preset) !== undefined;

/**
 * The preset of the game of a visitor's country, by the first of the browser's languages that names a region;
 * null where no game of the world is at home.
 * @param {readonly string[]} tags the browser's languages, such as "es-PR"
 */
export function countryGame(tags) {
  const country = tags.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1]).find(Boolean) ?? '-';
  return WORLD_GAMES.find(({ countries }) => countries.includes(country))?.preset ?? null;
}
