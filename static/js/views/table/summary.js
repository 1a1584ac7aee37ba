/** The end of a round or a match: what decided it, in words, all hands open, and what comes next. */

import { attr, fill, h, keyedViews, setText, show } from '../../dom.js';
import { endingWinner, endingWords } from '../../format/clock.js';
import { amount, nameAt, outcomeInWords, scoresFrom, sideName } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { pathOf } from '../../route.js';
import { ownSeat, sideOf, weight } from '../../select.js';
import { bone } from '../../tile.js';
import { button, follow } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Outcome } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */
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

/** @param {Actions} actions */
export function summaryView(actions) {
  const title = h('h2', { id: 'summary-title' });
  const words = h('p', { class: 'summary-words', 'data-testid': 'summary-words' });
  const hands = h('ul', { class: 'summary-hands', role: 'list' });
  let matchOver = false;
  const goOn = () => (matchOver ? actions.ready(true) : actions.next());
  const next = button('', { kind: 'primary big summary-next', press: goOn });
  const lobby = button(t('summary.lobby'), {
    testid: 'to-lobby',
    press: () => actions.go({ page: 'lobby' }),
  });
  const replay = h('a', { class: 'button', 'data-testid': 'replay' }, t('summary.replay'));
  /** @type {string | null} */
  let record = null;
  follow(replay, () => record && actions.go({ page: 'record', record, at: null }));
  const analyse = button(t('summary.analyse'), { testid: 'analyse', press: actions.analyse });
  const verify = button(t('table.verify'), {
    kind: 'quiet',
    testid: 'verify',
    press: () => actions.sheet('verify'),
  });
  const element = h(
    'section',
    { class: 'summary', 'aria-labelledby': 'summary-title', 'data-testid': 'summary' },
    h('div', { class: 'summary-head' }, title, words),
    hands,
    next,
    h('div', { class: 'summary-actions' }, replay, analyse, lobby, verify),
  );
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
      const seats = over.hands.map((hand, seat) => ({ hand, seat, room: table.room }));
      const key = `${table.room.match}.${table.view?.board.round}`;
      keyedViews(hands, seats, ({ seat }) => `${key}.${seat}`, handRow);
      drawNext(next, table, matchOver);
      show(analyse, matchOver && table.me.seat !== null);
      show(lobby, matchOver || table.me.seat === null);
      record = table.room.record ?? null;
      show(replay, record !== null);
      attr(replay, 'href', record && pathOf({ page: 'record', record, at: null }));
    },
  };
}

/** @param {Table} table @param {Over} over */
function headline({ room, me, view }, over) {
  if (over.type === 'match_over') {
    if (over.winner === null) return t('ending.none');
    const mine = me.seat !== null && sideOf(room, me.seat) === over.winner;
    if (mine) return t('summary.match_won_you');
    return t('summary.match_won', { side: sideName(room, over.winner) });
  }
  const n = view?.board.round ?? 0;
  const { outcome } = over;
  const winner = outcome.type === 'domino' ? sideOf(room, outcome.by) : outcome.winner;
  return winner === null
    ? t('summary.round_tied', { n })
    : t('summary.round_won', { side: sideName(room, winner), n });
}

/** @param {Table} table @param {Over} over @returns {string[]} */
function explanation({ room, me, view }, over) {
  const history = view?.history ?? [];
  const lines = over.outcome
    ? outcomeInWords(over.outcome, over.hands, room, history)
    : [endingWords(room) || t('summary.mid_round')];
  if (over.type === 'match_over') {
    const first = me.seat === null ? (over.winner ?? 0) : sideOf(room, me.seat);
    lines.push(t('summary.final', { scores: scoresFrom(view?.board.scores ?? [], first) }));
  }
  return lines;
}

function handRow() {
  const name = h('span', {});
  const told = h('span', { class: 'unseen' });
  const tiles = h('span', { class: 'summary-tiles' });
  const pips = h('span', { class: 'summary-pips' });
  const check = h('span', { class: 'summary-ready', 'aria-hidden': 'true' }, '✓');
  const who = h('span', { class: 'summary-name' }, check, name, told);
  const element = h('li', { class: 'summary-hand' }, who, tiles, pips);
  return {
    element,
    /** @param {{ hand: string[], seat: number, room: Table['room'] }} row */
    draw({ hand, seat, room }) {
      const ready = Boolean(room.seats[seat]?.ready);
      attr(element, 'data-ready', ready ? 'true' : null);
      setText(name, nameAt(room, seat));
      setText(told, ready ? t('summary.ready') : '');
      if (tiles.children.length !== hand.length) {
        const words = h('span', { class: 'unseen' }, hand.join(', '));
        fill(tiles, ...hand.map((tile) => bone(tile, 'bone summary-bone')), words);
      }
      const held = hand.length > 0;
      setText(pips, held ? amount(weight(hand), 'pips') : t('summary.hand_empty'));
    },
  };
}

/** @param {HTMLButtonElement} next @param {Table} table @param {boolean} matchOver */
function drawNext(next, table, matchOver) {
  const ready = ownSeat(table)?.ready;
  show(next, table.me.seat !== null);
  attr(next, 'data-testid', matchOver ? 'rematch' : 'next-round');
  attr(next, 'aria-disabled', ready ? 'true' : null);
  const wish = matchOver ? 'summary.rematch' : 'summary.next';
  setText(next, t(ready ? 'summary.waiting' : wish));
}
