/** The looks of lists of tables, quick match, ratings and friends: only what is fetched imports this. */
import { styleSheet } from '../style_sheet.js';

await styleSheet('css/people.css');
