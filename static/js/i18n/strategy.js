/** Brings the words of the advice on how to play; only what is fetched imports this. */
import { language, learn } from './index.js';
import { load, ranked } from './language.js';

/** @import { words } from './en_strategy.js' */
/** @import { Files } from './language.js' */

/** @type {Files<typeof words>} */
const FILES = {
  en: () => import('./en_strategy.js'),
  es: () => import('./es_strategy.js'),
  pt: () => import('./pt_strategy.js'),
  fr: () => import('./fr_strategy.js'),
};

learn(await load(ranked([language]), FILES));
