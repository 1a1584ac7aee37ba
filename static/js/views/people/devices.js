/** The browsers that are signed in to the account. */
import { attr, h, keyed, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { fetchDevices, signOutDevice, signOutOthers } from '../../people/api.js';
import { askingButton } from '../asking.js';
import { attempt, errorLine } from '../attempt.js';
import { fetchedView } from '../fetched.js';
import { button } from '../widgets.js';
import { dayWords, part } from './page.js';

/** @import { AccountBody, DeviceBody } from '../../protocol.js' */
/** @import { Part } from './account_view.js' */

/** @returns {Part} */
export function devicesPart() {
  const list = h('ul.account-list', { role: 'list', testid: 'devices' });
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
