/** Asking the server for something that it may refuse, and saying why it did. */
import { RefusedError } from '../api.js';
import { h, setText, show } from '../dom.js';
import { t } from '../i18n/index.js';
import { refusalInWords } from './refusal.js';

/** A line for why something can't be done, to stand beside the button. */
export const errorLine = () =>
  h('p.field-error.if-any', { role: 'alert', hidden: true, testid: 'refused' });

/**
 * Does something, or says why it can't be done.
 * @param {HTMLElement} error where it is said
 * @param {() => Promise<unknown>} run
 * @param {(code: string) => string | null} [words] for error codes that mean something of their own here
 * @returns {Promise<boolean>} whether it was done
 */
export async function attempt(error, run, words = () => null) {
  show(error, false);
  try {
    await run();
    return true;
  } catch (problem) {
    const code = problem instanceof RefusedError ? problem.code : null;
    const known = code && (words(code) ?? refusalInWords(code));
    setText(error, known ?? t('app.undone'));
    show(error, true);
    return false;
  }
}

/**
 * Attempts the visitor's changes one after the other. What holds is drawn after the last one: when an earlier one is
 * answered, the visitor has chosen more already.
 * @param {HTMLElement} error
 * @param {() => void} draw
 */
export function oneByOne(error, draw) {
  let last = Promise.resolve();
  return (/** @type {() => Promise<void>} */ run) => {
    const mine = last.then(async () => {
      await attempt(error, run);
      if (mine === last) draw();
    });
    last = mine;
    return mine;
  };
}
