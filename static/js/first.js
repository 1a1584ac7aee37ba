/**
 * What runs before anything is shown, and while all else is still on its way: the look that was
 * chosen, so that the page never flashes in another, and the language, so that its words come in
 * together with the rest.
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
