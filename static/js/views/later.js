/** The words and the looks of what is fetched when it is wanted; only that imports this. */
import { loadTexts } from '../i18n/index.js';
import { styleSheet } from './style_sheet.js';

await Promise.all([loadTexts('later'), styleSheet('css/later.css')]);
