/** The form of the create dialog, and the options that follow from it. Pure. */
import { fetchCatalogue } from './catalogue.js';
import { openTable } from './fair/promise.js';
import { namedChoices, namedRules, presetIn } from './format/notation.js';
import { seatsOf } from './format/seatings.js';
import { LEVELS } from './select.js';
import { settings } from './settings.js';

/** @import { Catalogue, OfferedGame, OfferedPreset } from './catalogue.js' */
/** @import { Length, Options, Range } from './games/contract.js' */
/** @import { ClockRule, CreateTable, Level, OptionBody, Room, Seating } from './protocol.js' */

/** @typedef {string | number | boolean | null | number[] | Record<string, number>} Value of an option */
/** @typedef {'public' | 'link' | 'computer'} Opponents who takes the other seats */

/**
 * @typedef {object} Form
 * @property {string} preset its name
 * @property {Record<string, Value>} changes what differs from the preset, by option
 * @property {Opponents} access
 * @property {number} kept seats kept for friends
 * @property {Level} level how strong the computer plays
 * @property {string} clock the name of one of `CLOCKS`
 * @property {boolean} over_days whether it is played over days, and not in one sitting
 * @property {number} days for each move, one of `DAYS`
 * @property {number} holiday days that each player may take, one of `HOLIDAYS`
 * @property {number} cap the longest time of a match in minutes, one of `CAPS`; 0 for none
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

/** The caps on a match's time that are offered, in minutes; 0 is none. */
export const CAPS = Object.freeze([0, 10, 15, 20, 30, 45, 60]);

/** The days for each move, and the days of holiday, that are offered. */
export const DAYS = Object.freeze([1, 2, 3, 7]);
export const HOLIDAYS = Object.freeze([0, 3, 7, 14]);

/** A form without any choice of the visitor. @param {Catalogue} catalogue @param {Opponents} access @returns {Form} */
export function newForm(catalogue, access) {
  return {
    preset: catalogue.presets[0].name,
    changes: {},
    access,
    kept: 0,
    level: 'casual',
    hints: access === 'computer',
    bots: true,
    clock: 'none',
    cap: 0,
    over_days: false,
    days: 2,
    holiday: 7,
  };
}

/**
 * The form of a table that was opened before, as far as this server knows its parts: what it
 * doesn't know is as in a fresh form.
 * @param {Catalogue} catalogue
 * @param {Opponents} access
 * @param {unknown} stored
 * @returns {Form}
 */
export function rememberedForm(catalogue, access, stored) {
  const fresh = newForm(catalogue, access);
  const { preset, changes, kept, level, clock, cap, over_days, days, holiday, hints, bots } =
    Object(stored);
  if (!catalogue.presets.some(({ name }) => name === preset)) return fresh;
  const values = Object(changes);
  const { options } = presetOf(catalogue, { ...fresh, preset }).game;
  const possible = options.filter((option) => isPossible(option, values[option.name]));
  const form = {
    ...fresh,
    preset,
    changes: Object.fromEntries(possible.map(({ name }) => [name, values[name]])),
    level: LEVELS.includes(level) ? level : fresh.level,
    clock: Object.hasOwn(CLOCKS, clock) ? clock : fresh.clock,
    cap: CAPS.includes(cap) ? cap : fresh.cap,
    // Computer players don't take days.
    over_days: access !== 'computer' && over_days === true,
    days: DAYS.includes(days) ? days : fresh.days,
    holiday: HOLIDAYS.includes(holiday) ? holiday : fresh.holiday,
    hints: typeof hints === 'boolean' ? hints : fresh.hints,
    bots: typeof bots === 'boolean' ? bots : fresh.bots,
  };
  const free = seatCount(catalogue, form) - 1;
  return { ...form, kept: Number.isInteger(kept) ? Math.max(0, Math.min(kept, free)) : 0 };
}

