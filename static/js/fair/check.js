/**
 * Whether a round was dealt as its secret and the seats' seeds make it, and whether that is what
 * this browser saw. Pure: it returns results, and the views find the words for them.
 */
import { DEFAULTS, SET_SIZES } from '../format/options.js';
import { sameTerms } from './receipt.js';
import { bindingOf, commitmentOf, headOf, hex, orderOf, SCHEME, unhex } from './scheme.js';

/** @import {Fairness, Options, RoundFairness, VisibleEvent} from '../protocol.js' */
/** @import { Bytes } from './scheme.js' */
/** @import {Note} from './notes.js' */

/** @typedef {Pick<Options, 'hand_size' | 'opening' | 'no_double' | 'tile_set' | 'redeal_doubles'>} DealRules */

/**
 * What this browser has seen and kept of a match.
 * @typedef {object} Witness
 * @property {Note | null} note what it noted of the match; null if nothing
 * @property {number | null} seat the own one
 * @property {VisibleEvent[] | null} history what happened in the round
 * @property {string[][] | null} hands what each seat held when it had ended
 * @property {string} [key] the key that has signed what is checked
 * @property {string | null} [known] the server's key, as this browser first saw it
 * @property {string[][]} [deals] all tiles as they were dealt, each time; only records tell them
 */

/**
 * One thing that was looked at. Nothing can be said of what this browser hasn't seen.
 * @typedef {object} Check
 * @property {'scheme' | 'secret' | 'bound' | 'promises' | 'receipt' | 'receipt_kept' | 'key' | 'used' | 'left_open' | 'seeds' | 'own' | 'order' | 'redeals' | 'played'} what
 * @property {Result} result
 */

/** @typedef {'good' | 'bad' | 'unseen'} Result */
/** @typedef {{ checks: Check[], hands: string[][], boneyard: string[] }} Report */

/** @param {Check['what']} what @param {boolean | null} holds @returns {Check} */
const check = (what, holds) => ({
  what,
  result: holds === null ? 'unseen' : holds ? 'good' : 'bad',
});

/** The result of all checks: bad if one is bad, good only if all are good. @param {Report} report @returns {Result} */
export function verdictOf({ checks }) {
  const has = (/** @type {Result} */ wanted) => checks.some(({ result }) => result === wanted);
  return has('bad') ? 'bad' : has('unseen') ? 'unseen' : 'good';
}

/** @param {string[]} one @param {string[] | undefined} other */
const same = (one, other) => one.join() === other?.join();

/**
 * @param {Fairness} fairness
 * @param {number} round
 * @param {DealRules} rules
 * @param {Witness} witness
 * @returns {Promise<Report>}
 */
export async function checkRound(fairness, round, rules, witness) {
  const proof = fairness.rounds.find((one) => one.round === round);
  const secret = unhex(proof?.secret);
  const binding = bindingOf(fairness);
  if (fairness.scheme !== SCHEME || !binding || !proof || !secret) {
    return { checks: [check('scheme', false)], hands: [], boneyard: [] };
  }
  const head = await headOf(secret, fairness.first + round - 1);
  const promised = await Promise.all(fairness.seats.map(keepsPromise));
  const { hand_size, tile_set } = { ...DEFAULTS, ...rules };
  const made = await ordersMade(fairness, binding, proof, secret, SET_SIZES[tile_set]);
  const seats = fairness.seats.length;
  const order = made.deals.at(-1) ?? [];
  const hands = fairness.seats.map((_, n) => order.slice(n * hand_size, (n + 1) * hand_size));
  const boneyard = order.slice(seats * hand_size);
  const lots = proof.lots === undefined || same(made.lots, proof.lots);
  const dealt = proof.deals.length > 0 && made.deals.every((one, n) => same(one, proof.deals[n]));
  const begins = fairness.match !== 1 || fairness.first === 1;
  const checks = [
    check('scheme', true),
    check('secret', head !== null && hex(head) === fairness.commitment && begins),
    check('bound', boundAs(fairness, witness.note)),
    check('promises', promisedAs(fairness, witness.note)),
    receiptCheck(fairness, witness),
    ...keyCheck(witness),
    check('seeds', promised.every(Boolean)),
    check('own', ownCounts(fairness, witness)),
    check('order', lots && dealt),
    check('redeals', redealsFit(proof, rules, seats, witness)),
    check('played', playedFrom(hands, boneyard, proof, witness)),
  ];
  return { checks, hands, boneyard };
}

/**
 * Whether table, match, commitment and place in the chain are those that were shown before the match.
 * @param {Fairness} fairness
 * @param {Witness['note']} note
 */
function boundAs({ table, match, commitment, first }, note) {
  if (!note?.commitment) return null;
  const isOfMatch = match === note.match && table === note.table;
  const goesOn = note.due === undefined || note.due === null || first === note.due;
  return isOfMatch && goesOn && first === note.first && commitment === note.commitment;
}

/**
 * Whether each seat's promise is the one that was shown before this browser revealed its seed.
 * @param {Fairness} fairness
 * @param {Witness['note']} note
 */
function promisedAs({ seats }, note) {
  if (!note?.promises) return null;
  return same(
    seats.map(({ commitment }) => String(commitment)),
    note.promises.map(String),
  );
}

