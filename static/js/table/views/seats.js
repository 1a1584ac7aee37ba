/**
 * The cards of the players: name, face, presence, number of tiles, points, clock, and whose turn it is.
 */
import { attr, changes, fill, h, keyedViews, setText, show } from '../../dom.js';
import { faceFor } from '../../face.js';
import { amount } from '../../format/amounts.js';
import {
  awayWords,
  clockFace,
  daysFace,
  isOverDays,
  leftMs,
  thinkingWords,
} from '../../format/clock.js';
import { levelOf, nameAt } from '../../format/names.js';
import { overPhase } from '../../format/over.js';
import { sideName } from '../../format/sides.js';
import { gameOf } from '../../games/index.js';
import { factsOf, joinList, t } from '../../i18n/index.js';
import { isLarge, mayRequest, otherPlaces, sideOf, turnOf } from '../../select.js';
import { settings } from '../../settings.js';
import { leftHand } from '../../tiles/views/left.js';
import { setName } from '../../views/name.js';
import { ticker } from '../../views/ticker.js';
import { button } from '../../views/widgets.js';
import { menuButton } from './chair.js';
import { scoreView } from './scores.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Sitter } from '../../format/names.js' */
/** @import { Board, Note } from '../../games/contract.js' */
/** @import { Room, RoomSeat } from '../../protocol.js' */
/** @import { Place } from '../../select.js' */
/** @import { OpenSeatMenu, Table } from '../../state.js' */

/** The most backs drawn for a hand; the number beside them tells the rest. */
const BACKS_MAX = 7;

/**
 * The seats other than the one at the bottom of the page.
 * @param {Actions} actions
 * @param {OpenSeatMenu} meet
 * @param {Board['mark']} markOf what the game shows before the points
 */
export function seatsView(actions, meet, markOf) {
  const element = h('ul.seats', { role: 'list', 'aria-label': t('table.seats') });
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const all = otherPlaces(table.room, table.me.seat ?? 0);
      attr(element, 'data-seats', all.length + 1);
      attr(element, 'data-large', isLarge(table.room));
      keyedViews(
        element,
        all.map((place) => ({ ...place, table })),
        ({ seat }) => [seat],
        () => seatCard('li', actions, meet, markOf),
      );
    },
  };
}

/**
 * The seat at the bottom: the visitor's own, or the first for watchers.
 * @param {Actions} actions
 * @param {OpenSeatMenu} meet
 * @param {Board['mark']} markOf
 */
export function homeSeat(actions, meet, markOf) {
  const { element, draw } = seatCard('div', actions, meet, markOf);
  return {
    element,
    /** @param {Table} table */
    draw: (table) => draw({ seat: table.me.seat ?? 0, place: 'bottom', table }),
  };
}

/** @param {'li' | 'div'} tag @param {Actions} actions @param {OpenSeatMenu} meet @param {Board['mark']} markOf */
function seatCard(tag, actions, meet, markOf) {
  const face = faceView();
  const dot = h('span.dot');
  const who = whoView();
  const clock = clockView();
  const hand = backsView();
  const left = leftHand();
  const score = marked(tag === 'div' ? homeScores() : seatScore(), markOf);
  const note = noteView();
  const sit = sitButton(actions);
  const menu = menuButton(meet, 'menu', 'seat-menu-button');
  const lacks = lacksView();
  /** @type {HTMLElement} */
  const element = h(
    tag,
    { class: 'seat' },
    menu.element,
    h('span.seat-face', face.element, dot),
    who.element,
    clock.element,
    hand.element,
    score.element,
    note.element,
    left.element,
    sit.element,
    lacks.element,
  );
  return {
    element,
    /** @param {Place & { table: Table }} place */
    draw({ seat, place, at, table }) {
      const { room, me, presence, view } = table;
      const sitter = room.seats[seat];
      const there = presence.seats[seat] ?? false;
      const onTurn = turnOf(table) === seat;
      // At the end of a round a card tells the hand alone: the sheet has the scores.
      const isOver = overPhase(table) !== null;
      attr(element, 'data-place', place);
      attr(element, 'data-at', at);
      attr(element, 'data-seat', seat);
      attr(element, 'data-testid', `seat-${seat}`);
      attr(element, 'data-turn', onTurn ? 'true' : null);
      attr(element, 'data-away', sitter && !there && !isOverDays(room) ? 'true' : null);
      attr(element, 'data-side', pairs(room) ? sideOf(room, seat) : null);
      attr(dot, 'data-here', there ? 'true' : null);
      show(dot, sitter !== null && !sitter.computer);
      face.draw(sitter, seat);
      who.draw(table, seat);
      clock.draw(table, seat);
      score.draw(table, seat, isOver);
      const isBack = view && sitter && seat !== me.seat && !isOver;
      const { held, lacks: lacked } = view ? gameOf(room).seat(view, seat) : NOTHING;
      hand.draw(isBack ? held : 0);
      show(note.element, !isOver);
      note.draw(table, seat, onTurn && place !== 'bottom');
      left.draw(table, seat);
      sit.draw(table, seat);
      menu.draw(table, seat);
      const known = settings.get().show_lacks && seat !== me.seat && sitter && !isOver;
      lacks.draw(known ? lacked : []);
    },
  };
}

/** What a seat holds before the first deal. */
const NOTHING = { held: 0, lacks: [] };

/**
 * The points of a seat, after what the game shows of it.
 * @param {ReturnType<typeof seatScore>} score
 * @param {Board['mark']} markOf
 */
