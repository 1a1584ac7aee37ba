/** The look of the page, as the settings say: light or dark, and the tile set. */
import { attr } from './dom.js';
import { settings } from './settings.js';

/** @import {Settings} from './settings.js' */

/** What is shown now. @returns {'light' | 'dark'} */
function shown() {
  const { theme } = settings.get();
  if (theme !== 'system') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** @param {Settings} chosen */
function apply({ theme, tiles }) {
  attr(document.documentElement, 'data-theme', theme === 'system' ? null : theme);
  attr(document.documentElement, 'data-tiles', tiles);
}

/** Shows the look that was chosen before, and follows each change of the settings. */
export function restoreTheme() {
  apply(settings.get());
  settings.subscribe(apply);
}

/** Changes from light to dark or back. */
export function switchTheme() {
  settings.set({ theme: shown() === 'dark' ? 'light' : 'dark' });
}
