/**
 * The rail at the lower edge, in the thumb's reach: whose turn it is, the own seat, the hand and its tools, or what
 * the round came to.
 */
import { attr, changes, fill, h, s, setText, show } from '../../dom.js';
import { lateWords } from '../../format/amounts.js';
import { overPhase } from '../../format/over.js';
import { gameOf, hasExpert } from '../../games/index.js';
import { factsOf, t } from '../../i18n/index.js';
import { isTimeShort, offersOf } from '../../select.js';
import { settings } from '../../settings.js';
import { sortsOf } from '../../tiles/orders.js';
import { button, iconButton } from '../../views/widgets.js';
import { adviceLine } from '../advice.js';
import { isPicking } from '../choose.js';
import { planLine } from '../plan.js';
import { mayAskHint } from '../ui.js';
import { promptsView } from './prompts.js';
import { homeSeat } from './seats.js';
import { summaryView } from './summary.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Board } from '../../games/contract.js' */
/** @import { OpenSeatMenu, Table } from '../../state.js' */
/** @import { HandSort } from '../../tiles/orders.js' */

/** @param {Actions} actions @param {Board} game @param {OpenSeatMenu} meet */
export function dockView(actions, { board, hand, controls, chips, worth, mark }, meet) {
  const home = homeSeat(actions, meet, mark);
  const turn = turnView(actions);
  const tools = handTools(actions);
  const hint = hintLine();
  const play = h(
    'div.dock-play',
    hint.element,
    turn.element,
    home.element,
    chips.element,
    turn.stop,
    tools.element,
    controls.element,
    hand.element,
  );
  const summary = summaryView(actions, worth);
  const prompts = promptsView(actions);
  const element = h(
    'section.dock.column',
    { 'aria-label': t('table.dock') },
    prompts.element,
    play,
    summary.element,
    prompts.dialog,
  );
  return {
    element,
    /** Moves the focus to the hand, or to the next step when the round is over. */
    focus() {
      if (summary.element.hidden) hand.focus();
      else summary.focus();
    },
    /** Presses the button under the summary, if it is shown. */
    goOn() {
      if (!summary.element.hidden) summary.press();
    },
    /** After the board was drawn. @param {Table} table */
    draw(table) {
      const open = table.room.status === 'open';
      const over = overPhase(table);
      show(element, !open);
      if (open) return;
      show(play, !over);
      if (over) summary.draw(table, over);
      else summary.hide();
      prompts.draw(table);
      home.draw(table);
      turn.draw(table);
      const targets = over ? [] : board.targets();
      chips.draw(targets, board.size());
      attr(play, 'data-busy', turn.stop.hidden ? null : 'true');
      tools.draw(table);
      hint.draw(table);
      controls.draw(table);
      hand.draw(table);
    },
  };
}

/** Whose turn it is, and what is about to be played unless it is stopped. @param {Actions} actions */
function turnView(actions) {
  const text = h('span');
  const wait = h('span.turn-wait', { 'aria-hidden': 'true' });
  const line = h('p.turn-line.if-any', { role: 'status', testid: 'turn' }, text, wait);
  const stop = iconButton('close', t('app.cancel'), {
    class: 'icon-button turn-stop',
    title: null,
    testid: 'unchoose',
    press: () => actions.unpick(),
  });
  return {
    element: h('div.turn', line),
    stop,
    /** @param {Table} table */
    draw(table) {
      const { me, room, ui } = table;
      const { soon, ahead } = ui.plan;
      const words = planLine(table);
      const watching = me.seat === null && (lateWords(room) || t('table.watching'));
      setText(text, factsOf([words, words === t('turn.you') && fitWords(table), watching]));
      show(line, words !== '');
      attr(line, 'data-soon', soon ? soon.why : null);
      attr(line, 'data-warned', isTimeShort(table) && !ui.pending && !soon ? 'true' : null);
      show(stop, isPicking(ui.picked) || soon !== null || ahead !== null);
      attr(stop, 'aria-label', t(soon ? 'soon.stop' : 'app.cancel'));
    },
  };
}

/** How many things of the hand fit; '' if there is nothing to choose. @param {Table} table */
function fitWords(table) {
  const things = offersOf(table).flatMap(({ steps, once }) => (once ? [] : [steps[0].id]));
  const n = new Set(things).size;
  return n > 0 ? t('hand.fit', { n }) : '';
}

/** What the buttons show, drawn on 24 units square. */
const PICTURES = {
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2V16h5v-.1c0-.8.4-1.5 1-2A6 6 0 0 0 12 3',
  sort: 'M7.5 4.5v14M4 15l3.5 3.5L11 15M14 6h7M14 11h5M14 16h3',
  seen: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6',
  hidden:
    'M4 4l16 16M9.5 5.9A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.8 3.5M6.5 8A17 17 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4-1',
};

/** @param {Actions} actions */
function handTools(actions) {
  const hint = tool('hint', () => actions.hint());
  /** The orders of the hand, the one of now first. @type {HandSort[]} */
  let sorts = [];
  const sort = tool('hand-sort', () => settings.set({ hand_sort: sorts[1] }));
  const hide = tool('hand-hide', () => settings.set({ hide_hand: !settings.get().hide_hand }));
  const element = h('div.hand-tools', hint.element, sort.element, hide.element);
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const held = table.view ? gameOf(table.room).hand(table.view) : [];
      show(element, held.length > 0);
      show(hint.element, table.room.hints && hasExpert(table.room));
      attr(hint.element, 'aria-disabled', mayAskHint(table) ? null : 'true');
      hint.draw('hint', t('expert.ask'));
      const { hand_sort, hide_hand } = settings.get();
      const all = sortsOf(gameOf(table.room) ?? {});
      // The order that another game has is none of this one's.
      const at = Math.max(0, all.indexOf(hand_sort));
      sorts = [...all.slice(at), ...all.slice(0, at)];
      const order = t(`hand.sort_${sorts[0]}`);
      sort.draw('sort', t('hand.sort', { order }));
      hide.draw(hide_hand ? 'hidden' : 'seen', t(hide_hand ? 'hand.show' : 'hand.hide'));
    },
  };
}

/** @param {string} testid @param {() => void} press */
function tool(testid, press) {
  const element = button('', { class: 'icon-button hand-tool', testid, press });
  const isNew = changes();
  return {
    element,
    /** @param {keyof typeof PICTURES} name @param {string} label */
    draw(name, label) {
      attr(element, 'aria-label', label);
      attr(element, 'title', label);
      if (!isNew(name)) return;
      const lines = s('path', { d: PICTURES[name] });
      fill(element, s('svg.icon', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, lines));
    },
  };
}

/** What an expert would play, said over the lower edge of the felt: nothing moves for it. */
function hintLine() {
  const element = h('p.hint-line.if-any', { role: 'status', testid: 'hint-line' });
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      setText(element, adviceLine(table));
      attr(element, 'data-thinking', table.ui.hint?.answer === null ? 'true' : null);
    },
  };
}
