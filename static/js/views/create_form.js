/** The inside of the create dialog: what it shows for a form, and how that changes the form. */
import {
  applies,
  CLOCKS,
  change,
  chooseGame,
  choosePreset,
  chooseSeating,
  games,
  lengths,
  optionsOf,
  presetOf,
  rangeOf,
  seatCount,
} from '../create_model.js';
import { attr, calm, h, setText } from '../dom.js';
import { clockWords } from '../format/clock.js';
import { everyNamed, namedRules, presetInWords } from '../format/notation.js';
import { termsOf } from '../format/terms.js';
import { t, word } from '../i18n/index.js';
import { icon } from '../icon.js';
import { LEVELS } from '../select.js';
import { gamePicture } from './game_picture.js';
import { segments } from './widgets.js';

/** @import { Form } from '../create_model.js' */
/** @import { Catalogue, OptionBody, Options } from '../protocol.js' */
/** @typedef {{ value: string, label: string }} Choice */
/** @typedef {{ name: string, label: string, hint?: string | null }} Words */

/**
 * What a form is drawn from. `redraw` takes another form, `set` a form's changes, and `put` another
 * value of one option.
 * @typedef {object} Draft
 * @property {Catalogue} catalogue
 * @property {Form} form
 * @property {Options} options
 * @property {(changes: Partial<Form>) => void} set
 * @property {(name: string, value: string | number | boolean) => void} put
 * @property {(form: Form) => void} redraw
 */

/** These options have their place above the others. */
const APART = ['variant', 'seating', 'target'];
/** A number with at most this many values is shown as buttons, not as a field. */
const SEGMENTS_MAX = 9;
/** Of a match, shortest first, as `lengths` gives their targets. */
const LENGTHS = /** @type {const} */ (['short', 'normal', 'long']);

/**
 * The parts of the form: what everybody chooses, and the rules that follow, which open into all
 * further options.
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
    redraw,
  };
  const game = gameCards(draft);
  const shown = [seatingField(draft), whoField(draft), lengthField(draft)];
  const folded = furtherFields(draft);
  const details = termsView(draft, folded, fold);
  const rows = h('div', { class: 'create-rows' }, ...shown.map(({ element }) => element));
  return {
    parts: [h('div', { class: 'create-form' }, game.element, rows, details)],
    first: game.chosen,
    /**
     * Says the server's objection at the option that it is about; whether the option is there.
     * @param {string} option
     * @param {string} text
     */
    fail(option, text) {
      const known = [...folded, ...shown].find(({ element }) => element.dataset.option === option);
      if (!known) return false;
      // Set first, so that the unfolding doesn't scroll away from it.
      fold.more ||= folded.includes(known);
      details.open = fold.more;
      known.fail(text);
      return true;
    },
  };
}

/** The games, of which one is chosen. @param {Draft} draft */
function gameCards({ catalogue, form, options, redraw }) {
  const all = games(catalogue).map(({ name, rules: { variant } }) => {
    const input = h('input', {
      type: 'radio',
      name: 'game',
      id: `game-${variant}`,
      value: variant,
      checked: variant === options.variant,
      'data-testid': `game-${variant}`,
      onchange: () => redraw(chooseGame(catalogue, form, variant)),
    });
    const words = h('span', { class: 'game-name' }, presetInWords(name));
    return { input, card: h('label', { class: 'game' }, input, gamePicture(variant), words) };
  });
  const legend = h('legend', { class: 'unseen' }, t('option.variant'));
  const grid = h('div', { class: 'game-grid' }, ...all.map(({ card }) => card));
  return {
    element: h('fieldset', { class: 'games' }, legend, grid),
    chosen: all.find(({ input }) => input.checked)?.input,
  };
}

/**
 * The rules that follow from the choices in plain words, and all that can be changed about them.
 * @param {Draft} draft
 * @param {ReturnType<typeof field>[]} folded
 * @param {{ more: boolean }} fold
 */
function termsView({ catalogue, form }, folded, fold) {
  const { name, about } = termsOf(catalogue, form);
  const words = h('span', { class: 'terms' }, h('b', {}, `${name}.`), ` ${about}`);
  const open = h('span', { class: 'terms-more' }, t('create.more'), icon('more'));
  const details = h(
    'details',
    { class: 'more', open: fold.more },
    h('summary', { id: 'more-options', 'data-testid': 'more-options' }, words, open),
    ...folded.map(({ element }) => element),
  );
  details.addEventListener('toggle', () => {
    if (details.open && !fold.more)
      details.scrollIntoView({ behavior: calm() ? 'auto' : 'smooth' });
    fold.more = details.open;
  });
  return details;
}

