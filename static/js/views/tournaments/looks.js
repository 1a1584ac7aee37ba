/** The looks of tournaments: only what is fetched imports this. */
import { styleSheet } from '../style_sheet.js';

await styleSheet('css/tournaments.css');
