// @ts-check
/** The lower edge, in the thumb's reach: whose turn it is, the hand, or what the round came to. */
import { h, setText, show } from '../../dom.js';
import { turnLine } from '../../format/turn.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { myTurn } from '../../select.js';
import { handView } from './hand.js';
import { mugginsView } from './muggins.js';
import { homeSeat } from './seats.js';
import { overPhase, summaryView } from './summary.js';

/** @typedef {import('../../state.js').Table} Table */

/**
 * @param {import('../../actions.js').Actions} actions
 * @param {() => void} toEnds
 */
export function dockView(actions, toEnds) {
  const home = homeSeat(actions);
  const line = h('p', { class: 'turn-line', role: 'status', 'data-testid': 'turn' });
  const cancel = h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': t('app.cancel'),
      'data-testid': 'unchoose',
      onclick: () => actions.unchoose(),
    },
    icon('close'),
  );
  const bar = h(
    'div',
    { class: 'dock-bar' },
    home.element,
    h('div', { class: 'turn' }, line, cancel),
  );
  const muggins = mugginsView(actions);
  const hand = handView(actions, toEnds);
  const play = h('div', { class: 'dock-play' }, bar, muggins.element, hand.element);
  const summary = summaryView(actions);
  const element = h(
    'section',
    { class: 'dock', 'aria-label': t('table.dock') },
    play,
    summary.element,
  );
  return {
    element,
    /** Moves the focus to the hand, or to the next step when the round is over. */
    focus() {
      if (summary.element.hidden) hand.focus();
      else summary.focus();
    },
    /** @param {Table} table */
    draw(table) {
      const open = table.room.status === 'open';
      const over = overPhase(table);
      show(element, !open);
      if (open) return;
      show(play, !over);
      if (over) summary.draw(table, over);
      else summary.hide();
      home.draw(table);
      setText(
        line,
        table.me.seat === null ? `${turnLine(table)} · ${t('table.watching')}` : turnLine(table),
      );
      show(cancel, table.choice !== null && myTurn(table));
      muggins.draw(table);
      hand.draw(table);
    },
  };
}
