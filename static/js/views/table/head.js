/** The line above the table: its name, the round, and the tools of the table. */
import { isPanelOpen, lineAloud, unreadLines } from '../../chat.js';
import { attr, h, setText, show } from '../../dom.js';
import { clockWords } from '../../format/clock.js';
import { notationInWords } from '../../format/notation.js';
import { factsOf, t } from '../../i18n/index.js';
import { hasCompany, ownSeat } from '../../select.js';
import { settings } from '../../settings.js';
import { badge, iconButton, leadsToOwnTables } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { IconName } from '../../icon.js' */
/** @import { Line } from '../../protocol.js' */
/** @import { Sheet, State, Table } from '../../state.js' */

/** How long a new line of the chat stands in the head of a phone. */
const LINE_MS = 9000;

/** @param {Actions} actions @param {(table: Table) => void} giveUp asks how this visitor leaves a match */
export function tableHead(actions, giveUp) {
  const title = h('h1', { class: 'table-title' });
  const round = h('p', { class: 'table-round' });
  const press = () => actions.go({ page: 'lobby' });
  const lobby = iconButton('back', t('table.lobby'), { testid: 'back', press });
  const back = leadsToOwnTables(lobby, t('table.lobby'));
  const chat = chatButton(actions);
  const panel = panelButton();
  const menu = toolMenu(actions, giveUp);
  const react = iconButton('smile', t('reaction.row'), {
    kind: 'narrow-only react-opener',
    testid: 'react',
    popovertarget: 'react-popover',
  });
  const element = h(
    'header',
    { class: 'table-head' },
    back.element,
    h('div', { class: 'table-names' }, title, round),
    react,
    chat.element,
    menu.button,
    menu.element,
    panel.element,
  );
  return {
    element,
    /** @param {Table} table @param {State} state */
    draw(table, state) {
      back.draw(state);
      setText(title, notationInWords(table.room.notation));
      setText(round, whereWords(table));
      const unread = unreadLines(table, settings.get());
      const latest = unread.at(-1);
      const recent =
        latest && table.ui.now_ms - latest.at_ms < LINE_MS ? lineAloud(latest, table) : null;
      attr(round, 'data-line', recent);
      chat.draw(unread.length);
      panel.draw(table, unread.length);
      for (const tool of [react, chat.element]) show(tool, hasCompany(table));
      menu.draw(table);
    },
  };
}

/** Round and what it is worth, access, clock and watchers. @param {Table} table */
function whereWords({ room, view, presence }) {
  const n = view?.board.round ?? 0;
  const access = t(room.access === 'link' ? 'waiting.access_link' : 'waiting.access_public');
  const kind = room.quick ? t('quick.match') : access;
  const words = [room.status === 'open' || n === 0 ? kind : t('table.round', { n })];
  if (room.rated) words.push(t('quick.rated'));
  else if (room.quick) words.push(t('quick.unrated'));
  words.push(...stakesInWords(view));
  if (room.clock) words.push(clockWords(room.clock));
  if (presence.watchers > 0) words.push(t('table.watchers', { n: presence.watchers }));
  return factsOf(words);
}

/** What the winner of the round that is played gets beside the usual. @param {Table['view']} view */
function stakesInWords(view) {
  if (view?.board.phase.type !== 'playing') return [];
  const { bonus, twice } = view.board;
  return [bonus > 0 && `+${bonus}`, twice && t('table.twice')].filter((word) => word !== false);
}

/** Opens the chat where it has no panel, and says how much is unread. @param {Actions} actions */
function chatButton(actions) {
  const news = badge('chat-unread');
  const element = iconButton('chat', t('chat.open'), {
    kind: 'narrow-only',
    testid: 'open-chat',
    press: () => actions.sheet('chat'),
  });
  element.append(news.element);
  return {
    element,
    /** @param {number} unread */
    draw(unread) {
      news.draw(unread);
      const after = t('chat.new', { n: unread });
      const label = t('join.label', { before: t('chat.title'), after });
      attr(element, 'aria-label', unread > 0 ? label : t('chat.open'));
    },
  };
}

