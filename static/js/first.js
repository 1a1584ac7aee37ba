/**
 * What runs before anything is shown, and while all else is still on its way: the look that was
 * chosen, so that the page never flashes in another, and the language, so that its words come in
 * together with the rest.
 */
import { loaded, wantedLanguage } from './i18n/language.js';
import { restoreTheme } from './theme.js';

restoreTheme();
speak(wantedLanguage());
loaded.then(({ language }) => speak(language));

/** @param {string} language */
function speak(language) {
  document.documentElement.lang = language;
}
