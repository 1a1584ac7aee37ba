/** The people with whom the visitor has played lately: each can be sent the link to a table. */
import { h, keyed, show } from '../../dom.js';
import { nameOf } from '../../format/names.js';
import { notationInWords } from '../../format/notation.js';
import { factsOf, t } from '../../i18n/index.js';
import { companionsIn } from '../../people/companions.js';
import { fetchMatches } from '../../records/api.js';
import { fetchedView } from '../fetched.js';
import { personLabel } from '../name.js';
import { button, emptyBox, titledSection } from '../widgets.js';
import { dayWords } from './page.js';

/** @import { Companion } from '../../people/companions.js' */
/** @import { MatchEntry } from '../../protocol.js' */

/** @param {(match: MatchEntry) => unknown} send opens a table as that of the match was, whose link can be sent */
export function playedWithView(send) {
  const status = fetchedView();
  const rows = h('ul.person-list.stack', { role: 'list' });
  const none = emptyBox('nobody-yet', t('friends.nobody'), t('friends.nobody_hint'));
  const title = t('friends.played_with');
  const props = { class: 'person-part stack', testid: 'played-with' };
  return {
    element: titledSection('played-with-title', title, props, status.element, rows, none),
    load() {
      status.load({
        fetch: (signal) => fetchMatches({ variant: '', opponent: '', result: '' }, null, signal),
        show({ matches }) {
          const companions = companionsIn(matches);
          show(none, companions.length === 0);
          keyed(
            rows,
            companions,
            ({ name, match }) => [name, match.id],
            (one) => row(one, send),
          );
        },
      });
    },
    end: status.stop,
  };
}

/** @param {Companion} companion @param {(match: MatchEntry) => unknown} send */
function row({ name, match }, send) {
  const game = notationInWords(match.notation, match.boards);
  const about = h('span.hint', factsOf([game, dayWords(match.ended_ms)]));
  const again = button(t('friends.send'), {
    kind: 'small',
    'aria-label': t('friends.send_who', { name: nameOf({ name }) }),
    testid: 'send-link',
    press: () => send(match),
  });
  const who = h('span.companion.stack', h('b', personLabel({ name })), about);
  return h('li.friend.in-line.box', { testid: `played-${name}` }, who, again);
}
