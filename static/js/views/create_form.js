/** The inside of the create dialog: what it shows for a form, and how that changes the form. */
import {
  applies,
  CLOCKS,
  change,
  optionsOf,
  presetOf,
  rangeOf,
  seatCount,
} from '../create_model.js';
import { attr, h, setText } from '../dom.js';
import { clockWords } from '../format/clock.js';
import { presetInWords } from '../format/notation.js';
import { amount } from '../format/words.js';
import { t, word } from '../i18n/index.js';
import { LEVELS } from '../select.js';
import { segments } from './widgets.js';

/** @import { Form } from '../create_model.js' */
/** @import { Catalogue, OptionBody, Options } from '../protocol.js' */
/** @typedef {{ value: string, label: string }} Choice */
/** @typedef {{ name: string, label: string, hint?: string | null }} Words */

/**
 * What a form is drawn from. `set` takes another form, `put` another value of one option.
 * @typedef {object} Draft
 * @property {Catalogue} catalogue
 * @property {Form} form
 * @property {Options} options
 * @property {(changes: Partial<Form>) => void} set
 * @property {(name: string, value: string | number | boolean) => void} put
 */

/** These options have their place above the others. */
const APART = ['seating', 'target'];
/** A number with at most this many values is shown as buttons, not as a field. */
const SEGMENTS_MAX = 9;

/**
 * The parts of the form, one below the other.
 * @param {Catalogue} catalogue
 * @param {Form} form
 * @param {(form: Form) => void} redraw gets the form after a change
 * @param {{ more: boolean }} fold whether the further options are to be seen
 */
export function formView(catalogue, form, redraw, fold) {
  /** @type {Draft} */
  const draft = {
    catalogue,
    form,
    options: optionsOf(catalogue, form),
    set: (changes) => redraw({ ...form, ...changes }),
    put: (name, value) => redraw(change(catalogue, form, name, value)),
  };
  const further = catalogue.options
    .filter((option) => !APART.includes(option.name) && applies(option, draft.options))
    .map((option) => optionField(draft, option));
  const folded = [...further, ...permissions(draft)];
  const details = h(
    'details',
    { class: 'more', open: fold.more },
    h('summary', { 'data-testid': 'more-options' }, t('create.more')),
    ...folded.map(({ element }) => element),
  );
  details.addEventListener('toggle', () => {
    fold.more = details.open;
  });
  const shown = [seatingField(draft), targetField(draft), ...opponents(draft), clockField(draft)];
  const presets = presetCards(draft);
  return {
    parts: [presets.element, ...shown.map(({ element }) => element), details],
    first: presets.chosen,
    /**
     * Says the server's objection at the option that it is about; whether the option is there.
     * @param {string} option
     * @param {string} text
     */
    fail(option, text) {
      const known = [...shown, ...folded].find(({ element }) => element.dataset.option === option);
      if (!known) return false;
      if (folded.includes(known)) details.open = true;
      known.fail(text);
      return true;
    },
  };
}

/** The games, of which one is chosen. @param {Draft} draft */
function presetCards({ catalogue, form, set }) {
  const inputs = catalogue.presets.map(({ name }) =>
    h('input', {
      type: 'radio',
      name: 'preset',
      id: `preset-${name}`,
      value: name,
      checked: name === form.preset,
      'data-testid': `preset-${name}`,
      onchange: () => set({ preset: name, changes: {} }),
    }),
  );
  const cards = catalogue.presets.map(({ name, notation }, i) =>
    h(
      'label',
      { class: 'preset' },
      inputs[i],
      h('span', { class: 'preset-name' }, presetInWords(name)),
      h('span', { class: 'preset-words' }, word(`preset.${name}`) ?? notation),
    ),
  );
  const legend = h('legend', {}, t('option.variant'));
  const grid = h('div', { class: 'preset-grid' }, ...cards);
  return {
    element: h('fieldset', { class: 'presets' }, legend, grid),
    chosen: inputs.find(({ checked }) => checked),
  };
}

