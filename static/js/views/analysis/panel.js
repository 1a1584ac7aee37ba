/** How everybody played a match: accuracy, every move with what it cost, and its position. */
import { attr, fill, h, setText, show } from '../../dom.js';
import {
  accuracyInWords,
  costOf,
  levelOf,
  placed,
  verdict,
  worstMove,
} from '../../format/analysed.js';
import { nameAt } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import '../../i18n/later.js';
import { button } from '../widgets.js';
import { positionView } from './position.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Analysis } from '../../ui.js' */
/** @import { AnalysedMove, MatchAnalysis } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */
/** @typedef {{ table: Table, result: MatchAnalysis }} Shown */

/** @param {Actions} actions */
export function analysisView(actions) {
  const wait = waitView(actions);
  const study = studyView();
  const element = h('div', { class: 'study' }, wait.element, study.element);
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const { analysis } = table.ui;
      show(wait.element, !analysis?.result);
      show(study.element, Boolean(analysis?.result));
      if (analysis?.result) study.draw({ table, result: analysis.result });
      else wait.draw(analysis);
    },
  };
}

/** While it is made. @param {Actions} actions */
function waitView(actions) {
  const words = h('p', { id: 'study-wait' });
  const bar = h('progress', { 'aria-labelledby': 'study-wait' });
  const count = h('p', { class: 'hint' });
  const again = button(t('analysis.again'), { kind: 'primary', press: actions.analyse });
  return {
    element: h('div', { class: 'study-wait', role: 'status' }, words, bar, count, again),
    /** @param {Analysis | null} analysis */
    draw(analysis) {
      const failed = analysis?.failed ?? true;
      const { done, moves } = analysis ?? { done: 0, moves: 0 };
      setText(words, t(failed ? 'analysis.failed' : 'analysis.waiting'));
      show(bar, !failed);
      show(count, !failed && moves > 0);
      show(again, failed);
      attr(bar, 'max', moves || null);
      attr(bar, 'value', moves ? done : null);
      setText(count, t('analysis.progress', { n: done, moves }));
    },
  };
}

/** The analysis itself. */
function studyView() {
  const scores = h('div', { class: 'study-scores', role: 'group' });
  const position = positionView();
  const words = h('p', { class: 'study-words', role: 'status', 'data-testid': 'study-words' });
  const list = h('ol', { class: 'study-moves', role: 'list' });
  attr(scores, 'aria-label', t('analysis.accuracy'));
  const element = h(
    'div',
    { class: 'study-parts', 'data-testid': 'study' },
    scores,
    h('p', { class: 'hint study-hint' }, t('analysis.hint')),
    h('div', { class: 'study-move' }, position.element, words),
    list,
  );
  /** @type {MatchAnalysis | null} */
  let current = null;
  /** A button for each seat. @type {HTMLElement[]} */
  let seats = [];
  /** The buttons of the moves that are listed, by the moves' numbers. @type {Map<number, HTMLElement>} */
  let moves = new Map();

  /** @param {Shown} shown @param {number} at */
  function choose(shown, at) {
    const move = shown.result.moves[at];
    if (!move) return;
    const { room, me } = shown.table;
    position.draw(move, shown.result.rounds[move.round - 1] ?? []);
    setText(words, verdict(move, room, move.seat === me.seat));
    for (const [number, one] of moves) attr(one, 'aria-current', number === at && 'true');
  }

  /** @param {Shown} shown @param {number} seat */
  function chooseSeat(shown, seat) {
    const { result, table } = shown;
    for (const [at, one] of seats.entries()) attr(one, 'aria-pressed', String(at === seat));
    attr(list, 'aria-label', t('analysis.moves', { name: nameAt(table.room, seat) }));
    const own = [...result.moves.entries()].filter(([, move]) => move.seat === seat);
    moves = new Map(own.map(([at, move]) => [at, moveButton(move, () => choose(shown, at))]));
    fill(list, ...[...moves.values()].map((one) => h('li', {}, one)));
    const worst = worstMove(result.moves, seat);
    choose(shown, worst);
    moves.get(worst)?.scrollIntoView({ block: 'nearest' });
  }

  return {
    element,
    /** @param {Shown} shown */
    draw(shown) {
      if (current === shown.result) return;
      current = shown.result;
      const { room, me } = shown.table;
      seats = shown.result.accuracy.map((accuracy, seat) =>
        seatButton(nameAt(room, seat), accuracy, () => chooseSeat(shown, seat)),
      );
      fill(scores, ...seats);
      chooseSeat(shown, me.seat ?? 0);
    },
  };
}

/** @param {string} name @param {number | null} accuracy @param {() => void} press */
const seatButton = (name, accuracy, press) =>
  button([h('span', { class: 'study-name' }, name), h('b', {}, accuracyInWords(accuracy))], {
    class: 'study-score',
    press,
  });

/** @param {AnalysedMove} move @param {() => void} press */
const moveButton = (move, press) =>
  button(
    [
      h('span', { class: 'study-round' }, t('analysis.round', { n: move.round })),
      h('span', {}, placed(move.played, move)),
      h('span', { class: 'study-cost' }, costOf(move)),
    ],
    { class: '', 'data-level': levelOf(move), press },
  );
