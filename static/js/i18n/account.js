/** Brings the words of accounts, reports and moderators; only what is fetched imports this. */
import { language, learn } from './index.js';
import { load, ranked } from './language.js';

/** @import { words } from './en_account.js' */
/** @import { Files } from './language.js' */

/** @type {Files<typeof words>} */
const FILES = {
  en: () => import('./en_account.js'),
  es: () => import('./es_account.js'),
  pt: () => import('./pt_account.js'),
  fr: () => import('./fr_account.js'),
};

learn(await load(ranked([language]), FILES));