/** A control with its words, and a place for an objection. @param {Words} words @param {HTMLElement} control */
function field({ name, label, hint }, control) {
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
const choiceField = (words, choices, chosen, pick) =>
  field(words, segments(words.name, choices, chosen, pick).element);

/**
 * @param {Words} words
 * @param {boolean} chosen
 * @param {(chosen: boolean) => void} pick
 */
function yesNoField(words, chosen, pick) {
  const choices = [
    { value: 'false', label: t('create.no') },
    { value: 'true', label: t('create.yes') },
  ];
  return choiceField(words, choices, String(chosen), (one) => pick(one === 'true'));
}

/** @param {number[]} numbers @returns {Choice[]} */
const asChoices = (numbers) => numbers.map((n) => ({ value: String(n), label: String(n) }));

/**
 * A field for a number, which stays within its range.
 * @param {string} id
 * @param {string} label
 * @param {number} value
 * @param {{ min: number, max: number }} range
 * @param {(value: number) => void} put
 */
function numberInput(id, label, value, { min, max }, put) {
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

/** One of the further options. @param {Draft} draft @param {OptionBody} option */
function optionField({ catalogue, options, put }, option) {
  const { name, kind } = option;
  const words = { name, label: word(`option.${name}`) ?? name, hint: word(`hint.${name}`) };
  const value = Object.entries(options).find(([key]) => key === name)?.[1];
  if (kind.type === 'flag') return yesNoField(words, value === true, (picked) => put(name, picked));
  const range = rangeOf(catalogue, option, options);
  if (!range) {
    const values = kind.type === 'choice' ? kind.values : [];
    const choices = values.map((one) => ({
      value: one,
      label: word(`value.${name}.${one}`) ?? one,
    }));
    return choiceField(words, choices, String(value), (picked) => put(name, picked));
  }
  /** @param {number | string} picked */
  const pick = (picked) => put(name, Number(picked));
  if (range.max - range.min >= SEGMENTS_MAX) {
    const control = numberInput(`${name}-number`, words.label, Number(value), range, pick);
    return field(words, control);
  }
  const numbers = Array.from({ length: range.max - range.min + 1 }, (_, i) => range.min + i);
  return choiceField(words, asChoices(numbers), String(value), pick);
}

/** @param {Draft} draft */
function seatingField({ catalogue, options, put }) {
  const choices = catalogue.seatings.map(({ seating, seats }) => ({
    value: seating,
    label: seating === 'partners' ? t('value.seating.partners') : amount(seats, 'players'),
  }));
  const words = { name: 'seating', label: t('option.seating') };
  return choiceField(words, choices, options.seating, (seating) => put('seating', seating));
}

/** How many points a match goes to: a usual number, or another one. @param {Draft} draft */
function targetField({ catalogue, form, options: { target }, put }) {
  const kind = catalogue.options.find(({ name }) => name === 'target')?.kind;
  const range = kind?.type === 'number' ? kind : { min: 1, max: 1000 };
  /** @param {number | string} picked */
  const pick = (picked) => put('target', Number(picked));
  const usual = asChoices(presetOf(catalogue, form).targets);
  const own = numberInput('target-own', t('create.target_own'), target, range, pick);
  const control = h(
    'div',
    { class: 'target-row' },
    segments('target', usual, String(target), pick).element,
    h('span', { class: 'target-own' }, own, t('create.points')),
  );
  return field({ name: 'target', label: t('option.target') }, control);
}

/** Who takes the other seats. @param {Draft} draft */
function opponents({ catalogue, form, set }) {
  const { access, kept } = form;
  if (access === 'computer') {
    const levels = LEVELS.map((level) => ({ value: level, label: t(`level.${level}`) }));
    const pick = (/** @type {string} */ value) =>
      set({ level: LEVELS.find((level) => level === value) ?? form.level });
    return [choiceField({ name: 'level', label: t('create.level') }, levels, form.level, pick)];
  }
  const come = choiceField(
    {
      name: 'access',
      label: t('create.access'),
      hint: t(access === 'link' ? 'create.link_hint' : 'create.public_hint'),
    },
    [
      { value: 'link', label: t('waiting.access_link') },
      { value: 'public', label: t('create.public') },
    ],
    access,
    (value) => set({ access: value === 'link' ? 'link' : 'public' }),
  );
  if (access === 'link') return [come];
  const numbers = asChoices([...Array(seatCount(catalogue, form)).keys()]);
  const words = { name: 'kept', label: t('create.kept'), hint: t('create.kept_hint') };
  return [come, choiceField(words, numbers, String(kept), (n) => set({ kept: Number(n) }))];
}

/** @param {Draft} draft */
function clockField({ form, set }) {
  const choices = Object.entries(CLOCKS).map(([value, rule]) => ({
    value,
    label: clockWords(rule ?? undefined),
  }));
  const words = { name: 'clock', label: t('clock.label'), hint: t('clock.hint') };
  return choiceField(words, choices, form.clock, (clock) => set({ clock }));
}

/** What players and programs may do at the table. @param {Draft} draft */
function permissions({ form, set }) {
  const hints = yesNoField(
    { name: 'hints', label: t('create.hints'), hint: t('create.hints_hint') },
    form.hints,
    (picked) => set({ hints: picked }),
  );
  if (form.access === 'computer') return [hints];
  const bots = yesNoField(
    { name: 'bots', label: t('create.bots'), hint: t('create.bots_hint') },
    form.bots,
    (picked) => set({ bots: picked }),
  );
  return [hints, bots];
}
