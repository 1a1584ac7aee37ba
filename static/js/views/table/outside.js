/** A table whose match only its players see, as an outsider sees it: who plays, and the way in. */
import { attr, h, keyed, setText, show } from '../../dom.js';
import { notationInWords } from '../../format/notation.js';
import { nameAt } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { mayRequest, sideOf } from '../../select.js';
import { chair } from './chair.js';
import { promptsView } from './prompts.js';
import { lobbyButton } from './to_lobby.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Outside } from '../../state.js' */

/** @param {Actions} actions */
export function outsideView(actions) {
  const rules = h('p', { class: 'hint' });
  const hint = h('p', {});
  const list = h('ul', { class: 'chairs', role: 'list', 'aria-label': t('table.seats') });
  const prompts = promptsView(actions);
  const lobby = lobbyButton(actions, t('table.to_lobby'));
  const element = h(
    'main',
    { class: 'card outside', 'data-testid': 'outside' },
    h('h1', {}, t('outside.title')),
    rules,
    hint,
    list,
    prompts.element,
    lobby,
  );
  return {
    element,
    /** @param {Outside} table */
    draw(table) {
      const { seats, notation } = table.room;
      setText(rules, notationInWords(notation));
      const computers = seats.some((sitter) => sitter?.computer);
      setText(hint, t(computers ? 'outside.ask_hint' : 'outside.wait_hint'));
      keyed(
        list,
        seats,
        (_, seat) => `chair ${seat}`,
        (_, seat) => chair(seat, askButton(seat, actions)),
        (row, _, seat) => drawChair(row, table, seat),
      );
      prompts.draw(table);
    },
  };
}

/**
 * @param {number} seat
 * @param {Actions} actions
 */
function askButton(seat, actions) {
  return h(
    'button',
    {
      type: 'button',
      class: 'button small primary',
      'data-testid': `ask-${seat}`,
      onclick: () => actions.requestSeat(seat),
    },
    t('request.ask'),
  );
}

/**
 * @param {HTMLElement} row
 * @param {Outside} table
 * @param {number} seat
 */
function drawChair(row, table, seat) {
  const { room, presence } = table;
  const [dot, who, ask] = /** @type {HTMLCollectionOf<HTMLElement>} */ (row.children);
  const here = presence.seats[seat] ?? false;
  attr(row, 'data-side', room.rules.seating === 'partners' ? sideOf(room, seat) : null);
  attr(dot, 'data-here', here ? 'true' : null);
  const [name, state] = who.children;
  const sitter = nameAt(room, seat);
  setText(name, sitter);
  const words = [room.seats[seat]?.host && t('seat.host'), !here && t('seat.away')];
  setText(state, words.filter(Boolean).join(' · '));
  show(ask, mayRequest(table, seat));
  attr(ask, 'aria-label', t('request.ask_at', { who: sitter, n: seat + 1 }));
}
