/** The inside of the create dialog: what it shows for a form, and how that changes the form. */
import {
  chooseSeating,
  isOptionUsed,
  lengthOption,
  lengthsOf,
  namedOf,
  numbersOf,
  optionsOf,
  presetOf,
  rangeOf,
  rulesOf,
  seatCount,
  seatingsOf,
  withLength,
  withOption,
} from '../create_model.js';
import { h, prefersLessMotion } from '../dom.js';
import { amount, pointsInMatch } from '../format/amounts.js';
import { placedName } from '../format/places.js';
import { seatsOf } from '../format/seatings.js';
import { aimOf } from '../games/index.js';
import { joinList, namedKey, sentencesOf, t, textOrNull } from '../i18n/index.js';
import { icon } from '../icon.js';
import { LEVELS } from '../select.js';
import {
  capTerm,
  choiceField,
  clockTerm,
  field,
  lengthId,
  lengthInWords,
  numberInput,
  paceField,
  severalNumbers,
  timeFields,
  valueChoices,
  yesNoField,
} from './create_fields.js';
import { gameCard } from './games/instead.js';
import { segments } from './widgets.js';

/** @import { Form, Value } from '../create_model.js' */
/** @import { Catalogue, OfferedPreset } from '../catalogue.js' */
/** @import { Options } from '../games/contract.js' */
/** @import { OptionBody } from '../protocol.js' */
/** @import { Words } from './create_fields.js' */

/**
 * What a form is drawn from. `redraw` takes another form, `set` a form's changes, and `put` another
 * value of one option.
 * @typedef {object} Draft
 * @property {Catalogue} catalogue
 * @property {Form} form
 * @property {OfferedPreset} preset
 * @property {Options} options
 * @property {(changes: Partial<Form>) => void} set
 * @property {(name: string, value: Value) => void} put
 * @property {(form: Form) => void} redraw
 */

/** These options have their place above the others. */
const APART = ['variant', 'game', 'seating', 'target', 'rounds'];
/** A number with at most this many values is shown as buttons, not as a field. */
const SEGMENTS_MAX = 12;

/**
 * The parts of the form: what everybody chooses, and the rules that follow, which open into all
 * further options.
 * @param {Catalogue} catalogue
 * @param {Form} form
 * @param {(form: Form) => void} redraw gets the form after a change
 * @param {{ more: boolean }} fold whether the further options are to be seen
 * @param {() => void} openGames shows all games
 */
