/** Where the tutorial ends: at a real table. */
import { h } from '../../dom.js';
import { notationInWords } from '../../format/notation.js';
import { t } from '../../i18n/index.js';
import { bone } from '../bone.js';
import { fetchedDialog } from '../fetched.js';
import { button } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Listing } from '../../protocol.js' */

/**
 * @param {object} parts
 * @param {Actions} parts.actions
 * @param {Listing[]} parts.tables those in the lobby
 * @param {() => void} parts.close puts the tutorial away
 * @param {() => void} parts.again begins it once more
 */
export function farewell({ actions, tables, close, again }) {
  const free = tables.find((one) => one.status === 'open' && one.open_seats > 0);
  const create = fetchedDialog(
    async () => (await import('../create.js')).createDialog(actions),
    close,
  );
  /**
   * A button by which one leaves the tutorial.
   * @param {string} text
   * @param {string} kind
   * @param {string} id
   * @param {() => void} go
   */
  const leave = (text, kind, id, go) =>
    button(text, {
      kind,
      testid: `tutorial-${id}`,
      press() {
        close();
        go();
      },
    });
  const element = h(
    'div',
    { class: 'tutorial-end' },
    h(
      'div',
      { class: 'hero-tiles', 'aria-hidden': 'true' },
      ...['6-4', '4-4', '4-2'].map((tile) => bone(tile)),
    ),
    free &&
      leave(
        t('tutorial.sit', { notation: notationInWords(free.notation) }),
        'primary big',
        'sit',
        () => actions.join(free.table),
      ),
    button(t('lobby.play_computer'), {
      kind: free ? 'big' : 'primary big',
      testid: 'tutorial-computer',
      press: () => create.open('computer'),
    }),
    button(t('tutorial.open'), {
      kind: 'big',
      testid: 'tutorial-open',
      press: () => create.open('public'),
    }),
    create.element,
    leave(t('tutorial.rules'), 'quiet', 'rules', () => actions.go({ page: 'rules', preset: null })),
    button(t('tutorial.again'), { kind: 'quiet', testid: 'tutorial-again', press: again }),
  );
  return { element, cancel: create.cancel };
}