/**
 * The form of the last table, with the game that is chosen now.
 * @param {Catalogue} catalogue
 * @param {Opponents} access
 * @param {unknown} stored
 * @param {string} game as `namedChoices` names it; one that the server doesn't have changes nothing
 */
export function formFor(catalogue, access, stored, game) {
  const last = rememberedForm(catalogue, access, stored);
  const isSame = game === last.preset || game === namedOf(catalogue, last);
  return isSame ? last : chooseNamed(catalogue, last, game);
}

/** Whether an option can have a value. @param {OptionBody} option @param {unknown} value */
function isPossible({ kind }, value) {
  switch (kind.type) {
    case 'flag':
      return typeof value === 'boolean';
    case 'choice':
      return kind.values.some((one) => one === value);
    case 'number':
      return isWithin(value, kind);
    case 'list':
      return Array.isArray(value) && areWithin(value, kind.length, kind.max);
    case 'numbers': {
      const numbers = kind.fields.map((field) => Object(value)[field]);
      return areWithin(numbers, Object.keys(Object(value)).length, kind.max);
    }
  }
}

/** @param {unknown} value @param {{ min: number, max: number }} range */
const isWithin = (value, { min, max }) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

/** @param {unknown[]} values @param {number} length @param {number} max */
const areWithin = (values, length, max) =>
  values.length === length && values.every((value) => isWithin(value, { min: 0, max }));

/** The body of the request for a new table. @param {Catalogue} catalogue @param {Form} form @returns {CreateTable} */
export function createTableBody(catalogue, form) {
  const { access, hints, bots } = form;
  const table = { rules: rulesOf(catalogue, form), hints, ...timeOf(form) };
  if (access !== 'computer') {
    // By link only, every seat is for friends anyway.
    return { ...table, access, kept_seats: access === 'public' ? form.kept : 0, bots };
  }
  const computers = Array.from({ length: seatCount(catalogue, form) - 1 }, () => form.level);
  return { ...table, access: 'link', kept_seats: 0, computers };
}

/** The time of the matches. @param {Form} form @returns {Pick<CreateTable, 'clock' | 'time_cap'>} */
function timeOf({ over_days, days, holiday, clock, cap }) {
  if (over_days) return { clock: { type: 'days', days, holiday } };
  const rule = CLOCKS[clock];
  return { ...(rule && { clock: rule }), ...(cap > 0 && { time_cap: cap }) };
}

/** The form's preset. @param {Catalogue} catalogue @param {Form} form @returns {OfferedPreset} */
export function presetOf(catalogue, form) {
  return catalogue.presets.find((preset) => preset.name === form.preset) ?? catalogue.presets[0];
}

/** The rules of a form, as the server is told them. @param {Catalogue} catalogue @param {Form} form @returns {Room['rules']} */
export function rulesOf(catalogue, form) {
  const { kind } = presetOf(catalogue, form).game;
  return /** @type {any} */ ({ [kind]: optionsOf(catalogue, form) });
}

/** The standard preset of each variant, in the catalogue's order. @param {Catalogue} catalogue */
export function standardPresets({ presets }) {
  const variants = presets.map(({ variant }) => variant);
  return presets.filter((_, i) => variants.indexOf(variants[i]) === i);
}

/** With which seatings the form's preset is offered. @param {Catalogue} catalogue @param {Form} form @returns {Seating[]} */
export const seatingsOf = (catalogue, form) => seatingsIn(presetOf(catalogue, form));

/** @param {OfferedPreset} preset */
const seatingsIn = (preset) => preset.game.form.seatings(preset).map(({ seating }) => seating);

/** Whether a preset is known to be played so. @param {OfferedPreset} preset @param {Seating} seating */
const isOffered = ({ seatings }, seating) =>
  seatings.some((one) => one.offered && one.seating === seating);

/**
 * The preset by which a variant is played: the first that is offered for the seating.
 * @param {Catalogue} catalogue
 * @param {string} variant
 * @param {Seating} seating
 */
