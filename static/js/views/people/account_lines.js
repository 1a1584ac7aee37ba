/**
 * Lines at the top of every page about the visitor's account: what moderators have to say, until it was
 * seen, and to a guest who has just played a match, that they can keep their name.
 */
import { changes, fill, h, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { fetchAccount, markWarningsSeen } from '../../people/api.js';
import { hasPlayedAsGuest, mayOffer } from '../../select.js';
import { settings } from '../../settings.js';
import { button, iconButton, pageLink } from '../widgets.js';
import { momentWords } from './page.js';

/** @import { Actions } from '../../actions.js' */
/** @import { AccountBody } from '../../protocol.js' */
/** @import { State } from '../../state.js' */

/** @param {Actions} actions */
export function createAccountLines(actions) {
  const warnings = warningsView(actions);
  const offer = offerView(actions);
  /** How often the account had changed when it was asked for last. */
  let asked = 0;

  /** @param {State} state */
  async function ask({ person, accounts }) {
    if (!person || asked === accounts) return;
    asked = accounts;
    // What was told before stays. The next change asks again.
    const account = await fetchAccount().catch(() => null);
    if (account) actions.knowAccount(account);
  }

  return {
    element: h('div', warnings.element, offer.element),
    /** @param {State} state */
    draw(state) {
      void ask(state);
      warnings.draw(state.account);
      offer.draw(state);
    },
  };
}

/** @param {Actions} actions */
function warningsView(actions) {
  const words = h('div.account-line-words');
  const seen = button(t('warning.seen'), {
    kind: 'small',
    testid: 'warning-seen',
    press: () => markWarningsSeen().then(() => known && tellSeen(known), actions.sorry),
  });
  const props = { class: 'account-line row', role: 'alert', 'data-kind': 'warning', hidden: true };
  const element = h('div', { ...props, testid: 'warning' }, words, seen);
  /** @type {AccountBody | null} */
  let known = null;
  const isNew = changes();
  /** @param {AccountBody} account */
  const tellSeen = (account) => actions.knowAccount({ ...account, warnings: [] });
  return {
    element,
    /** @param {AccountBody | null} account */
    draw(account) {
      known = account;
      const warned = account?.warnings ?? [];
      show(element, warned.length > 0);
      if (!isNew(warned, account?.muted_until_ms)) return;
      fill(
        words,
        h('b', t('warning.title')),
        ...warned.map((text) => h('p', { dir: 'auto' }, text)),
        mutedLine(account),
      );
    },
  };
}

/** Until when the person may not chat, if so. @param {AccountBody | null} account */
function mutedLine(account) {
  const until_ms = account?.muted_until_ms;
  if (until_ms === undefined || until_ms < Date.now()) return null;
  return h('p', t('warning.muted', { time: momentWords(until_ms) }));
}

/** @param {Actions} actions */
function offerView(actions) {
  const keep = pageLink(
    actions,
    { page: 'account' },
    { class: 'button small', testid: 'offer-keep' },
    t('account.keep'),
  );
  const close = iconButton('close', t('app.close'), {
    testid: 'offer-no',
    press: () => {
      due = false;
      show(element, false);
    },
  });
  const words = h('p.account-line-words', t('account.offer'));
  const props = { class: 'account-line row', role: 'status', hidden: true };
  const element = h('div', { ...props, testid: 'offer-account' }, words, keep, close);
  let wasOver = false;
  let due = false;
  return {
    element,
    /** @param {State} state */
    draw(state) {
      const isOver = hasPlayedAsGuest(state);
      if (isOver && !wasOver) due = mayOffer(settings.get().offered_ms, Date.now());
      wasOver = isOver;
      if (state.person !== null) due = false;
      // At the table the summary needs the room.
      const may = due && state.route.page !== 'table';
      if (may && element.hidden) settings.set({ offered_ms: Date.now() });
      show(element, may);
    },
  };
}
