/** The ways into an account without its devices: a recovery code, passkeys, an address. */
import { h, keyed, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import {
  addEmail,
  addPasskey,
  confirmEmail,
  fetchAccount,
  newRecoveryCode,
  removeEmail,
  removePasskey,
  startAddingPasskey,
} from '../../people/api.js';
import { canUsePasskeys, makePasskey, wasCancelled } from '../../people/passkey.js';
import { askingButton } from '../asking.js';
import { attempt, errorLine } from '../attempt.js';
import { button } from '../widgets.js';
import { dayWords, hint, part } from './page.js';
import { emailForm } from './sign_in.js';

/** @import { Actions } from '../../actions.js' */
/** @import { PasskeyBody } from '../../protocol.js' */
/** @import { Part } from './account_view.js' */

/** Asks for the account after a change whose answer hasn't brought it. @param {Actions} actions */
const refreshAccount = async (actions) => actions.knowAccount(await fetchAccount());

/**
 * @param {Actions} actions
 * @param {(code: string, name: string) => void} reveal shows a new code
 * @returns {Part}
 */
export function recoveryPart(actions, reveal) {
  const status = h('p.hint', { testid: 'recovery-told' });
  const error = errorLine();
  let name = '';
  const make = () =>
    attempt(error, async () => {
      const { recovery_code } = await newRecoveryCode();
      await refreshAccount(actions);
      reveal(recovery_code, name);
    });
  const first = button(t('recovery.make'), { testid: 'recovery-make', press: make });
  const again = askingButton(t('recovery.again'), {
    question: () => t('recovery.again_hint'),
    sure: t('recovery.make'),
    testid: 'recovery-again',
    press: make,
  });
  return {
    element: part('recovery', t('recovery.part'), status, first, again.element, error),
    draw(account) {
      name = account.name;
      setText(status, t(account.has_recovery_code ? 'recovery.there' : 'recovery.none'));
      show(first, !account.has_recovery_code);
      show(again.element, account.has_recovery_code);
    },
  };
}

/** @param {Actions} actions @returns {Part} */
export function passkeysPart(actions) {
  const list = h('ul.account-list.stack.if-any', { role: 'list', testid: 'passkeys' });
  const error = errorLine();
  const add = button(t('passkey.add'), {
    testid: 'passkey-add',
    press: () =>
      attempt(error, async () => {
        const { question, options } = await startAddingPasskey();
        const credential = await makePasskey(options).catch((problem) => {
          if (wasCancelled(problem)) return null;
          throw problem;
        });
        if (credential !== null) actions.knowAccount(await addPasskey(question, credential));
      }),
  });
  const element = part('passkeys', t('passkey.part'), hint(t('passkey.hint')), list, add, error);
  return {
    element,
    draw({ passkeys, offers_passkeys }) {
      const may = offers_passkeys && canUsePasskeys();
      show(element, may || passkeys.length > 0);
      show(add, may);
      keyed(
        list,
        passkeys,
        ({ id }) => [id],
        (passkey) => passkeyRow(passkey, error, actions),
      );
    },
  };
}

/** @param {PasskeyBody} passkey @param {HTMLElement} error @param {Actions} actions */
function passkeyRow({ id, name, created_ms }, error, actions) {
  const remove = askingButton(t('passkey.remove'), {
    question: () => t('passkey.remove_hint', { name }),
    sure: t('passkey.remove'),
    testid: 'passkey-remove',
    kind: 'small',
    press: () =>
      attempt(error, async () => {
        await removePasskey(id);
        await refreshAccount(actions);
      }),
  });
  remove.ask.setAttribute('aria-label', t('passkey.remove_who', { name }));
  return h(
    'li',
    h(
      'span.account-what',
      h('b', name),
      h('span', t('account.since', { day: dayWords(created_ms) })),
    ),
    remove.element,
  );
}

/** @param {Actions} actions @returns {Part} */
export function emailPart(actions) {
  const status = h('p.account-address', { testid: 'email-told' });
  const error = errorLine();
  const place = h('div');
  const remove = button(t('email.remove'), {
    testid: 'email-remove',
    press: () =>
      attempt(error, async () => {
        await removeEmail();
        await refreshAccount(actions);
      }),
  });
  const element = part(
    'email',
    t('signin.email'),
    hint(t('email.hint')),
    status,
    place,
    remove,
    error,
  );
  const form = () =>
    emailForm('account', addEmail, async (tried, code) =>
      actions.knowAccount(await confirmEmail(tried, code)),
    );
  return {
    element,
    draw({ email, offers_email }) {
      show(element, offers_email || email !== undefined);
      show(status, email !== undefined);
      setText(status, email ?? '');
      show(remove, email !== undefined);
      if (email !== undefined || !offers_email) place.replaceChildren();
      else if (!place.firstElementChild) place.append(form());
    },
  };
}