function standardOf({ presets }, variant, seating) {
  const all = presets.filter((one) => one.variant === variant);
  return (all.find((preset) => isOffered(preset, seating)) ?? all[0]).name;
}

/** How long a match of the form's game may be, shortest first. @param {OfferedPreset} preset */
export const lengthsOf = (preset) => preset.game.form.lengths(preset, preset.game.presets);

/** The option that says how long a match is. @param {OfferedPreset} preset */
export const lengthOption = ({ game }) => (game.form.inRounds ? 'rounds' : 'target');

/**
 * The form with another length of the match, which may be that of another preset.
 * @param {Catalogue} catalogue
 * @param {Form} form
 * @param {Length} length
 */
export function withLength(catalogue, form, { preset, target }) {
  const other = preset === form.preset ? form : choosePreset(catalogue, form, preset);
  return withOption(catalogue, other, lengthOption(presetOf(catalogue, other)), target);
}

/**
 * The form with another preset as it stands. The seating stays if the preset is played so, and a
 * match's length if both have one of that size.
 * @param {Catalogue} catalogue
 * @param {Form} form
 * @param {string} name the preset's
 */
export function choosePreset(catalogue, form, name) {
  const options = optionsOf(catalogue, form);
  const bare = { ...form, preset: name, changes: {} };
  const preset = presetOf(catalogue, bare);
  const plain = seatingsIn(preset).includes(options.seating)
    ? withOption(catalogue, bare, 'seating', options.seating)
    : bare;
  const old = presetOf(catalogue, form);
  const before = lengthsOf(old).find(({ target }) => target === options[lengthOption(old)]);
  const length = before?.size && lengthsOf(preset).find(({ size }) => size === before.size);
  return length ? withOption(catalogue, plain, lengthOption(preset), length.target) : plain;
}

/**
 * The form with rules by a name of `namedChoices`. A variant's standard preset is the one for the seating.
 * @param {Catalogue} catalogue
 * @param {Form} form
 * @param {string} name
 */
export function chooseNamed(catalogue, form, name) {
  const named = namedChoices(catalogue.presets).find((one) => one.name === name);
  if (!named) return form;
  const { seating } = optionsOf(catalogue, form);
  const isStandard = standardPresets(catalogue).some((one) => one.name === name);
  const preset = isStandard ? standardOf(catalogue, named.offered.variant, seating) : named.preset;
  const chosen = choosePreset(catalogue, form, preset);
  const { calls } = named.rules;
  return calls === undefined ? chosen : withOption(catalogue, chosen, 'calls', calls);
}

/** The name of a form's rules, as `namedChoices` gives it. @param {Catalogue} catalogue @param {Form} form */
export const namedOf = (catalogue, form) =>
  namedRules(form.preset, optionsOf(catalogue, form).calls === 'muggins');

/**
 * The form with another seating. A variant's standard preset gives way to the one for that seating;
 * a preset that was chosen by its name stays.
 * @param {Catalogue} catalogue
 * @param {Form} form
 * @param {Seating} seating
 */
export function chooseSeating(catalogue, form, seating) {
  const { variant } = presetOf(catalogue, form);
  const { seating: before } = optionsOf(catalogue, form);
  const seated = withOption(catalogue, form, 'seating', seating);
  const standard = standardOf(catalogue, variant, seating);
  const isStandard = form.preset === standardOf(catalogue, variant, before);
  return isStandard && standard !== form.preset
    ? choosePreset(catalogue, seated, standard)
    : seated;
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
  const fitted = preset.seatings.find((one) => one.seating === seating) ?? preset;
  const values = { ...wholeOf(preset.game, fitted.rules), ...form.changes };
  for (const option of preset.game.options) {
    const range = rangeOf(preset.game, option, values);
    const value = values[option.name];
    if (range && value !== null)
      values[option.name] = Math.max(range.min, Math.min(range.max, Number(value)));
    if (!isOptionUsed(option, values)) values[option.name] = idle(option, preset);
  }
  return values;
}

