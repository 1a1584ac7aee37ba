/** The players round the table: who, whether they are there, what they hold, whose turn it is. */
import { attr, fill, h, keyed, setText, show } from '../../dom.js';
import { awayWords, thinkingWords } from '../../format/since.js';
import { turnNote } from '../../format/turn.js';
import { nameAt } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { lastTurns, mayRequest, places, sideOf, turnOf } from '../../select.js';
import { settings } from '../../settings.js';
import { clockView } from './clock.js';

/** @import { Actions } from '../../actions.js' */
/** @import { RoomSeat } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */
/** @typedef {{ seat: number, place: 'left' | 'top' | 'right' | 'bottom' }} Place */

/** The most backs drawn for a hand; the number beside them tells the rest. */
const BACKS_MAX = 7;

/**
 * The seats other than the one at the bottom of the page.
 * @param {Actions} actions
 */
export function seatsView(actions) {
  const element = h('ul', { class: 'seats', role: 'list', 'aria-label': t('table.seats') });
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const all = places(table.room.seats.length, table.me.seat ?? 0);
      attr(element, 'data-seats', all.length + 1);
      keyed(
        element,
        all,
        ({ seat }) => `seat ${seat}`,
        () => seatCard('li', actions),
        (card, place) => drawSeat(card, place, table),
      );
    },
  };
}

/**
 * The seat at the bottom of the page: the visitor's own, or the first for watchers.
 * @param {Actions} actions
 */
export function homeSeat(actions) {
  const element = seatCard('div', actions);
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      drawSeat(element, { seat: table.me.seat ?? 0, place: 'bottom' }, table);
    },
  };
}

/**
 * @param {'li' | 'div'} tag
 * @param {Actions} actions
 * @returns {HTMLElement}
 */
function seatCard(tag, actions) {
  const clock = clockView();
  const sit = h('button', { type: 'button', class: 'button small seat-sit' });
  const card = h(
    tag,
    { class: 'seat' },
    h(
      'span',
      { class: 'seat-who' },
      h('span', { class: 'dot' }),
      h('span', { class: 'seat-name' }),
      h('span', { class: 'seat-tag' }),
      clock.element,
    ),
    h(
      'span',
      { class: 'seat-hand' },
      h('span', { class: 'backs', 'aria-hidden': 'true' }),
      h('span', { class: 'seat-count' }),
    ),
    h('span', { class: 'seat-note' }),
    sit,
    h('span', { class: 'seat-lacks' }),
  );
  sit.addEventListener('click', () => {
    const seat = Number(card.dataset.seat);
    if (sit.hasAttribute('data-asks')) actions.requestSeat(seat);
    else actions.sit(seat);
  });
  clocks.set(card, clock);
  return card;
}

/** The clock of each seat that is drawn. @type {WeakMap<HTMLElement, ReturnType<typeof clockView>>} */
const clocks = new WeakMap();

/**
 * @param {HTMLElement} card
 * @param {Place} place
 * @param {Table} table
 */
function drawSeat(card, { seat, place }, table) {
  const { room, me, presence, view } = table;
  const [who, hand, note, sit, lacks] = /** @type {HTMLCollectionOf<HTMLElement>} */ (
    card.children
  );
  const sitter = room.seats[seat];
  const there = presence.seats[seat] ?? false;
  const onTurn = turnOf(table) === seat;
  attr(card, 'data-place', place);
  attr(card, 'data-seat', seat);
  attr(card, 'data-testid', `seat-${seat}`);
  attr(card, 'data-turn', onTurn ? 'true' : null);
  attr(card, 'data-away', sitter && !there ? 'true' : null);
  attr(card, 'data-side', sideOf(room, seat));
  drawWho(who, table, seat, there);
  clocks.get(card)?.draw(table, seat);
  drawBacks(hand, view && sitter ? (view.board.hand_sizes[seat] ?? 0) : 0, seat === me.seat);
  setText(note, noteOf(table, seat, onTurn && place !== 'bottom'));
  drawSit(sit, table, seat);
  const known = settings.get().show_lacks && seat !== me.seat && sitter !== null;
  drawLacks(lacks, known ? (view?.board.lacks[seat] ?? []) : []);
}

