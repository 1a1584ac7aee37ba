/** Which sounds a change of state makes, and what makes them: fetched at the first gesture. Pure. */

import { isHeard, isOwn } from '../chat.js';
import { fullOptions } from '../format/options.js';
import {
  matchFound,
  newcomerName,
  newEnding,
  requestingName,
  timeGotShort,
  tournamentMatchBegan,
  turnBegan,
} from '../moments.js';
import { sideOf } from '../select.js';
import { showTimes } from '../table/stage.js';

/** @import { VisibleEvent } from '../protocol.js' */
/** @import { Settings } from '../settings.js' */
/** @import { State, Table } from '../state.js' */
/** @import { SoundName } from './synth.js' */

export { makers } from './synth.js';

/** A sound and when it begins. @typedef {{ sound: SoundName, at_ms: number }} Cue */

/** More than this in one message would be noise. */
const CUES_MAX = 14;
/** After the last event there is a moment before anything else is told. */
const AFTER_MS = 260;

/**
 * The sounds after a change of state, each when its event comes into sight. What happened while
 * this page wasn't connected makes none, but that it is the own turn now.
 * @param {State} state
 * @param {State} before
 * @param {Settings} settings
 * @returns {Cue[]}
 */
export function soundsFor(state, before, settings) {
  if (matchFound(state, before) || tournamentMatchBegan(state, before))
    return [{ sound: 'turn', at_ms: 0 }];
  const { table } = state;
  const old = before.table;
  if (!table || old?.id !== table.id) return [];
  const cues = table.live && table.news !== old.news ? ofEvents(table) : [];
  const at_ms = cues.length > 0 ? (cues.at(-1)?.at_ms ?? 0) + AFTER_MS : 0;
  if (turnBegan(state, before)) cues.push({ sound: 'turn', at_ms });
  if (timeGotShort(state, before)) cues.push({ sound: 'hurry', at_ms });
  const end = newEnding(state, before);
  if (end) cues.push({ sound: end, at_ms });
  if (newcomerName(state, before) !== null || requestingName(state, before) !== null)
    cues.push({ sound: 'sit', at_ms });
  if (chatted(table, old, settings)) cues.push({ sound: 'chat', at_ms });
  return cues;
}

/** @param {Table} table @returns {Cue[]} */
function ofEvents(table) {
  const { fresh } = table;
  const pace = showTimes(fresh);
  let at_ms = 0;
  const cues = fresh.flatMap((event, i) => {
    const sound = ofEvent(event, table);
    const cue = sound === null ? [] : [{ sound, at_ms }];
    at_ms += pace[i];
    return cue;
  });
  const last = cues.at(-1)?.sound;
  const over = last === 'win' || last === 'lose';
  return (over ? cues.filter(({ sound }) => sound !== 'round') : cues).slice(-CUES_MAX);
}

/** @type {Partial<Record<VisibleEvent['type'], SoundName>>} */
const SOUNDS = {
  dealt: 'deal',
  played: 'clack',
  drew: 'draw',
  passed: 'knock',
  scored: 'score',
  domino: 'round',
  blocked: 'round',
  love: 'reset',
};

/** Whether a seat has gone out for more than the usual. @param {Table} table */
function wentOutWell({ room, view }) {
  const phase = view?.board.phase;
  const parts = phase && 'outcome' in phase ? phase.outcome?.parts : undefined;
  const { finish = 0, double_blank = 0 } = parts ?? {};
  return double_blank > 0 || finish > fullOptions(room.rules).finish.plain;
}

/** @param {VisibleEvent} event @param {Table} table @returns {SoundName | null} */
function ofEvent(event, table) {
  const { room, me } = table;
  if (event.type === 'domino' && wentOutWell(table)) return 'bravo';
  if (event.type !== 'match_over') return SOUNDS[event.type] ?? null;
  return me.seat === null || sideOf(room, me.seat) === event.winner ? 'win' : 'lose';
}

/**
 * Whether another person has just said something. A snapshot brings old lines, and a view of its own.
 * @param {Table} table
 * @param {Table} old
 * @param {Settings} settings
 */
function chatted(table, old, settings) {
  const line = table.chat.at(-1);
  if (!line || table.chat === old.chat || table.room !== old.room) return false;
  if (line.n !== (old.chat.at(-1)?.n ?? 0) + 1) return false;
  return !isOwn(line, table) && isHeard(line, table, settings);
}
