/**
 * The cards of the players: name, face, presence, number of tiles, points, clock, and whose turn it is.
 */
import { attr, changes, fill, h, keyedViews, s, setText, show } from '../../dom.js';
import { awayWords, clockFace, leftMs, thinkingWords } from '../../format/clock.js';
import { levelOf, nameAt } from '../../format/names.js';
import { turnNote } from '../../format/turn.js';
import { amount } from '../../format/words.js';
import { factsOf, joinList, t } from '../../i18n/index.js';
import { lastTurns, mayRequest, otherPlaces, sideOf, sides, turnOf } from '../../select.js';
import { settings } from '../../settings.js';
import { setName } from '../name.js';
import { ticker } from '../ticker.js';
import { button } from '../widgets.js';
import { scoreView } from './scores.js';
import { menuButton } from './waiting.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Sitter } from '../../format/names.js' */
/** @import { RoomSeat } from '../../protocol.js' */
/** @import { OpenSeatMenu, Table } from '../../state.js' */

/** @typedef {{ seat: number, place: 'left' | 'top' | 'right' | 'bottom' }} Place */

/** The most backs drawn for a hand; the number beside them tells the rest. */
const BACKS_MAX = 7;

/**
 * The seats other than the one at the bottom of the page.
 * @param {Actions} actions
 * @param {OpenSeatMenu} meet
 */
export function seatsView(actions, meet) {
  const element = h('ul', { class: 'seats', role: 'list', 'aria-label': t('table.seats') });
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const all = otherPlaces(table.room, table.me.seat ?? 0);
      attr(element, 'data-seats', all.length + 1);
      keyedViews(
        element,
        all.map((place) => ({ ...place, table })),
        ({ seat }) => [seat],
        () => seatCard('li', actions, meet),
      );
    },
  };
}

/**
 * The seat at the bottom: the visitor's own, or the first for watchers.
 * @param {Actions} actions
 * @param {OpenSeatMenu} meet
 */
export function homeSeat(actions, meet) {
  const { element, draw } = seatCard('div', actions, meet);
  return {
    element,
    /** @param {Table} table */
    draw: (table) => draw({ seat: table.me.seat ?? 0, place: 'bottom', table }),
  };
}

/** @param {'li' | 'div'} tag @param {Actions} actions @param {OpenSeatMenu} meet */
function seatCard(tag, actions, meet) {
  const face = faceView();
  const dot = h('span', { class: 'dot' });
  const who = whoView();
  const clock = clockView();
  const hand = backsView();
  const score = scoreView();
  const note = h('span', { class: 'seat-note' });
  const sit = sitButton(actions);
  const menu = menuButton(meet, 'menu', 'seat-menu-button');
  const lacks = lacksView();
  /** @type {HTMLElement} */
  const element = h(
    tag,
    { class: 'seat' },
    menu.element,
    h('span', { class: 'seat-face' }, face.element, dot),
    who.element,
    clock.element,
    hand.element,
    score.element,
    note,
    sit.element,
    lacks.element,
  );
  return {
    element,
    /** @param {Place & { table: Table }} place */
    draw({ seat, place, table }) {
      const { room, me, presence, view } = table;
      const sitter = room.seats[seat];
      const there = presence.seats[seat] ?? false;
      const onTurn = turnOf(table) === seat;
      const side = sideOf(room, seat);
      attr(element, 'data-place', place);
      attr(element, 'data-seat', seat);
      attr(element, 'data-testid', `seat-${seat}`);
      attr(element, 'data-turn', onTurn ? 'true' : null);
      attr(element, 'data-away', sitter && !there ? 'true' : null);
      attr(element, 'data-side', room.rules.seating === 'partners' ? side : null);
      attr(dot, 'data-here', there ? 'true' : null);
      show(dot, sitter !== null && !sitter.computer);
      face.draw(sitter, seat);
      who.draw(table, seat);
      clock.draw(table, seat);
      score.draw(table, side, seat === firstOf(table, side));
      hand.draw(view && sitter && seat !== me.seat ? (view.board.hand_sizes[seat] ?? 0) : 0);
      setText(note, noteOf(table, seat, onTurn && place !== 'bottom'));
      sit.draw(table, seat);
      menu.draw(table, seat);
      const known = settings.get().show_lacks && seat !== me.seat && sitter !== null;
      lacks.draw(known ? (view?.board.lacks[seat] ?? []) : []);
    },
  };
}

