/** The words about the deal: what this browser found out about it, and why a deal was called off. */
import { joinNames, loadTexts, namedKey, sentencesOf, t, textOrNull } from '../i18n/index.js';
import { nameAt } from './names.js';

/** @import { Me, Room } from '../protocol.js' */
/** @typedef {{ what: string, result: string }} Check */
/** @typedef {{ result: string | null, checks: Check[] }} Verdict with the worst check first */

await loadTexts('match');

/** Why a check isn't good. @param {Check} check */
export const reasonOf = ({ what, result }) =>
  result === 'bad'
    ? textOrNull(namedKey('fair.bad', what))
    : (textOrNull(namedKey('fair.unseen', what)) ?? t('fair.unseen.elsewhere'));

/** What was found, in a sentence or two. @param {Verdict} verdict */
export function verdictInWords({ result, checks: [worst] }) {
  if (result === 'good') return t('fair.good');
  const reason = worst ? reasonOf(worst) : t('fair.unseen.elsewhere');
  return sentencesOf([reason, result === 'bad' && t('fair.distrust')]);
}

/** That the last deal was called off, and why; '' if it wasn't. @param {{ room: Room, me: Me }} table */
export function calledOffWords({ room, me }) {
  const missing = room.fairness.missed.flatMap((times, seat) => (times > 0 ? [seat] : []));
  // A match is called off for a seat at another table only where that has the same deals.
  if (missing.length === 0) return room.boards === undefined ? '' : t('fair.called_off_elsewhere');
  if (me.seat !== null && missing.includes(me.seat)) return t('fair.called_off_own');
  return t('fair.called_off', { names: joinNames(missing.map((seat) => nameAt(room, seat))) });
}
