/** The dialog for a new table, made wholly from what the server offers. */
import { createTable, presets, Refused } from '../api.js';
import { freshForm, tableOf } from '../create_model.js';
import { fill, h, setText, show } from '../dom.js';
import { language, t, word } from '../i18n/index.js';
import '../i18n/later.js';
import { showError } from './create_fields.js';
import { APART, formParts } from './create_form.js';

/** @import { Actions } from '../actions.js' */
/** @import { Form, Opponents } from '../create_model.js' */
/** @import { Catalogue, CreateTable } from '../protocol.js' */

/** @param {Actions} actions */
export function createDialog(actions) {
  const shell = dialogShell();
  const { element, body } = shell;
  const fold = {
    more: false,
    toggle(/** @type {boolean} */ open) {
      fold.more = open;
    },
  };
  /** @type {{ catalogue: Catalogue, form: Form } | null} */
  let chosen = null;

  /** @param {Catalogue} catalogue @param {Form} form */
  function draw(catalogue, form) {
    chosen = { catalogue, form };
    shell.name(form.access);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.id;
    fill(body, ...formParts(catalogue, form, (next) => draw(catalogue, next), fold));
    show(shell.error, false);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  shell.form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!chosen || shell.submit.disabled) return;
    shell.busy(true);
    try {
      const { table } = await open(tableOf(chosen.catalogue, chosen.form));
      element.close();
      actions.go({ page: 'table', table, invite: null });
    } catch (problem) {
      refuse(shell, problem);
    } finally {
      shell.busy(false);
    }
  });

  return {
    element,
    /** @param {Opponents} access */
    async open(access) {
      fill(body, h('p', { class: 'loading' }, t('app.loading')));
      element.showModal();
      const catalogue = await presets().catch(() => null);
      fold.more = false;
      if (catalogue) draw(catalogue, freshForm(catalogue, access));
      else fill(body, h('p', { class: 'hint' }, t('create.failed')));
    },
  };
}

/**
 * Opens the table with a promise for its first match, which may begin at once.
 * @param {CreateTable} wanted
 */
async function open(wanted) {
  const { freshSeed } = await import('../fair/partner.js');
  const { notes } = await import('../fair/own.js');
  const { seed, commitment } = await freshSeed();
  const made = await createTable({ ...wanted, commitment });
  notes.keep({ table: made.table, match: 1, seed, commitment: null });
  return made;
}

/** The dialog without what is in it. */
function dialogShell() {
  const body = h('div', { class: 'dialog-scroll' });
  const error = h('p', { class: 'field-error', role: 'alert', hidden: true });
  const submit = h(
    'button',
    { type: 'submit', class: 'button primary big', 'data-testid': 'open-table' },
    t('create.submit'),
  );
  const cancel = h(
    'button',
    { type: 'button', class: 'button quiet', onclick: () => element.close() },
    t('app.cancel'),
  );
  const form = h(
    'form',
    { class: 'dialog-body', novalidate: true },
    h('h2', { id: 'create-title' }, t('create.title')),
    body,
    error,
    h('div', { class: 'dialog-actions' }, cancel, submit),
  );
  const element = h(
    'dialog',
    { class: 'dialog', 'aria-labelledby': 'create-title', 'data-testid': 'create-dialog' },
    form,
  );
  /** What the button does: against the computer there is nothing to wait for. */
  let words = t('create.submit');
  const name = (/** @type {Opponents} */ access) => {
    words = t(access === 'computer' ? 'create.start' : 'create.submit');
    setText(submit, words);
  };
  const busy = (/** @type {boolean} */ is) => {
    submit.disabled = is;
    setText(submit, is ? t('create.submitting') : words);
  };
  return { element, form, body, error, submit, name, busy };
}

/**
 * Says the refusal at the option that it is about, or else at the end.
 * @param {ReturnType<typeof dialogShell>} shell
 * @param {unknown} problem
 */
function refuse({ body, error }, problem) {
  const { code, option, message } =
    problem instanceof Refused
      ? problem
      : { code: 'unavailable', option: null, message: t('error.unavailable') };
  // The server's own words say more, for those who read them.
  const plain = code === 'bad_rules' && language === 'en';
  const text = plain ? message : (word(`error.${code}`) ?? message);
  const options = body.querySelector('details');
  if (option && options && !APART.includes(option)) options.open = true;
  if (option && showError(body, option, text)) return;
  setText(error, text);
  show(error, true);
}
