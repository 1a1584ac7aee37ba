/** What a form of the create dialog stands for, in one plain sentence or two. Pure. */
import { CLOCKS, optionsOf, presetOf } from '../create_model.js';
import { t, word } from '../i18n/index.js';
import { clockWords } from './clock.js';
import { namedRules } from './notation.js';
import { countsRounds } from './options.js';
import { placedName } from './places.js';
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
  const preset = presetOf(catalogue, form).name;
  const chosen = optionsOf(catalogue, form);
  const { calls, target } = chosen;
  const named = namedRules(preset, calls === 'muggins');
  const about = word(`preset.${named}`);
  const said = named === preset ? SAID : [...SAID, 'calls'];
  const others = Object.keys(form.changes).filter((option) => !said.includes(option));
  const options = others.map((option) => word(`option.${option}`) ?? option).join(', ');
  const points = amount(target, countsRounds(chosen) ? 'wins' : 'points');
  const goal = t('create.goal', { points, clock: clockTerm(form) });
  const changed = options && t('create.changed', { options });
  return {
    name: placedName(named),
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
