/** The page of the visitor's account. A guest is offered to make one of their name. */
import './page.js';
import { fetchMe } from '../../api.js';
import { fill, h } from '../../dom.js';
import { chosenName } from '../../format/names.js';
import { t } from '../../i18n/index.js';
import { fetchAccount, keepAccount } from '../../people/api.js';
import { attempt, errorLine } from '../attempt.js';
import { fetchedView } from '../fetched.js';
import { nameInput } from '../name.js';
import { sitePage } from '../site.js';
import { button, onSubmit } from '../widgets.js';
import { accountView } from './account_view.js';
import { blocksPart } from './blocks.js';
import { labelled, part } from './page.js';
import { signInView } from './sign_in.js';

/** @import { Actions } from '../../actions.js' */
/** @import { View } from '../../app.js' */
/** @import { MeBody, SignedIn } from '../../protocol.js' */
/** @import { State } from '../../state.js' */

/** @param {Actions} actions @returns {View} */
export function pageView(actions) {
  const status = fetchedView();
  const place = h('div.account');
  const title = h('h1', { tabindex: -1 }, t('app.account'));
  /** What the server offers to a guest. @type {MeBody | null} */
  let offers = null;
  /** The recovery code that was made with the account. */
  let code = '';
  let isKept = false;
  /** @type {{ element: HTMLElement, draw(state: State): void, end(): void } | null} */
  let shown = null;
  /** @type {State | null} */
  let latest = null;

  /** @param {AbortSignal} signal */
  async function fetch(signal) {
    const known = await fetchMe(signal);
    return { known, account: known.person ? await fetchAccount(signal) : null };
  }

  status.load({
    fetch,
    show({ known, account }) {
      offers = known;
      if (account) actions.knowAccount(account);
      else if (latest) draw(latest);
    },
  });

  /** @param {State} state */
  function draw(state) {
    latest = state;
    if (!offers) return;
    if (state.account && !isKept) begin(true, accountView(actions, code));
    if (!state.account && !shown) begin(false, guestView(offers, keep));
    shown?.draw(state);
  }

  /** @param {boolean} kept whether it is the page of an account that is kept @param {NonNullable<typeof shown>} view */
  function begin(kept, view) {
    shown?.end();
    shown = view;
    isKept = kept;
    fill(place, view.element);
  }

  /** The guest keeps an account from now on. @param {import('../../protocol.js').SignedIn} signed */
  function keep({ account, recovery_code = '' }) {
    code = recovery_code;
    actions.knowAccount(account);
    title.focus();
  }

  return {
    element: sitePage(actions, 'account-page', title, status.element, place),
    draw,
    end() {
      status.stop();
      shown?.end();
    },
  };
}

/** @param {MeBody} known @param {(signed: SignedIn) => void} kept */
function guestView(known, kept) {
  const signIn = signInView(known);
  const blocks = blocksPart({ whenEmpty: false });
  const ways = h('div.account-columns', keepView(known.name, kept), signIn.element);
  return {
    element: h('div.account-guest', ways, blocks.element),
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
  const form = h('form.account-form', field, error, send);
  onSubmit(form, send, () =>
    attempt(error, async () => kept(await keepAccount(input.value.trim()))),
  );
  const gains = [t('account.gain_devices'), t('account.gain_ratings'), t('account.gain_friends')];
  return part(
    'keep',
    t('account.keep_title'),
    h('p', t('account.keep_lead')),
    h('ul.account-gains.stack', ...gains.map((gain) => h('li', gain))),
    form,
    h('p.hint', t('account.keep_hint')),
  );
}
