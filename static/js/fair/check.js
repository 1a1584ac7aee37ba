// @ts-check
/**
 * Whether a round was dealt as its secret and the seats' seeds make it, and whether that is what
 * this browser saw. Pure: what is checked is told, who reads it finds the words.
 */
import { hex, unhex } from './digest.js';
import { commitmentOf, headOf, orderOf, SCHEME } from './scheme.js';

/** @typedef {import('../protocol.js').Fairness} Fairness */
/** @typedef {import('../protocol.js').RoundFairness} RoundFairness */
/** @typedef {import('../protocol.js').Seen} Seen */

/**
 * What this browser knows by itself.
 * @typedef {object} Witness
 * @property {string | null} commitment the table's, as it was shown before the match
 * @property {string | null} seed the own one
 * @property {number | null} seat the own one
 * @property {Seen[] | null} history what happened in the round
 * @property {string[][] | null} hands what each seat held when it had ended
 * @property {string[][]} [deals] all tiles as they were dealt, each time; only records tell them
 */

/**
 * One thing that was looked at. Nothing can be said of what this browser hasn't seen.
 * @typedef {object} Check
 * @property {'scheme' | 'secret' | 'bound' | 'seeds' | 'own' | 'order' | 'played'} what
 * @property {'good' | 'bad' | 'unseen'} result
 */

/** @typedef {{ checks: Check[], hands: string[][], boneyard: string[] }} Report */

/** @param {Check['what']} what @param {boolean | null} holds @returns {Check} */
const check = (what, holds) => ({
  what,
  result: holds === null ? 'unseen' : holds ? 'good' : 'bad',
});

/** @param {string[]} one @param {string[] | undefined} other */
const same = (one, other) => one.join() === other?.join();

/**
 * @param {Fairness} fairness
 * @param {number} round
 * @param {{ seating: string, hand_size: number }} rules
 * @param {Witness} witness
 * @returns {Promise<Report>}
 */
export async function checkRound(fairness, round, { hand_size }, witness) {
  const proof = fairness.rounds.find((one) => one.round === round);
  const secret = unhex(proof?.secret);
  if (fairness.scheme !== SCHEME || !proof || !secret) {
    return { checks: [check('scheme', false)], hands: [], boneyard: [] };
  }
  const head = await headOf(secret, fairness.first + round - 1);
  const promised = await Promise.all(fairness.seats.map(keepsPromise));
  const made = await ordersMade(fairness, proof, secret);
  const seats = fairness.seats.length;
  const order = made.deals.at(-1) ?? [];
  const hands = fairness.seats.map((_, n) => order.slice(n * hand_size, (n + 1) * hand_size));
  const boneyard = order.slice(seats * hand_size);
  const bound = witness.commitment === null ? null : witness.commitment === fairness.commitment;
  const lots = proof.lots === undefined || same(made.lots, proof.lots);
  const dealt = proof.deals.length > 0 && made.deals.every((one, n) => same(one, proof.deals[n]));
  const checks = [
    check('secret', head !== null && hex(head) === fairness.commitment),
    check('bound', bound),
    check('seeds', promised.every(Boolean)),
    check('own', ownCounts(fairness, witness)),
    check('order', lots && dealt),
    check('played', playedFrom(hands, boneyard, proof, witness)),
  ];
  return { checks, hands, boneyard };
}

/** Whether a seat's seed is the one that it promised. @param {Fairness['seats'][number]} seat */
async function keepsPromise({ commitment, seed }) {
  if (seed === null) return true;
  const bytes = unhex(seed);
  return bytes !== null && hex(await commitmentOf(bytes)) === commitment;
}

/** @param {Fairness} fairness @param {Witness} witness */
function ownCounts({ seats }, { seat, seed }) {
  if (seat === null || seed === null) return null;
  return seats[seat]?.seed === seed;
}

/**
 * The lots and deals that secret and seeds make.
 * @param {Fairness} fairness
 * @param {RoundFairness} proof
 * @param {import('./digest.js').Bytes} secret
 */
async function ordersMade({ match, seats }, { round, deals }, secret) {
  const lots = await orderOf(secret, { match, round, seats, purpose: 'lots', attempt: 0 });
  const made = [];
  for (let attempt = 0; attempt < deals.length; attempt++) {
    made.push(await orderOf(secret, { match, round, seats, purpose: 'deal', attempt }));
  }
  return { lots: lots.slice(0, seats.length), deals: made };
}

/**
 * Whether every tile was played by whoever the shuffle gave it to, by deal or by draw, and what
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
