/** The table before its match, and a table that can't be shown. */
import { attr, h, keyedViews, setText, show } from '../../dom.js';
import { capitalized, lateWords, pointsInMatch } from '../../format/amounts.js';
import { clockWords, isOverDays } from '../../format/clock.js';
import { chosenName, nameAt, nameOf } from '../../format/names.js';
import { notationParts } from '../../format/notation.js';
import { partnersOf } from '../../format/sides.js';
import { aimOf } from '../../games/index.js';
import { factsOf, t } from '../../i18n/index.js';
import { isLarge, otherPlaces, ownSeat, sides } from '../../select.js';
import { openingTiles } from '../../tiles/tile.js';
import { nameInput } from '../../views/name.js';
import { button } from '../../views/widgets.js';
import { waitingChair } from './chair.js';
import { inviteView } from './invite.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Place } from '../../select.js' */
/** @import { OpenSeatMenu, State, Table } from '../../state.js' */

/**
 * The table before its match: its seats, and the link that invites.
 * @param {Actions} actions
 * @param {OpenSeatMenu} meet
 */
export function waitingView(actions, meet) {
  const head = headView();
  const pairs = h('p.unseen', { testid: 'pairs' });
  const game = h('span');
  const tiles = h('span.seating-tiles', { 'aria-hidden': 'true' }, ...openingTiles());
  const felt = h('p.seating-game.stack', tiles, game);
  const list = h('ul.seating-chairs', { role: 'list', 'aria-label': t('table.seats') });
  const name = nameForm(actions);
  const ready = button(t('waiting.ready'), {
    kind: 'primary big',
    testid: 'ready',
    press: () => actions.ready(true),
  });
  const invite = inviteView();
  const seating = h('div.seating', felt, list);
  const element = h(
    'div.card.waiting',
    { testid: 'waiting' },
    ...head.parts,
    pairs,
    seating,
    name.element,
    ready,
    invite.element,
  );
  return {
    element,
    focus() {
      const buttons = [...element.querySelectorAll('button')];
      buttons.find((one) => one.checkVisibility())?.focus();
    },
    /** @param {Table} table @param {State} state */
    draw(table, state) {
      const { room, me } = table;
      const free = room.seats.filter((seat) => seat === null).length;
      const parts = notationParts(room.notation, room.boards);
      head.draw(table, free, parts);
      setText(game, parts.game);
      setText(pairs, pairsOf(table));
      show(pairs, room.seating === 'partners');
      attr(seating, 'data-seats', room.seats.length);
      attr(seating, 'data-large', isLarge(room));
      keyedViews(
        list,
        around(table).map((place) => ({ ...place, table })),
        ({ seat }) => [seat],
        ({ seat }) => waitingChair(seat, { actions, meet, sit: name.sit }),
      );
      name.draw(table, state);
      show(ready, me.seat !== null && !ownSeat(table)?.ready);
      show(invite.element, free > 0 && (me.invite !== null || room.access === 'public'));
      invite.draw(table);
    },
  };
}

/** What the table waits for. A visitor who was invited reads by whom, and to what. */
function headView() {
  const title = h('h2');
  const facts = h('p');
  const hint = h('p.hint');
  return {
    parts: [title, facts, hint],
    /** @param {Table} table @param {number} free @param {ReturnType<typeof notationParts>} parts */
    draw(table, free, { game, others }) {
      const { room, presence } = table;
      const isKept = room.quick || room.tournament;
      const isComplete = free === 0 && (!isKept || presence.seats.every(Boolean));
      const complete = isOverDays(room) ? 'waiting.days_full' : 'waiting.all_here';
      const invitation = isComplete ? '' : invitedTo(table, game);
      const clock = room.clock && clockWords(room.clock);
      setText(title, invitation || t(isComplete ? complete : 'waiting.title'));
      setText(facts, invitation && factsOf([...others, clock]));
      show(facts, invitation !== '');
      setText(hint, hintOf(table, free));
    },
  };
}

