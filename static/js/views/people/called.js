/**
 * What calls the visitor to a table: the match that was found, and the next match of a tournament. A page that is
 * looked at and may be left leads there by itself; another one offers the way.
 */
import { isHall, matchTable, mayLeave } from '../../calls.js';
import { h, setText, show } from '../../dom.js';
import { clockFace } from '../../format/clock.js';
import { presetInWords } from '../../format/notation.js';
import { t } from '../../i18n/index.js';
import { whenVisible } from '../../lifecycle.js';
import { isPlaying } from '../../matching.js';
import { button, dialog, dialogActions, openDialog } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { State } from '../../state.js' */

const SECOND_MS = 1000;
/** How long a visitor may think about the match that was found. The server waits 20 seconds. */
const COME_MS = 15 * SECOND_MS;
/** How long the end of a match can be read before the page leads to the next one. */
const READ_MS = 10 * SECOND_MS;
/** How long the page of the tournament shows who plays whom before it leads to the table. */
const PAIRED_MS = 3 * SECOND_MS;
/** How much later a window without the focus goes: of two that are seen the other one goes first. */
const UNFOCUSED_MS = 600;

/**
 * What calls the visitor.
 * @typedef {object} Caller
 * @property {(state: State) => string | null} tableOf the table to which it calls in a state
 * @property {(table: string) => void} begin it calls, though the page may not be looked at
 * @property {(table: string) => unknown} seen it calls, and the page is looked at: one that isn't takes nobody's place
 * @property {() => void} end it calls no more
 */

/** Follows what calls the visitor to a table: to each table once. @param {Caller} caller */
function follow({ tableOf, begin, seen, end }) {
  /** @type {string | null} */
  let called = null;
  let done = '';
  /** @param {string | null} table */
  function put(table) {
    if (called !== null) end();
    done = called ?? done;
    called = table;
    if (table === null) return;
    begin(table);
    whenVisible(() => called === table && seen(table));
  }
  return {
    /** @param {string} table */
    isCalled: (table) => called === table,
    /** The visitor doesn't go there. */
    putAway: () => put(null),
    /** @param {State} state */
    draw(state) {
      const table = tableOf(state);
      if (table !== called && (table === null || table !== done)) put(table);
    },
  };
}

/** @param {Actions} actions */
export function calledView(actions) {
  const windows = firstWindow();
  const parts = [foundCall(actions, windows), matchCall(actions, windows)];
  return {
    element: h('div', ...parts.map(({ element }) => element)),
    /** @param {State} state */
    draw(state) {
      windows.isAt(state.route);
      for (const part of parts) part.draw(state);
    },
  };
}

/** A quick match was found. @param {Actions} actions @param {Windows} windows */
function foundCall(actions, windows) {
  const dialog = foundDialog(actions);
  /** @type {State | null} */
  let latest = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const call = follow({
    tableOf: ({ matching }) => matching.found?.table ?? null,
    begin() {
      const until_ms = Date.now() + COME_MS;
      const count = () => {
        const left_ms = until_ms - Date.now();
        if (left_ms <= 0) actions.stay();
        else dialog.count(left_ms);
      };
      timer = setInterval(count, SECOND_MS);
      count();
    },
    async seen(table) {
      if (!latest || !mayLeave(latest)) return latest && dialog.open(latest);
      const isFirst = await windows.isFirst(table);
      if (call.isCalled(table)) (isFirst ? actions.come : actions.forgetFound)();
    },
    end() {
      clearInterval(timer);
      dialog.close();
    },
  });
  return {
    element: dialog.element,
    /** @param {State} state */
    draw(state) {
      latest = state;
      call.draw(state);
    },
  };
}

/** A match of a tournament begins. @param {Actions} actions @param {Windows} windows */
function matchCall(actions, windows) {
  let table = '';
  const bar = matchBar(() => actions.join(table), stay);
  /** @type {State | null} */
  let latest = null;
  /** Since when the visitor's own match is over. @type {number | null} */
  let over_ms = null;
  /** When the page leads to the table, if it does. @type {number | null} */
  let leads_ms = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  async function lead() {
    leads_ms = null;
    if (!latest || !mayLeave(latest)) return count();
    const to = table;
    const isFirst = await windows.isFirst(to);
    if (!call.isCalled(to)) return;
    if (isFirst) actions.join(to);
    else call.putAway();
  }

  function count() {
    if (leads_ms !== null) {
      const left_ms = Math.max(0, leads_ms - Date.now());
      if (left_ms === 0 && !document.hidden) void lead();
      else bar.lead(left_ms);
    }
    // The screen for a hall shows all matches.
    else if (latest && !isHall(latest.route)) bar.offer(latest);
  }

  /** The visitor stays where they are, and later puts the call away. */
  function stay() {
    if (leads_ms === null) return call.putAway();
    leads_ms = null;
    return count();
  }

  const call = follow({
    tableOf: matchTable,
    begin(to) {
      table = to;
    },
    seen() {
      const isPaired = latest?.route.page === 'tournament' && !isHall(latest.route);
      leads_ms = over_ms === null && isPaired ? Date.now() + PAIRED_MS : (over_ms ?? 0) + READ_MS;
      timer = setInterval(count, SECOND_MS);
      count();
    },
    end() {
      clearInterval(timer);
      leads_ms = null;
      bar.hide();
    },
  });
  return {
    element: bar.element,
    /** @param {State} state */
    draw(state) {
      latest = state;
      const isOver = state.table?.room.status === 'over' && state.table.me.seat !== null;
      over_ms = isOver ? (over_ms ?? Date.now()) : null;
      call.draw(state);
    },
  };
}

