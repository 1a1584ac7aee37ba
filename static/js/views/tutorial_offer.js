/** The way to the tutorial: fetched when somebody wants it, offered until somebody answers. */
import { h, show } from '../dom.js';
import { t } from '../i18n/index.js';
import { icon } from '../icon.js';
import { once } from '../once.js';
import { settings } from '../settings.js';

/** @import { Actions } from '../actions.js' */
/** @import { Listing } from '../protocol.js' */

/**
 * Opens the tutorial.
 * @param {HTMLElement} page where its dialog goes
 * @param {Actions} actions
 * @returns {(tables?: () => Listing[]) => Promise<void>} told of the tables in the lobby, it can
 *   end at one of them
 */
export function tutorialOpener(page, actions) {
  const dialog = once(async () => {
    const { tutorialDialog } = await import('./tutorial/dialog.js');
    const made = tutorialDialog(actions);
    page.append(made.element);
    return made;
  });
  return (tables = () => []) => dialog().then((made) => made.open(tables), actions.sorry);
}

/**
 * The offer to those who have not answered it yet.
 * @param {() => void} open
 */
export function tutorialOffer(open) {
  const answer = () => {
    settings.set({ tutorial: true });
    show(element, false);
  };
  const start = h(
    'button',
    {
      type: 'button',
      class: 'button small',
      'data-testid': 'learn',
      onclick: () => {
        answer();
        open();
      },
    },
    t('learn.start'),
  );
  const away = h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': t('learn.no'),
      title: t('learn.no'),
      'data-testid': 'learn-no',
      onclick: answer,
    },
    icon('close'),
  );
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
    away,
  );
  return element;
}