/**
 * Whether the server's receipt, from before this browser told its seed, says the same and is signed.
 * Where the browser can't check signatures, it only kept the receipt.
 * @param {Fairness} fairness
 * @param {Witness} witness
 */
function receiptCheck({ table, match, commitment, first, seats }, { note, key }) {
  if (!note?.receipt) return check('receipt', null);
  const { receipt, signed } = note;
  const promises = seats.map((seat) => seat.commitment);
  const terms = { table, match, commitment, first, seats: promises };
  const holds = sameTerms(receipt, terms) && (key === undefined || key === receipt.key);
  return check(signed === null ? 'receipt_kept' : 'receipt', holds && signed !== false);
}

/**
 * Whether the server's key is the one that this browser saw first, and whether this browser could send its seed.
 * @param {Witness} witness
 * @returns {Check[]}
 */
function keyCheck({ note, key = note?.receipt?.key, known }) {
  const { refused } = note ?? {};
  const seed = refused && refused !== 'key' ? [check(refused, false)] : [];
  return note && key && known ? [check('key', key === known), ...seed] : seed;
}

/** Whether a seat's seed is the one that it promised. @param {Fairness['seats'][number]} seat */
async function keepsPromise({ commitment, seed }) {
  if (seed === null) return true;
  const bytes = unhex(seed);
  return bytes !== null && hex(await commitmentOf(bytes)) === commitment;
}

/**
 * Whether the own seed is at the own seat. It is bad as well if this browser promised one and was
 * never asked for it.
 * @param {Fairness} fairness
 * @param {Witness} witness
 */
function ownCounts({ seats }, { seat, note }) {
  if (!note?.shown) return note?.promised ? false : null;
  return seat !== null && seats[seat]?.seed === note.seed;
}

/**
 * The lots and deals that secret and seeds make.
 * @param {Fairness} fairness
 * @param {Bytes} binding
 * @param {RoundFairness} proof
 * @param {Bytes} secret
 * @param {number} tiles how many the set has
 */
async function ordersMade(fairness, binding, { round, deals }, secret, tiles) {
  const { match, seats } = fairness;
  const all = { binding, match, round, seats, tiles };
  const lots = await orderOf(secret, { ...all, purpose: 'lots', attempt: 0 });
  const made = [];
  for (let attempt = 0; attempt < deals.length; attempt++) {
    made.push(await orderOf(secret, { ...all, purpose: 'deal', attempt }));
  }
  return { lots: lots.slice(0, seats.length), deals: made };
}

/**
 * Whether tiles were dealt again just where the rules say so (rules.md, no double dealt;
 * rules-world.md, redeal), and as often as this browser saw it.
 * @param {RoundFairness} proof
 * @param {DealRules} rules
 * @param {number} seats
 * @param {Witness} witness
 */
function redealsFit({ round, deals }, rules, seats, { history, deals: told }) {
  const { hand_size, opening, no_double, redeal_doubles } = { ...DEFAULTS, ...rules };
  /** The doubles of each hand. @param {string[]} order */
  function doublesOf(order) {
    const hands = Array.from({ length: seats }, (_, n) =>
      order.slice(n * hand_size, (n + 1) * hand_size),
    );
    return hands.map((hand) => hand.filter((tile) => tile[0] === tile[2]).length);
  }
  const isRedeal = no_double === 'redeal';
  const isNeeded = round === 1 && opening !== 'lot' && isRedeal;
  const lacks = (/** @type {number[]} */ doubles) => doubles.every((n) => n === 0);
  const has = (/** @type {number[]} */ doubles) =>
    redeal_doubles > 0 && doubles.some((n) => n >= redeal_doubles);
  const again = deals.slice(0, -1).map(doublesOf);
  const last = doublesOf(deals.at(-1) ?? []);
  const isAllowed = again.every((doubles) => has(doubles) || (isRedeal && lacks(doubles)));
  if (!isAllowed || has(last) || (isNeeded && lacks(last))) return false;
  if (told) return told.length === deals.length;
  if (!history) return null;
  return history.filter(({ type }) => type === 'redeal').length === again.length;
}

/**
 * Whether every tile was played by the seat that the shuffle gave it to, by deal or by draw, and what
 * was left at the end is what must be left.
 * @param {string[][]} dealt
 * @param {string[]} boneyard
 * @param {RoundFairness} proof
 * @param {Witness} witness
 */
function playedFrom(dealt, boneyard, proof, { history, hands, deals }) {
  if (!history || !hands) return null;
  if (deals && !same([...dealt, boneyard].flat(), deals.at(-1))) return false;
  if (deals && deals.length !== proof.deals.length) return false;
  const held = dealt.map((hand) => new Set(hand));
  let drawn = 0;
  let fits = true;
  for (const event of history) {
    if (event.type === 'lots') fits &&= same(event.tiles, proof.lots);
    else if (event.type === 'drew') held[event.seat]?.add(boneyard[drawn++] ?? '');
    else if (event.type === 'played') fits &&= held[event.seat]?.delete(event.tile) ?? false;
  }
  const left = held.map((hand) => [...hand].sort());
  return fits && left.every((hand, seat) => same(hand, [...(hands[seat] ?? [])].sort()));
}
