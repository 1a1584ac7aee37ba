/** The words and the looks of tournaments: only what is fetched imports this. */
import { loadTexts } from '../../i18n/index.js';
import { styleSheet } from '../style_sheet.js';

await Promise.all([loadTexts('later', 'people', 'tournaments'), styleSheet('css/tournaments.css')]);
