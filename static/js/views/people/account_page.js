/** The page of the visitor's account. A guest is offered to make one of their name. */
import { fetchMe } from '../../api.js';
import { fill, h } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { fetchAccount } from '../../people/api.js';
import { fetchedView } from '../fetched.js';
import { sitePage } from '../site.js';
import { accountView } from './account_view.js';
import { guestView } from './guest.js';
import './page.js';

/** @import { Actions } from '../../actions.js' */
/** @import { View } from '../../app.js' */
/** @import { MeBody } from '../../protocol.js' */
/** @import { State } from '../../state.js' */

/** @param {Actions} actions @returns {View} */
export function accountPage(actions) {
  const status = fetchedView();
  const place = h('div', { class: 'account' });
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