/** Unfolds and folds what stands beside the table, and says how much is unread there. */
function panelButton() {
  const news = badge('panel-unread');
  const press = () => {
    const isOpen = element.getAttribute('aria-expanded') === 'true';
    settings.set({ panel: isOpen ? 'folded' : 'open' });
  };
  const element = iconButton('panel', '', { kind: 'wide-only', testid: 'fold-panel', press });
  element.append(news.element);
  return {
    element,
    /** @param {Table} table @param {number} unread */
    draw(table, unread) {
      news.draw(unread);
      const label = t(hasCompany(table) ? 'table.panel' : 'table.history');
      show(element, table.room.status !== 'open');
      attr(element, 'aria-expanded', String(isPanelOpen(table, settings.get())));
      attr(element, 'aria-label', label);
      attr(element, 'title', label);
    },
  };
}

/**
 * The table's tools: a row, or behind one button on a phone.
 * @param {Actions} actions
 * @param {(table: Table) => void} giveUp
 */
function toolMenu(actions, giveUp) {
  const element = h('nav', {
    class: 'table-tools',
    id: 'table-tools',
    popover: 'auto',
    'aria-label': t('table.menu'),
  });
  /** @param {IconName} picture @param {string} name @param {Sheet & {}} sheet */
  const opener = (picture, name, sheet) =>
    toolOf(element, picture, name, `open-${sheet}`, () => actions.sheet(sheet)).element;
  const invite = opener('invite', t('table.invite'), 'invite');
  const history = opener('clock', t('table.history'), 'history');
  const rules = opener('book', t('app.rules'), 'rules');
  const verify = opener('shield', t('table.verify'), 'verify');
  const set = opener('gear', t('settings.title'), 'settings');
  history.classList.add('narrow-only');
  const leave = leaveTool(element, actions, giveUp);
  element.append(invite, history, rules, verify, set, leave.element);
  return {
    button: iconButton('menu', t('table.menu'), {
      kind: 'narrow-only',
      testid: 'menu',
      popovertarget: 'table-tools',
    }),
    element,
    /** @param {Table} table */
    draw(table) {
      show(invite, table.me.invite !== null || table.room.access === 'public');
      leave.draw(table);
    },
  };
}

/**
 * A tool of a menu, which closes when the tool is taken.
 * @param {HTMLElement} menu
 * @param {IconName} picture
 * @param {string} name
 * @param {string} testid
 * @param {() => void} run
 */
function toolOf(menu, picture, name, testid, run) {
  const press = () => {
    menu.hidePopover();
    run();
  };
  const element = iconButton(picture, name, { testid, press });
  const label = h('span', { class: 'tool-name', 'aria-hidden': 'true' }, name);
  element.append(label);
  return {
    element,
    /** @param {string} now */
    rename(now) {
      attr(element, 'aria-label', now);
      attr(element, 'title', now);
      setText(label, now);
    },
  };
}

/**
 * The way out of a table or a match.
 * @param {HTMLElement} menu
 * @param {Actions} actions
 * @param {(table: Table) => void} giveUp
 */
function leaveTool(menu, actions, giveUp) {
  /** The table as it was drawn last. @type {Table | null} */
  let drawn = null;
  const { element, rename } = toolOf(menu, 'leave', t('table.leave'), 'leave', () => {
    if (drawn && mayGiveUp(drawn)) return giveUp(drawn);
    actions.leave();
    actions.go({ page: 'lobby' });
  });
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      drawn = table;
      const gives = mayGiveUp(table);
      // A player who has resigned can't resign again, and may leave the page at any time.
      show(element, table.me.seat !== null && (table.room.status !== 'playing' || gives));
      rename(t(gives ? 'leave.open' : 'table.leave'));
    },
  };
}

/** Whether this visitor has a match to give up. @param {Table} table */
function mayGiveUp(table) {
  const own = ownSeat(table);
  return table.room.status === 'playing' && own !== null && !own.resigned;
}
