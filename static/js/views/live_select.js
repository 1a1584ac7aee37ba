/** A select whose options follow what the server tells. It keeps what was chosen. */
import { attr, h, keyed, setText, show } from '../dom.js';
import { t } from '../i18n/index.js';
import { setName } from './name.js';

/**
 * The options are nodes that stay, so a list that is open doesn't jump to another one. An option that was chosen and
 * has left the list is still shown as chosen, with the reason why nothing can be done about it.
 * @param {string} name the id and the test id
 * @param {object} how
 * @param {string} how.label
 * @param {number} [how.usual] the place of the option that is chosen as long as the visitor has chosen none
 * @param {(what: string) => string} [how.gone] says that an option has left the list
 * @param {() => void} [how.changed] is called when another option is chosen, or the chosen one has left the list
 */
export function liveSelect(name, { label, usual, gone = goneWords, changed = () => {} }) {
  let choice = NO_CHOICE;
  const told = h('p', {
    id: `${name}-gone`,
    class: 'field-error if-any',
    role: 'status',
    hidden: true,
    testid: `${name}-gone`,
  });
  const control = h('select', {
    id: name,
    class: 'field',
    'aria-describedby': told.id,
    testid: name,
    onchange: () => set(withChosen(choice, control.value)),
  });

  /** @param {Choice} next */
  function set(next) {
    const isOther = next.chosen?.value !== choice.chosen?.value || next.gone !== choice.gone;
    choice = next;
    offer(control, choice.options);
    control.value = choice.chosen?.value ?? '';
    const words = choice.gone ? gone(choice.chosen?.words ?? '') : '';
    setText(told, words);
    show(told, choice.gone);
    // A form with such a choice can't be sent.
    control.setCustomValidity(words);
    attr(control, 'aria-invalid', choice.gone ? 'true' : null);
    if (isOther) changed();
  }

  return {
    element: h('div.live-select', h('label', { for: name }, label, control), told),
    /** What is chosen; null if nothing is, and if that has left the list. */
    chosen: () => (choice.gone ? null : choice.chosen),
    /** @param {readonly Option[]} list */
    draw: (list) => set(withList(choice, list, usual)),
    /** Forgets what was chosen: the next list begins with the usual option. */
    clear() {
      choice = NO_CHOICE;
    },
  };
}

/**
 * Offers other options, of which the chosen one stays chosen if it is among them, and else the first one is.
 * @param {HTMLSelectElement} control
 * @param {readonly Option[]} list
 */
export function offer(control, list) {
  const { value } = control;
  keyed(
    control,
    list,
    (one) => [one.value],
    (one) => h('option', { value: one.value }),
    (option, { words }) => setName(option, words),
  );
  control.value = value;
  if (control.selectedIndex < 0) control.selectedIndex = 0;
}

/** @param {string} what */
const goneWords = (what) => t('app.choice_gone', { what });

/** What can be chosen: `value` identifies it and stays the same, `words` name it and may change. @typedef {{ value: string, words: string }} Option */

/**
 * What a list offers, and which option is chosen. `gone`: the chosen one is no longer in the list.
 * @typedef {{ options: readonly Option[], chosen: Option | null, gone: boolean }} Choice
 */

/** @type {Choice} */
export const NO_CHOICE = Object.freeze({ options: [], chosen: null, gone: false });

/**
 * The choice after the list has changed. What was chosen stays chosen, also when it has left the list: another option
 * is chosen by the visitor alone.
 * @param {Choice} before
 * @param {readonly Option[]} list
 * @param {number} [usual] the place of the option that is chosen as long as the visitor has chosen none
 * @returns {Choice}
 */
export function withList({ chosen }, list, usual = 0) {
  if (chosen === null) {
    return { options: list, chosen: list[usual] ?? list.at(-1) ?? null, gone: false };
  }
  const now = list.find(({ value }) => value === chosen.value);
  if (now) return { options: list, chosen: now, gone: false };
  return { options: [...list, chosen], chosen, gone: true };
}

/** The choice after the visitor has chosen an option. @param {Choice} before @param {string} value @returns {Choice} */
export function withChosen(before, value) {
  const { options, chosen, gone } = before;
  const now = options.find((option) => option.value === value);
  if (!now || now.value === chosen?.value) return before;
  return {
    options: gone ? options.filter((option) => option !== chosen) : options,
    chosen: now,
    gone: false,
  };
}