/** The seat of a side whose card tells the points: partners have them together. @param {Table} table @param {number} side */
function firstOf({ room, me }, side) {
  const home = me.seat ?? 0;
  return sideOf(room, home) === side ? home : sides(room)[side][0];
}

/** The name at a seat. */
function whoView() {
  const name = h('span', { class: 'seat-name' });
  const tag = h('span', { class: 'seat-tag' });
  return {
    element: h('span', { class: 'seat-who' }, name, tag),
    /** @param {Table} table @param {number} seat */
    draw({ room, me }, seat) {
      const own = me.seat === seat;
      const words = own ? t('name.you') : nameAt(room, seat);
      setName(name, words);
      attr(name, 'title', words);
      const partner = me.seat !== null && !own && sideOf(room, me.seat) === sideOf(room, seat);
      const tags = [partner && t('seat.partner'), levelOf(room.seats[seat])];
      setText(tag, factsOf(tags));
    },
  };
}

/** The hand of another player: the backs of its tiles, and how many there are. */
function backsView() {
  const backs = h('span', { class: 'backs', 'aria-hidden': 'true' });
  const count = h('span', { class: 'seat-count' });
  const element = h('span', { class: 'seat-hand' }, backs, count);
  return {
    element,
    /** @param {number} size */
    draw(size) {
      show(element, size > 0);
      const shown = Math.min(size, BACKS_MAX);
      if (backs.children.length !== shown) {
        fill(backs, ...Array.from({ length: shown }, () => h('span', { class: 'back' })));
      }
      setText(count, String(size));
      attr(count, 'aria-label', amount(size, 'tiles'));
    },
  };
}

/** The way to a free seat, or by asking to a computer player's. @param {Actions} actions */
function sitButton(actions) {
  /** What a press does. */
  let run = () => {};
  const element = button('', { kind: 'small seat-sit', press: () => run() });
  return {
    element,
    /** @param {Table} table @param {number} seat */
    draw(table, seat) {
      const { room, me } = table;
      const free = !room.seats[seat] && me.seat === null;
      const asks = mayRequest(table, seat);
      run = () => (asks ? actions.requestSeat(seat) : actions.sit(seat));
      show(element, free || asks);
      attr(element, 'data-asks', asks);
      attr(element, 'data-testid', free ? `sit-${seat}` : asks ? `ask-${seat}` : null);
      setText(element, t(asks ? 'request.ask' : 'seat.sit'));
      const names = { who: nameAt(room, seat), n: seat + 1 };
      attr(element, 'aria-label', t(asks ? 'request.ask_at' : 'seat.sit_at', names));
    },
  };
}

/** The pips that a seat is known to lack: it passed, or drew, when they were wanted. */
function lacksView() {
  const element = h('span', { class: 'seat-lacks' });
  const isNew = changes();
  return {
    element,
    /** @param {readonly number[]} lacks */
    draw(lacks) {
      show(element, lacks.length > 0);
      if (!isNew(lacks)) return;
      const marks = lacks.map((pips) => h('span', { class: 'lack', 'aria-hidden': 'true' }, pips));
      const words = t('seat.lacks', { pips: joinList(lacks) });
      attr(element, 'title', words);
      fill(element, ...marks, h('span', { class: 'unseen' }, words));
    },
  };
}

/** Why a seat's player doesn't play; '' if they do. @param {RoomSeat | null} sitter */
function absenceWords(sitter) {
  if (sitter?.resigned) return t('care.resigned');
  if (sitter?.lent) return t('care.lent');
  return sitter?.away ? t('seat.away') : '';
}

