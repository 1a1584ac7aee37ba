/** A seat in a list of seats: its player, and what this visitor may do about it. */
import { attr, changes, fill, h, setText, show } from '../../dom.js';
import { faceFor } from '../../face.js';
import { awayWords } from '../../format/clock.js';
import { nameAt, namesWithLevels } from '../../format/names.js';
import { factsOf, t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { isOther, LEVELS, sideOf } from '../../select.js';
import { setName } from '../../views/name.js';
import { button } from '../../views/widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { RoomSeat } from '../../protocol.js' */
/** @import { Place } from '../../select.js' */
/** @import { OpenSeatMenu, Outside, Table } from '../../state.js' */

/**
 * A row of a list of seats: the player, and what this visitor may do.
 * @param {number} seat
 * @param {...HTMLElement} choices
 */
export function chair(seat, ...choices) {
  const dot = h('span.dot');
  const name = h('span.chair-name.one-line');
  const state = h('span.chair-state');
  const element = h(
    'li.chair.in-line',
    { testid: `chair-${seat}` },
    dot,
    h('span.chair-who', name, state),
    ...choices,
  );
  /** @param {Outside} table @param {string} who @param {string} how */
  function draw({ room, presence }, who, how) {
    attr(element, 'data-side', room.seating === 'partners' ? sideOf(room, seat) : null);
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
export function waitingChair(seat, { actions, meet, sit: take }) {
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
  const choices = h('span.chair-choices.row', sit, remove, wait, computer, menu.element);
  const { element, dot, draw } = chair(seat, choices);
  element.prepend(h('span.chair-mark', token.element, dot));
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
      // The large button below the seats leads to the one at the bottom.
      const free = !sitter && me.seat === null && several && place !== 'bottom';
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

/** A token with the face of the player at a seat. */
function tokenView() {
  const element = h('span.chair-token.centre', { 'aria-hidden': 'true' });
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

/** Gives the seat to a computer player. @param {number} seat @param {Actions} actions */
function computerChoice(seat, actions) {
  const levels = LEVELS.map((level) => h('option', { value: level }, t(`level.${level}`)));
  const choice = h(
    'select.button.small.quiet',
    {
      'aria-label': t('seat.give_to_computer_at', { n: seat + 1 }),
      testid: `computer-${seat}`,
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
