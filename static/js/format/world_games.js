/** The games of the world, which have a home: where that is, where else they are usual, and how many play. Pure. */

/**
 * By preset, in the order in which they are offered: the place, the countries where the game is usual by
 * their codes, and whether two pairs play.
 * @type {[preset: string, place: string, countries: string, pairs: boolean][]}
 */
const ROWS = [
  ['Quinientos', 'puerto_rico', 'PR', true],
  ['Dominican Pairs', 'dominican_republic', 'DO', true],
  ['Cuban Double-Nine', 'cuba', 'CU', true],
  ['Six-Love', 'jamaica', 'JM,BB,TT,GY', true],
  ['Cut-Throat', 'jamaica', '', false],
  ['Cochon', 'martinique', 'MQ,GP,GF', false],
  ['Spanish Pairs', 'spain', 'ES', true],
  ['Federation Pairs', 'federation', '', true],
  ['Mexican Pairs', 'mexico', 'MX', true],
  ['Brazilian Pairs', 'brazil', 'BR', true],
  ['Latin Pairs', 'latin_america', 'AR,BO,CL,CO,CR,EC,GT,HN,NI,PA,PE,PY,SV,UY,VE', true],
  ['Kozel', 'russia', 'RU,BY,KZ,UA', true],
];

/** The games of the world. */
export const WORLD_GAMES = ROWS.map(([preset, place, countries, pairs]) => {
  return { preset, place, countries: countries.split(','), pairs };
});

/** What is known of a game of the world; undefined of all others. @param {string} preset */
export const worldGame = (preset) => WORLD_GAMES.find((game) => game.preset === preset);

/** Whether a preset is a game of the world. @param {string} preset */
export const isOfTheWorld = (preset) => worldGame(preset) !== undefined;

/** The country of a visitor by the first of the browser's languages that names one; '' without. @param {readonly string[]} tags such as "es-PR" */
export const countryOf = (tags) =>
  tags.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1]).find((code) => code !== undefined) ?? '';

/**
 * The preset of the game of a visitor's country; null where no game of the world is at home.
 * @param {readonly string[]} tags the browser's languages
 */
export function countryGame(tags) {
  const country = countryOf(tags);
  const isAtHome = (/** @type {string[]} */ countries) => country && countries.includes(country);
  return WORLD_GAMES.find(({ countries }) => isAtHome(countries))?.preset ?? null;
}
