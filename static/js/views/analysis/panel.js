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
import { positionView } from './position.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Analysis } from '../../analysis.js' */
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
  const again = h(
    'button',
    { type: 'button', class: 'button primary', onclick: () => actions.analyse() },
    t('analysis.again'),
  );
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
  /** @type {Shown | null} */
  let current = null;
  let seat = 0;

  /** @param {Shown} shown @param {number} at */
  function choose(shown, at) {
    const move = shown.result.moves[at];
    if (!move) return;
    const { room, me } = shown.table;
    position.draw(move, shown.result.rounds[move.round - 1] ?? []);
    setText(words, verdict(move, room, move.seat === me.seat));
    for (const button of list.querySelectorAll('button')) {
      attr(button, 'aria-current', button.dataset.at === String(at) ? 'true' : null);
    }
  }

  /** @param {Shown} shown @param {number} whose */
  function chooseSeat(shown, whose) {
    seat = whose;
    const { result, table } = shown;
    for (const [at, button] of [...scores.children].entries()) {
      attr(button, 'aria-pressed', String(at === seat));
    }
    attr(list, 'aria-label', t('analysis.moves', { name: nameAt(table.room, seat) }));
    const rows = result.moves.flatMap((move, at) =>
      move.seat === seat ? [row(move, at, () => choose(shown, at))] : [],
    );
    fill(list, ...rows);
    choose(shown, worstMove(result.moves, seat));
    list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }

  return {
    element,
    /** @param {Shown} shown */
    draw(shown) {
      if (current?.result === shown.result) return;
      current = shown;
      const { room, me } = shown.table;
      fill(
        scores,
        ...shown.result.accuracy.map((accuracy, whose) =>
          score(nameAt(room, whose), accuracy, () => chooseSeat(shown, whose)),
        ),
      );
      chooseSeat(shown, me.seat ?? 0);
    },
  };
}

/**
 * @param {string} name
 * @param {number | null} accuracy
 * @param {() => void} onclick
 */
function score(name, accuracy, onclick) {
  return h(
    'button',
    { type: 'button', class: 'study-score', onclick },
    h('span', { class: 'study-name' }, name),
    h('b', {}, accuracyInWords(accuracy)),
  );
}

/**
 * @param {AnalysedMove} move
 * @param {number} at
 * @param {() => void} onclick
 */
function row(move, at, onclick) {
  const props = { type: 'button', 'data-at': at, 'data-level': levelOf(move), onclick };
  return h(
    'li',
    {},
    h(
      'button',
      props,
      h('span', { class: 'study-round' }, t('analysis.round', { n: move.round })),
      h('span', {}, placed(move.played, move)),
      h('span', { class: 'study-cost' }, costOf(move)),
    ),
  );
}
