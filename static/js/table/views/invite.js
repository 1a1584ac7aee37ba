/** The link that invites to a table. */
import { attr, h } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { pathOf } from '../../route.js';
import { copyButton, copyInput, shareButton } from '../../views/widgets.js';

/** @import { Table } from '../../state.js' */

/** The side of the QR code: small modules are hard to scan. */
const CODE_PX = 168;

/** Where the server draws the link as a QR code. @param {Table} table */
function codeOf({ id, me }) {
  const path = `${pathOf({ page: 'table', table: id, invite: null })}/qr.svg`;
  return me.invite === null ? path : `${path}?invite=${encodeURIComponent(me.invite)}`;
}

/**
 * A field with the link and what can be done with it.
 * @param {string} [place] a prefix of the test ids, where the page has another invitation
 */
export function inviteView(place = '') {
  const input = copyInput({
    class: 'invite-link',
    'aria-label': t('invite.link'),
    testid: `${place}invite-link`,
  });
  const copy = copyButton(t('invite.copy'), input, {
    kind: 'primary',
    testid: `${place}copy-link`,
  });
  const what = () => ({ text: t('invite.share_text'), url: input.value });
  const share = shareButton(t('invite.share'), what, { testid: `${place}share-link` });
  const code = h('img.invite-code', {
    width: CODE_PX,
    height: CODE_PX,
    alt: t('invite.qr'),
    loading: 'lazy',
    testid: `${place}invite-qr`,
  });
  const element = h(
    'div.invite.stack',
    h('p.hint', t('invite.hint')),
    h('div.row', input, ...copy, share),
    h('figure.invite-scan.in-line', code, h('figcaption', t('invite.qr_hint'))),
  );
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const { invite } = table.me;
      const link = location.origin + pathOf({ page: 'table', table: table.id, invite });
      if (input.value !== link) input.value = link;
      attr(code, 'src', codeOf(table));
      attr(element, 'data-private', table.room.access === 'link' ? 'true' : null);
    },
  };
}
