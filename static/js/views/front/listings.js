/** Tables of the lobby's list: which can be joined, and how each is played, in words. Pure. */
import { clockWords } from '../../format/clock.js';
import { presetIn } from '../../format/notation.js';
import { factsOf, t } from '../../i18n/index.js';

/** @import { Listing, OwnTable } from '../../protocol.js' */
/** @import { State } from '../../state.js' */

/** The presets that are for two pairs unless the notation says otherwise. */
const PAIRS = new Set([
  'Spanish Pairs',
  'Latin Pairs',
  'Federation Pairs',
  'Mexican Pairs',
  'Quinientos',
  'Dominican Pairs',
  'Six-Love',
  'Brazilian Pairs',
  'Cuban Double-Nine',
  'Kozel',
]);

/** The tables of the lobby where the visitor has no seat. @param {Pick<State, 'lobby' | 'own'>} state */
export function othersTables({ lobby, own }) {
  return (lobby ?? []).filter(({ table }) => !own?.some((one) => one.table === table));
}

/** Whether anybody may sit down at a table. @param {Listing} listing */
export const isJoinable = ({ open_seats, status }) => open_seats > 0 && status !== 'playing';

/** Whether two pairs play at a table. @param {Pick<Listing, 'notation'>} listing */
export function isForPairs({ notation }) {
  const parts = notation.split(' · ');
  if (parts.includes('partners')) return true;
  return PAIRS.has(presetIn(notation)) && !parts.some((part) => /^\d players$/.test(part));
}

/** How many play, and with what clock. @param {Listing | OwnTable} listing */
export function seatingInWords(listing) {
  const { seats, clock } = listing;
  const players = isForPairs(listing) ? t('front.pairs') : t('count.players', { n: seats.length });
  return factsOf([players, clock && clockWords(clock)]);
}

/**
 * Tables in the order in which a visitor wants them: those that lack fewest players first.
 * @param {Listing[]} tables
 */
export const byFreeSeats = (tables) => tables.toSorted((a, b) => a.open_seats - b.open_seats);

/**
 * The match that most people would watch: the one with most persons, or the first of several.
 * @param {Listing[]} tables
 */
export function fullest(tables) {
  /** @param {Listing} listing */
  const persons = ({ seats }) => seats.filter((sitter) => sitter && !sitter.computer).length;
  return tables.toSorted((a, b) => persons(b) - persons(a))[0] ?? null;
}
