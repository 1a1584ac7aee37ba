/**
 * Runs before anything is shown, while the other modules are still being fetched. It sets the chosen
 * look, so that the page never flashes in another, and starts to fetch the words of the language.
 */
import { h } from './dom.js';
import { loaded, wantedLanguage } from './i18n/language.js';
import { restoreTheme } from './theme.js';

restoreTheme();
speak(wantedLanguage());
loaded.then(({ language }) => speak(language), cannotSpeak);

/** @param {string} language */
function speak(language) {
  document.documentElement.lang = language;
}

/** Without words there is no page, and no language to say so in but English. */
function cannotSpeak() {
  speak('en');
  const look = { type: 'button', class: 'button primary big', onclick: () => location.reload() };
  document.body.replaceChildren(
    h(
      'main',
      { class: 'away' },
      h('h1', {}, 'Boneyard could not be loaded'),
      h('button', look, 'Try again'),
    ),
  );
}
