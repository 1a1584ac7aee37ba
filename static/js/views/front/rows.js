/** Tables as rows: the rules, who sits there, what they wait for, and one button. */
import { attr, fill, h, keyedViews, setText } from '../../dom.js';
import { sinceWords } from '../../format/clock.js';
import { namesOf, namesWithLevels } from '../../format/names.js';
import { notationInWords } from '../../format/notation.js';
import { factsOf, joinNames, t } from '../../i18n/index.js';
import { nameElement } from '../name.js';
import { button } from '../widgets.js';
import { isJoinable, seatingInWords } from './listings.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Listing, OwnTable } from '../../protocol.js' */

/** @param {HTMLElement} list @param {(Listing | OwnTable)[]} tables @param {Actions} actions */
export function drawRows(list, tables, actions) {
  keyedViews(
    list,
    tables,
    ({ table }) => [table],
    ({ table }) => tableRow(table, actions),
  );
}

/** What the button of a row does. */
const WAYS = /** @type {const} */ ({
  back: { text: 'own.back', label: 'own.back_to', testid: 'back-to-table' },
  join: { text: 'lobby.join', label: 'lobby.join_at', testid: 'join' },
  watch: { text: 'lobby.watch', label: 'lobby.watch_at', testid: 'watch' },
});

/** @param {string} table @param {Actions} actions */
function tableRow(table, actions) {
  const [rules, seating] = [h('span'), h('span', { class: 'listing-seating' })];
  const names = h('span', { class: 'listing-names' });
  const state = h('span', { class: 'listing-state' });
  let way = /** @type {(typeof WAYS)[keyof typeof WAYS]} */ (WAYS.watch);
  const go = button(null, {
    press() {
      if (way === WAYS.join) actions.join(table);
      else actions.go({ page: 'table', table, invite: null });
    },
  });
  const words = h(
    'div',
    { class: 'listing-words' },
    h('h3', {}, rules, ' ', seating),
    h('p', { class: 'listing-about' }, names, ' ', state),
  );
  const props = { class: 'listing', 'data-testid': `table-${table}` };
  const element = h('li', props, words, go);
  return {
    element,
    /** @param {Listing | OwnTable} listing */
    draw(listing) {
      const own = 'seat' in listing ? listing : null;
      const joinable = !own && isJoinable(listing);
      way = own ? WAYS.back : joinable ? WAYS.join : WAYS.watch;
      const notation = notationInWords(listing.notation);
      const others = namesWithLevels(listing.seats).filter((_, seat) => seat !== own?.seat);
      setText(rules, notation);
      setText(seating, seatingInWords(listing));
      fill(names, ...others.filter(Boolean).map(sitterView));
      setText(state, own ? factsOf([ownStateOf(own), sinceOf(own)]) : stateOf(listing));
      attr(element, 'data-status', listing.status);
      attr(element, 'data-joinable', joinable ? 'true' : null);
      attr(element, 'data-waits', own?.waits ? 'true' : null);
      setText(go, t(way.text));
      go.classList.toggle('primary', own ? own.waits : joinable);
      attr(go, 'data-testid', way.testid);
      const sitters = others.filter(Boolean);
      const players = sitters.length > 0 ? joinNames(sitters) : t('lobby.nobody');
      const label = t('join.label', { before: notation, after: players });
      attr(go, 'aria-label', t(way.label, { table: label }));
    },
  };
}

/** @param {string} name */
const sitterView = (name) => nameElement('span', { class: 'seat-chip' }, name);

/** @param {Listing} listing */
function stateOf({ status, open_seats }) {
  if (status === 'playing') return t('lobby.playing');
  if (open_seats > 0) return t('lobby.open_seats', { n: open_seats });
  return status === 'over' ? t('lobby.over') : t('lobby.gathering');
}

/** What an own table waits for. @param {OwnTable} own */
function ownStateOf(own) {
  const { turn = -1 } = own;
  if (turn === own.seat) return t('turn.you');
  const on = own.seats[turn];
  if (on) return t('turn.other', { name: namesOf(own.seats)[turn] });
  if (own.waits) return own.status === 'over' ? t('own.rematch') : t('own.waits');
  return own.status === 'playing' ? t('own.waits_for_others') : stateOf(own);
}

/** Since when a person is waited for. A computer player waits for the visitor. @param {OwnTable} own */
function sinceOf({ turn, seats, waits, since_ms }) {
  const isPersons = turn !== undefined && !seats[turn]?.computer;
  return waits || isPersons ? sinceWords(since_ms) : '';
}
