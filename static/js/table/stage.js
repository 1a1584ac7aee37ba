/**
 * What one update brings is shown one event after the other. The table as it is drawn may be up
 * to a second late; what the visitor may do never is.
 */
import { gameOf } from '../games/index.js';
import { standing } from '../select.js';

/** @import {Room} from '../protocol.js' */
/** @import {Table} from '../state.js' */
/** @import {Clock} from './autoplay.js' */

/** All events of an update together take no longer. */
export const SHOW_MS = 1000;

/** More than these come only after the connection was lost: they are shown at once. */
const EVENTS_MAX = 40;

/**
 * How long each event is looked at, together no more than `SHOW_MS`.
 * @param {readonly any[]} events
 * @param {Pick<Room, 'rules'>} room
 * @returns {number[]} milliseconds until the next one, by event
 */
export function showTimes(events, room) {
  const each = events.map((event, i) => gameOf(room).beat(event, events[i + 1]));
  // Nothing waits for the end of the last.
  const total = each.slice(0, -1).reduce((sum, ms) => sum + ms, 0);
  const factor = total > SHOW_MS ? SHOW_MS / total : 1;
  return each.map((ms) => Math.floor(ms * factor));
}

/**
 * The table with an earlier view than its own. A round that has ended goes on there.
 * @param {Table} table
 * @param {Table['view']} view
 * @returns {Table}
 */
function tableWith(table, view) {
  if (view === table.view) return table;
  const isOver = standing(table).turn === null;
  return {
    ...table,
    view,
    room: isOver ? { ...table.room, status: 'playing' } : table.room,
    ui: isOver ? { ...table.ui, pending: true } : table.ui,
  };
}

/**
 * @param {object} means
 * @param {Clock} means.clock
 * @param {() => void} means.redraw called when the next event is to be seen
 * @param {() => boolean} means.still whether all is to be shown at once: less motion, a hidden page
 */
export function createStage({ clock, redraw, still }) {
  /** The table that was taken last, as it was then. @type {Table | null} */
  let last = null;
  /** The views that are still to be shown, each with what brings it. @type {{ view: Table['view'], event: any, ms: number }[]} */
  let coming = [];
  /** What is drawn meanwhile. @type {Table['view']} */
  let drawn = null;
  /** @type {unknown} */
  let timer = null;
  /** The events that have come into sight. @type {any[]} */
  let shown = [];

  /** Shows the next event, and with it all that follow without a beat. */
  function advance() {
    for (let next = coming.shift(); next; next = coming.shift()) {
      shown.push(next.event);
      drawn = next.view;
      if (next.ms === 0 || coming.length === 0) continue;
      timer = clock.set(() => {
        timer = null;
        advance();
        redraw();
      }, next.ms);
      return;
    }
  }

  /** @param {Table} table @param {Table | null} before */
  function begin(table, before) {
    if (timer !== null) clock.clear(timer);
    timer = null;
    shown = [];
    coming = [];
    drawn = table.view;
    const { fresh, room, view } = table;
    if (before?.id !== table.id || !table.live || !view || fresh.length > EVENTS_MAX) return;
    if (still()) {
      shown = [...fresh];
      return;
    }
    const views = gameOf(room).frames(before.view, view, fresh);
    coming = showTimes(fresh, room).map((ms, i) => ({ view: views[i], event: fresh[i], ms }));
    advance();
  }

  return {
    /**
     * The table as it is to be drawn now, and the events that have come into sight since the last
     * call.
     * @param {Table} table
     * @returns {{ table: Table, shown: any[] }}
     */
    take(table) {
      const before = last;
      last = table;
      const isNews = before?.id !== table.id || before.news !== table.news;
      if (isNews || before.view !== table.view) begin(table, isNews ? before : null);
      const now = shown;
      shown = [];
      return { table: timer === null ? table : tableWith(table, drawn), shown: now };
    },
  };
}
