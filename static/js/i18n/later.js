/**
 * Brings the words of the pages, sheets and dialogs that are fetched when they are wanted; only what
 * is fetched so imports this.
 */
import { language, learn } from './index.js';
import { load, ranked } from './language.js';

/** @import { words } from './en_later.js' */
/** @import { Files } from './language.js' */

/** @type {Files<typeof words>} */
const FILES = {
  en: () => import('./en_later.js'),
  es: () => import('./es_later.js'),
  pt: () => import('./pt_later.js'),
  fr: () => import('./fr_later.js'),
};

learn(await load(ranked([language]), FILES));
