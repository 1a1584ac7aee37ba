// @ts-check
/** The end of a round or a match: what decided it, in words, all hands open, and what comes next. */
import { attr, fill, h, keyed, setText, show } from '../../dom.js';
import { endingWinner, endingWords } from '../../format/clock.js';
import { nameAt, outcomeInWords, scoresFrom, sideName } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { pathOf } from '../../route.js';
import { sideOf, weight } from '../../select.js';
import { bone } from '../bone.js';
import { follow } from '../follow.js';
import { lobbyButton } from './to_lobby.js';

/** @typedef {import('../../state.js').Table} Table */
/** @typedef {import('../../protocol.js').Outcome} Outcome */
/**
 * @typedef {{ type: 'round_over', outcome: Outcome, hands: string[][] }
 *   | { type: 'match_over', winner: number | null, outcome: Outcome | null, hands: string[][] }} Over
 */

/**
 * The phase if the round or the match is over, in whichever way it has ended.
 * @param {Table} table
 * @returns {Over | null}
 */
export function overPhase({ view, room }) {
  const phase = view?.board.phase;
  if (!phase || room.status === 'open') return null;
  const { ending } = room;
  if (room.status === 'over' && ending && ending.type !== 'played') {
    return { type: 'match_over', winner: endingWinner(ending), outcome: null, hands: [] };
  }
  return phase.type === 'round_over' || phase.type === 'match_over' ? phase : null;
}

/** @param {import('../../actions.js').Actions} actions */
export function summaryView(actions) {
  const title = h('h2', {});
  const words = h('p', { class: 'summary-words', 'data-testid': 'summary-words' });
  const hands = h('ul', { class: 'summary-hands', role: 'list' });
  const next = h('button', { type: 'button', class: 'button primary big summary-next' });
  const lobby = lobbyButton(actions, t('summary.lobby'));
  const replay = h('a', { class: 'button', 'data-testid': 'replay' }, t('summary.replay'));
  /** @type {string | null} */
  let record = null;
  follow(replay, () => record && actions.go({ page: 'record', record, at: null }));
  const analyse = h(
    'button',
    {
      type: 'button',
      class: 'button',
      'data-testid': 'analyse',
      onclick: () => actions.analyse(),
    },
    t('summary.analyse'),
  );
  const verify = h(
    'button',
    {
      type: 'button',
      class: 'button quiet',
      'data-testid': 'verify',
      onclick: () => actions.sheet('verify'),
    },
    t('table.verify'),
  );
  const element = h(
    'section',
    { class: 'summary', 'aria-labelledby': 'summary-title', 'data-testid': 'summary' },
    h('div', { class: 'summary-head' }, title, words),
    hands,
    next,
    h('div', { class: 'summary-actions' }, replay, analyse, lobby, verify),
  );
  title.id = 'summary-title';
  let matchOver = false;
  next.addEventListener('click', () => (matchOver ? actions.ready(true) : actions.next()));
  return {
    element,
    focus: () => next.focus(),
    press: () => next.click(),
    /** Nothing is over: no button of it is to be found. */
    hide() {
      show(element, false);
      attr(next, 'data-testid', null);
    },
    /** @param {Table} table @param {Over} over */
    draw(table, over) {
      show(element, true);
      matchOver = over.type === 'match_over';
      attr(element, 'data-match', matchOver ? 'true' : null);
      setText(title, headline(table, over));
      setText(words, explanation(table, over).join(' '));
      const seats = over.hands.map((hand, seat) => ({ hand, seat }));
      const key = `${table.room.match}.${table.view?.board.round}`;
      keyed(
        hands,
        seats,
        ({ seat }) => `${key}.${seat}`,
        handRow,
        (row, { hand, seat }) => drawRow(row, table, hand, seat),
      );
      drawNext(next, table, matchOver);
      show(analyse, matchOver && table.me.seat !== null);
      show(lobby, matchOver || table.me.seat === null);
      record = table.room.record ?? null;
      show(replay, record !== null);
      attr(replay, 'href', record && pathOf({ page: 'record', record, at: null }));
    },
  };
}

/**
 * @param {Table} table
 * @param {Over} over
 */
function headline({ room, me, view }, over) {
  if (over.type === 'match_over') {
    if (over.winner === null) return t('ending.none');
    const mine = me.seat !== null && sideOf(room, me.seat) === over.winner;
    return mine
      ? t('summary.match_won_you')
      : t('summary.match_won', { side: sideName(room, over.winner) });
  }
  const n = view?.board.round ?? 0;
  const { outcome } = over;
  const winner = outcome.type === 'domino' ? sideOf(room, outcome.by) : outcome.winner;
  return winner === null
    ? t('summary.round_tied', { n })
    : t('summary.round_won', { side: sideName(room, winner), n });
}

/**
 * @param {Table} table
 * @param {Over} over
 * @returns {string[]}
 */
function explanation({ room, me, view }, over) {
  const history = view?.history ?? [];
  const ended = endingWords(room);
  const lines = over.outcome
    ? outcomeInWords(over.outcome, over.hands, room, history)
    : [ended || t('summary.mid_round')];
  if (over.type === 'match_over') {
    const first = me.seat === null ? (over.winner ?? 0) : sideOf(room, me.seat);
    lines.push(t('summary.final', { scores: scoresFrom(view?.board.scores ?? [], first) }));
  }
  return lines;
}

function handRow() {
  return h(
    'li',
    { class: 'summary-hand' },
    h(
      'span',
      { class: 'summary-name' },
      h('span', { class: 'summary-ready', 'aria-hidden': 'true' }, '✓'),
      h('span', {}),
      h('span', { class: 'unseen' }),
    ),
    h('span', { class: 'summary-tiles' }),
    h('span', { class: 'summary-pips' }),
  );
}

/**
 * @param {HTMLElement} row
 * @param {Table} table
 * @param {string[]} hand
 * @param {number} seat
 */
function drawRow(row, { room }, hand, seat) {
  const [who, tiles, pips] = row.children;
  const ready = Boolean(room.seats[seat]?.ready);
  attr(row, 'data-ready', ready ? 'true' : null);
  setText(who.children[1], nameAt(room, seat));
  setText(who.children[2], ready ? t('summary.ready') : '');
  if (tiles.children.length !== hand.length) {
    fill(
      tiles,
      ...hand.map((tile) => bone(tile, 'bone summary-bone')),
      h('span', { class: 'unseen' }, hand.join(', ')),
    );
  }
  setText(pips, hand.length === 0 ? t('summary.hand_empty') : t('hand.pips', { n: weight(hand) }));
}

/**
 * @param {HTMLButtonElement} button
 * @param {Table} table
 * @param {boolean} matchOver
 */
function drawNext(button, { room, me }, matchOver) {
  const seated = me.seat !== null;
  const ready = me.seat !== null && Boolean(room.seats[me.seat]?.ready);
  show(button, seated);
  attr(button, 'data-testid', matchOver ? 'rematch' : 'next-round');
  attr(button, 'aria-disabled', ready ? 'true' : null);
  if (matchOver) setText(button, ready ? t('summary.rematch_waiting') : t('summary.rematch'));
  else setText(button, ready ? t('summary.next_waiting') : t('summary.next'));
}
