/** The dialog for a new table, made wholly from what the server offers. */
import { RefusedError } from '../api.js';
import { fetchCatalogue } from '../catalogue.js';
import { chooseNamed, createTableBody, formFor, namedOf } from '../create_model.js';
import { fill, h, setText, show } from '../dom.js';
import { language, namedKey, t, textOrNull } from '../i18n/index.js';
import './later.js';
import { openTable } from '../fair/promise.js';
import { settings } from '../settings.js';
import { formView } from './create_form.js';
import { fetchedView } from './fetched.js';
import { gamesInstead } from './games/instead.js';
import { refusalInWords } from './refusal.js';
import { button, cancelButton, dialog, dialogActions, onSubmit } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { Form, Opponents } from '../create_model.js' */
/** @import { Catalogue } from '../catalogue.js' */
/** @typedef {{ catalogue: Catalogue, form: Form, view: ReturnType<typeof formView> }} Chosen */

/** @param {Actions} actions */
export function createDialog(actions) {
  const shell = dialogShell();
  const { element, content } = shell;
  const status = fetchedView();
  const fold = { more: false };
  /** @type {Chosen | null} */
  let chosen = null;
  /** Ends the request for a table when the dialog is closed. */
  let closing = new AbortController();

  /** @param {Catalogue} catalogue @param {Form} form */
  function draw(catalogue, form) {
    const redraw = (/** @type {Form} */ next) => draw(catalogue, next);
    const openGames = () =>
      gamesInstead(element, catalogue, namedOf(catalogue, form), (name) =>
        redraw(chooseNamed(catalogue, form, name)),
      );
    chosen = { catalogue, form, view: formView(catalogue, form, redraw, fold, openGames) };
    shell.ready(form.access);
    show(shell.error, false);
    fillKeepingFocus(content, chosen.view.parts);
  }

  async function submit() {
    if (!chosen) return;
    const { catalogue, form } = chosen;
    const { signal } = closing;
    shell.sending();
    try {
      const table = await openTable(createTableBody(catalogue, form), signal);
      if (signal.aborted) return;
      remember(form);
      element.close();
      actions.join(table);
    } catch (problem) {
      if (signal.aborted) return;
      shell.refuse(problem, chosen.view);
      shell.ready(chosen.form.access);
    }
  }

  onSubmit(shell.form, shell.submit, submit);
  element.addEventListener('close', () => {
    status.stop();
    closing.abort();
  });

  return {
    element,
    /** @param {Opponents} access @param {string} game the one that is chosen on the page, as `namedChoices` names it */
    open(access, game) {
      chosen = null;
      closing = new AbortController();
      fold.more = false;
      shell.ready(access);
      // Until the games are there, a press would open no table.
      shell.submit.disabled = true;
      fill(content, status.element);
      element.showModal();
      status.load({
        fetch: fetchCatalogue,
        show(catalogue) {
          const last = settings.get().tables[kindOf(access)];
          draw(catalogue, formFor(catalogue, access, last, game));
          shell.submit.disabled = false;
          chosen?.view.first.focus({ preventScroll: true });
        },
      });
    },
  };
}

/** Under which name a choice is remembered. @param {Opponents} access */
const kindOf = (access) => (access === 'computer' ? 'computer' : 'people');

/** The next table of this kind begins with the same choice, and the front page with its game. @param {Form} form */
function remember({ access, ...form }) {
  const tables = { ...settings.get().tables, [kindOf(access)]: form };
  settings.set({ tables, game: form.preset });
}

/**
 * Replaces a part of the page. The focus goes to the control that takes the place of the one that had it.
 * @param {HTMLElement} element
 * @param {HTMLElement[]} parts
 */
function fillKeepingFocus(element, parts) {
  const focused = element.contains(document.activeElement) ? document.activeElement?.id : null;
  fill(element, ...parts);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** What the dialog is called, by the players. */
const TITLES = /** @type {const} */ ({
  computer: 'create.title_computer',
  link: 'create.title_link',
  public: 'create.title_public',
});

/** The dialog without what is in it. */
function dialogShell() {
  const content = h('div.dialog-scroll.column');
  const error = h('p.field-error.if-any', { role: 'alert', hidden: true });
  const submit = button(t('create.submit'), {
    kind: 'primary big',
    type: 'submit',
    testid: 'open-table',
  });
  const { element, body, title } = dialog(
    { name: 'create', kind: 'create', body: 'form', testid: 'create-dialog' },
    content,
    error,
    dialogActions(cancelButton(), submit),
  );
  // The server checks the values, and its objections are shown at the options.
  body.noValidate = true;
  return {
    element,
    form: body,
    content,
    submit,
    error,
    /** Against the computer there is nothing to wait for. @param {Opponents} access */
    ready(access) {
      setText(title, t(TITLES[access]));
      setText(submit, t(access === 'computer' ? 'create.start' : 'create.submit'));
    },
    sending() {
      setText(submit, t('create.submitting'));
      show(error, false);
    },
    /** @param {unknown} problem @param {Chosen['view']} view */
    refuse(problem, view) {
      const { option, text } = objection(problem);
      if (option && view.fail(option, text)) return;
      setText(error, text);
      show(error, true);
    },
  };
}

/** What the server has against a table, and which option that is about. @param {unknown} problem */
function objection(problem) {
  if (!(problem instanceof RefusedError)) return { option: null, text: t('error.unavailable') };
  const { code, option, message } = problem;
  const refused = textOrNull(namedKey('refused', String(option)));
  if (code === 'bad_rules' && refused !== null) return { option, text: refused };
  // The server's own words say more, for those who read them.
  const isPlain = code === 'bad_rules' && language === 'en';
  return { option, text: isPlain ? message : (refusalInWords(code) ?? message) };
}
