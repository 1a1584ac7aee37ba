/** An account on its page: the name, the ways to sign in, what others see, and how to leave. */
import { attr, changes, fill, h, keyed, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import {
  changeName,
  closeAccount,
  EXPORT_PATH,
  fetchDevices,
  setPreferences,
  signOut,
  signOutDevice,
  signOutOthers,
} from '../../people/api.js';
import { askingButton } from '../asking.js';
import { attempt, errorLine } from '../attempt.js';
import { fetchedView } from '../fetched.js';
import { nameInput, personLabel } from '../name.js';
import { switchRow } from '../switch_row.js';
import { button, onSubmit, pageLink } from '../widgets.js';
import { blocksPart } from './blocks.js';
import { dayWords, hint, labelled, part } from './page.js';
import { recoveryCard } from './recovery.js';
import { transferPart } from './transfer.js';
import { emailPart, passkeysPart, recoveryPart } from './ways_back.js';

/** @import { Actions } from '../../actions.js' */
/** @import { AccountBody, DeviceBody } from '../../protocol.js' */
/** @import { State } from '../../state.js' */

/** @returns {Part} */
function devicesPart() {
  const list = h('ul.account-list.stack.if-any', { role: 'list', testid: 'devices' });
  const error = errorLine();
  const status = fetchedView();
  /** What the account was when they were listed. @type {AccountBody | null} */
  let asked = null;

  function load() {
    status.load({
      fetch: fetchDevices,
      show({ devices }) {
        keyed(
          list,
          devices,
          ({ id, own, seen_ms }) => [id, String(own), seen_ms],
          (device) => row(device, error, load),
        );
        show(others.element, devices.length > 1);
      },
    });
  }

  const others = askingButton(t('device.others'), {
    question: () => t('device.others_hint'),
    sure: t('device.others'),
    testid: 'sign-out-others',
    press: () =>
      attempt(error, async () => {
        await signOutOthers();
        load();
      }),
  });
  show(others.element, false);
  const content = [list, status.element, others.element, error];
  return {
    element: part('devices', t('device.part'), ...content),
    draw(account) {
      // Whatever has changed, a device may have come or gone with it.
      if (asked === account) return;
      asked = account;
      load();
    },
    end: status.stop,
  };
}

/** @param {DeviceBody} device @param {HTMLElement} error @param {() => void} changed */
function row({ id, name, seen_ms, own }, error, changed) {
  const out = button(t('device.sign_out'), {
    kind: 'small',
    'aria-label': t('device.sign_out_who', { name }),
    testid: 'device-sign-out',
    press: () =>
      attempt(error, async () => {
        await signOutDevice(id);
        changed();
      }),
  });
  const seen = own ? t('device.own') : t('device.seen', { day: dayWords(seen_ms) });
  const what = h('span.account-what', h('b', name), h('span', seen));
  const element = h('li', what, !own && out);
  attr(element, 'data-own', own);
  return element;
}

/** @typedef {{ element: HTMLElement, draw?(account: AccountBody): void, end?(): void }} Part */

/** @param {Actions} actions @param {string} code the recovery code that was made with the account, or '' */
export function accountView(actions, code) {
  const about = h('p.account-about.row');
  const secret = h('div.if-any');
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
    h('div.account-row.row', download, easily, doubtfully.element),
    h(
      'details.account-closing',
      h('summary.button.danger', { testid: 'closing' }, t('account.close_title')),
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
