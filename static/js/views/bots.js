/** A visitor's programs: made here, with a token that is shown once, listed and deleted. */
import { bots, deleteBot, makeBot, Refused } from '../api.js';
import { fill, h, setText, show } from '../dom.js';
import { t, word } from '../i18n/index.js';
import '../i18n/later.js';

/** @import { BotBody as Bot } from '../protocol.js' */

/** As many characters as the server lets a name have. */
const NAME_MAX = 24;

/** The bots as they are now, and what makes more. @returns {Promise<HTMLElement>} */
export async function botsView() {
  const { bots: known } = await bots();
  const list = h('ul', { class: 'bots', role: 'list' });
  const error = h('p', { class: 'field-error', role: 'alert', hidden: true });
  const made = h('div', { role: 'status' });
  const name = h('input', {
    id: 'bot-name',
    class: 'field',
    maxlength: NAME_MAX,
    required: true,
    autocomplete: 'off',
    'data-testid': 'bot-name',
  });
  const submit = h(
    'button',
    { type: 'submit', class: 'button', 'data-testid': 'bot-make' },
    t('bots.make'),
  );
  const form = h(
    'form',
    { class: 'bots-form' },
    h('label', { for: 'bot-name', class: 'setting-title' }, t('bots.name')),
    h('div', { class: 'setting-row' }, name, submit),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(error, async () => {
      const { bot, token } = await makeBot(name.value);
      list.append(row(bot, error));
      fill(made, secret(bot, token));
      name.value = '';
    });
  });
  list.append(...known.map((bot) => row(bot, error)));
  return h(
    'div',
    { class: 'setting', 'data-testid': 'bots' },
    h('p', { class: 'setting-hint' }, t('bots.hint')),
    list,
    form,
    error,
    made,
  );
}

/**
 * Does something, or says why it can't be done.
 * @param {HTMLElement} error
 * @param {() => Promise<void>} run
 */
async function attempt(error, run) {
  show(error, false);
  try {
    await run();
  } catch (problem) {
    const known = problem instanceof Refused ? word(`error.${problem.code}`) : null;
    setText(error, known ?? t('bots.failed'));
    show(error, true);
  }
}

/** @param {Bot} bot @param {HTMLElement} error */
function row(bot, error) {
  const { id, name } = bot;
  const remove = h(
    'button',
    { type: 'button', class: 'button small', 'aria-label': t('bots.delete_who', { name }) },
    t('bots.delete'),
  );
  const element = h(
    'li',
    { class: 'setting-row' },
    h('span', { class: 'bots-name' }, name),
    remove,
  );
  remove.addEventListener('click', () =>
    attempt(error, async () => {
      await deleteBot(id);
      element.remove();
    }),
  );
  return element;
}

/**
 * The token, this once.
 * @param {Bot} bot
 * @param {string} token
 */
function secret({ name }, token) {
  const label = t('bots.token', { name });
  const field = h('input', {
    class: 'field',
    readonly: true,
    value: token,
    'aria-label': label,
    'data-testid': 'bot-token',
    onfocus: () => field.select(),
  });
  const copy = h('button', { type: 'button', class: 'button small' }, t('bots.copy'));
  copy.addEventListener('click', async () => {
    // Where the page may not write there, the field can be copied by hand.
    await navigator.clipboard?.writeText(token).then(
      () => setText(copy, t('bots.copied')),
      () => field.select(),
    );
  });
  return h(
    'div',
    { class: 'bots-token' },
    h('b', {}, label),
    h('p', { class: 'bots-once' }, t('bots.once')),
    h('div', { class: 'setting-row' }, field, copy),
  );
}