/** All that stands behind the sentence. @param {Draft} draft */
function furtherFields(draft) {
  const { catalogue, options } = draft;
  const rules = catalogue.options.filter(
    (option) => !APART.includes(option.name) && applies(option, options),
  );
  return [
    namedField(draft),
    clockField(draft),
    targetField(draft),
    ...keptField(draft),
    ...rules.map((option) => optionField(draft, option)),
    ...permissions(draft),
  ];
}

/** Rules by the names that players know them by. @param {Draft} draft */
function namedField({ catalogue, form, options, redraw }) {
  const chosen = namedRules(form.preset, options.calls === 'muggins');
  const named = everyNamed(catalogue.presets);
  const groups = games(catalogue).map(({ rules: { variant } }) => {
    const all = named.filter(({ rules }) => rules.variant === variant);
    const label = word(`value.variant.${variant}`) ?? variant;
    const choices = all.map(({ name }) =>
      h('option', { value: name, selected: name === chosen }, presetInWords(name)),
    );
    return h('optgroup', { label }, ...choices);
  });
  const label = t('create.named');
  function onchange() {
    const picked = named.find(({ name }) => name === select.value);
    if (!picked) return;
    const plain = choosePreset(catalogue, form, picked.preset);
    redraw(change(catalogue, plain, 'calls', picked.rules.calls));
  }
  const props = { id: 'preset', class: 'field', 'aria-label': label, 'data-testid': 'preset' };
  const select = h('select', { ...props, onchange }, ...groups);
  return field({ name: 'preset', label }, select);
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
function seatingField({ catalogue, form, options, redraw }) {
  const choices = catalogue.seatings.map(({ seating, seats }) => ({
    value: seating,
    label: seating === 'partners' ? t('value.seating.partners') : String(seats),
  }));
  const words = { name: 'seating', label: t('option.seating') };
  return choiceField(words, choices, options.seating, (value) => {
    const known = catalogue.seatings.find(({ seating }) => seating === value);
    if (known) redraw(chooseSeating(catalogue, form, known.seating));
  });
}

/** How long a match is, by the points that win it. @param {Draft} draft */
function lengthField({ catalogue, form, options: { target }, put }) {
  const choices = lengths(presetOf(catalogue, form)).map((points, i) => ({
    value: String(points),
    label: t(`length.${LENGTHS[i]}`, { points }),
  }));
  const pick = (/** @type {string} */ points) => put('target', Number(points));
  const { element } = segments('length', choices, String(target), pick);
  return field({ name: 'length', label: t('create.length') }, element);
}

/** A number of points of one's own. @param {Draft} draft */
function targetField({ catalogue, options: { target }, put }) {
  const kind = catalogue.options.find(({ name }) => name === 'target')?.kind;
  const range = kind?.type === 'number' ? kind : { min: 1, max: 1000 };
  const label = t('option.target');
  const own = numberInput('target-own', label, target, range, (points) => put('target', points));
  return field({ name: 'target', label }, own);
}

/** Who takes the other seats. @param {Draft} draft */
function whoField({ form, set }) {
  const { access } = form;
  if (access === 'computer') {
    const levels = LEVELS.map((level) => ({ value: level, label: t(`level.${level}`) }));
    const pick = (/** @type {string} */ value) =>
      set({ level: LEVELS.find((level) => level === value) ?? form.level });
    return choiceField({ name: 'level', label: t('create.level') }, levels, form.level, pick);
  }
  const choices = [
    { value: 'link', label: t('waiting.access_link') },
    { value: 'public', label: t('create.public') },
  ];
  return choiceField({ name: 'access', label: t('create.access') }, choices, access, (value) =>
    set({ access: value === 'link' ? 'link' : 'public' }),
  );
}

/** At a table for everybody, seats can be kept for friends. @param {Draft} draft */
function keptField({ catalogue, form, set }) {
  if (form.access !== 'public') return [];
  const numbers = asChoices([...Array(seatCount(catalogue, form)).keys()]);
  const words = { name: 'kept', label: t('create.kept'), hint: t('create.kept_hint') };
  return [choiceField(words, numbers, String(form.kept), (n) => set({ kept: Number(n) }))];
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
