/**
 * The live region: every event in one short sentence, for visitors who listen to the page. Whose
 * turn it is, the line above the hand says: it is a live region too.
 */
import { isHeard, isOwn, lineAloud, reactionAloud } from './chat.js';
import { h, say } from './dom.js';
import { endingWords } from './format/clock.js';
import { nameAt } from './format/names.js';
import { sentencesAbout } from './format/sentences.js';
import { lostText, meanwhileText } from './format/turn.js';
import { sentencesOf, t } from './i18n/index.js';
import { newEnding, timeGotShort, turnBegan } from './moments.js';
import { settings } from './settings.js';
import { planLine } from './table/plan.js';

/** @import {Line, Room} from './protocol.js' */
/** @import {Mutes} from './settings.js' */
/** @import {TableReaction, State} from './state.js' */

/**
 * What should be said after a change of state, or null.
 * @param {State} state
 * @param {State} before
 * @param {Mutes} [mutes]
 * @returns {string | null}
 */
export function announcementOf(state, before, mutes = settings.get()) {
  if (state.replaced && !before.replaced) return t('connection.replaced');
  if (state.connection !== before.connection) {
    if (state.connection === 'lost') return lostText(state.reason);
    if (state.connection === 'open' && before.everOpen) return t('connection.back');
  }
  const { table } = state;
  if (!table || !before.table || table.id !== before.table.id) return null;
  // After a loss one sentence says it all.
  if (before.table.ui.cut && !table.ui.cut) return meanwhileText(table);
  const texts = comings(table.room, before.table.room);
  if (table.news !== before.table.news)
    texts.push(
      ...sentencesAbout(table.fresh, table.room, table.me.seat, table.view).map((one) => one.text),
    );
  // The line says it by itself, but for a turn that comes again in the same words.
  const line = planLine(table);
  if (turnBegan(state, before) && line === planLine(before.table)) texts.push(line);
  if (timeGotShort(state, before)) texts.push(t('clock.warning'));
  if (newEnding(state, before)) texts.push(endingWords(table.room, table.me.seat));
  texts.push(...talk(state, before, mutes));
  return texts.length > 0 ? sentencesOf(texts) : null;
}

/** The people who sat down or left. @param {Room} room @param {Room} before */
function comings(room, before) {
  return room.seats.flatMap((seat, i) => {
    const old = before.seats[i];
    if (seat && !old) return [t('event.sat', { name: nameAt(room, i) })];
    if (seat && old?.computer && !seat.computer)
      return [t('event.took_over', { name: nameAt(room, i) })];
    return old && !seat ? [t('event.left', { name: nameAt(before, i) })] : [];
  });
}

/**
 * The new chat lines and reactions of other people.
 * @param {State} state
 * @param {State} before
 * @param {Mutes} mutes
 */
function talk({ table }, { table: old }, mutes) {
  if (!table || !old) return [];
  const last = old.chat.at(-1)?.n ?? 0;
  const lines = table.room === old.room ? table.chat.filter((line) => line.n > last) : [];
  const shown = old.reactions.at(-1)?.serial ?? 0;
  const felt = table.reactions.filter((one) => one.serial > shown);
  /** @param {Line | TableReaction} one */
  const wanted = (one) => !isOwn(one, table) && isHeard(one, table, mutes);
  const aloud = [
    ...lines.filter(wanted).map((line) => lineAloud(line, table)),
    ...felt.filter(wanted).map((one) => reactionAloud(one, table)),
  ];
  return aloud.filter((text) => text !== null);
}

/** A polite live region that follows the state. */
export function createAnnouncer() {
  const props = { class: 'unseen', role: 'log', 'aria-live': 'polite', testid: 'live' };
  const element = h('div', props);
  return {
    element,
    /** @param {State} state @param {State} before */
    hear(state, before) {
      const text = announcementOf(state, before);
      if (text !== null) say(element, text);
    },
  };
}
