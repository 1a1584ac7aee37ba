/** The chat or the program that is told what happens at a table over days, for the table's host. */
import { fill, h, setText, show } from '../dom.js';
import { language, t } from '../i18n/index.js';
import { fetchWebhook, putWebhook, removeWebhook } from '../push_browser.js';
import { attempt, errorLine } from './attempt.js';
import './later.js';
import { button } from './widgets.js';

/** @import { WebhookBody, WebhookForm } from '../protocol.js' */
/** @import { Table } from '../state.js' */

/** @type {readonly WebhookForm[]} */
const FORMS = ['discord', 'slack', 'matrix', 'json'];

/** The fields of a new webhook. @param {(form: WebhookForm, url: string) => unknown} set */
function fieldsView(set) {
  const form = h(
    'select.field',
    { testid: 'webhook-form' },
    ...FORMS.map((value) => h('option', { value }, t(`webhook.${value}`))),
  );
  const url = h('input', {
    type: 'url',
    class: 'field',
    required: true,
    maxlength: 1024,
    pattern: 'https://.+',
    placeholder: 'https://',
    autocomplete: 'off',
    spellcheck: 'false',
    testid: 'webhook-url',
  });
  const element = h(
    'form.stack',
    {
      /** @param {Event} event */
      onsubmit: (event) => {
        event.preventDefault();
        set(/** @type {WebhookForm} */ (form.value), url.value);
      },
    },
    h('label.push-field.stack', h('span', t('webhook.form')), form),
    h('label.push-field.stack', h('span', t('webhook.url')), url),
    button(t('webhook.set'), { kind: 'small', type: 'submit', testid: 'webhook-set' }),
  );
  return { element, url };
}

/** The webhook of a table: the form that sets it, or what it is and how it is removed. */
export function webhookView() {
  const error = errorLine();
  const fields = fieldsView(set);
  const told = h('span.push-name', { testid: 'webhook-told' });
  const known = h(
    'div.setting-row.in-line',
    told,
    button(t('push.remove'), { kind: 'small', testid: 'webhook-remove', press: remove }),
  );
  const element = h(
    'div.setting.stack',
    { testid: 'webhook' },
    h('p.setting-hint', t('webhook.hint')),
    fields.element,
    known,
    error,
  );
  /** The table whose webhook is shown. */
  let table = '';

  /** @param {WebhookBody | undefined} webhook */
  function draw(webhook) {
    show(fields.element, !webhook);
    show(known, webhook !== undefined);
    if (webhook) fill(told, h('b', t(`webhook.${webhook.form}`)), ` ${webhook.host}`);
    else setText(told, '');
  }

  /** @param {WebhookForm} form @param {string} url */
  async function set(form, url) {
    const put = async () => {
      draw((await putWebhook(table, { form, url, language })).webhook);
      fields.url.value = '';
    };
    await attempt(error, put, (code) => (code === 'wrong_fields' ? t('webhook.wrong') : null));
  }

  /** @param {string} id */
  async function load(id) {
    table = id;
    fields.url.value = '';
    show(fields.element, false);
    show(known, false);
    await attempt(error, async () => {
      const { webhook } = await fetchWebhook(id);
      if (table === id) draw(webhook);
    });
  }

  async function remove() {
    await attempt(error, async () => {
      await removeWebhook(table);
      draw(undefined);
    });
  }

  return {
    element,
    /** @param {Table} shown */
    draw({ id }) {
      if (table !== id) void load(id);
    },
  };
}
