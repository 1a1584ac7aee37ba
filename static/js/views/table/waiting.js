// @ts-check
/** The table before its match: who is here, who is missing, and the link that brings them. */
import { attr, h, keyed, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { sideOf } from '../../select.js';
import { inviteView } from './invite.js';

/** @typedef {import('../../state.js').Table} Table */

/** @param {import('../../actions.js').Actions} actions */
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
        (_, seat) => chair(seat, actions),
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
  if (me.seat === null && free > 0) return t('waiting.sit_hint');
  const kept =
    room.kept_seats > 0 && free > 0 ? ` ${t('waiting.kept', { n: room.kept_seats })}.` : '';
  return t('waiting.hint') + kept;
}

/**
 * @param {number} seat
 * @param {import('../../actions.js').Actions} actions
 */
function chair(seat, actions) {
  return h(
    'li',
    { class: 'chair', 'data-testid': `chair-${seat}` },
    h('span', { class: 'dot' }),
    h(
      'span',
      { class: 'chair-who' },
      h('span', { class: 'chair-name' }),
      h('span', { class: 'chair-state' }),
    ),
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
  );
}

/**
 * @param {HTMLElement} row
 * @param {Table} table
 * @param {number} seat
 */
function drawChair(row, { room, me, presence }, seat) {
  const [dot, who, sit, remove] = /** @type {HTMLCollectionOf<HTMLElement>} */ (row.children);
  const sitter = room.seats[seat];
  const here = presence.seats[seat] ?? false;
  attr(row, 'data-free', sitter ? null : 'true');
  attr(row, 'data-ready', sitter?.ready ? 'true' : null);
  attr(row, 'data-side', room.rules.seating === 'partners' ? sideOf(room, seat) : null);
  attr(dot, 'data-here', here ? 'true' : null);
  dot.style.visibility = sitter ? '' : 'hidden';
  const [name, state] = who.children;
  setText(name, sitter?.name ?? t('seat.empty'));
  setText(state, sitter ? stateOf(sitter, here, seat === me.seat) : '');
  const free = !sitter && me.seat === null;
  show(sit, free);
  attr(sit, 'data-testid', free ? `sit-${seat}` : null);
  attr(sit, 'aria-label', t('seat.sit_at', { n: seat + 1 }));
  show(remove, me.host && sitter !== null && seat !== me.seat);
  attr(remove, 'data-testid', `remove-${seat}`);
  attr(remove, 'aria-label', sitter ? t('seat.remove_who', { name: sitter.name }) : null);
}

/**
 * @param {import('../../protocol.js').Room['seats'][number] & {}} sitter
 * @param {boolean} here
 * @param {boolean} own
 */
function stateOf({ ready, host }, here, own) {
  const words = [];
  if (own) words.push(t('seat.you'));
  if (host) words.push(t('seat.host'));
  if (!here) words.push(t('seat.away'));
  words.push(ready ? t('seat.ready') : t('seat.not_ready'));
  return words.join(' · ');
}
