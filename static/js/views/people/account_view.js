/** An account on its page: the name, the ways to sign in, what others see, and how to leave. */

import { changes, fill, h, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import {
  changeName,
  closeAccount,
  EXPORT_PATH,
  setPreferences,
  signOut,
} from '../../people/api.js';
import { askingButton } from '../asking.js';
import { attempt, errorLine } from '../attempt.js';
import { nameInput, personLabel } from '../name.js';
import { switchRow } from '../switch_row.js';
import { button, onSubmit, pageLink } from '../widgets.js';
import { blocksPart } from './blocks.js';
import { devicesPart } from './devices.js';
import { dayWords, hint, labelled, part } from './page.js';
import { recoveryCard } from './recovery.js';
import { transferPart } from './transfer.js';
import { emailPart, passkeysPart, recoveryPart } from './ways_back.js';

/** @import { Actions } from '../../actions.js' */
/** @import { AccountBody } from '../../protocol.js' */
/** @import { State } from '../../state.js' */
/** @typedef {{ element: HTMLElement, draw?(account: AccountBody): void, end?(): void }} Part */

/** @param {Actions} actions @param {string} code the recovery code that was made with the account, or '' */
export function accountView(actions, code) {
  const about = h('p.account-about');
  const secret = h('div.account-news');
  /** Shows a new recovery code above everything else. @param {string} made @param {string} name */
  function reveal(made, name) {
    const card = recoveryCard(made, name, () => fill(secret));
    fill(secret, card.element);
    card.focus();
  }
  /** @type {Part[]} */
  const left = [
    namePart(actions),
    recoveryPart(actions, reveal),
    passkeysPart(actions),
    transferPart(),
    devicesPart(),
  ];
  /** @type {Part[]} */
  const right = [emailPart(actions), preferencesPart(actions), blocksPart(), leavingPart(actions)];
  const parts = [...left, ...right];
  let isRevealed = code === '';
  const isNew = changes();
  return {
    element: h(
      'div.account-kept',
      about,
      secret,
      h(
        'div.account-columns',
        h('div', ...left.map(({ element }) => element)),
        h('div', ...right.map(({ element }) => element)),
      ),
    ),
    /** @param {State} state */
    draw({ account }) {
      if (!account) return;
      const { person, name, moderator, muted_until_ms } = account;
      if (isNew(person, name, moderator, muted_until_ms)) drawAbout(about, account, actions);
      if (!isRevealed) reveal(code, account.name);
      isRevealed = true;
      for (const one of parts) one.draw?.(account);
    },
    end() {
      for (const one of parts) one.end?.();
    },
  };
}

/** @param {HTMLElement} about @param {AccountBody} account @param {Actions} actions */
function drawAbout(about, { person, name, created_ms, moderator }, actions) {
  fill(
    about,
    h('b.account-name', { testid: 'account-name' }, personLabel({ name })),
    h('span', t('account.since', { day: dayWords(created_ms) })),
    pageLink(actions, { page: 'person', person }, {}, t('account.public_page')),
    pageLink(actions, { page: 'me' }, {}, t('app.me')),
    moderator &&
      pageLink(actions, { page: 'moderation' }, { testid: 'to-moderation' }, t('app.moderation')),
  );
}

/** @param {Actions} actions @returns {Part} */
function namePart(actions) {
  const { element: field, input } = labelled(
    'new-name',
    t('account.new_name'),
    { autocomplete: 'off' },
    nameInput,
  );
  const error = errorLine();
  const save = button(t('account.rename'), { type: 'submit', testid: 'rename' });
  const form = h('form.account-form', field, error, save);
  const status = h('p.hint', { role: 'status', testid: 'name-told' });
  onSubmit(form, save, () =>
    attempt(error, async () => {
      actions.knowAccount(await changeName(input.value.trim()));
      input.value = '';
    }),
  );
  return {
    element: part('name', t('account.name'), status, form),
    draw({ rename_from_ms }) {
      const may = rename_from_ms <= Date.now();
      show(form, may);
      setText(
        status,
        may ? t('account.name_hint') : t('account.name_from', { day: dayWords(rename_from_ms) }),
      );
    },
  };
}

/** What others see of the account, and whom its owner plays with. */
const PREFERENCES = /** @type {const} */ ([
  'ratings_public',
  'matches_public',
  'presence_public',
  'friends_welcome',
]);

/** @param {Actions} actions @returns {Part} */
function preferencesPart(actions) {
  const error = errorLine();
  /** The account as it is. @type {AccountBody | null} */
  let known = null;

  /** @param {typeof PREFERENCES[number]} name @param {boolean} on */
  async function change(name, on) {
    if (!known) return;
    const before = known;
    const preferences = { ...before.preferences, [name]: on };
    const done = await attempt(error, () => setPreferences(preferences));
    actions.knowAccount(done ? { ...before, preferences } : { ...before });
  }

  const rows = PREFERENCES.map((name) => ({
    name,
    ...switchRow(`prefers-${name}`, t(`prefers.${name}`), t(`prefers.${name}_hint`), (on) =>
      change(name, on),
    ),
  }));
  return {
    element: part('prefers', t('prefers.part'), ...rows.map(({ element }) => element), error),
    draw(account) {
      known = account;
      for (const row of rows) row.draw(account.preferences[row.name]);
    },
  };
}

/** The account's data, signing out, and closing the account. @param {Actions} actions @returns {Part} */
function leavingPart(actions) {
  const error = errorLine();
  /** The account as it is, while there is one. @type {AccountBody | null} */
  let known = null;
  /** The page begins anew in the lobby, also if its connection ends first. */
  function leave() {
    history.replaceState(null, '', '/');
    location.reload();
  }
  const download = h(
    'a.button',
    { href: EXPORT_PATH, download: '', testid: 'account-export' },
    t('account.export'),
  );
  const out = () =>
    attempt(error, async () => {
      await signOut();
      leave();
    });
  const easily = button(t('account.sign_out'), { testid: 'sign-out', press: out });
  const doubtfully = askingButton(t('account.sign_out'), {
    question: () => t('account.sign_out_lost'),
    sure: t('account.sign_out_sure'),
    testid: 'sign-out-lost',
    press: out,
  });
  const name = labelled('close-name', t('account.close_type'), {
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const close = button(t('account.close'), { kind: 'warn', type: 'submit', testid: 'close' });
  const closing = h('form.account-form', name.element, close);
  onSubmit(closing, close, () =>
    attempt(error, async () => {
      // The server has the last word; this saves a question that it would refuse.
      if (name.input.value.trim() !== known?.name) throw new Error('another name');
      await closeAccount(known.name);
      leave();
    }),
  );
  const element = part(
    'leaving',
    t('account.leaving'),
    hint(t('account.export_hint')),
    h('div.account-row', download, easily, doubtfully.element),
    h(
      'details.more',
      h('summary', { testid: 'closing' }, t('account.close_title')),
      h('p.hint', t('account.close_hint')),
      closing,
    ),
    error,
    pageLink(actions, { page: 'me' }, { class: 'account-link' }, t('account.records')),
  );
  return {
    element,
    draw(account) {
      known = account;
      const { has_recovery_code, passkeys, email } = account;
      const comesBack = has_recovery_code || passkeys.length > 0 || email !== undefined;
      show(easily, comesBack);
      show(doubtfully.element, !comesBack);
    },
  };
}
