/** Which of the visitor's matches are listed. */
import '../../i18n/later.js';
import { h } from '../../dom.js';
import { t, word } from '../../i18n/index.js';

/** @import { Filters } from '../../records/api.js' */

const VARIANTS = ['block', 'draw', 'all_fives', 'fives_and_threes'];
const RESULTS = ['won', 'lost', 'undecided'];

/** The list is fetched when no letter was typed for so long, in milliseconds: not for each letter. */
const TYPED_MS = 250;

/** @param {() => void} changed */
export function filtersView(changed) {
  const variant = choice('variant', VARIANTS, (value) => word(`value.variant.${value}`) ?? value);
  const result = choice('result', RESULTS, (value) => word(`me.result.${value}`) ?? value);
  const opponent = h('input', {
    class: 'field',
    id: 'filter-opponent',
    type: 'search',
    maxlength: 24,
    placeholder: t('me.opponent_hint'),
    'data-testid': 'filter-opponent',
  });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typed;
  opponent.addEventListener('input', () => {
    clearTimeout(typed);
    typed = setTimeout(changed, TYPED_MS);
  });
  for (const list of [variant, result]) list.addEventListener('change', changed);
  const element = h(
    'form',
    { class: 'filters', 'aria-label': t('me.filters'), role: 'search' },
    labelled('variant', t('me.variant'), variant),
    labelled('opponent', t('me.opponent'), opponent),
    labelled('result', t('me.result'), result),
  );
  element.addEventListener('submit', (event) => event.preventDefault());
  return {
    element,
    /** @returns {Filters} */
    get: () => ({
      variant: variant.value,
      opponent: opponent.value.trim(),
      result: result.value,
    }),
  };
}

/** @param {string} name @param {string[]} values @param {(value: string) => string} say */
function choice(name, values, say) {
  return h(
    'select',
    { class: 'field', id: `filter-${name}`, 'data-testid': `filter-${name}` },
    h('option', { value: '' }, t('me.all')),
    ...values.map((value) => h('option', { value }, say(value))),
  );
}

/** @param {string} name @param {string} label @param {HTMLElement} field */
function labelled(name, label, field) {
  return h('div', { class: 'filter' }, h('label', { for: `filter-${name}` }, label), field);
}
