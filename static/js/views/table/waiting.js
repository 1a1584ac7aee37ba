/** The table before its match: who is here, who is missing, and the link that brings them. */
import { attr, h, keyed, setText, show } from '../../dom.js';
import { awayWords } from '../../format/since.js';
import { nameOf } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { LEVELS, sideOf } from '../../select.js';
import { chair } from './chair.js';
import { inviteView } from './invite.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Room } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */

/** @param {Actions} actions */
export function waitingView(actions) {
  const title = h('h2', {});
  const hint = h('p', { class: 'hint' });
  const list = h('ul', { class: 'chairs', role: 'list' });
  const ready = h('button', {
    type: 'button',
    class: 'button primary big',
    'data-testid': 'ready',
  });
  const invite = inviteView();
  const element = h(
    'div',
    { class: 'card waiting', 'data-testid': 'waiting' },
    title,
    hint,
    list,
    ready,
    invite.element,
  );
  let isReady = false;
  ready.addEventListener('click', () => actions.ready(!isReady));
  return {
    element,
    focus: () => ready.focus(),
    /** @param {Table} table */
    draw(table) {
      const { room, me } = table;
      const free = room.seats.filter((seat) => seat === null).length;
      setText(title, free > 0 ? t('waiting.title') : t('waiting.all_here'));
      setText(hint, hintOf(table, free));
      keyed(
        list,
        room.seats,
        (_, seat) => `chair ${seat}`,
        (_, seat) => chairWithChoices(seat, actions),
        (row, _, seat) => drawChair(row, table, seat),
      );
      isReady = me.seat !== null && Boolean(room.seats[me.seat]?.ready);
      show(ready, me.seat !== null);
      setText(ready, isReady ? t('waiting.not_ready') : t('waiting.ready'));
      attr(ready, 'aria-pressed', String(isReady));
      ready.classList.toggle('primary', !isReady);
      show(invite.element, free > 0 && (me.invite !== null || room.access === 'public'));
      invite.draw(table);
    },
  };
}

/**
 * @param {Table} table
 * @param {number} free
 */
function hintOf({ room, me }, free) {
  if (room.fairness.revealing) return t('turn.shuffling');
  if (me.seat === null && free > 0) return t('waiting.sit_hint');
  const kept =
    room.kept_seats > 0 && free > 0 ? ` ${t('waiting.kept', { n: room.kept_seats })}.` : '';
  return t('waiting.hint') + kept;
}

/**
 * @param {number} seat
 * @param {Actions} actions
 */
function chairWithChoices(seat, actions) {
  return chair(
    seat,
    h(
      'button',
      { type: 'button', class: 'button small', onclick: () => actions.sit(seat) },
      t('seat.sit'),
    ),
    h(
      'button',
      { type: 'button', class: 'button small quiet', onclick: () => actions.remove(seat) },
      t('seat.remove'),
    ),
    computerChoice(seat, actions),
  );
}

/**
 * Gives the seat to a computer player.
 * @param {number} seat
 * @param {Actions} actions
 */
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
 * @param {HTMLElement} row
 * @param {Table} table
 * @param {number} seat
 */
function drawChair(row, table, seat) {
  const { room, me, presence } = table;
  const [dot, who, sit, remove, computer] = /** @type {HTMLCollectionOf<HTMLElement>} */ (
    row.children
  );
  const sitter = room.seats[seat];
  const here = presence.seats[seat] ?? false;
  attr(row, 'data-seat', seat);
  attr(row, 'data-free', sitter ? null : 'true');
  attr(row, 'data-ready', sitter?.ready ? 'true' : null);
  attr(row, 'data-side', room.rules.seating === 'partners' ? sideOf(room, seat) : null);
  attr(dot, 'data-here', here ? 'true' : null);
  dot.style.visibility = sitter ? '' : 'hidden';
  const [name, state] = who.children;
  setText(name, sitter ? nameOf(sitter) : t('seat.empty'));
  setText(state, sitter ? stateOf(sitter, awayWords(table, seat), seat === me.seat) : '');
  const free = !sitter && me.seat === null;
  show(sit, free);
  attr(sit, 'data-testid', free ? `sit-${seat}` : null);
  attr(sit, 'aria-label', t('seat.sit_at', { n: seat + 1 }));
  show(computer, me.host && sitter === null);
  show(remove, me.host && sitter !== null && seat !== me.seat);
  attr(remove, 'data-testid', `remove-${seat}`);
  attr(remove, 'aria-label', sitter ? t('seat.remove_who', { name: nameOf(sitter) }) : null);
}

/**
 * @param {Room['seats'][number] & {}} sitter
 * @param {string} away how long they have been away, '' if they are here
 * @param {boolean} own
 */
function stateOf({ ready, host }, away, own) {
  const words = [];
  if (own) words.push(t('seat.you'));
  if (host) words.push(t('seat.host'));
  if (away) words.push(away);
  words.push(ready ? t('seat.ready') : t('seat.not_ready'));
  return words.join(' · ');
}
