/** What a form of the create dialog stands for, in one plain sentence or two. Pure. */
import { CLOCKS, optionsOf, presetOf } from '../create_model.js';
import { t, word } from '../i18n/index.js';
import { clockWords } from './clock.js';
import { calledInWords, presetInWords } from './notation.js';
import { amount } from './words.js';

/** @import { Form } from '../create_model.js' */
/** @import { Catalogue } from '../protocol.js' */

/** These are said by the sentence itself, or seen above it. */
const SAID = ['seating', 'target'];

/**
 * @param {Catalogue} catalogue
 * @param {Form} form
 * @returns {{ name: string, about: string }} the name of the rules, and what they say
 */
export function termsOf(catalogue, form) {
  const { name } = presetOf(catalogue, form);
  const { calls, target } = optionsOf(catalogue, form);
  const called = calls === 'muggins' ? calledInWords(name) : null;
  const about = word(`preset.${called ? `${name} · muggins calls` : name}`) ?? '';
  const others = Object.keys(form.changes).filter(
    (option) => !SAID.includes(option) && !(called && option === 'calls'),
  );
  const options = others.map((option) => word(`option.${option}`) ?? option).join(', ');
  const goal = t('create.goal', { points: amount(target, 'points'), clock: clockTerm(form) });
  const changed = options && t('create.changed', { options });
  return {
    name: called ?? presetInWords(name),
    about: [about, goal, changed].filter(Boolean).join(' '),
  };
}

/** @param {Form} form */
function clockTerm({ clock }) {
  const rule = CLOCKS[clock];
  if (!rule) return t('create.no_clock');
  const time = clockWords(rule);
  return rule.type === 'bank' ? t('create.clock_bank', { time }) : t('create.clock_move', { time });
}
