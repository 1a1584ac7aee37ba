/** Reads what a visitor pastes to have it replayed. Pure. */

/** @import { Record as MatchRecord } from '../protocol.js' */

/**
 * What is known of a match from outside.
 * @typedef {object} Pasted
 * @property {string} transcript
 * @property {Partial<MatchRecord['seats'][number]>[]} seats
 * @property {MatchRecord['fairness']} fairness
 * @property {MatchRecord['ending'] | null} ending
 * @property {object | null} whole all that was pasted, if it is a record
 */

/**
 * A record as it was downloaded, or else a transcript: whether that is one, the server says. A
 * record may come from anywhere, so nothing is believed of it but what has the right shape.
 * @param {string} text
 * @returns {Pasted}
 */
export function readRecord(text) {
  /** @type {any} */
  const record = parsed(text);
  if (typeof record?.transcript !== 'string') {
    return { transcript: text, seats: [], fairness: null, ending: null, whole: null };
  }
  const { transcript, fairness, ending } = record;
  const seats = Array.isArray(record.seats) ? record.seats.map(seatOf) : [];
  return {
    transcript,
    seats,
    fairness: isProof(fairness) ? fairness : null,
    ending: isEnding(ending, seats.length) ? ending : null,
    whole: record,
  };
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {any} seat @returns {Pasted['seats'][number]} */
function seatOf(seat) {
  return {
    ...(typeof seat?.name === 'string' && { name: seat.name }),
    ...(typeof seat?.computer === 'string' && { computer: seat.computer }),
  };
}

/** @param {any} fairness */
function isProof(fairness) {
  const { seats, rounds } = fairness ?? {};
  /** @param {any} round */
  const isRound = (round) =>
    Array.isArray(round?.deals) && round.deals.every(Array.isArray) && isLots(round.lots);
  return (
    Array.isArray(seats) &&
    seats.every((seat) => seat !== null && typeof seat === 'object') &&
    Array.isArray(rounds) &&
    rounds.every(isRound)
  );
}

/** @param {unknown} lots */
const isLots = (lots) => lots === undefined || Array.isArray(lots);

/** @param {any} ending @param {number} seats */
function isEnding(ending, seats) {
  const of = (/** @type {unknown} */ n) =>
    Number.isInteger(n) && Number(n) >= 0 && Number(n) < seats;
  const noneOr = (/** @type {unknown} */ winner) => winner === null || of(winner);
  switch (ending?.type) {
    case 'played':
    case 'abandoned':
    case 'decided':
      return noneOr(ending.winner);
    case 'resigned':
    case 'withdrawn':
      return of(ending.seat) && noneOr(ending.winner);
    case 'claimed':
      return of(ending.seat) && of(ending.by) && of(ending.winner);
    default:
      return ending?.type === 'agreed';
  }
}
