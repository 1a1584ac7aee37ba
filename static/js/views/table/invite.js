/** The link that brings a friend to this table. */
import { attr, h, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { pathOf } from '../../route.js';

/** @import { Table } from '../../state.js' */

/** How long "Copied" is shown. */
const COPIED_MS = 2000;
/** The side of the QR code: small modules are hard to scan. */
const CODE_PX = 168;

/**
 * The link to a table, with its invitation where this visitor has one.
 * @param {Table} table
 * @param {string} origin
 */
export function inviteLink(table, origin) {
  return origin + pathOf({ page: 'table', table: table.id, invite: table.me.invite });
}

/**
 * Where the server draws the link as a QR code.
 * @param {Table} table
 */
export function codeOf({ id, me }) {
  const path = `${pathOf({ page: 'table', table: id, invite: null })}/qr.svg`;
  return me.invite === null ? path : `${path}?invite=${encodeURIComponent(me.invite)}`;
}

/**
 * A field with the link and what can be done with it.
 * @param {string} [place] put before the test ids where another one is on the page
 */
export function inviteView(place = '') {
  const input = h('input', {
    class: 'field invite-link',
    readonly: true,
    'aria-label': t('invite.link'),
    'data-testid': `${place}invite-link`,
    onfocus: () => input.select(),
  });
  const copy = h(
    'button',
    { type: 'button', class: 'button', 'data-testid': `${place}copy-link` },
    t('invite.copy'),
  );
  const share = h(
    'button',
    { type: 'button', class: 'button', 'data-testid': `${place}share-link` },
    t('invite.share'),
  );
  show(share, typeof navigator.share === 'function');
  const code = h('img', {
    class: 'invite-code',
    width: CODE_PX,
    height: CODE_PX,
    alt: t('invite.qr'),
    loading: 'lazy',
    'data-testid': `${place}invite-qr`,
  });
  const element = h(
    'div',
    { class: 'invite' },
    h('p', { class: 'hint' }, t('invite.hint')),
    h('div', { class: 'invite-row' }, input, copy, share),
    h('figure', { class: 'invite-scan' }, code, h('figcaption', {}, t('invite.qr_hint'))),
  );
  copy.addEventListener('click', async () => {
    await copyText(input);
    setText(copy, t('invite.copied'));
    setTimeout(() => setText(copy, t('invite.copy')), COPIED_MS);
  });
  share.addEventListener('click', () => {
    // Closing the system's sheet without sharing is no error.
    navigator.share({ text: t('invite.share_text'), url: input.value }).catch(() => {});
  });
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const link = inviteLink(table, location.origin);
      if (input.value !== link) input.value = link;
      attr(code, 'src', codeOf(table));
      attr(element, 'data-private', table.room.access === 'link' ? 'true' : null);
    },
  };
}

/**
 * Copies the link; where the page may not use the clipboard, it is selected to be copied by hand.
 * @param {HTMLInputElement} input
 */
async function copyText(input) {
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    input.focus();
    input.select();
  }
}