/** Every option of rules. @param {OfferedGame} game @param {Options} rules */
const wholeOf = ({ form }, rules) => form.whole?.(rules) ?? rules;

/** Whether an option has a meaning beside the others. @param {OptionBody} option @param {Options} values */
export const isOptionUsed = ({ applies }, values) =>
  (applies ?? []).every(({ option, values: some }) =>
    some.some((value) => value === values[option]),
  );

/**
 * The least and the most of a number, or null for an option of another kind.
 * @param {OfferedGame} game
 * @param {OptionBody} option
 * @param {Options} values
 */
export function rangeOf({ form }, { name, kind }, values) {
  if (kind.type !== 'number') return null;
  const { min, max } = kind;
  return form.range?.(name, { min, max }, values) ?? { min, max };
}

/** The numbers from the least to the most that an option can be. @param {OfferedGame} game @param {string} name @param {Range} range */
export function numbersOf({ form }, name, { min, max }) {
  const all = Array.from({ length: max - min + 1 }, (_, i) => min + i);
  return all.filter((n) => form.isOffered?.(name, n) ?? true);
}

/**
 * What an option is while it means nothing: what the preset has, if it means nothing there
 * either, and else what it must be.
 * @param {OptionBody} option
 * @param {OfferedPreset} preset
 * @returns {Value}
 */
function idle(option, preset) {
  const { name, kind } = option;
  const rules = wholeOf(preset.game, preset.rules);
  if (!isOptionUsed(option, rules)) return rules[name];
  switch (kind.type) {
    case 'choice':
      return kind.values[0];
    case 'number':
      return kind.min;
    case 'numbers':
      return Object.fromEntries(kind.fields.map((field) => [field, 0]));
    case 'list':
      return Array(kind.length).fill(0);
    case 'flag':
      return false;
  }
}

/** How many seats the form's table has. @param {Catalogue} catalogue @param {Form} form */
export const seatCount = (catalogue, form) => seatsOf(optionsOf(catalogue, form).seating);

/**
 * The form with one option changed; what equals the preset is no change.
 * @param {Catalogue} catalogue
 * @param {Form} form
 * @param {string} name
 * @param {Value} value
 * @returns {Form}
 */
export function withOption(catalogue, form, name, value) {
  const { bySeating = [] } = presetOf(catalogue, form).game.form;
  const gone = name === 'seating' ? [name, ...bySeating] : [name];
  const base = Object.fromEntries(
    Object.entries(form.changes).filter(([option]) => !gone.includes(option)),
  );
  const standard = optionsOf(catalogue, { ...form, changes: base })[name];
  const isStandard = JSON.stringify(value) === JSON.stringify(standard);
  const changes = isStandard ? base : { ...base, [name]: value };
  const seats = seatCount(catalogue, { ...form, changes });
  return { ...form, changes, kept: Math.min(form.kept, seats - 1) };
}

/** The body for a table against computer players, as the last one was, but for the game. @param {string} game */
async function computerBody(game) {
  const catalogue = await fetchCatalogue();
  const form = formFor(catalogue, 'computer', settings.get().tables.computer, game);
  return createTableBody(catalogue, form);
}

/** Opens a table against computer players, as the last one was, but for the game. Its id. @param {string} game as `namedChoices` names it */
export const openComputerTable = async (game) => openTable(await computerBody(game));

/**
 * The same by the rules of another table, whatever its game, against computer players of a level.
 * @param {Pick<Room, 'rules' | 'notation' | 'seats'>} room
 * @param {Level} level
 */
export async function openTableLike({ rules, notation, seats }, level) {
  const body = await computerBody(presetIn(notation));
  return openTable({ ...body, rules, computers: seats.slice(1).map(() => level) });
}
