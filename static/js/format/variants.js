/** The variants that are rated, and what they are called. Pure. */
import { VARIANTS } from '../games/forms.js';
import { presetInWords } from './notation.js';

/** What the rules call them. */
export const GAMES = Object.keys(VARIANTS);

/** @param {string} game what the rules call a variant */
export const gameInWords = (game) => presetInWords(VARIANTS[game]?.preset ?? game);

/** Whether pairs are rated in a game. @param {string} game */
export const hasPairs = (game) => VARIANTS[game]?.pairs === true;
