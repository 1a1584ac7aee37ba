/** The link that invites to a table. */
import { attr, h, setText } from '../../dom.js';
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

/** As many characters of a table's id as are read: the whole link is copied. */
const ID_READ = 6;

/** The link as it is read: "boneyard.example/t/34cff2…". @param {Table} table */
const shortLink = ({ id }) => `${location.host}/t/${id.slice(0, ID_READ)}…`;

/**
 * The ways to send the link: by the system's sheet or as a copy, and as a code that another device scans.
 * @param {string} [place] a prefix of the test ids, where the page has another invitation
 */
export function inviteView(place = '') {
  // The whole link lies over the short one, and is seen when it has the focus, to be copied by hand.
  const input = copyInput({
    class: 'invite-link',
    'aria-label': t('invite.link'),
    testid: `${place}invite-link`,
  });
  const short = h('span.invite-short.one-line', { 'aria-hidden': 'true' });
  const what = () => ({ text: t('invite.share_text'), url: input.value });
  const share = shareButton(t('invite.share'), what, {
    kind: 'primary big',
    testid: `${place}share-link`,
  });
  const copy = copyButton(t('invite.copy'), input, {
    kind: share.hidden ? 'primary big' : 'big',
    testid: `${place}copy-link`,
  });
  const code = h('img.invite-code', {
    width: CODE_PX,
    height: CODE_PX,
    alt: t('invite.qr'),
    loading: 'lazy',
    testid: `${place}invite-qr`,
  });
  const ways = h('div.invite-ways.row', share, ...copy);
  const address = h('div.invite-address', short, input);
  const send = h('div.invite-send.stack', ways, address, h('p.hint', t('invite.hint')));
  const scan = h('figure.invite-scan', code, h('figcaption', t('invite.qr_hint')));
  const element = h('div.invite', send, scan);
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const { invite } = table.me;
      const link = location.origin + pathOf({ page: 'table', table: table.id, invite });
      if (input.value !== link) input.value = link;
      setText(short, shortLink(table));
      attr(code, 'src', codeOf(table));
    },
  };
}
