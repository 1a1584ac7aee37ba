/** The table before its match, and a table that can't be shown. */
import { attr, h, keyedViews, setText, show } from '../../dom.js';
import { amount, capitalized, lateWords, pointsInMatch } from '../../format/amounts.js';
import { clockWords, isOverDays } from '../../format/clock.js';
import { minutesAt } from '../../format/minutes.js';
import { chosenName, nameAt, nameOf } from '../../format/names.js';
import { notationParts, presetIn } from '../../format/notation.js';
import { partnersOf } from '../../format/sides.js';
import { aimOf, hasHouseRules, kindOf } from '../../games/index.js';
import { factsOf, t } from '../../i18n/index.js';
import { isLarge, otherPlaces, ownSeat, sides } from '../../select.js';
import { openingTiles } from '../../tiles/tile.js';
import { fetchedPart } from '../../views/fetched.js';
import { nameInput } from '../../views/name.js';
import { button } from '../../views/widgets.js';
import { waitingChair } from './chair.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Room } from '../../protocol.js' */
/** @import { Place } from '../../select.js' */
/** @import { OpenSeatMenu, State, Table } from '../../state.js' */

/**
 * The table before its match: the link that invites, and its seats.
 * @param {Actions} actions
 * @param {OpenSeatMenu} meet
 */
export function waitingView(actions, meet) {
  const head = headView(actions);
  // A visitor who was invited needs none.
  const invite = fetchedPart('waiting-invite', async () =>
    (await import('./invite.js')).inviteView(),
  );
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
  const sit = button(t('waiting.sit'), {
    kind: 'primary big',
    testid: 'sit',
    press: () => name.sit(null),
  });
  const seating = h('div.seating', felt, list);
  const options = h('p.hint', { testid: 'waiting-options' });
  const house = housePart();
  const below = [options, house.element];
  const seats = h('div.waiting-seats.stack', pairs, seating, sit, ready, ...below);
  const element = h('div.card.waiting', { testid: 'waiting' }, head.element, invite.element, seats);
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
      const isSeated = me.seat !== null;
      const invitation = free > 0 ? invitedTo(table) : '';
      const facts = factsAbout(room);
      head.draw(table, free, invitation, facts);
      setText(game, notationParts(room.notation, room.boards).game);
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
      name.draw(table, state, list);
      show(sit, !isSeated && free > 0);
      show(ready, isSeated && !ownSeat(table)?.ready);
      setText(options, invitation ? '' : facts);
      show(options, invitation === '');
      house.draw(room);
      const hasLink = me.invite !== null || room.access === 'public';
      const invites = free > 0 && (isSeated || me.host) && hasLink;
      show(invite.element, invites);
      if (invites) invite.draw(table);
      attr(element, 'data-invites', invites ? 'true' : null);
    },
  };
}

/** The rules that are read out before the first round, of games that have such. */
function housePart() {
  const fetch = async () => (await import('./house_rules.js')).houseRulesView();
  const { element, draw } = fetchedPart('waiting-house', fetch, { isExtra: true });
  return {
    element,
    /** @param {Room} room */
    draw(room) {
      const isRead = hasHouseRules(kindOf(room));
      show(element, isRead);
      if (isRead) draw(room);
    },
  };
}

/** The way from a table without a place to one of the visitor's own, with the same game. @param {Actions} actions */
export function ownTableButton(actions) {
  let game = '';
  const element = button(t('waiting.own'), {
    kind: 'primary',
    testid: 'own-table',
    press: () => actions.go({ page: 'lobby', game }),
  });
  return {
    element,
    /** @param {Pick<Room, 'notation'>} room @param {boolean} isOffered */
    draw({ notation }, isOffered) {
      game = presetIn(notation);
      show(element, isOffered);
    },
  };
}

/** What the table waits for. A visitor who was invited reads by whom, and to what. @param {Actions} actions */
function headView(actions) {
  const title = h('h2');
  const facts = h('p');
  const hint = h('p.hint');
  const own = ownTableButton(actions);
  return {
    element: h('div.waiting-head.stack', title, facts, hint, own.element),
    /** @param {Table} table @param {number} free @param {string} invitation @param {string} about */
    draw(table, free, invitation, about) {
      const { room, presence, me } = table;
      const isKept = room.quick || room.tournament;
      const isComplete = free === 0 && (!isKept || presence.seats.every(Boolean));
      const isTooLate = free === 0 && !isKept && me.seat === null;
      const isTaken = isOverDays(room) || isTooLate;
      const complete = isTaken ? 'waiting.days_full' : 'waiting.all_here';
      setText(title, invitation || t(isComplete ? complete : 'waiting.title'));
      setText(facts, invitation && about);
      show(facts, invitation !== '');
      setText(hint, isTooLate ? t('waiting.full') : hintOf(table, free));
      own.draw(room, isTooLate);
    },
  };
}

/** What was chosen for a table beside its game, and about how long a match lasts. @param {Room} room */
function factsAbout(room) {
  const { rounds, others } = notationParts(room.notation, room.boards);
  const players = amount(room.seats.length, 'players');
  const clock = room.clock && clockWords(room.clock);
  const chosen = others.filter((one) => one !== players);
  return factsOf([rounds, ...chosen, players, lengthOf(room), clock]);
}

/** How long a match lasts, by its cap or about; '' over days. @param {Room} room */
function lengthOf(room) {
  if (room.time_cap !== undefined) return t('cap.at_most', { n: room.time_cap });
  const n = isOverDays(room) || room.boards !== undefined ? null : minutesAt(room);
  return n === null ? '' : t('count.minutes', { n });
}

/** By whom a visitor without a seat is invited, and to what; '' without an invitation. @param {Table} table */
function invitedTo({ room, me }) {
  const host = room.seats.findIndex((seat) => seat?.host);
  if (me.seat !== null || host < 0 || room.quick || room.tournament) return '';
  const name = nameAt(room, host);
  const { game } = notationParts(room.notation, room.boards);
  const aim = aimOf(room);
  if (!aim) return t('waiting.invited_game', { name, game });
  return t('waiting.invited', { name, game, length: pointsInMatch(aim.target, room) });
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
 * The field for the own name, in the seat that is the visitor's, or would be. It is there while they have chosen none.
 * @param {Actions} actions
 */
function nameForm(actions) {
  const input = nameInput({ id: 'waiting-name', testid: 'waiting-name' });
  const save = button(t('name.save'), {
    kind: 'small',
    type: 'submit',
    testid: 'waiting-name-save',
  });
  const label = h('label', { for: input.id }, t('name.title'));
  const element = h('form.waiting-name', label, input, save);
  let isSeated = false;
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
    if (isSeated) rename();
    else sit(null);
  });
  return {
    sit,
    /** @param {Table} table @param {State} state @param {HTMLElement} chairs */
    draw({ room, me }, { name, person }, chairs) {
      isSeated = me.seat !== null;
      asks = !person && name !== '' && chosenName(name) === '';
      const place = chairs.querySelector('[data-place="bottom"] .chair-who');
      if (!asks || !place || (!isSeated && !room.seats.includes(null))) return element.remove();
      if (element.parentElement !== place) {
        const hadFocus = element.contains(document.activeElement);
        place.prepend(element);
        if (hadFocus) input.focus();
      }
      show(save, isSeated);
      // The name of a visitor who writes nothing.
      attr(input, 'placeholder', nameOf({ name }));
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
