/** Tables of the lobby's list: which can be joined, and how each is played, in words. Pure. */
import { clockWords, span } from '../../format/clock.js';
import { presetIn, SEATING } from '../../format/notation.js';
import { isOfTheWorld, worldGame } from '../../format/world_games.js';
import { factsOf, t } from '../../i18n/index.js';
import { seekersFor, wishFor } from '../../matching.js';

/** @import { Wish } from '../../matching.js' */
/** @import { ListedSeeker, Listing, OwnTable } from '../../protocol.js' */
/** @import { State } from '../../state.js' */
/** @typedef {{ seeker: ListedSeeker, wish: Wish }} SeekerRow a player who looks for a match, and what sits down there */

/** The tables of the lobby where the visitor has no seat. @param {Pick<State, 'lobby' | 'own'>} state */
export function othersTables({ lobby, own }) {
  return (lobby ?? []).filter(({ table }) => !own?.some((one) => one.table === table));
}

/**
 * The players who look for a match and may be chosen, each with what the visitor looks for then. The choice itself
 * is the consent to play a guest, or a person with an account.
 * @param {Pick<State, 'matching' | 'person'>} state
 * @param {string} game the game that is chosen on the page
 * @param {boolean} mixed whether the visitor plays guests and people with an account alike otherwise, too
 * @returns {SeekerRow[]}
 */
export function seekerRows(state, game, mixed) {
  return seekersFor(state, true).map((seeker) => ({
    seeker,
    wish: wishFor(seeker, state, game, mixed),
  }));
}

/** The games of a row, by their presets. @param {Listing | SeekerRow} row */
export const gamesOf = (row) => ('wish' in row ? row.seeker.presets : [presetIn(row.notation)]);

/** Whether anybody may sit down at a table. @param {Listing} listing */
export const isJoinable = ({ open_seats, status }) => open_seats > 0 && status !== 'playing';

/** Whether two pairs play. @param {string} notation the rules, or the name of a preset */
export function isOfPairs(notation) {
  const parts = notation.split(' · ');
  if (parts.includes('partners')) return true;
  return (
    worldGame(presetIn(notation))?.pairs === true &&
    !parts.some((part) => /^\d players$/.test(part))
  );
}

/** Whether a row is of two pairs, or may be. @param {Listing | SeekerRow} row */
export const isForPairs = (row) =>
  'wish' in row ? row.seeker.presets.some(isOfPairs) : isOfPairs(row.notation);

/** Whether a row is of two players, or may be. @param {Listing | SeekerRow} row */
export const isForTwo = (row) =>
  'wish' in row ? row.seeker.presets.some(isOfTwo) : row.seats.length === 2;

/** @param {string} preset */
const isOfTwo = (preset) => !isOfPairs(preset) && !isOfTheWorld(preset);

/** How many play, unless the notation says it, and with what clock. @param {Listing | OwnTable} listing */
export function seatingInWords({ notation, seats, clock, time_cap }) {
  const isNamed = notation.split(' · ').some((part) => SEATING.test(part));
  const players = isOfPairs(notation)
    ? t('notation.partners')
    : t('count.players', { n: seats.length });
  return factsOf([
    !isNamed && players,
    clock && clockWords(clock),
    time_cap !== undefined && t('cap.at_most', { n: time_cap }),
  ]);
}

/**
 * The rows that wait for players, in the order in which a visitor wants them: people come before computer players
 * and programs; then a row that lacks fewer players, and of two that lack equally many the one whose player has
 * waited longer.
 * @param {(Listing | SeekerRow)[]} rows
 */
export function byFreeSeats(rows) {
  /** @param {Listing | SeekerRow} row */
  const isPersons = (row) =>
    Number('wish' in row || row.seats.some((sitter) => sitter && !sitter.computer && !sitter.bot));
  /** @param {Listing | SeekerRow} row */
  const lacks = (row) => ('wish' in row ? (isForTwo(row) ? 1 : 3) : row.open_seats);
  return rows.toSorted(
    (a, b) => isPersons(b) - isPersons(a) || lacks(a) - lacks(b) || waitsSince(a) - waitsSince(b),
  );
}

/** Since when the first player of a row has waited. @param {Listing | SeekerRow} row */
const waitsSince = (row) => ('wish' in row ? row.seeker.since_ms : row.opened_ms);

/** How long the first player of a row has waited, such as "waiting for 2 min"; '' at first. @param {Listing | SeekerRow} row @param {number} now_ms */
export function waitedWords(row, now_ms) {
  const time = span(now_ms - waitsSince(row));
  return time && t('front.waited', { time });
}

/**
 * The match that most people would watch: the one with most rated players, or else with most persons, or the first
 * of several.
 * @param {Listing[]} tables
 */
export function featuredOf(tables) {
  /** @param {Listing} listing */
  const persons = ({ seats }) => seats.filter((sitter) => sitter && !sitter.computer).length;
  /** @param {Listing} one */
  const rated = (one) => (one.rated ? persons(one) : 0);
  return tables.toSorted((a, b) => rated(b) - rated(a) || persons(b) - persons(a))[0] ?? null;
}
