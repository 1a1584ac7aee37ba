/** The ways to sign in to an account: another device, a recovery code, a passkey, email. */
import { attr, fill, h, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import {
  confirmSignIn,
  fetchSignInState,
  repeat,
  signInByEmail,
  signInByPasskey,
  signInByRecovery,
  signInByTransfer,
  startPasskeySignIn,
} from '../../people/api.js';
import { canUsePasskeys, usePasskey, wasCancelled } from '../../people/passkey.js';
import { attempt, errorLine } from '../attempt.js';
import { button, onSubmit, segments } from '../widgets.js';
import { hint, labelled, part } from './page.js';
import { recoveryCard } from './recovery.js';

/** @import { MeBody } from '../../protocol.js' */
/** @typedef {{ element: HTMLElement, end?(): void }} Way */

/** How often the other device's answer is asked for, in milliseconds. */
const ASK_MS = 2000;

/** A code of any of these, as it is typed. */
const CODE = {
  autocomplete: 'one-time-code',
  autocapitalize: 'characters',
  spellcheck: 'false',
  class: 'field account-code-field',
};

/** The page begins anew: what it showed belongs to another visitor. */
const comeIn = () => location.assign('/account');

/** @param {MeBody} known what the server offers */
export function signInView({ offers_email, offers_passkeys }) {
  const offered = [
    { value: 'transfer', label: t('transfer.part'), make: byTransfer },
    { value: 'recovery', label: t('recovery.part'), make: byRecovery },
    ...(offers_passkeys && canUsePasskeys()
      ? [{ value: 'passkey', label: t('signin.passkey'), make: byPasskey }]
      : []),
    ...(offers_email ? [{ value: 'email', label: t('signin.email'), make: byEmail }] : []),
  ];
  const place = h('div.if-any');
  /** @type {Way | null} */
  let way = null;
  /** @param {string} value */
  function pick(value) {
    way?.end?.();
    way = offered.find((one) => one.value === value)?.make() ?? null;
    fill(place, way?.element);
  }
  const ways = segments('sign-in', offered, 'transfer', pick);
  attr(ways.element, 'role', 'radiogroup');
  attr(ways.element, 'aria-label', t('signin.ways'));
  pick('transfer');
  return {
    element: part(
      'sign-in',
      t('signin.title'),
      hint(t('signin.lead')),
      ways.element,
      place,
      hint(t('signin.stays')),
    ),
    end: () => way?.end?.(),
  };
}

/** @returns {Way} */
function byTransfer() {
  const { element: field, input } = labelled('transfer-code', t('signin.code'), {
    ...CODE,
    maxlength: 16,
  });
  const error = errorLine();
  const send = button(t('signin.go_on'), {
    kind: 'primary',
    type: 'submit',
    testid: 'transfer-in',
  });
  const how = hint(t('signin.transfer_hint'));
  const form = h('form.account-form', how, field, error, send);
  const waits = h('p.account-waits', { role: 'status', testid: 'transfer-waits' });
  /** Ends the asking. */
  let stop = () => {};

  /** @param {string} tried the attempt */
  function wait(tried) {
    show(form, false);
    setText(waits, t('signin.waits'));
    stop = repeat(ASK_MS, async () => {
      const { state } = await fetchSignInState(tried);
      if (state === 'waiting') return true;
      if (state === 'signed_in') comeIn();
      else refuse();
      return false;
    });
  }

  function refuse() {
    setText(waits, '');
    show(form, true);
    setText(error, t('signin.declined'));
    show(error, true);
    input.select();
  }

  onSubmit(form, send, () =>
    attempt(error, async () => wait((await signInByTransfer(input.value)).attempt)),
  );
  return { element: h('div', form, waits), end: () => stop() };
}

/** @returns {Way} */
function byRecovery() {
  const name = labelled('recovery-name', t('account.name'), {
    autocomplete: 'username',
    spellcheck: 'false',
  });
  const code = labelled('recovery-in', t('recovery.part'), CODE);
  const error = errorLine();
  const send = button(t('signin.come_in'), { kind: 'primary', type: 'submit', testid: 'recover' });
  const how = hint(t('signin.recovery_hint'));
  const form = h('form.account-form', how, name.element, code.element, error, send);
  const made = h('div');
  onSubmit(form, send, () =>
    attempt(error, async () => {
      const { recovery_code } = await signInByRecovery(name.input.value, code.input.value);
      if (!recovery_code) return comeIn();
      show(form, false);
      const card = recoveryCard(recovery_code, name.input.value, comeIn);
      fill(made, card.element);
      card.focus();
    }),
  );
  return { element: h('div', form, made) };
}

/** @returns {Way} */
function byPasskey() {
  const error = errorLine();
  const press = () =>
    attempt(error, async () => {
      const { question, options } = await startPasskeySignIn();
      const credential = await usePasskey(options).catch((problem) => {
        if (wasCancelled(problem)) return null;
        throw problem;
      });
      if (credential === null) return;
      await signInByPasskey(question, credential);
      comeIn();
    });
  const use = button(t('signin.use_passkey'), { kind: 'primary', testid: 'use-passkey', press });
  return {
    element: h('div.account-form', hint(t('signin.passkey_hint')), error, use),
  };
}

/** @returns {Way} */
function byEmail() {
  const form = emailForm('sign-in', signInByEmail, async (tried, code) => {
    await confirmSignIn(tried, code);
    comeIn();
  });
  return { element: h('div', hint(t('signin.email_hint')), form) };
}

/**
 * An address, and then the code that was sent to it.
 * @param {string} name a prefix of the test ids
 * @param {(email: string) => Promise<{ attempt: string }>} send
 * @param {(tried: string, code: string) => Promise<unknown>} confirm
 */
export function emailForm(name, send, confirm) {
  const email = labelled(`${name}-email`, t('signin.address'), {
    type: 'email',
    autocomplete: 'email',
  });
  const code = labelled(`${name}-email-code`, t('signin.email_code'), {
    ...CODE,
    inputmode: 'numeric',
    maxlength: 12,
  });
  const error = errorLine();
  const sent = h('p.hint', { role: 'status' });
  const go = button('', {
    kind: 'primary',
    type: 'submit',
    testid: `${name}-email-send`,
  });
  // A typing error shows when no email comes.
  const change = button(t('signin.change_address'), {
    kind: 'quiet',
    testid: `${name}-email-change`,
    press() {
      tried = null;
      show(error, false);
      ask(false);
      email.input.select();
    },
  });
  const buttons = h('div.row', go, change);
  const fields = [email.element, sent, code.element];
  const form = h('form.account-form', ...fields, error, buttons);
  /** The attempt that the code belongs to, once it was sent. @type {string | null} */
  let tried = null;
  const ask = (/** @type {boolean} */ isSent) => {
    show(code.element, isSent);
    attr(code.input, 'required', isSent);
    attr(email.input, 'readonly', isSent);
    show(change, isSent);
    code.input.value = '';
    setText(sent, isSent ? t('signin.sent', { email: email.input.value }) : '');
    setText(go, t(isSent ? 'signin.go_on' : 'signin.send'));
  };
  ask(false);
  onSubmit(form, go, () =>
    attempt(error, async () => {
      if (tried !== null) {
        await confirm(tried, code.input.value);
        return;
      }
      tried = (await send(email.input.value)).attempt;
      ask(true);
      code.input.focus();
    }),
  );
  return form;
}
