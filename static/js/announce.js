// @ts-check
/** The live region: every event in one short sentence, for those who listen to the page. */
import { h, setText } from './dom.js';
import { sentences } from './format/words.js';
import { t } from './i18n/index.js';
import { myTurn } from './select.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./protocol.js').Room} Room */

/**
 * What should be said after a change of state, or null.
 * @param {State} state
 * @param {State} before
 * @returns {string | null}
 */
export function heard(state, before) {
  if (state.connection !== before.connection) {
    if (state.connection === 'lost') return t('connection.lost');
    if (state.connection === 'open' && before.everOpen) return t('connection.back');
  }
  const { table } = state;
  if (!table || !before.table || table.id !== before.table.id) return null;
  const said = comings(table.room, before.table.room);
  if (table.news !== before.table.news)
    said.push(...sentences(table.fresh, table.room).map((one) => one.text));
  if (myTurn(table) && !myTurn(before.table)) said.push(t('event.your_turn'));
  return said.length > 0 ? said.join(' ') : null;
}

/**
 * Who sat down and who left.
 * @param {Room} room
 * @param {Room} before
 */
function comings(room, before) {
  return room.seats.flatMap((seat, i) => {
    const old = before.seats[i];
    if (seat && !old) return [t('event.sat', { name: seat.name })];
    return old && !seat ? [t('event.left', { name: old.name })] : [];
  });
}

/** A polite live region that follows the state. */
export function createAnnouncer() {
  const element = h('div', {
    class: 'unseen',
    role: 'log',
    'aria-live': 'polite',
    'data-testid': 'live',
  });
  return {
    element,
    /** @param {State} state @param {State} before */
    hear(state, before) {
      const text = heard(state, before);
      if (text !== null) setText(element, text);
    },
  };
}
