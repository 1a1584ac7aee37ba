/**
 * What stands beside the table: sheets, and the chat and the reactions, which move between a panel and
 * a sheet.
 */
import { attr, h, keyed, setText, show } from '../../dom.js';
import { notationInWords, presetIn } from '../../format/notation.js';
import { continuedSentences } from '../../format/sentences.js';
import { fetchRules, gameOf, inner, kindOf } from '../../games/index.js';
import { t } from '../../i18n/index.js';
import { hasCompany } from '../../select.js';
import { fetchedPart } from '../../views/fetched.js';
import { openDialog, sheet } from '../../views/widgets.js';
import { chatView } from './chat.js';
import { floatsView, reactionRow } from './reactions.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Sentence } from '../../games/contract.js' */
/** @import { Sheet, State, Table } from '../../state.js' */

/** @param {Actions} actions @param {HTMLElement} talk where the chat comes in on a phone */
export function sheetsView(actions, talk) {
  /** The kind of the table's game. */
  let kind = '';
  const history = historyView('listed-');
  const invite = fetchedPart('', async () => (await import('./invite.js')).inviteView('sheet-'));
  const rules = fetchedPart('', async () => {
    const [{ rulesArticle }, { houseRulesView }] = await Promise.all([
      fetchRules(kind),
      import('./house_rules.js'),
    ]);
    const article = rulesArticle();
    const house = houseRulesView();
    return {
      element: h('div.stack', house.element, article.element),
      draw({ room }) {
        const { rules, notation, boards } = room;
        const name = notationInWords(notation, boards);
        house.draw(room);
        article.draw(inner(rules), presetIn(notation), name, { boards });
      },
    };
  });
  const verify = fetchedPart('', async () =>
    (await import('../../views/fair/panel.js')).verifyView(actions),
  );
  const webhook = fetchedPart('', async () =>
    (await import('../../views/webhook_view.js')).webhookView(),
  );
  const parts = { history, invite, rules, verify, webhook, chat: { element: talk } };
  const titles = {
    history: t('table.history'),
    invite: t('invite.title'),
    rules: t('rules.table_title'),
    verify: t('table.verify'),
    webhook: t('webhook.title'),
    chat: t('chat.title'),
  };
  const names = /** @type {(keyof typeof parts)[]} */ (Object.keys(parts));
  const sheets = names.map((name) => {
    const close = () => actions.closeSheet(name);
    return { name, dialog: sheet(name, titles[name], parts[name].element, close) };
  });
  return {
    element: h('div', ...sheets.map(({ dialog }) => dialog)),
    /** @param {Table} table @param {Sheet} open */
    draw(table, open) {
      kind = kindOf(table.room);
      // The chat is drawn where it is, and the settings are no sheet of the table.
      if (open && open !== 'settings' && open !== 'chat') parts[open].draw(table);
      for (const { name, dialog } of sheets) openDialog(dialog, name === open);
    },
  };
}

/** @param {Actions} actions */
export function socialView(actions) {
  const chat = chatView(actions);
  const row = reactionRow(actions);
  const floats = floatsView();
  const panel = h('div.talk-panel.column');
  const sheet = h('div.talk-sheet');
  const popover = h('div.react-popover', {
    id: 'react-popover',
    popover: 'auto',
    role: 'dialog',
    'aria-label': t('reaction.row'),
  });
  row.addEventListener('click', () => popover.hidePopover());
  /** @param {boolean} beside whether there is a panel beside the table */
  const settle = (beside) => {
    (beside ? panel : sheet).append(chat.element);
    (beside ? chat.extras : popover).append(row);
  };
  settle(false);
  // The style sheet decides whether the panel is shown. One that never was is never reported.
  new ResizeObserver(() => {
    const beside = panel.getClientRects().length > 0;
    if (!panel.isConnected || beside === panel.contains(chat.element)) return;
    settle(beside);
    if (beside) actions.closeSheet('chat');
  }).observe(panel);
  return {
    /** Beside the table, where there is room. */
    panel,
    /** In the chat's sheet. */
    sheet,
    /** Over the table: what floats, and the row of reactions on a phone. */
    layers: [floats.element, popover],
    /** @param {State} state with a table */
    draw({ table }) {
      if (!table) return;
      show(panel, hasCompany(table));
      chat.draw(table);
      floats.draw(table);
      const last = table.chat.at(-1)?.n ?? 0;
      if (last <= table.ui.read || document.hidden) return;
      // Asked only when there is something to read: it makes the browser lay out the page at once.
      if (chat.element.getClientRects().length > 0) queueMicrotask(actions.readChat);
    },
  };
}

/** @param {string} [place] a prefix of the test id, where the page has another history */
export function historyView(place = '') {
  const list = h('ol.history.column', {
    role: 'list',
    tabindex: 0,
    'aria-label': t('table.history'),
    testid: `${place}history`,
  });
  const empty = h('p.hint', t('history.empty'));
  const element = h('div.history-box.column', empty, list);
  const nothing = {
    events: /** @type {any[]} */ ([]),
    said: /** @type {Sentence[]} */ ([]),
  };
  let written = nothing;
  /** The room whose names are written there. @type {Table['room'] | null} */
  let room = null;
  /** The seat of the reader. @type {number | null} */
  let you = null;
  // Runs in the next frame: asking for the height at once would make the browser lay out twice.
  const toEnd = () => {
    list.scrollTop = list.scrollHeight;
  };
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const events = table.view ? gameOf(table.room).history(table.view) : nothing.events;
      const { room: at, me, view } = table;
      const isSame = at === room && me.seat === you;
      if (isSame && events === written.events) return;
      const shown = written.said.length;
      const lines = continuedSentences(isSame ? written : nothing, events, at, me.seat, view);
      written = { events, said: lines };
      room = at;
      you = me.seat;
      show(empty, lines.length === 0);
      keyed(list, lines, lineKey, () => h('li'), drawLine);
      if (lines.length !== shown) requestAnimationFrame(toEnd);
    },
  };
}

/** Lines are only added, or written over. @param {Sentence} _ @param {number} index */
const lineKey = (_, index) => [index];

/** @param {Element} line @param {Sentence} sentence */
function drawLine(line, { text, kind, scores }) {
  setText(line, text);
  attr(line, 'data-kind', kind);
  attr(line, 'data-scores', scores ? 'true' : null);
}
