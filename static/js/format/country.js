/** Which game is usual where the visitor's browser says that they live. Pure. */

/** The regions where each game of the world is usual, by its preset. */
const GAMES = Object.entries({
  Quinientos: ['PR'],
  'Dominican Pairs': ['DO'],
  'Cuban Double-Nine': ['CU'],
  'Six-Love': ['JM', 'BB', 'TT', 'GY'],
  Cochon: ['MQ', 'GP', 'GF'],
  'Spanish Pairs': ['ES'],
  'Mexican Pairs': ['MX'],
  'Brazilian Pairs': ['BR'],
  'Latin Pairs': [
    'AR',
    'BO',
    'CL',
    'CO',
    'CR',
    'EC',
    'GT',
    'HN',
    'NI',
    'PA',
    'PE',
    'PY',
    'SV',
    'UY',
    'VE',
  ],
  Kozel: ['RU', 'BY', 'KZ', 'UA'],
});

/**
 * The preset of the game of a visitor's country, by the first of the browser's languages that names a region;
 * null where no game of the world is at home.
 * @param {readonly string[]} tags the browser's languages, such as "es-PR"
 */
export function countryGame(tags) {
  const region = tags.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1]).find(Boolean);
  return GAMES.find(([, regions]) => regions.includes(region ?? ''))?.[0] ?? null;
}
