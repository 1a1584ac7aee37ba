/** The fields of the create dialog: a control with its words, and a place for an objection. */
import { CAPS, CLOCKS, DAYS, HOLIDAYS } from '../create_model.js';
import { attr, h, setText } from '../dom.js';
import { amount } from '../format/amounts.js';
import { clockWords } from '../format/clock.js';
import { namedKey, t, textOrNull } from '../i18n/index.js';
import { segments } from './widgets.js';

/** @import { Form, Value } from '../create_model.js' */
/** @import { GameForm, Length } from '../games/contract.js' */
/** @import { Draft } from './create_form.js' */

/** @typedef {{ value: string, label: string }} Choice */
/** @typedef {{ name: string, label: string, hint?: string | null }} Words */

/** A control with its words, and a place for an objection. @param {Words} words @param {HTMLElement} control */
export function field({ name, label, hint }, control) {
  const error = h('span.field-error.if-any', { role: 'alert' });
  const element = h(
    'div.option.stack',
    { 'data-option': name, role: 'group', 'aria-label': label },
    h('span.option-label', label),
    control,
    hint && h('span.hint', hint),
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
    testid: id,
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
    return h('label', h('span', label), input);
  });
  return h('div.numbers.row', ...inputs);
}

/** Whether the match is played in one sitting or over days. @param {Draft} draft */
export function paceField({ form, set }) {
  if (form.access === 'computer') return [];
  const choices = [
    { value: 'live', label: t('pace.live') },
    { value: 'days', label: t('pace.days') },
  ];
  const words = {
    name: 'pace',
    label: t('pace.label'),
    hint: form.over_days ? t('pace.hint') : null,
  };
  const chosen = form.over_days ? 'days' : 'live';
  const pace = choiceField(words, choices, chosen, (one) => set({ over_days: one === 'days' }));
  return form.over_days ? [pace, daysField({ form, set })] : [pace];
}

/** How many days a player has for each move. @param {Pick<Draft, 'form' | 'set'>} draft */
function daysField({ form, set }) {
  const choices = DAYS.map((n) => ({ value: String(n), label: t('clock.days', { n }) }));
  const words = { name: 'days', label: t('pace.each') };
  return choiceField(words, choices, String(form.days), (days) => set({ days: Number(days) }));
}

/** The clock and the longest time of a match in one sitting; over days the holiday. @param {Draft} draft */
export const timeFields = (draft) =>
  draft.form.over_days ? [holidayField(draft)] : [clockField(draft), capField(draft)];

/** How many days of holiday a player may take. @param {Draft} draft */
function holidayField({ form, set }) {
  const choices = HOLIDAYS.map((n) => ({
    value: String(n),
    label: n === 0 ? t('holiday.none') : t('clock.days', { n }),
  }));
  const words = { name: 'holiday', label: t('holiday.label'), hint: t('holiday.hint') };
  return choiceField(words, choices, String(form.holiday), (n) => set({ holiday: Number(n) }));
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

/** How long a match may last. @param {Draft} draft */
function capField({ form, preset, set }) {
  const choices = CAPS.map((n) => ({
    value: String(n),
    label: n === 0 ? t('cap.none') : t('clock.minutes', { n }),
  }));
  const hint = preset.game.form.capHint?.() ?? t('cap.hint');
  const words = { name: 'time_cap', label: t('cap.label'), hint };
  return choiceField(words, choices, String(form.cap), (cap) => set({ cap: Number(cap) }));
}

/** How long players may think, in a sentence. @param {Form} form */
export function clockTerm({ clock, over_days, days }) {
  if (over_days) return t('create.clock_move', { time: t('clock.days', { n: days }) });
  const rule = CLOCKS[clock];
  if (!rule) return t('create.no_clock');
  const time = clockWords(rule);
  return rule.type === 'bank' ? t('create.clock_bank', { time }) : t('create.clock_move', { time });
}

/** What the longest time of a match means, as a sentence; false without one. @param {Form} form @param {GameForm} game */
export function capTerm({ cap, over_days }, game) {
  if (cap === 0 || over_days) return false;
  const time = t('clock.minutes', { n: cap });
  return game.capTerm?.(time) ?? t('create.capped', { time });
}

/** What identifies a length among those of a game. @param {Pick<Length, 'target'>} length */
export const lengthId = ({ target }) => String(target ?? 'all');

/** @param {Pick<Length, 'target' | 'size'>} length @param {boolean} [inRounds] whether it is said that these are rounds */
export function lengthInWords({ target, size }, inRounds = false) {
  if (target === null) return t('length.all');
  if (inRounds) return amount(target, 'rounds');
  return size ? t(`length.${size}`, { points: target }) : String(target);
}
