/** The fields of the create dialog: a control with its words, and a place for an objection. */
import { attr, h, setText } from '../dom.js';
import { namedKey, t, textOrNull } from '../i18n/index.js';
import { segments } from './widgets.js';

/** @import { Value } from '../create_model.js' */
/** @typedef {{ value: string, label: string }} Choice */
/** @typedef {{ name: string, label: string, hint?: string | null }} Words */

/** A control with its words, and a place for an objection. @param {Words} words @param {HTMLElement} control */
export function field({ name, label, hint }, control) {
  const error = h('span', { class: 'field-error', role: 'alert' });
  const element = h(
    'div',
    { class: 'option', 'data-option': name, role: 'group', 'aria-label': label },
    h('span', { class: 'option-label' }, label),
    control,
    hint && h('span', { class: 'hint' }, hint),
    error,
  );
  return {
    element,
    /** Shows an objection. @param {string} text */
    fail(text) {
      setText(error, text);
      attr(element, 'data-wrong', 'true');
      element.scrollIntoView({ block: 'nearest' });
    },
  };
}

/**
 * One of several choices, in a row of its own.
 * @param {Words} words
 * @param {Choice[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} pick
 */
export const choiceField = (words, choices, chosen, pick) =>
  field(words, segments(words.name, choices, chosen, pick).element);

/**
 * @param {Words} words
 * @param {boolean} chosen
 * @param {(chosen: boolean) => void} pick
 */
export function yesNoField(words, chosen, pick) {
  const choices = [
    { value: 'false', label: t('create.no') },
    { value: 'true', label: t('create.yes') },
  ];
  return choiceField(words, choices, String(chosen), (one) => pick(one === 'true'));
}

/**
 * A field for a number, which stays within its range.
 * @param {string} id
 * @param {string} label
 * @param {number} value
 * @param {{ min: number, max: number }} range
 * @param {(value: number) => void} put
 */
export function numberInput(id, label, value, { min, max }, put) {
  const input = h('input', {
    type: 'number',
    id,
    class: 'field number',
    min,
    max,
    inputmode: 'numeric',
    value,
    'aria-label': label,
    'data-testid': id,
    onchange: () => put(Math.max(min, Math.min(max, Math.round(Number(input.value)) || value))),
  });
  return input;
}

/** @param {string} name the option's @param {(string | number)[]} values @returns {Choice[]} */
export const valueChoices = (name, values) =>
  values.map((one) => ({
    value: String(one),
    label: textOrNull(namedKey(`value.${name}`, one)) ?? String(one),
  }));

/**
 * Numbers that belong together, each in a field of its own.
 * @param {string} name the option's
 * @param {(string | number)[]} fields of its value
 * @param {number} max
 * @param {Record<string, number> | number[]} value
 * @param {(name: string, value: Value) => void} put
 */
export function severalNumbers(name, fields, max, value, put) {
  const inputs = fields.map((one) => {
    const label = textOrNull(namedKey(`value.${name}`, one)) ?? String(one);
    const own = Number(Object(value)[one]);
    /** @param {number} n */
    const pick = (n) =>
      put(name, Array.isArray(value) ? value.with(Number(one), n) : { ...value, [one]: n });
    const input = numberInput(`${name}-${one}`, label, own, { min: 0, max }, pick);
    return h('label', {}, h('span', {}, label), input);
  });
  return h('div', { class: 'numbers' }, ...inputs);
}
