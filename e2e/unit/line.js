/** The samples for unit tests that tell a page of a match: the game of one line is there. */
import { fetchGame, LINE } from '../../static/js/games/index.js';
import { loadTexts } from '../../static/js/i18n/index.js';

export * from './samples.js';

await Promise.all([fetchGame(LINE), loadTexts('match')]);
