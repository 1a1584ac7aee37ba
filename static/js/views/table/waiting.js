/** The table before its match, and a table that can't be shown. */
import { attr, changes, fill, h, keyedViews, setText, show } from '../../dom.js';
import { faceFor } from '../../face.js';
import { awayWords, clockWords, isOverDays } from '../../format/clock.js';
import { chosenName, nameAt, nameOf, namesWithLevels } from '../../format/names.js';
import { notationParts } from '../../format/notation.js';
import { capitalized, lateWords, partnersOf, pointsInMatch } from '../../format/words.js';
import { factsOf, t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { pathOf } from '../../route.js';
import { isOther, LEVELS, otherPlaces, ownSeat, sideOf, sides } from '../../select.js';
import { openingTiles } from '../../tile.js';
import { nameInput, setName } from '../name.js';
import { button, copyButton, copyInput, shareButton } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { RoomSeat } from '../../protocol.js' */
/** @import { OpenSeatMenu, Outside, State, Table } from '../../state.js' */

/**
 * The table before its match: its seats, and the link that invites.
 * @param {Actions} actions
 * @param {OpenSeatMenu} meet
 */
export function waitingView(actions, meet) {
  const head = headView();
  const pairs = h('p', { class: 'unseen', 'data-testid': 'pairs' });
  const game = h('span', {});
  const tiles = h('span', { class: 'seating-tiles', 'aria-hidden': 'true' }, ...openingTiles());
  const felt = h('p', { class: 'seating-game' }, tiles, game);
  const list = h('ul', { class: 'seating-chairs', role: 'list', 'aria-label': t('table.seats') });
  const name = nameForm(actions);
  const ready = button(t('waiting.ready'), {
    kind: 'primary big',
    testid: 'ready',
    press: () => actions.ready(true),
  });
  const invite = inviteView();
  const seating = h('div', { class: 'seating' }, felt, list);
  const element = h(
    'div',
    { class: 'card waiting', 'data-testid': 'waiting' },
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
      show(pairs, room.rules.seating === 'partners');
      attr(seating, 'data-seats', room.seats.length);
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
  const title = h('h2', {});
  const facts = h('p', {});
  const hint = h('p', { class: 'hint' });
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
  const length = pointsInMatch(room.rules.target, room.rules);
  return t('waiting.invited', { name: nameAt(room, host), game, length });
}

/** @typedef {{ seat: number, place: 'bottom' | 'left' | 'top' | 'right' }} Place */

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
  const input = nameInput({ id: 'waiting-name', 'data-testid': 'waiting-name' });
  const ask = h(
    'div',
    { class: 'waiting-name' },
    h('label', { for: input.id }, t('name.title')),
    input,
    h('p', { class: 'hint' }, t('name.hint')),
  );
  const sitDown = button(t('waiting.sit'), { kind: 'primary big', type: 'submit', testid: 'sit' });
  const save = button(t('name.save'), { type: 'submit', testid: 'waiting-name-save' });
  const element = h('form', { class: 'waiting-form' }, ask, save, sitDown);
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
  const title = h('h1', {});
  const hint = h('p', { class: 'hint' });
  const lobby = lobbyButton(actions, 'primary');
  return {
    element: h('main', { class: 'card shut', 'data-testid': 'shut' }, title, hint, lobby),
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

/** A token with the face of the player at a seat. */
function tokenView() {
  const element = h('span', { class: 'chair-token', 'aria-hidden': 'true' });
  const isNew = changes();
  return {
    element,
    /** @param {RoomSeat | null} sitter */
    draw(sitter) {
      if (!isNew(sitter?.computer, sitter?.name)) return;
      fill(element, sitter ? faceFor(sitter) : null);
    },
  };
}

/**
 * A row of a list of seats: the player, and what this visitor may do.
 * @param {number} seat
 * @param {...HTMLElement} choices
 */
export function chair(seat, ...choices) {
  const dot = h('span', { class: 'dot' });
  const name = h('span', { class: 'chair-name' });
  const state = h('span', { class: 'chair-state' });
  const element = h(
    'li',
    { class: 'chair', 'data-testid': `chair-${seat}` },
    dot,
    h('span', { class: 'chair-who' }, name, state),
    ...choices,
  );
  /** @param {Outside} table @param {string} who @param {string} how */
  function draw({ room, presence }, who, how) {
    attr(element, 'data-side', room.rules.seating === 'partners' ? sideOf(room, seat) : null);
    attr(dot, 'data-here', presence.seats[seat] ? 'true' : null);
    setName(name, who);
    setText(state, how);
  }
  return { element, dot, draw };
}

/**
 * A seat before the match.
 * @param {number} seat
 * @param {{ actions: Actions, meet: OpenSeatMenu, sit: (seat: number) => void }} ways
 */
function waitingChair(seat, { actions, meet, sit: take }) {
  /** The player whom the button names. @type {string | undefined} */
  let pseudonym;
  const sit = button(t('seat.sit'), {
    kind: 'small',
    'aria-label': t('seat.sit_at', { n: seat + 1 }),
    press: () => take(seat),
  });
  const remove = button(t('seat.remove'), {
    kind: 'small quiet',
    testid: `remove-${seat}`,
    press: () => actions.remove(seat, pseudonym),
  });
  const wait = button(t('waiting.not_ready'), {
    kind: 'small quiet',
    press: () => actions.ready(false),
  });
  const computer = computerChoice(seat, actions);
  const menu = menuButton(meet, 'chair-menu', 'icon-button');
  menu.element.append(icon('menu'));
  const token = tokenView();
  const choices = h('span', { class: 'chair-choices' }, sit, remove, wait, computer, menu.element);
  const { element, dot, draw } = chair(seat, choices);
  element.prepend(h('span', { class: 'chair-mark' }, token.element, dot));
  attr(element, 'data-seat', seat);
  return {
    element,
    /** @param {Place & { table: Table }} drawn */
    draw({ place, table }) {
      const { room, me } = table;
      const sitter = room.seats[seat];
      const own = seat === me.seat;
      if (sitter)
        draw(
          table,
          namesWithLevels(room.seats)[seat],
          stateOf(sitter, awayWords(table, seat), own),
        );
      else draw(table, t('seat.empty'), '');
      token.draw(sitter);
      attr(element, 'data-place', place);
      attr(element, 'data-free', sitter ? null : 'true');
      attr(element, 'data-ready', sitter?.ready ? 'true' : null);
      show(dot, sitter !== null && !sitter.computer);
      const several = room.seats.filter((one) => one === null).length > 1;
      const free = !sitter && me.seat === null && several;
      show(sit, free);
      attr(sit, 'data-testid', free ? `sit-${seat}` : null);
      show(computer, me.host && sitter === null);
      show(remove, me.host && sitter !== null && !own);
      pseudonym = sitter?.pseudonym;
      menu.draw(table, seat);
      show(wait, own && sitter?.ready === true);
      attr(wait, 'data-testid', own ? 'not-ready' : null);
      attr(remove, 'aria-label', sitter && t('seat.remove_who', { name: nameAt(room, seat) }));
    },
  };
}

/** Gives the seat to a computer player. @param {number} seat @param {Actions} actions */
function computerChoice(seat, actions) {
  const levels = LEVELS.map((level) => h('option', { value: level }, t(`level.${level}`)));
  const choice = h(
    'select',
    {
      class: 'button small quiet',
      'aria-label': t('seat.give_to_computer_at', { n: seat + 1 }),
      'data-testid': `computer-${seat}`,
      onchange: () => {
        const level = LEVELS.find((one) => one === choice.value);
        if (level) actions.seatComputer(seat, level);
        choice.value = '';
      },
    },
    h('option', { value: '' }, t('seat.give_to_computer')),
    ...levels,
  );
  return choice;
}

/**
 * @param {RoomSeat} sitter
 * @param {string} away how long they have been away, '' if they are here
 * @param {boolean} own
 */
function stateOf({ ready, host }, away, own) {
  const words = [own && t('seat.you'), host && t('seat.host'), away];
  return factsOf([...words, ready ? t('seat.ready') : t('seat.not_ready')]);
}

/**
 * A button that opens what can be done about a seat's player. Over a card it covers the whole of it.
 * @param {OpenSeatMenu} meet
 * @param {string} name of the test ids
 * @param {string} look
 */
export function menuButton(meet, name, look) {
  /** The name in the menu's label. @type {[table: Table, seat: number] | null} */
  let drawn = null;
  const element = button(null, { class: look, press: () => drawn && meet(...drawn) });
  return {
    element,
    /** @param {Table} table @param {number} seat */
    draw(table, seat) {
      drawn = [table, seat];
      const other = isOther(table, seat);
      show(element, other);
      attr(element, 'data-testid', other ? `${name}-${seat}` : null);
      const words = other ? t('seat.menu', { name: nameAt(table.room, seat) }) : null;
      attr(element, 'aria-label', words);
      attr(element, 'title', words);
    },
  };
}

/** The side of the QR code: small modules are hard to scan. */
const CODE_PX = 168;

/** Where the server draws the link as a QR code. @param {Table} table */
function codeOf({ id, me }) {
  const path = `${pathOf({ page: 'table', table: id, invite: null })}/qr.svg`;
  return me.invite === null ? path : `${path}?invite=${encodeURIComponent(me.invite)}`;
}

/**
 * A field with the link and what can be done with it.
 * @param {string} [place] a prefix of the test ids, where the page has another invitation
 */
export function inviteView(place = '') {
  const input = copyInput({
    class: 'invite-link',
    'aria-label': t('invite.link'),
    'data-testid': `${place}invite-link`,
  });
  const copy = copyButton(t('invite.copy'), input, {
    kind: 'primary',
    testid: `${place}copy-link`,
  });
  const what = () => ({ text: t('invite.share_text'), url: input.value });
  const share = shareButton(t('invite.share'), what, { testid: `${place}share-link` });
  const code = h('img', {
    class: 'invite-code',
    width: CODE_PX,
    height: CODE_PX,
    alt: t('invite.qr'),
    loading: 'lazy',
    'data-testid': `${place}invite-qr`,
  });
  const element = h(
    'div',
    { class: 'invite' },
    h('p', { class: 'hint' }, t('invite.hint')),
    h('div', { class: 'invite-row' }, input, ...copy, share),
    h('figure', { class: 'invite-scan' }, code, h('figcaption', {}, t('invite.qr_hint'))),
  );
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const { invite } = table.me;
      const link = location.origin + pathOf({ page: 'table', table: table.id, invite });
      if (input.value !== link) input.value = link;
      attr(code, 'src', codeOf(table));
      attr(element, 'data-private', table.room.access === 'link' ? 'true' : null);
    },
  };
}
