/** What binds the matches that are dealt alike (docs/fair-deal.md, The same deals at several tables). Pure. */
import { ascii, bytesOf, hex, joined, sha256, termsOf, u32, unhex } from './scheme.js';

/** @import { Fairness, Receipt, SeatFairness, TournamentMatch } from '../protocol.js' */
/** @import { Bytes, Terms } from './scheme.js' */

const SECTION = ascii('boneyard-fair/1 section\0');

/**
 * The hash of the terms of a section; null if its matches can't be those of one.
 * @param {string[]} matches the hashes of the terms of its matches
 */
export async function sectionTermsOf(matches) {
  const areHashes = matches.every((one) => unhex(one) !== null);
  if (!areHashes || new Set(matches).size !== matches.length) return null;
  const sorted = matches.toSorted().map((one) => bytesOf(one));
  return sha256(joined(SECTION, u32(sorted.length), ...sorted));
}

/**
 * The hash of the terms on which all orders of a match depend: its own, or those of its section. Null if there can
 * be no such section.
 * @param {Terms & { section?: string[] }} match with the hashes of the terms of the other matches
 */
export async function boundTermsOf({ section, ...own }) {
  const terms = await termsOf(own);
  if (section === undefined) return terms;
  return Array.isArray(section) ? sectionTermsOf([hex(terms), ...section]) : null;
}

/** Whether two receipts prove the beginning of one match with the same terms. @param {Receipt} one @param {Receipt} other */
export async function areOfOneBeginning(one, other) {
  const [first, second] = await Promise.all([boundTermsOf(one), boundTermsOf(other)]);
  return first !== null && second !== null && hex(first) === hex(second);
}

/** Whether a match has points, or boards that count. @param {TournamentMatch} match */
const isPlayed = ({ result }) =>
  result?.points !== undefined || result?.boards?.some((margin) => margin !== null) === true;

/**
 * Whether all matches of a round that were dealt are those of one section, each once; null if the results don't name
 * the match of the receipt.
 * @param {TournamentMatch[]} matches
 * @param {Receipt} receipt of one of them
 */
export async function areOfOneSection(matches, { section = [], ...receipt }) {
  const own = hex(await termsOf(receipt));
  const round = matches.find(({ result }) => result?.dealt?.terms === own)?.round;
  if (round === undefined) return null;
  const dealt = matches.filter((one) => one.round === round && isPlayed(one));
  const named = dealt.map(({ result }) => result?.dealt?.terms);
  const known = new Set([own, ...section]);
  return new Set(named).size === named.length && named.every((one) => one && known.has(one));
}

/**
 * What a proof is bound to.
 * @typedef {object} Bound
 * @property {string} own the hash of the terms of the match
 * @property {Bytes} terms the hash of the terms on which the orders depend
 * @property {SeatFairness[]} seats those of all matches in the order of their terms, of each match from seat 0
 */

/**
 * What all orders of a proof are bound to. Null if its matches can't be one section.
 * @param {Pick<Fairness, 'table' | 'match' | 'commitment' | 'agreed' | 'seats' | 'section'>} fairness
 * @returns {Promise<Bound | null>}
 */
export async function boundBy({ table, match, commitment, agreed, seats, section }) {
  const matches = [{ table, match, agreed, seats }, ...(section ?? [])];
  const areAlike = matches.every(
    (one) => unhex(one.table, 16) && one.seats.length === seats.length,
  );
  const tables = new Set(matches.map((one) => one.table));
  if (!areAlike || tables.size !== matches.length) return null;
  const known = await Promise.all(
    matches.map(async (one) => ({
      hash: hex(await termsOf({ ...one, commitment, seats: one.seats.map(promiseOf) })),
      seats: one.seats,
    })),
  );
  const hashes = known.map(({ hash }) => hash);
  const terms = section === undefined ? unhex(hashes[0]) : await sectionTermsOf(hashes);
  const ordered = known.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  return terms && { own: hashes[0], terms, seats: ordered.flatMap((one) => one.seats) };
}

/** @param {SeatFairness} seat */
const promiseOf = ({ promise }) => promise;
