/** The end of a round or a match: a sheet with who won, why, the scores by round, all hands, and what comes next. */

import { attr, changes, fill, h, keyedViews, s, setText, show } from '../../dom.js';
import { endingWinner, endingWords } from '../../format/clock.js';
import { nameAt } from '../../format/names.js';
import { fullOptions, isExtended } from '../../format/options.js';
import { amount, outcomeInWords, partnersOf, scoresFrom, winsInWords } from '../../format/words.js';
import { joinNames, sentencesOf, t } from '../../i18n/index.js';
import { pathOf } from '../../route.js';
import { ownSeat, pipSum, roundWinner, sideOf, sides } from '../../select.js';
import { bone } from '../../tile.js';
import { fetchedPart } from '../fetched.js';
import { nameElement, setName } from '../name.js';
import { button, navigateOnClick } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Options, Outcome, View } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */
/** @typedef {Pick<Table, 'room' | 'me' | 'view'>} EndedTable what is told of the end of a round */
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
  const head = headView(actions);
  const rounds = roundsView();
  const hands = h('ul', { class: 'summary-hands', role: 'list' });
  let matchOver = false;
  const goOn = () => (matchOver ? actions.ready(true) : actions.next());
  const next = button('', { kind: 'primary big summary-next', press: goOn });
  const asked = h('p', { role: 'status', 'data-testid': 'rematch-wanted' });
  const links = linksView(actions);
  const rating = fetchedPart(
    'summary-rating',
    () => {},
    async () => (await import('../people/change.js')).changeView(),
  );
  const element = h(
    'section',
    { class: 'summary', 'aria-labelledby': 'summary-title', 'data-testid': 'summary' },
    head.element,
    rating.element,
    h('div', { class: 'summary-body' }, rounds.element, hands),
    h('div', { class: 'summary-foot' }, asked, next),
    links.element,
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
      attr(element, 'data-won', won(table, over) ? 'true' : null);
      attr(element, 'data-watched', table.me.seat === null ? 'true' : null);
      head.draw(table, over);
      const isRated = matchOver && table.room.rated === true;
      show(rating.element, isRated);
      if (isRated) void rating.draw(table);
      rounds.draw(table);
      const seats = over.hands.map((hand, seat) => ({ hand, seat, table }));
      const round = [table.room.match, table.view?.board.round];
      keyedViews(hands, seats, ({ seat }) => [...round, seat], handRow);
      setText(asked, askedWords(table, over));
      drawNext(next, table, matchOver);
      links.draw(table, matchOver);
    },
  };
}

/** Whether this visitor's side has won. @param {Table} table @param {Over} over */
function won(table, over) {
  const { room, me } = table;
  return me.seat !== null && sideOf(room, me.seat) === winnerOf(table, over);
}

/** The side that has won the round or the match; null if none has. @param {EndedTable} table @param {Over} over */
function winnerOf({ room, view }, over) {
  if (over.type === 'match_over') return over.winner;
  return roundWinner(over.outcome, room, view?.history ?? []);
}

/** Who won and why. @param {Actions} actions */
function headView(actions) {
  const title = h('h2', { id: 'summary-title' });
  const words = h('p', { class: 'summary-words', 'data-testid': 'summary-words' });
  const worth = fetchedPart('summary-worth', actions.sorry, async () =>
    (await import('./extended.js')).worthView(),
  );
  return {
    element: h('div', { class: 'summary-head' }, cup(), title, words, worth.element),
    /** @param {Table} table @param {Over} over */
    draw(table, over) {
      const isMore = over.outcome !== null && isExtended(table.room.rules);
      show(worth.element, isMore);
      if (isMore) worth.draw({ table, over });
      setText(title, headline(table, over));
      setText(words, sentencesOf(explanation(table, over)));
    },
  };
}

