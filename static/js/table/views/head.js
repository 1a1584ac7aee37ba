/** The line above the table: its name, the round, and the tools of the table. */
import { isPanelOpen, lineAloud, unreadLines } from '../../chat.js';
import { attr, h, setText, show } from '../../dom.js';
import { roundInWords } from '../../format/amounts.js';
import { clockFace, clockWords, isOverDays } from '../../format/clock.js';
import { nameOf } from '../../format/names.js';
import { notationInWords } from '../../format/notation.js';
import { gameOf, hasRules, isOneRound, kindOf } from '../../games/index.js';
import { factsOf, t } from '../../i18n/index.js';
import { isPushOffered } from '../../push.js';
import { hasCompany, myTurn, ownSeat, standing, waitingElsewhere } from '../../select.js';
import { settings } from '../../settings.js';
import { fetchedPart } from '../../views/fetched.js';
import { ticker } from '../../views/ticker.js';
import { badge, iconButton, leadsToOwnTables } from '../../views/widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { IconName } from '../../icon.js' */
/** @import { Line, Room } from '../../protocol.js' */
/** @import { Sheet, State, Table } from '../../state.js' */

/** How long a new line of the chat stands in the head of a phone. */
const LINE_MS = 9000;

/** @param {Actions} actions @param {(table: Table) => void} giveUp asks how this visitor leaves a match */
export function tableHead(actions, giveUp) {
  const title = h('h1.table-title.one-line');
  const where = h('span');
  const cap = capView();
  const round = h('p.table-round.one-line', cap.element, where);
  const back = backButton(actions);
  const nextTable = nextTableButton(actions);
  const chat = chatButton(actions);
  const panel = panelButton();
  const menu = toolMenu(actions, giveUp);
  const shield = fetchedPart(
    'shield-place',
    async () => (await import('../../views/fair/shield.js')).shieldView(actions),
    { isExtra: true },
  );
  const line = fetchedPart(
    'deal-line-place',
    async () => (await import('../../views/fair/shield.js')).dealLineView(),
    { isExtra: true },
  );
  const react = iconButton('smile', t('reaction.row'), {
    kind: 'narrow-only react-opener',
    testid: 'react',
    popovertarget: 'react-popover',
  });
  const element = h(
    'header.table-head.in-line',
    back.element,
    nextTable.element,
    shield.element,
    h('div.table-names', title, round),
    react,
    chat.element,
    menu.button,
    menu.element,
    panel.element,
    line.element,
  );
  return {
    element,
    /** @param {Table} table @param {State} state */
    draw(table, state) {
      back.draw(table, state);
      nextTable.draw(state);
      // A visitor who has just followed a link has nothing to check yet.
      if (table.room.status !== 'open' || table.me.seat !== null) {
        shield.draw(table);
        line.draw(table);
      }
      setText(title, tournamentWords(table.room) || gameWords(table.room));
      setText(where, whereWords(table));
      cap.draw(table);
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

/** Leads to the tournament of the table, or to the lobby. @param {Actions} actions */
function backButton(actions) {
  /** @type {string | undefined} */
  let tournament;
  const press = () =>
    actions.go(tournament ? { page: 'tournament', tournament } : { page: 'lobby' });
  const back = leadsToOwnTables(iconButton('back', t('table.lobby'), { testid: 'back', press }));
  return {
    element: back.element,
    /** @param {Table} table @param {State} state */
    draw({ room }, state) {
      tournament = room.tournament?.id;
      const name = tournament ? t('tournament.name') : t('table.lobby');
      attr(back.element, 'title', name);
      back.draw(state, name);
    },
  };
}

/** @param {Room} room */
const gameWords = ({ notation, boards }) => notationInWords(notation, boards);

/** The tournament to which a table belongs, and its round; '' without one. @param {Room} room */
function tournamentWords({ tournament }) {
  const { name = '', round: n, rounds: of = 0 } = tournament ?? {};
  const isOfSome = n !== undefined && n <= of;
  const round = isOfSome
    ? t('tournament.round_of', { n, of })
    : n !== undefined && t('tournament.round', { n });
  return factsOf([nameOf({ name }), round]);
}

/** Round and what it is worth, access, clock and watchers. @param {Table} table */
function whereWords(table) {
  const { room, view, presence } = table;
  const n = standing(table).round;
  const access = t(room.access === 'link' ? 'waiting.access_link' : 'waiting.access_public');
  const named = room.tournament ? gameWords(room) : access;
  const kind = room.quick ? t('quick.match') : named;
  const isOpen = room.status === 'open' || n === 0;
  const counts = !isOpen && !isOneRound(room);
  const words = [(isOpen || room.tournament) && kind, counts && roundInWords(room, n)];
  if (room.rated) words.push(t('quick.rated'));
  else if (room.quick) words.push(t('quick.unrated'));
  words.push(...(view ? gameOf(room).stakes(view) : []));
  if (room.clock) words.push(clockWords(room.clock));
  if (presence.watchers > 0) words.push(t('table.watchers', { n: presence.watchers }));
  return factsOf(words);
}

/** The cap on the match's time: what is left of it, or that this round is the last one. */
function capView() {
  /** @type {Table | null} */
  let table = null;
  const element = h('span.table-cap', { testid: 'cap' });
  const time = ticker(element, drawTime);

  function drawTime() {
    if (!table) return;
    const { room, ui } = table;
    const isLast = standing(table).last_round;
    const until_ms = room.cap_until_ms;
    attr(element, 'data-last', isLast ? 'true' : null);
    if (isLast) setText(element, t('cap.last'));
    else if (until_ms !== undefined) {
      const left_ms = until_ms - Date.now() - ui.clock_ms;
      setText(element, t('cap.left', { time: clockFace(left_ms) }));
    } else setText(element, t('cap.at_most', { n: room.time_cap ?? 0 }));
  }

  return {
    element,
    /** @param {Table} now */
    draw(now) {
      table = now;
      show(element, now.room.time_cap !== undefined && now.room.status !== 'over');
      time.run(now.room.cap_until_ms !== undefined);
      drawTime();
    },
  };
}

/** Goes to the next own table that waits for this visitor. @param {Actions} actions */
function nextTableButton(actions) {
  let table = '';
  const press = () => actions.go({ page: 'table', table, invite: null });
  const label = t('own.next');
  const element = iconButton('forward', label, { kind: 'next-table', testid: 'next-table', press });
  element.append(h('span.next-table-name', { 'aria-hidden': 'true' }, label));
  return {
    element,
    /** @param {State} state */
    draw(state) {
      const [next] = state.table && myTurn(state.table) ? [] : waitingElsewhere(state);
      table = next?.table ?? table;
      show(element, next !== undefined);
    },
  };
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
  const element = h('nav.table-tools', {
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
  const bell = opener('bell', t('webhook.title'), 'webhook');
  const set = opener('gear', t('settings.title'), 'settings');
  history.classList.add('narrow-only');
  const holiday = toolOf(element, 'sun', '', 'holiday', actions.holiday);
  holiday.element.classList.add('long-tool');
  const leave = leaveTool(element, actions, giveUp);
  element.append(invite, history, rules, bell, set, holiday.element, leave.element);
  return {
    button: iconButton('menu', t('table.menu'), {
      kind: 'narrow-only',
      testid: 'menu',
      popovertarget: 'table-tools',
    }),
    element,
    /** @param {Table} table */
    draw(table) {
      const { me, room } = table;
      show(bell, me.host && isOverDays(room) && isPushOffered());
      // A match over days has a tool more, and often the way to the next table: the words of the tools would leave no
      // room for the name of the game.
      const isFull = table.room.status === 'playing' && isOverDays(table.room);
      for (const tool of [invite, rules, bell, set]) tool.classList.toggle('long-tool', isFull);
      show(rules, hasRules(kindOf(room)));
      show(invite, !room.tournament && (me.invite !== null || room.access === 'public'));
      leave.draw(table);
      const n = holidayLeft(table);
      show(holiday.element, n > 0);
      holiday.rename(t('holiday.take', { n }));
    },
  };
}

/** How many days of holiday this visitor can take now. @param {Table} table */
function holidayLeft({ room, time, me }) {
  if (room.status !== 'playing' || me.seat === null) return 0;
  return time?.holiday_days?.[me.seat] ?? 0;
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
  const label = h('span.tool-name', { 'aria-hidden': 'true' }, name);
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
    const tournament = drawn?.room.tournament?.id;
    // The tournament keeps the seat; its page is where players withdraw.
    if (tournament) return actions.go({ page: 'tournament', tournament });
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
