/** What the page of the account offers to a guest: to keep their name, or to come in; and whom they have blocked. */

import { h } from '../../dom.js';
import { chosenName } from '../../format/names.js';
import { t } from '../../i18n/index.js';
import { keepAccount } from '../../people/api.js';
import { attempt, errorLine } from '../attempt.js';
import { nameInput } from '../name.js';
import { button, onSubmit } from '../widgets.js';
import { blocksPart } from './blocks.js';
import { labelled, part } from './page.js';
import { signInView } from './sign_in.js';

/** @import { MeBody, SignedIn } from '../../protocol.js' */

/** @param {MeBody} known @param {(signed: SignedIn) => void} kept */
export function guestView(known, kept) {
  const signIn = signInView(known);
  const blocks = blocksPart({ whenEmpty: false });
  const ways = h('div', { class: 'account-columns' }, keepView(known.name, kept), signIn.element);
  return {
    element: h('div', { class: 'account-guest' }, ways, blocks.element),
    draw() {},
    end() {
      signIn.end();
      blocks.end?.();
    },
  };
}

/** @param {string} name the guest's now @param {(signed: SignedIn) => void} kept */
function keepView(name, kept) {
  const own = { value: chosenName(name) };
  const { element: field, input } = labelled('keep-name', t('account.name'), own, nameInput);
  const error = errorLine();
  const send = button(t('account.keep'), { kind: 'primary big', type: 'submit', testid: 'keep' });
  const form = h('form', { class: 'account-form' }, field, error, send);
  onSubmit(form, send, () =>
    attempt(error, async () => kept(await keepAccount(input.value.trim()))),
  );
  const gains = [t('account.gain_devices'), t('account.gain_ratings'), t('account.gain_friends')];
  return part(
    'keep',
    t('account.keep_title'),
    h('p', {}, t('account.keep_lead')),
    h('ul', { class: 'account-gains' }, ...gains.map((gain) => h('li', {}, gain))),
    form,
    h('p', { class: 'hint' }, t('account.keep_hint')),
  );
}
