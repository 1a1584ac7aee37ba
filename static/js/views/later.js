/** The words and the looks of what is fetched when it is wanted; only that imports this. */
import '../i18n/later.js';
import { styleSheet } from './style_sheet.js';

await styleSheet('css/later.css');
