// @ts-check
/** Light or dark: the visitor's choice, or else what the system says. */

const KEY = 'boneyard.theme';

/** What is shown now. @returns {'light' | 'dark'} */
function shown() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Applies what was chosen before, if anything. */
export function restoreTheme() {
  const chosen = recall();
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
}

/** Changes from light to dark or back, and remembers it. */
export function switchTheme() {
  const next = shown() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Storage may be switched off; then the choice holds for this page only.
  }
}

function recall() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