export function formView(catalogue, form, redraw, fold, openGames) {
  const preset = presetOf(catalogue, form);
  /** @type {Draft} */
  const draft = {
    catalogue,
    form,
    preset,
    options: optionsOf(catalogue, form),
    set: (changes) => redraw({ ...form, ...changes }),
    put: (name, value) => redraw(withOption(catalogue, form, name, value)),
    redraw,
  };
  const { name, variant } = preset;
  const named = { name: namedOf(catalogue, form), preset: name, variant };
  const game = gameCard(named, openGames);
  const shown = [
    ...seatingField(draft),
    whoField(draft),
    ...paceField(draft),
    ...lengthField(draft),
    ...prominentFields(draft),
  ];
  const folded = furtherFields(draft);
  const details = termsView(draft, folded, fold);
  const rows = h('div.create-rows.stack', ...shown.map(({ element }) => element));
  return {
    parts: [h('div.create-form.stack', game, rows, details)],
    first: game,
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

/**
 * The rules that follow from the choices in plain words, and all that can be changed about them.
 * @param {Draft} draft
 * @param {ReturnType<typeof field>[]} folded
 * @param {{ more: boolean }} fold
 */
function termsView({ catalogue, form }, folded, fold) {
  const { name, about } = termsOf(catalogue, form);
  const words = h('span.terms', h('b', `${name}.`), ` ${about}`);
  const open = h('span.terms-more', t('create.more'), icon('more'));
  const details = h(
    'details.more',
    { open: fold.more },
    h('summary', { id: 'more-options', testid: 'more-options' }, words, open),
    ...folded.map(({ element }) => element),
  );
  details.addEventListener('toggle', () => {
    if (details.open && !fold.more)
      details.scrollIntoView({ behavior: prefersLessMotion() ? 'auto' : 'smooth' });
    fold.more = details.open;
  });
  return details;
}

/** The options that the sentence sums up. @param {Draft} draft */
function furtherFields(draft) {
  const { preset, options } = draft;
  const { game } = preset;
  const rules = game.options.filter((option) => {
    const range = rangeOf(game, option, options);
    const isFixed = range !== null && range.min === range.max;
    return !APART.includes(option.name) && !isFixed && isOptionUsed(option, options);
  });
  return [
    ...timeFields(draft),
    ...targetField(draft),
    ...keptField(draft),
    ...rules.map((option) => optionField(draft, option)),
    ...permissions(draft),
  ];
}

/** One of the further options. @param {Draft} draft @param {OptionBody} option */
function optionField(draft, option) {
  const { name, kind } = option;
  const { options, put, preset } = draft;
  const called = preset.game.form.words?.[name] ?? name;
  const words = {
    name,
    label: optionInWords(preset, name),
    hint: textOrNull(namedKey('hint', called)),
  };
  const value = Object.entries(options).find(([key]) => key === name)?.[1];
  switch (kind.type) {
    case 'flag':
      return yesNoField(words, value === true, (picked) => put(name, picked));
    case 'choice':
      return choiceField(words, valueChoices(name, kind.values), String(value), (picked) =>
        put(name, picked),
      );
    case 'number':
      return numberField(draft, option, words, Number(value));
    case 'list':
    case 'numbers': {
      const fields = kind.type === 'list' ? [...Array(kind.length).keys()] : kind.fields;
      return field(words, severalNumbers(name, fields, kind.max, Object(value), put));
    }
  }
}

/** @param {OfferedPreset} preset @param {string} name an option's */
const optionInWords = ({ game }, name) =>
  textOrNull(namedKey('option', game.form.words?.[name] ?? name)) ?? name;

/** A number: buttons for a few, a field for many. @param {Draft} draft @param {OptionBody} option @param {Words} words @param {number} value */
function numberField({ preset: { game }, options, put }, option, words, value) {
  const { name } = option;
  const range = rangeOf(game, option, options) ?? { min: value, max: value };
  /** @param {number | string} picked */
  const pick = (picked) => put(name, Number(picked));
  const numbers = numbersOf(game, name, range);
  if (numbers.length > SEGMENTS_MAX) {
    return field(words, numberInput(`${name}-number`, words.label, value, range, pick));
  }
  return choiceField(words, valueChoices(name, numbers), String(value), pick);
}

/** How many play; the sentence says it where that is no choice. @param {Draft} draft */
function seatingField({ catalogue, form, options, redraw }) {
  const all = seatingsOf(catalogue, form);
  const choices = all.map((seating) => ({
    value: seating,
    label: seating === 'partners' ? t('value.seating.partners') : String(seatsOf(seating)),
  }));
  if (choices.length === 1) return [];
  const words = { name: 'seating', label: t('option.seating') };
  const pick = (/** @type {string} */ value) => {
    const known = all.find((seating) => seating === value);
    if (known) redraw(chooseSeating(catalogue, form, known));
  };
  return [choiceField(words, choices, options.seating, pick)];
}

/** How long a match is, by the points or the rounds that win it. @param {Draft} draft */
function lengthField({ catalogue, form, preset, options, redraw }) {
  const lengths = lengthsOf(preset);
  if (lengths.length === 1) return [];
  const choices = lengths.map((length) => ({
    value: lengthId(length),
    label: lengthInWords(length),
  }));
  const pick = (/** @type {string} */ value) => {
    const length = lengths.find((one) => lengthId(one) === value);
    if (length) redraw(withLength(catalogue, form, length));
  };
  const chosen = lengthId({ target: options[lengthOption(preset)] });
  const { element } = segments('length', choices, chosen, pick);
  const aim = aimOf({ rules: rulesOf(catalogue, form) });
  const inPoints = aim?.unit === 'wins' ? 'create.wins' : 'create.length';
  const label = t(preset.game.form.inRounds ? 'option.rounds' : inPoints);
  const hint = preset.game.form.lengthHint?.(options) ?? null;
  return [field({ name: 'length', label, hint }, element)];
}

/** What is chosen above the further options. @param {Draft} draft */
const prominentFields = ({ preset, options, put }) =>
  (preset.game.form.prominent?.(preset) ?? []).map(({ name, values }) => {
    const offered = `${name}-offered`;
    const words = { name: offered, label: optionInWords(preset, name) };
    return choiceField(words, valueChoices(name, values), options[name], (one) => put(name, one));
  });

/** A length that the visitor types, where points or rounds end a match. @param {Draft} draft */
function targetField({ preset, options, put }) {
  const name = lengthOption(preset);
  const option = preset.game.options.find((one) => one.name === name);
  const range = option ? rangeOf(preset.game, option, options) : null;
  if (range === null || options[name] === null) return [];
  const label = optionInWords(preset, name);
  const own = numberInput('target-own', label, options[name], range, (n) => put(name, n));
  return [field({ name, label }, own)];
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
  const numbers = valueChoices('kept', [...Array(seatCount(catalogue, form)).keys()]);
  const words = { name: 'kept', label: t('create.kept'), hint: t('create.kept_hint') };
  return [choiceField(words, numbers, String(form.kept), (n) => set({ kept: Number(n) }))];
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

/** These are said by the sentence itself, or seen above it. */
const SAID = ['seating', 'target', 'rounds'];

/**
 * @param {Catalogue} catalogue
 * @param {Form} form
 * @returns {{ name: string, about: string }} the name of the rules, and what they say
 */
export function termsOf(catalogue, form) {
  const offered = presetOf(catalogue, form);
  const { name: preset, game } = offered;
  const named = namedOf(catalogue, form);
  const about = textOrNull(`preset.${named}`);
  const said = named === preset ? SAID : [...SAID, 'calls'];
  const others = Object.keys(form.changes).filter((option) => !said.includes(option));
  const options = joinList(others.map((option) => optionInWords(offered, option)));
  const changed = options && t('create.changed', { options });
  return {
    name: placedName(named),
    about: sentencesOf([about, goalTerm(catalogue, form), capTerm(form, game.form), changed]),
  };
}

/** What ends a match, and how long players may think. @param {Catalogue} catalogue @param {Form} form */
function goalTerm(catalogue, form) {
  const { target, rounds } = optionsOf(catalogue, form);
  const clock = clockTerm(form);
  if (presetOf(catalogue, form).game.form.inRounds)
    return t('create.goal_rounds', { rounds: amount(rounds, 'rounds'), clock });
  if (target === null) return t('create.goal_all', { clock });
  const room = { rules: rulesOf(catalogue, form) };
  return t('create.goal', { points: pointsInMatch(target, room), clock });
}
