/** The words and the looks of lists of tables, quick match, ratings and friends: only what is fetched imports this. */
import { loadTexts } from '../../i18n/index.js';
import { styleSheet } from '../style_sheet.js';

await Promise.all([loadTexts('people'), styleSheet('css/people.css')]);