/**
 * The note beside a seat: since when its player is away, which leaves no room for more, for how long it is
 * its turn, or its last turn. For the seat at the bottom, the line above the hand says whose turn it is.
 * @param {Table} table
 * @param {number} seat
 * @param {boolean} onTurn
 */
function noteOf(table, seat, onTurn) {
  const { room, view } = table;
  const before = lastTurns(view?.history ?? [], room.seats.length)[seat];
  const last = turnNote(before);
  const away = absenceWords(room.seats[seat]) || awayWords(table, seat);
  if (away) return away;
  if (!onTurn) return last;
  // A running clock says the same.
  const turn = thinkingWords(table) || (table.time ? '' : t('seat.to_play'));
  // What the player has drawn belongs to this turn; a tile played or a pass to the turn before.
  const drawing = before?.tile === null && !before.passed && !before.called;
  return factsOf([turn, drawing && last]);
}

/** A seat's clock. The server keeps the time; here it is only drawn, by the server's clock. */
function clockView() {
  const element = h('span', { class: 'clock', role: 'timer', hidden: true });
  let face = () => {};
  const running = ticker(element, () => face());
  return {
    element,
    /** @param {Table} table @param {number} seat */
    draw(table, seat) {
      const { time, room } = table;
      const person = room.seats[seat];
      const shown = Boolean(time && person && !person.computer && !person.lent);
      const runs = time?.running?.seat === seat ? time.running : null;
      show(element, shown && room.status === 'playing');
      attr(element, 'data-testid', `clock-${seat}`);
      attr(element, 'data-running', runs ? 'true' : null);
      attr(element, 'data-warned', runs?.warned ? 'true' : null);
      face = () => drawFace(element, table, seat);
      face();
      running.run(runs !== null);
    },
  };
}

/** @param {Element} element @param {Table} table @param {number} seat */
function drawFace(element, { time, room, ui: { clock_ms } }, seat) {
  if (!time) return;
  const left = clockFace(leftMs(time, seat, Date.now() + clock_ms));
  setText(element, left);
  attr(element, 'aria-label', t('clock.left', { name: nameAt(room, seat), time: left }));
}

/** The mouths of computer players' faces, by seat: they tell the faces apart besides the colours. */
const MOUTHS = [
  'M8 15.5q4 3.5 8 0',
  'M8.5 15.5h7q-.5 3-3.5 3t-3.5-3z',
  'M9 16.5h6',
  'M10.2 16a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0',
];

/** A face for the player at a seat. The name stands beside it, so it is decoration. */
function faceView() {
  const element = h('span', { class: 'face', 'aria-hidden': 'true' });
  let drawn = '';
  return {
    element,
    /** @param {Sitter | null} sitter @param {number} seat */
    draw(sitter, seat) {
      const initial = sitter?.computer ? '' : [...(sitter?.name ?? '')][0]?.toUpperCase();
      const now = sitter?.computer ? `computer ${seat}` : `person ${initial}`;
      if (now === drawn) return;
      drawn = now;
      attr(element, 'data-computer', sitter?.computer ? seat : null);
      fill(element, sitter?.computer ? computerFace(MOUTHS[seat]) : initial);
    },
  };
}

/** @param {string} mouth */
function computerFace(mouth) {
  return s(
    'svg',
    { viewBox: '0 0 24 24' },
    s('path', { class: 'face-aerial', d: 'M12 5V2.5' }),
    s('rect', { class: 'face-head', x: 2, y: 5, width: 20, height: 17, rx: 6 }),
    s('circle', { class: 'face-eye', cx: 8, cy: 11.5, r: 1.8 }),
    s('circle', { class: 'face-eye', cx: 16, cy: 11.5, r: 1.8 }),
    s('path', { class: 'face-mouth', d: mouth }),
  );
}
