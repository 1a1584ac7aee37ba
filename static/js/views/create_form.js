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
import { h } from '../dom.js';
import { clockWords } from '../format/clock.js';
import { presetInWords } from '../format/notation.js';
import { t, word } from '../i18n/index.js';
import { LEVELS } from '../select.js';
import { field, segments } from './widgets.js';

/** @import { Form } from '../create_model.js' */
/** @import { Catalogue, OptionBody, Options } from '../protocol.js' */
/** @typedef {ReturnType<typeof field>} Field */

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
  const cards = catalogue.presets.map(({ name, notation }) => {
    const input = h('input', {
      type: 'radio',
      name: 'preset',
      id: `preset-${name}`,
      value: name,
      checked: name === form.preset,
      'data-testid': `preset-${name}`,
      onchange: () => set({ preset: name, changes: {} }),
    });
    const words = word(`preset.${name}`) ?? notation;
    const element = h(
      'label',
      { class: 'preset' },
      input,
      h('span', { class: 'preset-name' }, presetInWords(name)),
      h('span', { class: 'preset-words' }, words),
    );
    return { input, element };
  });
  const element = h(
    'fieldset',
    { class: 'presets' },
    h('legend', {}, t('create.game')),
    h('div', { class: 'preset-grid' }, ...cards.map((card) => card.element)),
  );
  return { element, chosen: cards.find(({ input }) => input.checked)?.input };
}

/**
 * One of several choices, in a row of its own.
 * @param {string} name
 * @param {string} label
 * @param {[value: string, label: string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} pick
 * @param {string | null} [hint]
 */
function choiceField(name, label, choices, chosen, pick, hint) {
  const offered = choices.map(([value, words]) => ({ value, label: words }));
  return field({ name, label, control: segments(name, offered, chosen, pick).element, hint });
}

/**
 * @param {string} name
 * @param {string} label
 * @param {boolean} chosen
 * @param {(chosen: boolean) => void} pick
 * @param {string | null} [hint]
 */
function yesNoField(name, label, chosen, pick, hint) {
  /** @type {[string, string][]} */
  const choices = [
    ['false', t('create.no')],
    ['true', t('create.yes')],
  ];
  return choiceField(name, label, choices, String(chosen), (one) => pick(one === 'true'), hint);
}

/** @param {number[]} numbers @returns {[string, string][]} */
const asChoices = (numbers) => numbers.map((n) => [String(n), String(n)]);

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
  const label = word(`option.${name}`) ?? name;
  const hint = word(`hint.${name}`);
  const value = Object.entries(options).find(([key]) => key === name)?.[1];
  if (kind.type === 'flag') {
    return yesNoField(name, label, value === true, (picked) => put(name, picked), hint);
  }
  const range = rangeOf(catalogue, option, options);
  if (range) {
    const { min, max } = range;
    /** @param {number | string} picked */
    const pick = (picked) => put(name, Number(picked));
    if (max - min >= SEGMENTS_MAX) {
      const control = numberInput(`${name}-number`, label, Number(value), range, pick);
      return field({ name, label, control, hint });
    }
    const numbers = Array.from({ length: max - min + 1 }, (_, i) => min + i);
    return choiceField(name, label, asChoices(numbers), String(value), pick, hint);
  }
  const values = kind.type === 'choice' ? kind.values : [];
  /** @type {[string, string][]} */
  const choices = values.map((one) => [one, word(`value.${name}.${one}`) ?? one]);
  return choiceField(name, label, choices, String(value), (picked) => put(name, picked), hint);
}

/** @param {Draft} draft */
function seatingField({ catalogue, options, put }) {
  /** @type {[string, string][]} */
  const choices = catalogue.seatings.map(({ seating }) => [
    seating,
    word(`value.seating.${seating}`) ?? seating,
  ]);
  const pick = (/** @type {string} */ seating) => put('seating', seating);
  return choiceField('seating', t('create.players'), choices, options.seating, pick);
}

/** How many points a match goes to: a usual number, or another one. @param {Draft} draft */
function targetField({ catalogue, form, options: { target }, put }) {
  const { targets } = presetOf(catalogue, form);
  const kind = catalogue.options.find(({ name }) => name === 'target')?.kind;
  const range = kind?.type === 'number' ? kind : { min: 1, max: 1000 };
  /** @param {number | string} picked */
  const pick = (picked) => put('target', Number(picked));
  const offered = targets.map((n) => ({ value: String(n), label: String(n) }));
  const own = numberInput('target-own', t('create.target_own'), target, range, pick);
  const control = h(
    'div',
    { class: 'target-row' },
    segments('target', offered, String(target), pick).element,
    h('span', { class: 'target-own' }, own, t('create.points')),
  );
  return field({ name: 'target', label: t('create.target'), control });
}

/** Who takes the other seats. @param {Draft} draft @returns {Field[]} */
function opponents({ catalogue, form, set }) {
  const { access, kept } = form;
  if (access === 'computer') {
    /** @type {[string, string][]} */
    const levels = LEVELS.map((level) => [level, t(`level.${level}`)]);
    return [
      choiceField('level', t('create.level'), levels, form.level, (value) =>
        set({ level: LEVELS.find((level) => level === value) ?? form.level }),
      ),
    ];
  }
  /** @type {[string, string][]} */
  const choices = [
    ['link', t('create.link')],
    ['public', t('create.public')],
  ];
  const come = choiceField(
    'access',
    t('create.access'),
    choices,
    access,
    (value) => set({ access: value === 'link' ? 'link' : 'public' }),
    t(access === 'link' ? 'create.link_hint' : 'create.public_hint'),
  );
  if (access === 'link') return [come];
  const numbers = asChoices([...Array(seatCount(catalogue, form)).keys()]);
  const pick = (/** @type {string} */ n) => set({ kept: Number(n) });
  const keep = t('create.kept');
  return [come, choiceField('kept', keep, numbers, String(kept), pick, t('create.kept_hint'))];
}

/** @param {Draft} draft */
function clockField({ form, set }) {
  /** @type {[string, string][]} */
  const choices = Object.entries(CLOCKS).map(([name, rule]) => [
    name,
    clockWords(rule ?? undefined),
  ]);
  const pick = (/** @type {string} */ clock) => set({ clock });
  return choiceField('clock', t('clock.label'), choices, form.clock, pick, t('clock.hint'));
}

/** What players and programs may do at the table. @param {Draft} draft @returns {Field[]} */
function permissions({ form, set }) {
  const hints = yesNoField(
    'hints',
    t('create.hints'),
    form.hints,
    (picked) => set({ hints: picked }),
    t('create.hints_hint'),
  );
  if (form.access === 'computer') return [hints];
  const bots = yesNoField(
    'bots',
    t('create.bots'),
    form.bots,
    (picked) => set({ bots: picked }),
    t('create.bots_hint'),
  );
  return [hints, bots];
}
