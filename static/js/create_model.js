/** What the create dialog has chosen so far, and the options that come of it. Pure. */

/** @import { Catalogue, ClockRule, CreateTable, Level, OptionBody, Options, PresetBody } from './protocol.js' */
/** @typedef {Record<string, string | number | boolean>} Values */
/** @typedef {'public' | 'link' | 'computer'} Opponents who takes the other seats */

/**
 * @typedef {object} Form
 * @property {string} preset its name
 * @property {Values} changes what differs from the preset, by option
 * @property {Opponents} access
 * @property {number} kept seats kept for friends
 * @property {Level} level how strong the computer plays
 * @property {string} clock the name of one of `CLOCKS`
 * @property {boolean} bots whether programs may take seats
 * @property {boolean} hints whether players may ask what an expert would play
 */

/** The clocks that are offered, by a name for each. @type {Record<string, ClockRule | null>} */
export const CLOCKS = {
  none: null,
  move15: { type: 'per_move', seconds: 15 },
  move30: { type: 'per_move', seconds: 30 },
  move60: { type: 'per_move', seconds: 60 },
  move120: { type: 'per_move', seconds: 120 },
  bank180: { type: 'bank', seconds: 180, increment: 2 },
  bank600: { type: 'bank', seconds: 600, increment: 5 },
};

/** A form as it is opened. @param {Catalogue} catalogue @param {Opponents} access @returns {Form} */
export function freshForm(catalogue, access) {
  return {
    preset: catalogue.presets[0].name,
    changes: {},
    access,
    kept: 0,
    level: 'casual',
    hints: access === 'computer',
    bots: true,
    clock: 'none',
  };
}

/** What is asked of the server. @param {Catalogue} catalogue @param {Form} form @returns {CreateTable} */
export function tableOf(catalogue, form) {
  const { access, hints, bots } = form;
  const clock = CLOCKS[form.clock];
  const table = { rules: optionsOf(catalogue, form), hints, ...(clock && { clock }) };
  if (access !== 'computer') {
    // By link only, every seat is for friends anyway.
    return { ...table, access, kept_seats: access === 'public' ? form.kept : 0, bots };
  }
  const computers = Array.from({ length: seatCount(catalogue, form) - 1 }, () => form.level);
  return { ...table, access: 'link', kept_seats: 0, computers };
}

/** The form's preset. @param {Catalogue} catalogue @param {Form} form @returns {PresetBody} */
export function presetOf(catalogue, form) {
  return catalogue.presets.find((preset) => preset.name === form.preset) ?? catalogue.presets[0];
}

/**
 * The options that a form stands for: those of the preset for the chosen seating, with the
 * changes. What means nothing under the others falls back.
 * @param {Catalogue} catalogue
 * @param {Form} form
 * @returns {Options}
 */
export function optionsOf(catalogue, form) {
  const preset = presetOf(catalogue, form);
  const seating = form.changes.seating ?? preset.rules.seating;
  const fitted = preset.seatings.find((one) => one.seating === seating);
  /** @type {Values} */
  const values = { ...preset.rules };
  if (fitted && 'seating' in form.changes) {
    values.hand_size = fitted.hand_size;
    values.reserve = fitted.reserve;
  }
  Object.assign(values, form.changes);
  for (const option of catalogue.options) {
    const range = rangeOf(catalogue, option, values);
    if (range)
      values[option.name] = Math.max(range.min, Math.min(range.max, Number(values[option.name])));
    if (!applies(option, values)) values[option.name] = idle(option, preset);
  }
  return /** @type {Options} */ (/** @type {unknown} */ (values));
}

/** Whether an option has a meaning beside the others. @param {OptionBody} option @param {Values | Options} values */
export function applies({ applies: when }, values) {
  if (!when) return true;
  const other = asValues(values)[when.option];
  return when.values.some((value) => value === other);
}

/**
 * The least and the most of a number, or null for an option of another kind.
 * @param {Catalogue} catalogue
 * @param {OptionBody} option
 * @param {Values | Options} values
 */
export function rangeOf(catalogue, { name, kind }, values) {
  if (kind.type !== 'number') return null;
  const { min } = kind;
  if (name !== 'hand_size') return { min, max: kind.max };
  const { seating } = asValues(values);
  const body = catalogue.seatings.find((one) => one.seating === seating);
  return { min, max: Math.min(kind.max, body?.hand_size_max ?? kind.max) };
}

/** Options to be looked up by name. @param {Values | Options} options */
function asValues(options) {
  return /** @type {Values} */ (/** @type {unknown} */ (options));
}

/**
 * What an option is while it means nothing: what the preset has, if it means nothing there
 * either, and else what it must be.
 * @param {OptionBody} option
 * @param {PresetBody} preset
 */
function idle(option, { rules }) {
  const { name, kind } = option;
  if (!applies(option, rules)) return asValues(rules)[name];
  if (kind.type === 'choice') return kind.values[0];
  return kind.type === 'number' ? kind.min : false;
}

/** How many seats the form's table has. @param {Catalogue} catalogue @param {Form} form */
export function seatCount(catalogue, form) {
  const { seating } = optionsOf(catalogue, form);
  return catalogue.seatings.find((one) => one.seating === seating)?.seats ?? 2;
}

/**
 * The form with one option changed; what equals the preset is no change.
 * @param {Catalogue} catalogue
 * @param {Form} form
 * @param {string} name
 * @param {string | number | boolean} value
 * @returns {Form}
 */
export function change(catalogue, form, name, value) {
  const { [name]: _, ...others } = form.changes;
  // Hand size and reserve hang on the seating: chosen for another one they mean nothing.
  const { hand_size: __, reserve: ___, ...kept } = others;
  const base = name === 'seating' ? kept : others;
  const standard = asValues(optionsOf(catalogue, { ...form, changes: base }))[name];
  const changes = value === standard ? base : { ...base, [name]: value };
  const seats = seatCount(catalogue, { ...form, changes });
  return { ...form, changes, kept: Math.min(form.kept, seats - 1) };
}
