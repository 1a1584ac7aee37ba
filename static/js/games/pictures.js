/** The small pictures of all games. */
import { pictures as line } from './line/views/pictures.js';
import { pictures as race } from './race/views/pictures.js';
import { pictures as trains } from './trains/views/pictures.js';

/** @import { Pictures } from './contract.js' */

/** @type {Pictures} */
export const PICTURES = { ...line, ...race, ...trains };