function marked(score, markOf) {
  const mark = markOf?.();
  if (!mark) return score;
  const { element } = score;
  element.prepend(mark.element);
  return {
    element,
    /** @param {Table} table @param {number} seat @param {boolean} isOver */
    draw(table, seat, isOver) {
      score.draw(table, seat, isOver);
      mark.draw({ table, seat });
    },
  };
}

/** Whether two seats have their points together. @param {Room} room */
const pairs = (room) => room.seating === 'partners';

/** The points of a seat that plays for itself. Those of pairs stand at the home seat. */
function seatScore() {
  const score = scoreView();
  return {
    element: score.element,
    /** @param {Table} table @param {number} seat @param {boolean} isOver */
    draw(table, seat, isOver) {
      show(score.element, !isOver && !pairs(table.room));
      if (!pairs(table.room)) score.draw(table, seat, true);
    },
  };
}

/** The points at the home seat: its own, or those of both pairs, its own first. */
function homeScores() {
  const element = h('span.tally');
  return {
    element,
    /** @param {Table} table @param {number} seat @param {boolean} isOver */
    draw(table, seat, isOver) {
      const { room } = table;
      const own = sideOf(room, seat);
      show(element, !isOver);
      keyedViews(
        element,
        (pairs(room) ? [own, 1 - own] : [own]).map((side) => ({ table, side })),
        ({ side }) => [side],
        sideScore,
      );
    },
  };
}

/** The points of a side, beside its name where seats play in pairs. */
function sideScore() {
  const name = h('span.side-name.one-line', { 'aria-hidden': 'true' });
  const score = scoreView();
  const element = h('span.side-score', name, score.element);
  return {
    element,
    /** @param {{ table: Table, side: number }} drawn */
    draw({ table, side }) {
      const { room, me } = table;
      attr(element, 'data-side', pairs(room) ? side : null);
      show(name, pairs(room));
      setName(name, sideName(room, side, me.seat));
      score.draw(table, side, true);
    },
  };
}

/** The name at a seat. */
function whoView() {
  const name = h('span.seat-name.one-line');
  const tag = h('span.seat-tag.one-line.if-any');
  return {
    element: h('span.seat-who', name, tag),
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
  const backs = h('span.backs', { 'aria-hidden': 'true' });
  const count = h('span.seat-count');
  const element = h('span.seat-hand.in-line', backs, count);
  return {
    element,
    /** @param {number} size */
    draw(size) {
      show(element, size > 0);
      const shown = Math.min(size, BACKS_MAX);
      if (backs.children.length !== shown) {
        fill(backs, ...Array.from({ length: shown }, () => h('span.back')));
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

/** What a seat is known to lack: it could not play when it was wanted. */
function lacksView() {
  const element = h('span.seat-lacks');
  const isNew = changes();
  return {
    element,
    /** @param {readonly (number | string)[]} lacks */
    draw(lacks) {
      show(element, lacks.length > 0);
      if (!isNew(lacks)) return;
      const marks = lacks.map((sign) => h('span.lack', { 'aria-hidden': 'true' }, sign));
      const words = t('seat.lacks', { lacks: joinList(lacks) });
      attr(element, 'title', words);
      fill(element, ...marks, h('span.unseen', words));
    },
  };
}

/** Why a seat's player doesn't play; '' if they do. @param {RoomSeat | null} sitter */
function absenceWords(sitter) {
  if (sitter?.resigned) return t('care.resigned');
  if (sitter?.lent) return t('care.lent');
  return sitter?.away ? t('seat.away') : '';
}

/** The note beside a seat. Before what was played last stands a drawing of it. */
function noteView() {
  const element = h('span.seat-note.one-line');
  return {
    element,
    /** @param {Table} table @param {number} seat @param {boolean} onTurn */
    draw(table, seat, onTurn) {
      const { room, view } = table;
      const note = view ? gameOf(room).note(view, seat, room) : null;
      const words = noteOf(table, seat, onTurn, note);
      setText(element, words);
      attr(element, 'data-tile', note?.thing && words.includes(note.thing) ? 'true' : null);
    },
  };
}

/**
 * The note beside a seat: since when its player is away, which leaves no room for more, for how long it is
 * its turn, or its last turn. The line above the hand says whose turn it is.
 * @param {Table} table
 * @param {number} seat
 * @param {boolean} onTurn
 * @param {Note | null} last what the game says
 */
function noteOf(table, seat, onTurn, last) {
  const away = absenceWords(table.room.seats[seat]) || awayWords(table, seat);
  if (away) return away;
  if (!onTurn) return last?.text ?? '';
  return factsOf([thinkingWords(table), last?.isOfTurn && last.text]);
}

/** A seat's clock. The server keeps the time; here it is only drawn, by the server's clock. */
function clockView() {
  const element = h('span.clock', { role: 'timer', hidden: true });
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
      show(element, shown && room.status === 'playing' && !overPhase(table));
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
  const left_ms = leftMs(time, seat, Date.now() + clock_ms);
  const left = isOverDays(room) ? daysFace(left_ms) : clockFace(left_ms);
  setText(element, left);
  attr(element, 'aria-label', t('clock.left', { name: nameAt(room, seat), time: left }));
}

/** A face for the player at a seat. The name stands beside it, so it is decoration. */
function faceView() {
  const element = h('span.face.centre', { 'aria-hidden': 'true' });
  const isNew = changes();
  return {
    element,
    /** @param {Sitter | null} sitter @param {number} seat */
    draw(sitter, seat) {
      attr(element, 'data-computer', sitter?.computer ? seat : null);
      show(element, sitter !== null);
      if (sitter && isNew(sitter.computer, sitter.name)) fill(element, faceFor(sitter));
    },
  };
}