/**
 * The way to a seat: to one that is free, or by asking to a computer player's.
 * @param {HTMLElement} sit
 * @param {Table} table
 * @param {number} seat
 */
function drawSit(sit, table, seat) {
  const { room, me } = table;
  const free = !room.seats[seat] && me.seat === null;
  const asks = mayRequest(table, seat);
  show(sit, free || asks);
  attr(sit, 'data-asks', asks);
  attr(sit, 'data-testid', free ? `sit-${seat}` : asks ? `ask-${seat}` : null);
  setText(sit, t(asks ? 'request.ask' : 'seat.sit'));
  const names = { who: nameAt(room, seat), n: seat + 1 };
  attr(sit, 'aria-label', t(asks ? 'request.ask_at' : 'seat.sit_at', names));
}

/**
 * The pips that a seat is known to lack: it passed, or drew, when they were wanted.
 * @param {HTMLElement} element
 * @param {readonly number[]} lacks
 */
function drawLacks(element, lacks) {
  show(element, lacks.length > 0);
  const key = lacks.join(' ');
  if (element.dataset.lacks === key) return;
  element.dataset.lacks = key;
  const marks = lacks.map((pips) => h('span', { class: 'lack', 'aria-hidden': 'true' }, pips));
  const words = t('seat.lacks', { pips: lacks.join(', ') });
  attr(element, 'title', words);
  fill(element, ...marks, h('span', { class: 'unseen' }, words));
}

/**
 * @param {HTMLElement} who
 * @param {Table} table
 * @param {number} seat
 * @param {boolean} there
 */
function drawWho(who, { room, me }, seat, there) {
  const [dot, name, tag] = who.children;
  attr(dot, 'data-here', there ? 'true' : null);
  show(/** @type {HTMLElement} */ (dot), room.seats[seat] !== null);
  setText(name, nameAt(room, seat));
  const mine = me.seat !== null && me.seat !== seat && sideOf(room, me.seat) === sideOf(room, seat);
  setText(tag, mine ? t('seat.partner') : '');
}

/**
 * How a seat is looked after whose player doesn't do so; '' for one who does.
 * @param {RoomSeat | null} sitter
 */
function careWords(sitter) {
  if (sitter?.resigned) return t('care.resigned');
  if (sitter?.lent) return t('care.lent');
  return sitter?.away ? t('seat.away') : '';
}

/**
 * What is said beside a seat: whose turn and for how long, since when nobody is there, or what it
 * last did. For the seat at the bottom the line above the hand says whose turn it is.
 * @param {Table} table
 * @param {number} seat
 * @param {boolean} onTurn
 */
function noteOf(table, seat, onTurn) {
  const { room, view } = table;
  const turn = lastTurns(view?.history ?? [], room.seats.length)[seat];
  const last = turnNote(turn);
  const care = careWords(room.seats[seat]);
  if (care) return last ? `${care} · ${last}` : care;
  const away = awayWords(table, seat);
  if (away) return last ? `${away} · ${last}` : away;
  if (!onTurn) return last;
  const now = thinkingWords(table) || t('seat.to_play');
  const passed = turn?.passed && turn.drew === 0;
  return passed || !last ? now : `${now} · ${last}`;
}

/**
 * @param {HTMLElement} hand
 * @param {number} size
 * @param {boolean} own
 */
function drawBacks(hand, size, own) {
  const [backs, count] = hand.children;
  show(hand, size > 0 && !own);
  const shown = Math.min(size, BACKS_MAX);
  if (backs.children.length !== shown) {
    fill(backs, ...Array.from({ length: shown }, () => h('span', { class: 'back' })));
  }
  setText(count, String(size));
  attr(count, 'aria-label', t('seat.tiles', { n: size }));
}
