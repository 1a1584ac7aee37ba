/**
 * What happened at a table over days since its visitor was there last: it is shown step by step, as if the visitor
 * had looked on, and the end of each round until the visitor goes on.
 */
import { endsRound, eventsIn } from '../games/index.js';
import { storedText } from '../settings.js';

/** @import { ClientMessage, ServerMessage } from '../protocol.js' */
/** @import { StoredText } from '../settings.js' */

/** @typedef {Extract<ServerMessage, { type: 'missed' }>} Missed */
/** @typedef {Missed['updates'][number]} Update */
/** @typedef {ServerMessage | { type: 'local_steps', left: number }} Told */

/** How long each step is looked at. */
const STEP_MS = 1100;

/** So many tables are remembered, the last ones. */
const SEEN_MAX = 64;

/** What only the table as it is now can do. */
const OF_NOW = ['move', 'next', 'ready'];

/** @param {StoredText} kept */
export function createSeen(kept) {
  /** @returns {[string, number][]} */
  function all() {
    try {
      const seen = JSON.parse(kept.read() ?? '[]');
      return Array.isArray(seen) ? seen : [];
    } catch {
      return [];
    }
  }
  return {
    /** The version of a table that this browser has shown last, or null. @param {string} table */
    find: (table) => all().find(([known]) => known === table)?.[1] ?? null,
    /** @param {string} table @param {number} v */
    note(table, v) {
      const seen = all();
      if (seen.some(([known, version]) => known === table && version === v)) return;
      const others = seen.filter(([known]) => known !== table);
      kept.write(JSON.stringify([...others, [table, v]].slice(-SEEN_MAX)));
    },
  };
}

/** What this browser has shown last of each table over days. */
export const seenTables = createSeen(storedText('boneyard.seen'));

/** Whether a step is worth a look. @param {Update} update */
const isShown = (update) => eventsIn(update).length > 0;

/**
 * @param {object} means
 * @param {(message: Told) => void} means.dispatch
 * @param {(run: () => void, ms: number) => unknown} [means.later]
 */
export function createSteps({ dispatch, later = setTimeout }) {
  /** The table whose steps were asked for. @type {string | null} */
  let asked = null;
  /** @type {{ end: Missed, rest: Update[], held: ServerMessage[] } | null} */
  let showing = null;

  /** Shows steps until one is worth a look. */
  function step() {
    if (!showing) return;
    const shown = showing;
    const at = shown.rest.findIndex(isShown);
    const next = shown.rest.splice(0, at + 1);
    for (const update of next) dispatch({ ...update, type: 'update' });
    if (!shown.rest.some(isShown)) return skip();
    dispatchLeft();
    // A round's end is read for as long as the visitor likes.
    if (next.some(endsRound)) return;
    later(() => showing === shown && step(), STEP_MS);
  }

  function dispatchLeft() {
    dispatch({ type: 'local_steps', left: showing?.rest.filter(isShown).length ?? 0 });
  }

  /** Shows all that is left at once. */
  function skip() {
    if (!showing) return;
    const { end, rest, held } = showing;
    showing = null;
    dispatch({ ...end, updates: rest });
    dispatchLeft();
    for (const message of held) dispatch(message);
  }

  return {
    /** @param {string | null} table whose steps the server was asked for */
    ask(table) {
      asked = table;
      showing = null;
    },
    skip,
    isShowing: () => showing !== null,
    /** Whether a message of the server waits for the steps, or begins them. @param {ServerMessage} message */
    takes(message) {
      const table = 'table' in message && typeof message.table === 'string' ? message.table : null;
      if (showing && table === showing.end.table) {
        if (['table', 'outside', 'closed'].includes(message.type)) showing = null;
        else showing.held.push(message);
        return showing !== null;
      }
      if (message.type !== 'missed' || table !== asked) return false;
      asked = null;
      if (message.updates.filter(isShown).length < 2) return false;
      showing = { end: message, rest: [...message.updates], held: [] };
      later(step, STEP_MS / 2);
      dispatchLeft();
      return true;
    },
    /**
     * Whether a message of the visitor's is not for the server, since the table that is shown isn't the one of
     * now. Going on to the next round goes on with the steps.
     * @param {ClientMessage} message
     */
    stops(message) {
      if (!showing || !OF_NOW.includes(message.type)) return false;
      if (message.type === 'next') step();
      return true;
    },
  };
}