/** @typedef {ReturnType<typeof firstWindow>} Windows */

/**
 * Which of several windows of one browser goes to a table: the first, and one with the focus before another. Without
 * locks, which need TLS, each goes.
 */
function firstWindow() {
  let held = '';
  let release = () => {};
  /** @param {string} table @returns {Promise<boolean>} */
  const take = (table) =>
    new Promise((resolve) => {
      void navigator.locks.request(`boneyard call ${table}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        if (!lock) return;
        held = table;
        return new Promise((done) => {
          release = () => done(undefined);
        });
      });
    });
  return {
    /** @param {string} table */
    async isFirst(table) {
      if (!document.hasFocus()) await new Promise((done) => setTimeout(done, UNFOCUSED_MS));
      return !navigator.locks || take(table);
    },
    /** Leaves a table to the other windows when this one is elsewhere. @param {State['route']} route */
    isAt(route) {
      if (held === '' || (route.page === 'table' && route.table === held)) return;
      held = '';
      release();
    },
  };
}

/** A tournament's match begins: the page leads there, or the visitor goes. @param {() => void} go @param {() => void} stay */
function matchBar(go, stay) {
  const left = h('span', { role: 'timer', 'aria-live': 'off', testid: 'called-left' });
  const element = h(
    'div.call.called.in-line',
    { role: 'alert', testid: 'called', hidden: true },
    h('span.call-words.one-line', h('b', t('tournament.match_begins')), ' ', left),
    button(t('quick.come'), { kind: 'primary small', testid: 'called-go', press: go }),
    button(t('quick.stay'), { kind: 'small', testid: 'called-stay', press: stay }),
  );
  /** @param {string} time */
  function tell(time) {
    setText(left, time);
    show(element, true);
  }
  return {
    element,
    hide: () => show(element, false),
    /** @param {number} left_ms until the page leads there */
    lead(left_ms) {
      const n = Math.max(0, Math.ceil(left_ms / SECOND_MS));
      tell(t('quick.go_in', { n }));
    },
    /** @param {State} state */
    offer({ entered, clock_ms }) {
      const left_ms = (entered?.come_by_ms ?? 0) - clock_ms - Date.now();
      tell(left_ms > 0 ? t('tournament.come_in', { time: clockFace(left_ms) }) : '');
    },
  };
}

/** A match was found, and the page isn't left for it by itself: to come, or to stay. @param {Actions} actions */
function foundDialog(actions) {
  const words = h('p');
  const left = h('p.hint', { role: 'timer' });
  const come = button(t('quick.come'), {
    kind: 'primary',
    testid: 'found-come',
    press: actions.come,
  });
  const stay = button(t('quick.stay'), {
    kind: 'quiet',
    testid: 'found-stay',
    press: actions.stay,
  });
  const { element } = dialog(
    { name: 'found', title: t('quick.found'), kind: 'small', testid: 'found-dialog' },
    words,
    left,
    dialogActions(stay, come),
  );
  element.addEventListener('close', actions.stay);
  return {
    element,
    /** @param {State} state */
    open(state) {
      const { found } = state.matching;
      if (!found) return;
      const { preset, rated, open } = found;
      const game = presetInWords(preset);
      const kind = rated ? 'rated' : open ? 'open' : 'game';
      // What is said of coming back is about the match that is played.
      setText(words, isPlaying(state) ? t(`quick.found_${kind}`, { game }) : game);
      openDialog(element, true);
      come.focus();
    },
    close: () => openDialog(element, false),
    /** @param {number} left_ms */
    count: (left_ms) =>
      setText(left, t('quick.come_within', { n: Math.max(0, Math.ceil(left_ms / SECOND_MS)) })),
  };
}
