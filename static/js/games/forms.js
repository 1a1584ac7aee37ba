/** How each game is chosen, for the pages that offer games. Pure. */
import * as line from './line/form.js';
import * as race from './race/form.js';
import * as trains from './trains/form.js';

/** @import { GameForm } from './contract.js' */

/** By the kind of the game. @type {Readonly<Record<string, GameForm>>} */
export const FORMS = { line, race, trains };

/** The variants that are rated. @type {NonNullable<GameForm['variants']>} */
export const VARIANTS = Object.assign({}, ...Object.values(FORMS).map(({ variants }) => variants));
