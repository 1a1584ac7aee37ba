/** What is chosen from a list that changes meanwhile. Pure. */

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
