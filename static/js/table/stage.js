/**
 * What one update brings is shown one event after the other. The table as it is drawn may be up
 * to a second late; what the visitor may do never is.
 */
import { NO_CHOICES } from './fold.js';

/** @import {VisibleEvent, View} from '../protocol.js' */
/** @import {Table} from '../state.js' */
/** @import {Clock} from './autoplay.js' */

/** How long an event is looked at before the next one follows. */
const BEATS_MS = {
  lots: 0,
  redeal: 0,
  dealt: 0,
  played: 420,
  scored: 200,
  overshot: 200,
  fell_short: 200,
  love: 600,
  gave_lead: 420,
  called: 320,
  time_called: 0,
  drew: 230,
  passed: 420,
  domino: 500,
  blocked: 600,
  match_over: 0,
};

/** The tile that ends a round is looked at for longer. */
const LAST_TILE_MS = 640;

/** All events of an update together take no longer. */
export const SHOW_MS = 1000;

/** More than these come only after the connection was lost: they are shown at once. */
const EVENTS_MAX = 40;

/**
 * How long each event is looked at, together no more than `SHOW_MS`.
 * @param {readonly VisibleEvent[]} events
 * @returns {number[]} milliseconds until the next one, by event
 */
export function showTimes(events) {
  const isLast = (/** @type {number} */ i) =>
    events[i].type === 'played' && events[i + 1]?.type === 'domino';
  const each = events.map(({ type }, i) => (isLast(i) ? LAST_TILE_MS : (BEATS_MS[type] ?? 0)));
  // Nothing waits for the end of the last.
  const total = each.slice(0, -1).reduce((sum, ms) => sum + ms, 0);
  const factor = total > SHOW_MS ? SHOW_MS / total : 1;
  return each.map((ms) => Math.floor(ms * factor));
}

/**
 * The table as it was before its latest events. What may be played stays as it is now.
 * @param {Table} table
 * @param {readonly VisibleEvent[]} left the latest events, the first of them first
 * @returns {Table}
 */
export function tableBefore(table, left) {
  if (left.length === 0 || !table.view) return table;
  const { board, history, own } = table.view;
  const hand_sizes = [...board.hand_sizes];
  const scores = scoresBefore(table.view, left);
  let { boneyard } = board;
  for (const event of left) {
    if (event.type === 'drew') {
      hand_sizes[event.seat] -= 1;
      boneyard += 1;
    }
  }
  const ended = board.phase.type !== 'playing';
  const last = history.findLast((event) => event.type === 'played');
  const turn = last?.type === 'played' ? last.seat : 0;
  return {
    ...table,
    room: ended ? { ...table.room, status: 'playing' } : table.room,
    ui: ended ? { ...table.ui, pending: true } : table.ui,
    view: {
      ...table.view,
      own: own && ended ? { ...own, ...NO_CHOICES } : own,
      history: history.slice(0, history.length - left.length),
      board: {
        ...board,
        hand_sizes,
        scores,
        boneyard,
        phase: ended ? { type: 'playing', turn } : board.phase,
      },
    },
  };
}

/**
 * The scores before the latest events. Love tells of none before it: those follow from the round's events.
 * @param {View} view
 * @param {readonly VisibleEvent[]} left
 */
function scoresBefore({ board, history, round_scores }, left) {
  const loved = left.some(({ type }) => type === 'love');
  const scores = loved
    ? [...(round_scores.at(-2) ?? board.scores.map(() => 0))]
    : [...board.scores];
  const between = loved ? history.slice(0, history.length - left.length) : left;
  for (const event of between) {
    if (event.type === 'scored') scores[event.side] += loved ? event.points : -event.points;
  }
  return scores;
}

/**
 * @param {object} means
 * @param {Clock} means.clock
 * @param {() => void} means.redraw called when the next event is to be seen
 * @param {() => boolean} means.still whether all is to be shown at once: less motion, a hidden page
 */
export function createStage({ clock, redraw, still }) {
  let key = '';
  let news = -1;
  /** How many of the fresh events are not shown yet. */
  let left = 0;
  /** @type {number[]} */
  let pace = [];
  /** @type {unknown} */
  let timer = null;
  /** @type {VisibleEvent[]} */
  let shown = [];

  /** Shows the next event, and with it all that follow without a beat. @param {readonly VisibleEvent[]} fresh */
  function advance(fresh) {
    while (left > 0) {
      const at = fresh.length - left;
      shown.push(fresh[at]);
      left -= 1;
      if (pace[at] === 0 || left === 0) continue;
      timer = clock.set(() => {
        timer = null;
        advance(fresh);
        redraw();
      }, pace[at]);
      return;
    }
  }

  /** @param {Table} table */
  function begin(table) {
    if (timer !== null) clock.clear(timer);
    timer = null;
    const first = key !== table.id;
    key = table.id;
    news = table.news;
    shown = [];
    left = 0;
    const { fresh } = table;
    if (first || !table.live || fresh.length > EVENTS_MAX) return;
    if (still()) {
      shown = [...fresh];
      return;
    }
    pace = showTimes(fresh);
    left = fresh.length;
    advance(fresh);
  }

  return {
    /**
     * The table as it is to be drawn now, and the events that have come into sight since the last
     * call.
     * @param {Table} table
     * @returns {{ table: Table, shown: VisibleEvent[] }}
     */
    take(table) {
      if (key !== table.id || news !== table.news) begin(table);
      const now = shown;
      shown = [];
      return { table: tableBefore(table, left > 0 ? table.fresh.slice(-left) : []), shown: now };
    },
  };
}
