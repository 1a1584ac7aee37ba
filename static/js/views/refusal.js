/** The words for what the server refuses. They are fetched when something is refused for the first time. */
import { loadTexts, namedKey, textOrNull } from '../i18n/index.js';

await loadTexts('later');

/** Why something was refused; null where there are no words for it. @param {string} code as the protocol names it */
export const refusalInWords = (code) => textOrNull(namedKey('error', code));
