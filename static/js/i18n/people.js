/** Brings the words of quick match, ratings and friends; only what is fetched imports this. */
import { language, learn } from './index.js';
import { load, ranked } from './language.js';

/** @import { words } from './en_people.js' */
/** @import { Files } from './language.js' */

/** @type {Files<typeof words>} */
const FILES = {
  en: () => import('./en_people.js'),
  es: () => import('./es_people.js'),
  pt: () => import('./pt_people.js'),
  fr: () => import('./fr_people.js'),
};

learn(await load(ranked([language]), FILES));
