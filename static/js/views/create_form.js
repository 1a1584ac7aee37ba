/** The inside of the create dialog: what it shows for a form, and how that changes the form. */
import { CLOCKS, change, optionsOf, presetOf, seatCount } from '../create_model.js';
import { h } from '../dom.js';
import { clockWords } from '../format/clock.js';
import { presetInWords } from '../format/notation.js';
import { t, word } from '../i18n/index.js';
import { LEVELS } from '../select.js';
import { field, optionRow, segments, yesNo } from './create_fields.js';

/** @import { Form } from '../create_model.js' */
/** @import { Catalogue } from '../protocol.js' */

/** These options have their place above the others. */
export const APART = ['seating', 'target'];

/**
 * @param {Catalogue} catalogue
 * @param {Form} form
 * @param {(form: Form) => void} set
 * @param {{ more: boolean, toggle(open: boolean): void }} fold
 */
export function formParts(catalogue, form, set, fold) {
  const options = optionsOf(catalogue, form);
  /** @param {string} name @param {string | number | boolean} value */
  const put = (name, value) => set(change(catalogue, form, name, value));
  const rows = catalogue.options
    .filter(({ name }) => !APART.includes(name))
    .map((option) => optionRow(catalogue, option, options, put));
  const details = h(
    'details',
    { class: 'more', open: fold.more },
    h('summary', { 'data-testid': 'more-options' }, t('create.more')),
    ...rows,
    hintsField(form, set),
    ...(form.access === 'computer' ? [] : [botsField(form, set)]),
  );
  details.addEventListener('toggle', () => fold.toggle(details.open));
  return [
    presetCards(catalogue, form, set),
    field('seating', t('create.players'), seatingControl(catalogue, options.seating, put)),
    field('target', t('create.target'), targetControl(catalogue, form, options.target, put)),
    ...opponents(catalogue, form, set),
    field('clock', t('clock.label'), clockControl(form, set), t('clock.hint')),
    details,
  ];
}

/**
 * Who takes the other seats.
 * @param {Catalogue} catalogue
 * @param {Form} form
 * @param {(form: Form) => void} set
 */
function opponents(catalogue, form, set) {
  if (form.access === 'computer') {
    return [field('level', t('create.level'), levelControl(form, set))];
  }
  const hint = t(form.access === 'link' ? 'create.link_hint' : 'create.public_hint');
  const access = field('access', t('create.access'), accessControl(form, set), hint);
  if (form.access === 'link') return [access];
  const kept = keptControl(catalogue, form, set);
  return [access, field('kept', t('create.kept'), kept, t('create.kept_hint'))];
}

/**
 * @param {Catalogue} catalogue
 * @param {Form} form
 * @param {(form: Form) => void} set
 */
function presetCards(catalogue, form, set) {
  const cards = catalogue.presets.map(({ name, notation }) =>
    h(
      'label',
      { class: 'preset' },
      h('input', {
        type: 'radio',
        name: 'preset',
        id: `preset-${name}`,
        value: name,
        checked: name === form.preset,
        'data-testid': `preset-${name}`,
        onchange: () => set({ ...form, preset: name, changes: {} }),
      }),
      h('span', { class: 'preset-name' }, presetInWords(name)),
      h('span', { class: 'preset-words' }, word(`preset.${name}`) ?? notation),
    ),
  );
  return h(
    'fieldset',
    { class: 'presets' },
    h('legend', {}, t('create.game')),
    h('div', { class: 'preset-grid' }, ...cards),
  );
}

/**
 * @param {Catalogue} catalogue
 * @param {string} seating
 * @param {(name: string, value: string) => void} put
 */
function seatingControl(catalogue, seating, put) {
  const choices = catalogue.seatings.map((one) => ({
    value: one.seating,
    label: word(`value.seating.${one.seating}`) ?? one.seating,
  }));
  return segments('seating', choices, seating, (value) => put('seating', value));
}

/**
 * @param {Catalogue} catalogue
 * @param {Form} form
 * @param {number} target
 * @param {(name: string, value: number) => void} put
 */
function targetControl(catalogue, form, target, put) {
  const { targets } = presetOf(catalogue, form);
  const range = catalogue.options.find(({ name }) => name === 'target')?.kind;
  const { min, max } = range?.type === 'number' ? range : { min: 1, max: 1000 };
  const offered = targets.map((n) => ({ value: String(n), label: String(n) }));
  const own = h('input', {
    type: 'number',
    id: 'target-own',
    class: 'field number',
    min,
    max,
    inputmode: 'numeric',
    value: target,
    'aria-label': t('create.target_own'),
    'data-testid': 'target-own',
    onchange: () =>
      put('target', Math.max(min, Math.min(max, Math.round(Number(own.value)) || target))),
  });
  return h(
    'div',
    { class: 'target-row' },
    segments('target', offered, String(target), (value) => put('target', Number(value))),
    h('span', { class: 'target-own' }, own, t('create.points')),
  );
}

/** @param {Form} form @param {(form: Form) => void} set */
function levelControl(form, set) {
  const choices = LEVELS.map((level) => ({ value: level, label: t(`level.${level}`) }));
  return segments('level', choices, form.level, (value) =>
    set({ ...form, level: LEVELS.find((level) => level === value) ?? form.level }),
  );
}

/** @param {Form} form @param {(form: Form) => void} set */
function clockControl(form, set) {
  const choices = Object.entries(CLOCKS).map(([value, rule]) => ({
    value,
    label: clockWords(rule ?? undefined),
  }));
  return segments('clock', choices, form.clock, (clock) => set({ ...form, clock }));
}

/** @param {Form} form @param {(form: Form) => void} set */
function hintsField(form, set) {
  const control = yesNo('hints', form.hints, (hints) => set({ ...form, hints }));
  return field('hints', t('create.hints'), control, t('create.hints_hint'));
}

/** @param {Form} form @param {(form: Form) => void} set */
function botsField(form, set) {
  const control = yesNo('bots', form.bots, (bots) => set({ ...form, bots }));
  return field('bots', t('create.bots'), control, t('create.bots_hint'));
}

/** @param {Form} form @param {(form: Form) => void} set */
function accessControl(form, set) {
  const choices = [
    { value: 'link', label: t('create.link') },
    { value: 'public', label: t('create.public') },
  ];
  return segments('access', choices, form.access, (value) =>
    set({ ...form, access: value === 'link' ? 'link' : 'public' }),
  );
}

/**
 * @param {Catalogue} catalogue
 * @param {Form} form
 * @param {(form: Form) => void} set
 */
function keptControl(catalogue, form, set) {
  const choices = Array.from({ length: seatCount(catalogue, form) }, (_, n) => ({
    value: String(n),
    label: String(n),
  }));
  return segments('kept', choices, String(form.kept), (value) =>
    set({ ...form, kept: Number(value) }),
  );
}
