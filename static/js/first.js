/**
 * Runs before anything is shown, while the other modules are still being fetched. It sets the chosen
 * look, so that the page never flashes in another, and starts to fetch the words of the language.
 */
import { addressOf } from './build.js';
import { attr, h } from './dom.js';
import { loaded, textMode as textLook, wantedLanguage } from './i18n/language.js';
import { settings } from './settings.js';

/** @import {Settings} from './settings.js' */

look(settings.get());
settings.subscribe(look);
if (settings.get().text_face) useTextFace();
speak(wantedLanguage());
loaded.then(({ language }) => speak(language), cannotSpeak);

/** Shows light or dark, the table and the tile set. @param {Settings} settings */
function look({ theme, surface, tiles }) {
  attr(document.documentElement, 'data-theme', theme === 'system' ? null : theme);
  attr(document.documentElement, 'data-surface', surface);
  attr(document.documentElement, 'data-tiles', tiles);
}

/** Has texts shown in their own typeface, which an earlier page has fetched. A later page would change under its reader. */
function useTextFace() {
  const href = addressOf('fonts/text.woff2');
  const props = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href };
  document.head.append(h('link', props));
  attr(document.documentElement, 'data-text-face', true);
}

/** @param {string} language */
function speak(language) {
  document.documentElement.lang = language;
  document.documentElement.dir = textLook === 'rtl' ? 'rtl' : 'ltr';
}

/** Without words there is no page, and no language to say so in but English. */
function cannotSpeak() {
  speak('en');
  const props = { type: 'button', class: 'button primary big', onclick: () => location.reload() };
  document.body.replaceChildren(
    h('main.away', h('h1', 'Boneyard could not be loaded'), h('button', props, 'Try again')),
  );
}
