/** A visitor's programs: made here, with a token that is shown once, listed and deleted. */
import { bots, deleteBot, makeBot } from '../api.js';
import { fill, h, show } from '../dom.js';
import { t } from '../i18n/index.js';
import './later.js';
import { attempt, errorLine } from './attempt.js';
import { fetchedView } from './fetched.js';
import { button, copyButton, copyInput, onSubmit } from './widgets.js';

/** @import { BotBody } from '../protocol.js' */

/** As many characters as the server lets a name have. */
const NAME_MAX = 24;

/** The bots as they are now, and what makes more. */
export function botsView() {
  const list = h('ul', { class: 'bots', role: 'list' });
  const error = errorLine();
  const made = h('div', { role: 'status' });
  const status = fetchedView();
  const form = formView(list, made, error);
  const parts = h('div', { class: 'setting', hidden: true }, list, form, error, made);
  status.load({
    fetch: bots,
    show(known) {
      fill(list, ...known.bots.map((bot) => row(bot, error)));
      show(parts, true);
    },
  });
  const hint = h('p', { class: 'setting-hint' }, t('bots.hint'));
  return h('div', { class: 'setting', 'data-testid': 'bots' }, hint, status.element, parts);
}

/**
 * What makes a bot.
 * @param {HTMLElement} list where its row goes
 * @param {HTMLElement} made where its token is shown
 * @param {HTMLElement} error
 */
function formView(list, made, error) {
  const name = h('input', {
    id: 'bot-name',
    class: 'field',
    maxlength: NAME_MAX,
    required: true,
    autocomplete: 'off',
    'data-testid': 'bot-name',
  });
  const submit = button(t('bots.make'), { type: 'submit', testid: 'bot-make' });
  const form = h(
    'form',
    { class: 'bots-form' },
    h('label', { for: 'bot-name', class: 'setting-title' }, t('bots.name')),
    h('div', { class: 'setting-row' }, name, submit),
  );
  onSubmit(form, submit, () =>
    attempt(error, async () => {
      const { bot, token } = await makeBot(name.value);
      list.append(row(bot, error));
      fill(made, secret(bot, token));
      name.value = '';
    }),
  );
  return form;
}

/** @param {BotBody} bot @param {HTMLElement} error */
function row({ id, name }, error) {
  const remove = button(t('bots.delete'), {
    kind: 'small',
    'aria-label': t('bots.delete_who', { name }),
    press: () =>
      attempt(error, async () => {
        await deleteBot(id);
        element.remove();
      }),
  });
  const who = h('span', { class: 'bots-name' }, name);
  const element = h('li', { class: 'setting-row' }, who, remove);
  return element;
}

/** The token, this once. @param {BotBody} bot @param {string} token */
function secret({ name }, token) {
  const label = t('bots.token', { name });
  const field = copyInput({ value: token, 'aria-label': label, 'data-testid': 'bot-token' });
  const copy = copyButton(t('bots.copy'), field, { kind: 'small' });
  return h(
    'div',
    { class: 'bots-token' },
    h('b', {}, label),
    h('p', { class: 'bots-once' }, t('bots.once')),
    h('div', { class: 'setting-row' }, field, ...copy),
  );
}
