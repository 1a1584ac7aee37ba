/** The lower edge, in the thumb's reach: whose turn it is, the hand, or what the round came to. */
import { attr, h, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { planLine } from '../../play/plan.js';
import { warned } from '../../select.js';
import { iconButton } from '../widgets.js';
import { chipsView } from './chips.js';
import { handView } from './hand.js';
import { handTools, hintLine, mugginsView } from './hand_tools.js';
import { promptsView } from './prompts.js';
import { homeSeat } from './seats.js';
import { overPhase, summaryView } from './summary.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Table } from '../../state.js' */
/** @import { End } from './ends.js' */

/** @param {Actions} actions @param {() => void} toEnds */
export function dockView(actions, toEnds) {
  const home = homeSeat(actions);
  const turn = turnView(actions);
  const chips = chipsView(actions);
  const tools = handTools(actions);
  const barParts = [home.element, turn.element, chips.element, turn.stop, tools.element];
  const bar = h('div', { class: 'dock-bar' }, ...barParts);
  const hint = hintLine();
  const muggins = mugginsView(actions);
  const hand = handView(actions, toEnds);
  const play = h('div', { class: 'dock-play' }, hint.element, bar, muggins.element, hand.element);
  const summary = summaryView(actions);
  const prompts = promptsView(actions);
  const element = h(
    'section',
    { class: 'dock', 'aria-label': t('table.dock') },
    prompts.element,
    play,
    summary.element,
    prompts.dialog,
  );
  return {
    element,
    hand,
    /** Moves the focus to the hand, or to the next step when the round is over. */
    focus() {
      if (summary.element.hidden) hand.focus();
      else summary.focus();
    },
    /** Does what the button under the summary does, if it is shown. */
    goOn() {
      if (!summary.element.hidden) summary.press();
    },
    /**
     * @param {Table} table
     * @param {{ targets(): readonly End[], size(): { width: number, height: number } }} board
     */
    draw(table, board) {
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
      const ends = over ? [] : board.targets();
      chips.draw(ends, board.size());
      attr(bar, 'data-ends', ends.length || null);
      attr(bar, 'data-busy', turn.stop.hidden ? null : 'true');
      tools.draw(table);
      hint.draw(table);
      muggins.draw(table);
      hand.draw(table);
    },
  };
}

/**
 * Whose turn it is and what is about to be played, with the button that stops it.
 * @param {Actions} actions
 */
function turnView(actions) {
  const text = h('span', {});
  const line = h(
    'p',
    { class: 'turn-line', role: 'status', 'data-testid': 'turn' },
    text,
    h('span', { class: 'turn-wait', 'aria-hidden': 'true' }),
  );
  const stop = iconButton('close', t('app.cancel'), {
    title: null,
    testid: 'unchoose',
    press: () => actions.unchoose(),
  });
  return {
    element: h('div', { class: 'turn' }, line),
    stop,
    /** @param {Table} table */
    draw(table) {
      const { soon, ahead } = table.ui.plan;
      const words = planLine(table);
      setText(text, table.me.seat === null ? `${words} · ${t('table.watching')}` : words);
      show(line, words !== '');
      attr(line, 'data-soon', soon ? soon.why : null);
      attr(line, 'data-warned', warned(table) ? 'true' : null);
      show(stop, table.ui.choice !== null || soon !== null || ahead !== null);
      attr(stop, 'aria-label', t(soon ? 'soon.stop' : 'app.cancel'));
    },
  };
}
