/** The way to the tutorial: fetched when it is wanted, offered until the visitor has answered. */
import { h, show } from '../dom.js';
import { t } from '../i18n/index.js';
import { settings } from '../settings.js';
import { fetchedDialog } from './fetched.js';
import { button, iconButton } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { Listing } from '../protocol.js' */

/**
 * The dialog of the tutorial. Told of the tables in the lobby when it is opened, it can end at one of them.
 * @param {Actions} actions
 */
export const tutorialOpener = (actions) =>
  fetchedDialog(async () => (await import('./tutorial/dialog.js')).tutorialDialog(actions));

/** The offer to those who have not answered it yet. @param {() => void} open */
export function tutorialOffer(open) {
  const answer = () => {
    settings.set({ tutorial: true });
    show(element, false);
  };
  const start = button(t('learn.start'), {
    kind: 'small',
    testid: 'learn',
    press() {
      answer();
      open();
    },
  });
  const element = h(
    'aside',
    {
      class: 'offer',
      'aria-label': t('learn.offer'),
      'data-testid': 'tutorial-offer',
      hidden: settings.get().tutorial,
    },
    h('p', {}, t('learn.offer')),
    start,
    iconButton('close', t('learn.no'), { testid: 'learn-no', press: answer }),
  );
  return element;
}
