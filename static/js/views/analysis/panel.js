/** How everybody played a match: accuracy, every move with what it cost, and its position. */
import { attr, fill, h, s, setText, show } from '../../dom.js';
import {
  accuracyInWords,
  costOf,
  levelOf,
  tileAndEnd,
  verdict,
  worstMove,
} from '../../format/analysed.js';
import { nameAt } from '../../format/names.js';
import { joinList, loadTexts, t } from '../../i18n/index.js';
import '../later.js';
import { growingLayout, preview } from '../../layout/layout.js';
import { layoutRules } from '../../select.js';
import { bone } from '../../tile.js';
import { frame, lyingTile, rectAround } from '../figure.js';
import { button } from '../widgets.js';

await loadTexts('match');

/** @import { Actions } from '../../actions.js' */
/** @import { Analysis } from '../../ui.js' */
/** @import { AnalysedMove, Choice, Laid, MatchAnalysis, Options } from '../../protocol.js' */
/** @import { Chain } from '../../layout/chain.js' */
/** @import { Position } from '../../layout/layout.js' */
/** @import { Table } from '../../state.js' */
/** @typedef {{ table: Table, result: MatchAnalysis }} Shown */

/** The table that a position is laid out on, in pixels; what it doesn't need is cut off. */
const TABLE = { width: 640, height: 380, maxTile: 34 };
/** Room around the tiles. */
const MARGIN = 12;
/** The least that is shown, so that few tiles don't look huge. */
const LEAST = { width: 300, height: 170 };

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
  const again = button(t('app.retry'), { kind: 'primary', press: actions.analyse });
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
  const group = { class: 'study-scores', role: 'group', 'aria-label': t('analysis.accuracy') };
  const scores = h('div', group);
  const position = positionView();
  const words = h('p', { class: 'study-words', role: 'status', 'data-testid': 'study-words' });
  const list = h('ol', { class: 'study-moves', role: 'list' });
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
    position.draw(move, shown.result.rounds[move.round - 1] ?? [], room.rules);
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
      h('span', { class: 'study-round' }, t('table.round', { n: move.round })),
      h('span', {}, tileAndEnd(move.played, move)),
      h('span', { class: 'study-cost' }, costOf(move)),
    ],
    { class: '', 'data-level': levelOf(move), press },
  );

/** A position: the tiles as they lay, what was played, and what was best. */
function positionView() {
  const board = s('svg', { class: 'study-board', role: 'img' });
  const hand = h('div', { class: 'study-hand', 'aria-hidden': 'true' });
  return {
    element: h('div', { class: 'study-felt' }, board, hand),
    /** @param {AnalysedMove} move @param {readonly Laid[]} layout of the whole round @param {Options} rules */
    draw(move, layout, rules) {
      drawBoard(board, move, { laid: layout.slice(0, move.laid), ...layoutRules(rules) });
      fill(hand, ...move.hand.map((tile) => heldTile(tile, move)));
    },
  };
}

/** @param {string} tile @param {AnalysedMove} move */
function heldTile(tile, { played, best }) {
  const held = bone(tile, 'bone study-bone');
  attr(held, 'data-mark', tile === best.tile ? 'best' : tile === played.tile && 'played');
  return held;
}

/** @param {SVGSVGElement} board @param {AnalysedMove} move @param {Omit<Chain, 'spinner' | 'ends'>} round */
function drawBoard(board, move, round) {
  const { laid } = round;
  const chain = { ...round, spinner: move.spinner, ends: move.ends };
  const found = growingLayout()(chain, TABLE);
  const tiles = laid.length > 0 ? found.positions.tiles : [];
  /** @param {Choice} choice @param {string} mark */
  const marked = ({ tile, arm }, mark) => {
    const at = arm === null ? preview(chain, TABLE, tile, null) : found.preview(tile, arm);
    return at ? [{ at, mark }] : [];
  };
  // Where both go to the same end one would hide the other: the played one is marked in the hand.
  const apart = move.cost > 0 && move.best.arm !== move.played.arm;
  const ghosts = [
    ...marked(move.cost > 0 ? move.best : move.played, 'best'),
    ...(apart ? marked(move.played, 'played') : []),
  ];
  const boxes = [...tiles, ...ghosts.map(({ at }) => at)];
  const { x, y, width, height } = frame(boxes, MARGIN, LEAST);
  attr(board, 'viewBox', [x, y, width, height].map(Math.round).join(' '));
  const lie = joinList(laid.map(({ tile }) => tile)) || t('analysis.empty');
  attr(board, 'aria-label', t('analysis.position', { tiles: lie, hand: joinList(move.hand) }));
  fill(board, ...tiles.map(lyingTile), ...ghosts.map(ghost));
}

/** @param {{ at: Position, mark: string }} tile */
const ghost = ({ at, mark }) =>
  s('g', { class: 'study-ghost', 'data-mark': mark }, lyingTile(at), rectAround(at, 2, { rx: 7 }));