/** By whom a visitor without a seat is invited, and to what; '' without an invitation. @param {Table} table @param {string} game */
function invitedTo({ room, me }, game) {
  const host = room.seats.findIndex((seat) => seat?.host);
  if (me.seat !== null || host < 0 || room.quick || room.tournament) return '';
  const aim = aimOf(room);
  if (!aim) return '';
  const length = pointsInMatch(aim.target, room);
  return t('waiting.invited', { name: nameAt(room, host), game, length });
}

/**
 * The seats as they are round the table, in the order of their turns. The visitor's own is at the bottom, or the
 * one that they would take.
 * @param {Table} table
 * @returns {Place[]}
 */
function around({ room, me }) {
  const home = me.seat ?? Math.max(room.seats.indexOf(null), 0);
  return [{ seat: home, place: 'bottom' }, ...otherPlaces(room, home)];
}

/**
 * The way to a seat. A visitor who has chosen no name can write one beside it; one who already sits there can
 * still do so.
 * @param {Actions} actions
 */
function nameForm(actions) {
  const input = nameInput({ id: 'waiting-name', testid: 'waiting-name' });
  const ask = h(
    'div.waiting-name.stack',
    h('label', { for: input.id }, t('name.title')),
    input,
    h('p.hint', t('name.hint')),
  );
  const sitDown = button(t('waiting.sit'), { kind: 'primary big', type: 'submit', testid: 'sit' });
  const save = button(t('name.save'), { type: 'submit', testid: 'waiting-name-save' });
  const element = h('form.waiting-form.stack', ask, save, sitDown);
  let seated = false;
  let asks = false;
  /** Takes the name that was written, if any, before the seat shows it. @param {number | null} seat */
  function sit(seat) {
    rename();
    actions.sit(seat);
  }
  function rename() {
    const name = input.value.trim();
    if (asks && name) actions.rename(name);
  }
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    if (seated) rename();
    else sit(null);
  });
  return {
    element,
    sit,
    /** @param {Table} table @param {State} state */
    draw({ room, me }, { name, person }) {
      seated = me.seat !== null;
      const free = room.seats.includes(null);
      asks = !person && name !== '' && chosenName(name) === '' && (seated || free);
      show(ask, asks);
      show(save, asks && seated);
      show(sitDown, !seated && free);
      show(element, asks || (!seated && free));
      // The name of a visitor who writes nothing.
      if (asks) attr(input, 'placeholder', nameOf({ name }));
    },
  };
}

/** A table that can't be shown, and why. @param {Actions} actions */
export function closedView(actions) {
  const title = h('h1');
  const hint = h('p.hint');
  const lobby = lobbyButton(actions, 'primary');
  return {
    element: h('main.card.shut', { testid: 'shut' }, title, hint, lobby),
    /** @param {'removed' | 'gone' | 'not_found'} reason */
    draw(reason) {
      setText(title, t(`table.${reason}`));
      setText(hint, t(`table.${reason}_hint`));
    },
  };
}

/** @param {Actions} actions @param {string} [kind] */
export function lobbyButton(actions, kind) {
  const press = () => actions.go({ page: 'lobby' });
  return button(t('table.to_lobby'), { kind, testid: 'to-lobby', press });
}

/** @param {Table} table @param {number} free */
function hintOf({ room, me }, free) {
  if (me.seat === null && lateWords(room)) return lateWords(room);
  if (room.fairness.held) return t('waiting.held');
  if (room.fairness.revealing) return t(isOverDays(room) ? 'waiting.days_deal' : 'turn.shuffling');
  if (room.quick) return t('quick.coming');
  if (me.seat === null && free > 0) return t('waiting.sit_hint');
  if (isOverDays(room)) return t('waiting.days');
  if (room.kept_seats === 0 || free === 0) return t('waiting.hint');
  return t('waiting.hint_kept', { n: room.kept_seats });
}

/** Who plays with whom: "You + seat 3 against Ben + seat 4". @param {Table} table */
function pairsOf({ room, me }) {
  /** @param {number} seat */
  const name = (seat) => {
    if (seat === me.seat) return t('seat.you');
    return room.seats[seat] ? nameAt(room, seat) : t('seat.number', { n: seat + 1 });
  };
  const [one, other] = sides(room).map((seats) => partnersOf(seats.map(name)));
  return capitalized(t('waiting.pairs', { one, other }));
}