/** A cup with the five pips of a tile, for a match that this visitor has won. */
function cup() {
  const pips = [26, 32, 38].flatMap((x, i) =>
    (i === 1 ? [23] : [17, 29]).map((y) => s('circle', { cx: x, cy: y, r: 2.4 })),
  );
  return s(
    'svg',
    { class: 'summary-cup', viewBox: '0 0 64 64', 'aria-hidden': 'true' },
    s('path', { class: 'cup-handles', d: 'M18 14H8c0 12 4 18 13 19M46 14h10c0 12-4 18-13 19' }),
    s('path', {
      d: 'M17 8h30v15c0 10-6 16-15 16s-15-6-15-16zM29 38h6v9h-6zM20 54c0-5 4-8 12-8s12 3 12 8z',
    }),
    s('g', { class: 'cup-pips' }, ...pips),
  );
}

/** @param {EndedTable} table @param {Over} over */
export function headline(table, over) {
  const { room, me, view } = table;
  const what = over.type === 'match_over' ? 'match' : 'round';
  const round = view?.board.round ?? 0;
  const winner = winnerOf(table, over);
  if (winner !== null) return winsInWords(what, room, winner, { you: me.seat, round });
  return what === 'match' ? t('ending.none') : t('summary.round_tied', { n: round });
}

/** @param {Table} table @param {Over} over @returns {string[]} */
function explanation({ room, me, view }, over) {
  const history = view?.history ?? [];
  const lines = over.outcome
    ? outcomeInWords(over.outcome, over.hands, room, history, me.seat)
    : [endingWords(room, me.seat) || t('summary.mid_round')];
  if (over.type === 'match_over') {
    const first = me.seat === null ? (over.winner ?? 0) : sideOf(room, me.seat);
    lines.push(t('summary.final', { scores: scoresFrom(view?.board.scores ?? [], first) }));
  }
  return lines;
}

/** Who else wants a rematch already; for watchers, what the next round waits for. @param {EndedTable} table @param {Over} over */
export function askedWords({ room, me }, over) {
  if (over.type === 'round_over') return me.seat === null ? t('summary.watching') : '';
  const names = room.seats.flatMap((sitter, seat) =>
    sitter?.ready && seat !== me.seat && !sitter.computer && !sitter.lent
      ? [nameAt(room, seat)]
      : [],
  );
  if (names.length === 0) return '';
  return t('rematch.wanted', { names: joinNames(names), n: names.length });
}

/**
 * What each round of the match brought each side, the newest first. The server tells of a bounded number of
 * rounds: what came before them is in the last row. Where scores can go back to 0, a row has the scores
 * after the round.
 * @param {Pick<View, 'board' | 'round_scores'>} view
 * @param {Options} rules
 * @returns {{ round: string, points: number[] }[]}
 */
export function roundRows({ board, round_scores }, rules) {
  // A round that the end of the match broke off is not among the finished ones.
  const { love } = fullOptions(rules);
  const brokenOff = board.phase.type === 'playing';
  const totals = brokenOff ? [...round_scores, board.scores] : round_scores;
  const first = board.round - totals.length + 1;
  const before = (/** @type {number} */ i) => (love === 'no' ? totals[i - 1] : undefined);
  const rows = totals.map((scores, i) => ({
    round: i === 0 && first > 1 ? `1–${first}` : String(first + i),
    points: scores.map((score, side) => score - (before(i)?.[side] ?? 0)),
  }));
  return rows.reverse();
}

