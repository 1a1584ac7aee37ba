/** The people whom the visitor has blocked. */
import { h, keyed, show } from '../../dom.js';
import { nameOf } from '../../format/names.js';
import { t } from '../../i18n/index.js';
import { fetchBlocks, unblock } from '../../people/api.js';
import { attempt, errorLine } from '../attempt.js';
import { fetchedView } from '../fetched.js';
import { personLabel } from '../name.js';
import { button } from '../widgets.js';
import { dayWords, hint, part } from './page.js';

/** @import { BlockBody } from '../../protocol.js' */
/** @import { Part } from './account_view.js' */

/**
 * @param {{ whenEmpty?: boolean }} [shown] `whenEmpty`: before anybody was blocked, too
 * @returns {Part}
 */
export function blocksPart({ whenEmpty = true } = {}) {
  const list = h('ul.account-list.stack.if-any', { role: 'list', testid: 'blocks' });
  const none = h('p.hint', { hidden: true, testid: 'no-blocks' }, t('block.none'));
  const error = errorLine();
  const status = fetchedView();
  const element = part(
    'blocks',
    t('block.part'),
    hint(t('block.hint')),
    none,
    list,
    status.element,
    error,
  );
  show(element, whenEmpty);

  function load() {
    status.load({
      fetch: fetchBlocks,
      show({ blocks }) {
        if (blocks.length > 0) show(element, true);
        show(none, blocks.length === 0);
        keyed(
          list,
          blocks,
          ({ id }) => [id],
          (block) => row(block, error, load),
        );
      },
    });
  }

  load();
  return { element, end: status.stop };
}

/** @param {BlockBody} block @param {HTMLElement} error @param {() => void} changed */
function row({ id, name, created_ms }, error, changed) {
  const shown = nameOf({ name });
  const end = button(t('block.end'), {
    kind: 'small',
    'aria-label': t('block.end_who', { name: shown }),
    testid: 'unblock',
    press: () =>
      attempt(error, async () => {
        await unblock(id);
        changed();
      }),
  });
  const since = h('span', t('account.since', { day: dayWords(created_ms) }));
  return h('li', h('span.account-what', h('b', personLabel({ name })), since), end);
}
