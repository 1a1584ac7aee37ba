/** Which sounds a change of state makes, and what makes them: fetched at the first gesture. Pure. */

import { isHeard, isOwn } from '../chat.js';
import { gameOf } from '../games/index.js';
import {
  matchFound,
  newcomerName,
  newEnding,
  requestingName,
  timeGotShort,
  tournamentMatchBegan,
  turnBegan,
} from '../moments.js';
import { showTimes } from '../table/stage.js';

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
  const { fresh, room } = table;
  const pace = showTimes(fresh, room);
  let at_ms = 0;
  const cues = fresh.flatMap((event, i) => {
    const sound = gameOf(room).cue(event, table);
    const cue = sound === null ? [] : [{ sound, at_ms }];
    at_ms += pace[i];
    return cue;
  });
  const last = cues.at(-1)?.sound;
  const over = last === 'win' || last === 'lose';
  return (over ? cues.filter(({ sound }) => sound !== 'round') : cues).slice(-CUES_MAX);
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