/** The scores by round, the newest first: it is in sight however many there are. */
function roundsView() {
  const grid = h('table', { class: 'rounds' });
  // It scrolls where it has too little room, for those without a mouse as well.
  const props = { class: 'summary-rounds', role: 'group', tabindex: '0' };
  const element = h('div', { ...props, 'aria-label': t('summary.rounds') }, grid);
  const isNew = changes();
  return {
    element,
    /** @param {Table} table */
    draw({ room, me, view }) {
      if (!view) return;
      const own = me.seat === null ? -1 : sideOf(room, me.seat);
      const order = [...sides(room).keys()].sort((a, b) => Number(b === own) - Number(a === own));
      const names = order.map((side) => sideHeader(room, side, me.seat));
      const rows = roundRows(view, room.rules).map(({ round, points }) => [
        round,
        ...order.map((side) => points[side]),
      ]);
      const sum = [t('summary.sum'), ...order.map((side) => view.board.scores[side])];
      if (!isNew(names, rows, sum)) return;
      const header = [t('summary.round'), ...names].map((name) =>
        h('th', { scope: 'col', title: name }, nameElement('span', {}, name)),
      );
      fill(
        grid,
        h('caption', { class: 'unseen' }, t('summary.rounds')),
        h('thead', {}, h('tr', {}, ...header)),
        h('tbody', {}, ...rows.map(rowOf)),
        h('tfoot', {}, rowOf(sum)),
      );
    },
  };
}

/** @param {(string | number)[]} cells the first is the row's header */
function rowOf([name, ...points]) {
  const cells = points.map((n) => h('td', {}, String(n)));
  return h('tr', {}, h('th', { scope: 'row' }, String(name)), ...cells);
}

/** The players of a side, the reader as "You". @param {Table['room']} room @param {number} side @param {number | null} you */
function sideHeader(room, side, you) {
  return partnersOf(sides(room)[side].map((seat) => nameFor(room, seat, you)));
}

/** @param {Table['room']} room @param {number} seat @param {number | null} you */
function nameFor(room, seat, you) {
  return seat === you ? t('name.you') : nameAt(room, seat);
}

/** The ways to look closer, and out. @param {Actions} actions */
function linksView(actions) {
  const lobby = button(t('summary.lobby'), {
    testid: 'to-lobby',
    press: () => actions.go({ page: 'lobby' }),
  });
  const replay = h('a', { class: 'button', 'data-testid': 'replay' }, t('summary.replay'));
  /** @type {string | null} */
  let record = null;
  navigateOnClick(replay, () => record && actions.go({ page: 'record', record, at: null }));
  const analyse = button(t('summary.analyse'), { testid: 'analyse', press: actions.analyse });
  const verify = button(t('table.verify'), {
    testid: 'verify',
    press: () => actions.sheet('verify'),
  });
  return {
    element: h('div', { class: 'summary-links' }, replay, analyse, lobby, verify),
    /** @param {Table} table @param {boolean} matchOver */
    draw({ room, me }, matchOver) {
      show(analyse, matchOver && me.seat !== null);
      show(lobby, matchOver || me.seat === null);
      record = room.record ?? null;
      show(replay, record !== null);
      attr(replay, 'href', record && pathOf({ page: 'record', record, at: null }));
    },
  };
}

function handRow() {
  const name = h('span', {});
  const told = h('span', { class: 'unseen' });
  const tiles = h('span', { class: 'summary-tiles' });
  const pips = h('span', { class: 'summary-pips' });
  const check = h('span', { class: 'summary-ready', 'aria-hidden': 'true' }, ' ✓');
  const who = h('span', { class: 'summary-name' }, name, check, told, pips);
  const element = h('li', { class: 'summary-hand' }, who, tiles);
  return {
    element,
    /** @param {{ hand: string[], seat: number, table: Table }} row */
    draw({ hand, seat, table: { room, me } }) {
      const ready = Boolean(room.seats[seat]?.ready);
      attr(element, 'data-ready', ready ? 'true' : null);
      setName(name, nameFor(room, seat, me.seat));
      setText(told, ready ? t('summary.ready') : '');
      if (tiles.children.length !== hand.length) {
        const words = h('span', { class: 'unseen' }, hand.join(', '));
        fill(tiles, ...hand.map((tile) => bone(tile, 'bone summary-bone')), words);
      }
      const held = hand.length > 0;
      setText(pips, held ? amount(pipSum(hand), 'pips') : t('summary.hand_empty'));
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
