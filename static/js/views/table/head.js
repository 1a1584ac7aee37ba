/** The line above the table: where one is, the ways to others, and the ways out. */
import { unreadLines } from '../../chat.js';
import { attr, h, setText, show } from '../../dom.js';
import { clockWords } from '../../format/clock.js';
import { notationInWords } from '../../format/notation.js';
import { lineAloud } from '../../format/talk.js';
import { t } from '../../i18n/index.js';
import { settings } from '../../settings.js';
import { iconButton } from '../widgets.js';
import { leavingDialog } from './leaving.js';

/** @import { Actions } from '../../actions.js' */
/** @import { IconName } from '../../icon.js' */
/** @import { Line } from '../../protocol.js' */
/** @import { Sheet, Table } from '../../state.js' */

/** How long a new line of the chat stands in the head of a phone. */
const LINE_MS = 9000;

/** @param {Actions} actions */
export function tableHead(actions) {
  const title = h('h1', { class: 'table-title' });
  const round = h('p', { class: 'table-round' });
  const back = iconButton('back', t('table.lobby'), {
    testid: 'back',
    press: () => actions.go({ page: 'lobby' }),
  });
  const chat = chatButton(actions);
  const menu = toolMenu(actions);
  const react = iconButton('smile', t('reaction.row'), {
    kind: 'narrow-only',
    testid: 'react',
    popovertarget: 'react-popover',
  });
  const element = h(
    'header',
    { class: 'table-head' },
    back,
    h('div', { class: 'table-names' }, title, round),
    react,
    chat.element,
    menu.button,
    menu.element,
  );
  return {
    element,
    /** @param {Table} table @param {string} name this visitor's */
    draw(table, name) {
      setText(title, notationInWords(table.room.notation));
      setText(round, whereWords(table));
      const unread = unreadLines(table, name, settings.get());
      const latest = unread.at(-1);
      const recent = latest && table.ui.now_ms - latest.at_ms < LINE_MS ? lineAloud(latest) : null;
      attr(round, 'data-line', recent);
      chat.draw(unread.length);
      menu.draw(table);
    },
  };
}

/** Round, access and who watches. @param {Table} table */
function whereWords({ room, view, presence }) {
  const n = view?.board.round ?? 0;
  const access = t(room.access === 'link' ? 'waiting.access_link' : 'waiting.access_public');
  const words = [room.status === 'open' || n === 0 ? access : t('table.round', { n })];
  if (room.clock) words.push(clockWords(room.clock));
  if (presence.watchers > 0) words.push(t('table.watchers', { n: presence.watchers }));
  return words.join(' · ');
}

/**
 * Opens the chat where it has no panel, and says how much is unread.
 * @param {Actions} actions
 */
function chatButton(actions) {
  const element = iconButton('chat', t('chat.open'), {
    kind: 'narrow-only',
    testid: 'open-chat',
    press: () => actions.sheet('chat'),
  });
  const badge = h('span', { class: 'badge', 'aria-hidden': 'true', 'data-testid': 'chat-unread' });
  element.append(badge);
  return {
    element,
    /** @param {number} unread */
    draw(unread) {
      show(badge, unread > 0);
      setText(badge, unread > 9 ? '9+' : String(unread));
      const name = unread > 0 ? t('chat.unread', { n: unread }) : t('chat.open');
      attr(element, 'aria-label', name);
    },
  };
}

/**
 * The table's tools: in a row where there is room, behind one button on a phone.
 * @param {Actions} actions
 */
function toolMenu(actions) {
  const element = h('nav', {
    class: 'table-tools',
    id: 'table-tools',
    popover: 'auto',
    'aria-label': t('table.menu'),
  });
  /**
   * @param {IconName} picture
   * @param {string} name
   * @param {string} testid
   * @param {() => void} run
   */
  function tool(picture, name, testid, run) {
    const label = h('span', { class: 'tool-name', 'aria-hidden': 'true' }, name);
    const made = iconButton(picture, name, { testid, press });
    made.append(label);
    function press() {
      if (element.matches(':popover-open')) element.hidePopover();
      run();
    }
    return { element: made, label };
  }
  /**
   * @param {IconName} picture
   * @param {string} name
   * @param {Sheet & {}} sheet
   */
  const opens = (picture, name, sheet) =>
    tool(picture, name, `open-${sheet}`, () => actions.sheet(sheet)).element;
  const invite = opens('invite', t('table.invite'), 'invite');
  const history = opens('clock', t('table.history'), 'history');
  const rules = opens('book', t('table.rules'), 'rules');
  const verify = opens('check', t('table.verify'), 'verify');
  const set = opens('gear', t('table.settings'), 'settings');
  const leaving = leavingDialog(actions);
  /** The table as it was drawn last. @type {Table | null} */
  let drawn = null;
  const leave = tool('leave', t('table.leave'), 'leave', () => {
    if (drawn && mayGiveUp(drawn)) {
      leaving.open(drawn);
      return;
    }
    actions.leave();
    actions.go({ page: 'lobby' });
  });
  history.classList.add('narrow-only');
  element.append(invite, history, rules, verify, set, leave.element, leaving.element);
  return {
    button: iconButton('menu', t('table.menu'), {
      kind: 'narrow-only',
      testid: 'menu',
      popovertarget: 'table-tools',
    }),
    element,
    /** @param {Table} table */
    draw(table) {
      drawn = table;
      const { room, me } = table;
      const gives = mayGiveUp(table);
      show(invite, me.invite !== null || room.access === 'public');
      // Who has resigned has nothing more to give up: the page can simply be left.
      show(leave.element, me.seat !== null && (room.status !== 'playing' || gives));
      const name = t(gives ? 'leave.open' : 'table.leave');
      attr(leave.element, 'aria-label', name);
      attr(leave.element, 'title', name);
      setText(leave.label, name);
    },
  };
}

/** Whether this visitor has a match to give up. @param {Table} table */
function mayGiveUp({ room, me }) {
  const own = me.seat === null ? null : room.seats[me.seat];
  return room.status === 'playing' && Boolean(own) && !own?.resigned;
}
