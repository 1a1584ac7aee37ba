/** The visitor's own tables on the front page. */
import { h, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { ownSorted } from '../../select.js';
import { button, titledSection } from '../widgets.js';
import { drawRows } from './rows.js';

/** @import { Actions } from '../../actions.js' */
/** @import { OwnTable } from '../../protocol.js' */
/** @import { State } from '../../state.js' */

/** Own tables that are shown at once: with more of them nobody would find the ways to a new one. */
const OWN_SHOWN = 3;
const OWN_SHOWN_NARROW = 1;

/** The tables where the visitor has a seat; hidden without any. @param {Actions} actions */
export function ownTablesView(actions) {
  const list = h('ul', { class: 'tables', role: 'list' });
  let all = false;
  /** @type {OwnTable[]} */
  let tables = [];
  let now_ms = 0;
  const narrow = matchMedia('(width < 620px)');
  const atOnce = () => (narrow.matches ? OWN_SHOWN_NARROW : OWN_SHOWN);
  const more = button(null, { kind: 'quiet', testid: 'more-own-tables', press: showAll });
  const props = { class: 'own-tables', 'data-testid': 'own-tables' };
  const element = titledSection('own-tables-title', t('own.title'), props, list, more);

  function showAll() {
    const at = list.children.length;
    all = true;
    drawTables();
    // The button is gone, and must not take the focus along.
    list.children[at]?.querySelector('button')?.focus();
  }

  function drawTables() {
    const shown = all ? tables : tables.slice(0, atOnce());
    show(element, tables.length > 0);
    show(more, shown.length < tables.length);
    setText(more, t('own.more', { n: tables.length - shown.length }));
    drawRows(list, shown, actions, now_ms);
  }

  return {
    element,
    /** @param {State} state */
    draw({ own, clock_ms }) {
      now_ms = Date.now() + clock_ms;
      tables = ownSorted(own ?? []);
      drawTables();
    },
  };
}
