/** The time of a new table's matches: the clock, and the longest time of a match. */
import { CAPS, CLOCKS, DAYS, HOLIDAYS } from '../create_model.js';
import { clockWords } from '../format/clock.js';
import { t } from '../i18n/index.js';
import { choiceField } from './create_fields.js';

/** @import { Form } from '../create_model.js' */
/** @import { Draft } from './create_form.js' */

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
function capField({ form, set }) {
  const choices = CAPS.map((n) => ({
    value: String(n),
    label: n === 0 ? t('cap.none') : t('clock.minutes', { n }),
  }));
  const words = { name: 'time_cap', label: t('cap.label'), hint: t('cap.hint') };
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

/** What the longest time of a match means, as a sentence; false without one. @param {Form} form */
export const capTerm = ({ cap, over_days }) =>
  cap > 0 && !over_days && t('create.capped', { time: t('clock.minutes', { n: cap }) });
