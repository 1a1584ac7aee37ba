/** Where the tutorial ends: at a real table. */
import { h } from '../../dom.js';
import { notationInWords } from '../../format/notation.js';
import { t } from '../../i18n/index.js';
import { bone } from '../bone.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Opponents } from '../../create_model.js' */
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
  /** @param {() => void} go */
  const leave = (go) => () => {
    close();
    go();
  };
  const join = free && [
    button(
      'primary big',
      t('tutorial.sit', { notation: notationInWords(free.notation) }),
      'tutorial-sit',
      leave(() => actions.join(free.table)),
    ),
  ];
  const open = button(
    'big',
    t('tutorial.open'),
    'tutorial-open',
    leave(() => openTable(actions, 'public')),
  );
  const computer = button(
    free ? 'big' : 'primary big',
    t('lobby.play_computer'),
    'tutorial-computer',
    leave(() => openTable(actions, 'computer')),
  );
  const rules = button(
    'quiet',
    t('tutorial.rules'),
    'tutorial-rules',
    leave(() => actions.go({ page: 'rules', preset: null })),
  );
  return h(
    'div',
    { class: 'tutorial-end' },
    h(
      'div',
      { class: 'hero-tiles', 'aria-hidden': 'true' },
      ...['6-4', '4-4', '4-2'].map((tile) => bone(tile)),
    ),
    ...(join ?? []),
    computer,
    open,
    rules,
    button('quiet', t('tutorial.again'), 'tutorial-again', again),
  );
}

/**
 * @param {string} looks
 * @param {string} text
 * @param {string} id
 * @param {() => void} onclick
 */
function button(looks, text, id, onclick) {
  const name = `button ${looks}`;
  return h('button', { type: 'button', class: name, 'data-testid': id, onclick }, text);
}

/**
 * The dialog for new tables, over whichever page there is.
 * @param {Actions} actions
 * @param {Opponents} access
 */
async function openTable(actions, access) {
  try {
    const { createDialog } = await import('../create.js');
    const dialog = createDialog(actions);
    document.body.append(dialog.element);
    dialog.element.addEventListener('close', () => dialog.element.remove());
    await dialog.open(access);
  } catch {
    actions.sorry();
  }
}
