/** The controls of the create dialog: one for each kind of option. */

import { applies, rangeOf } from '../create_model.js';
import { attr, h, setText } from '../dom.js';
import { t, word } from '../i18n/index.js';

/** @import { Catalogue, OptionBody, Options } from '../protocol.js' */
/** @typedef {(name: string, value: string | number | boolean) => void} Put */

/** A number with at most this many values is shown as buttons, not as a field. */
const SEGMENTS_MAX = 9;

/**
 * A control with its label, hint and a place for the server's objection.
 * @param {string} name
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string | null} [hint]
 */
export function field(name, label, control, hint) {
  return h(
    'div',
    { class: 'option', 'data-option': name, role: 'group', 'aria-label': label },
    h('span', { class: 'option-label' }, label),
    control,
    hint ? h('span', { class: 'hint' }, hint) : null,
    h('span', { class: 'field-error', role: 'alert' }),
  );
}

/**
 * Shows the server's objection at its option; whether the option was there.
 * @param {Element} form
 * @param {string} name
 * @param {string} text
 */
export function showError(form, name, text) {
  const row = form.querySelector(`[data-option="${CSS.escape(name)}"]`);
  const place = row?.querySelector('.field-error');
  if (!row || !place) return false;
  setText(place, text);
  attr(row, 'data-wrong', 'true');
  row.scrollIntoView({ block: 'nearest' });
  return true;
}

/**
 * A row of buttons of which one is chosen.
 * @param {string} name
 * @param {{ value: string, label: string }[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} pick
 */
export function segments(name, choices, chosen, pick) {
  const buttons = choices.map(({ value, label }) =>
    h(
      'label',
      { class: 'segment' },
      h('input', {
        type: 'radio',
        name,
        id: `${name}-${value}`,
        value,
        checked: value === chosen,
        'data-testid': `${name}-${value}`,
        onchange: () => pick(value),
      }),
      h('span', {}, label),
    ),
  );
  return h('div', { class: 'segments' }, ...buttons);
}

/**
 * @param {string} name
 * @param {boolean} chosen
 * @param {(chosen: boolean) => void} pick
 */
export function yesNo(name, chosen, pick) {
  const choices = [
    { value: 'false', label: t('create.no') },
    { value: 'true', label: t('create.yes') },
  ];
  return segments(name, choices, String(chosen), (picked) => pick(picked === 'true'));
}

/**
 * One of the further options, or null where it means nothing.
 * @param {Catalogue} catalogue
 * @param {OptionBody} option
 * @param {Options} options
 * @param {Put} put
 */
export function optionRow(catalogue, option, options, put) {
  if (!applies(option, options)) return null;
  const { name } = option;
  const label = word(`option.${name}`) ?? name;
  const hint = word(`hint.${name}`);
  return field(name, label, control(catalogue, option, options, put), hint);
}

/**
 * @param {Catalogue} catalogue
 * @param {OptionBody} option
 * @param {Options} options
 * @param {Put} put
 */
function control(catalogue, option, options, put) {
  const { name, kind } = option;
  const value = /** @type {Record<string, string | number | boolean>} */ (
    /** @type {unknown} */ (options)
  )[name];
  const range = rangeOf(catalogue, option, options);
  if (range) return numberControl(name, range, Number(value), put);
  if (kind.type === 'flag') return yesNo(name, value === true, (picked) => put(name, picked));
  const values = kind.type === 'choice' ? kind.values : [];
  const choices = values.map((one) => ({ value: one, label: word(`value.${name}.${one}`) ?? one }));
  return segments(name, choices, String(value), (picked) => put(name, picked));
}

/**
 * @param {string} name
 * @param {{ min: number, max: number }} range
 * @param {number} value
 * @param {Put} put
 */
function numberControl(name, { min, max }, value, put) {
  if (max - min < SEGMENTS_MAX) {
    const choices = Array.from({ length: max - min + 1 }, (_, i) => ({
      value: String(min + i),
      label: String(min + i),
    }));
    return segments(name, choices, String(value), (picked) => put(name, Number(picked)));
  }
  const input = h('input', {
    type: 'number',
    id: `${name}-number`,
    class: 'field number',
    min,
    max,
    value,
    'aria-label': word(`option.${name}`) ?? name,
    'data-testid': `${name}-number`,
    onchange: () =>
      put(name, Math.max(min, Math.min(max, Math.round(Number(input.value)) || value))),
  });
  return input;
}
