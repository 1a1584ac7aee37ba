/**
 * Whether a round was dealt as its secret, its terms and the seats' seeds make it, and whether that is what
 * this browser was shown. Pure: it returns results, and the views find the words for them.
 */
import { fetchDealing } from '../games/index.js';
import { tilesOf } from '../tiles/sets.js';
import {
  agreedHash,
  commitmentOf,
  headOf,
  hex,
  orderOf,
  SCHEME,
  termsOf,
  unhex,
} from './scheme.js';
import { boundBy, boundTermsOf } from './section.js';

/** @import { Dealing, Played } from '../games/contract.js' */
/** @import { Fairness, Options, RoundFairness, SeatFairness } from '../protocol.js' */
/** @import { Agreed, Bytes } from './scheme.js' */
/** @import { Bound } from './section.js' */
/** @import { Note } from './notes.js' */
/** @import { Shown } from './shown.js' */

/** What of a table's rules its game needs for a deal. @typedef {{ [kind: string]: object }} DealRules */
/** A round whose deals are told in tiles. @typedef {{ round: number, lots?: string[], deals: string[][] }} DealtTiles */

/**
 * What this browser has seen and kept of a round. Nothing can be said of what it hasn't seen.
 * @typedef {object} Witness
 * @property {Note | null} note what it noted of the match
 * @property {Shown | null} shown what it was shown
 * @property {Shown['end'] | null} before how the round before had ended; null if that isn't known
 * @property {Played} [played] what a record says of the round
 * @property {Agreed['computers']} [computers] the computer players of the beginning, where a record says so
 */

/**
 * One thing that was looked at.
 * @typedef {object} Check
 * @property {'key' | 'log' | 'receipt' | 'own_promise' | 'heads' | 'rules' | 'used' | 'again' | 'count' | 'missing' | 'left_open' | 'unshown' | 'time' | 'seeds' | 'own' | 'scheme' | 'secret' | 'order' | 'redeals' | 'hand' | 'played' | 'contradiction' | 'section' | 'transcript' | 'sealed' | 'unproved' | 'unlogged' | 'withheld' | 'no_seed' | 'elsewhere'} what
 * @property {Result} result
 */

/** @typedef {'good' | 'bad' | 'unseen'} Result */
/** @typedef {{ checks: Check[], hands: string[][], boneyard: string[] }} Report */

/** @param {Check['what']} what @param {boolean | null} holds null if it can't be told @returns {Check} */
export const check = (what, holds) => ({
  what,
  result: holds === null ? 'unseen' : holds ? 'good' : 'bad',
});

/** The result of checks: bad if one is bad, good only if all are good. @param {{ checks: Check[] }} report @returns {Result} */
export function verdictOf({ checks }) {
  const has = (/** @type {Result} */ wanted) => checks.some(({ result }) => result === wanted);
  return has('bad') ? 'bad' : has('unseen') ? 'unseen' : 'good';
}

/** @param {readonly (string | number)[]} one @param {readonly (string | number)[] | undefined} other */
const same = (one, other) => one.join() === other?.join();

/** @param {readonly (string | number)[]} one @param {readonly (string | number)[] | undefined} other */
const sameSet = (one, other) => same([...one].sort(), other && [...other].sort());

/**
 * @param {Fairness} fairness
 * @param {number} round
 * @param {DealRules} rules
 * @param {Witness} witness
 * @returns {Promise<Report>}
 */
export async function checkRound(fairness, round, rules, witness) {
  const told = fairness.rounds.find((one) => one.round === round);
  const secret = unhex(told?.secret);
  if (fairness.scheme !== SCHEME || !unhex(fairness.table, 16) || !told || !secret) {
    return { checks: [check('scheme', false)], hands: [], boneyard: [] };
  }
  const bound = await boundBy(fairness);
  if (!bound) return { checks: [check('section', false)], hands: [], boneyard: [] };
  const dealing = await fetchDealing({ rules });
  const { things, held, copies } = dealing;
  const lacking = dealing.lacking?.(round);
  const namesOf = (/** @type {readonly number[]} */ order) => tilesOf(order, copies, lacking);
  const head = await headOf(secret, round);
  const made = await ordersMade(bound, told, secret, things);
  const lots = told.lots === undefined || same(made.lots, told.lots);
  const dealt = told.deals.length > 0 && made.deals.every((one, n) => same(one, told.deals[n]));
  const seats = fairness.seats.length;
  const drawn = told.lots && namesOf(told.lots).slice(0, seats);
  const proof = { round, ...(drawn && { lots: drawn }), deals: told.deals.map(namesOf) };
  const handsOf = (/** @type {string[]} */ order) =>
    fairness.seats.map((_, n) => order.slice(n * held, (n + 1) * held));
  const order = namesOf(made.deals.at(-1) ?? []);
  const hands = handsOf(order);
  const boneyard = order.slice(seats * held);
  const { note, shown, played } = witness;
  const events = played?.events ?? shown?.events;
  const fits =
    (!played || isAsRecorded(proof, boneyard, played, shown)) &&
    (!events || isPlayedFrom({ hands, boneyard, proof, events, left: shown?.left }));
  const checks = [
    check('receipt', await isAsPromised(bound, note)),
    check('rules', await areRulesAgreed(fairness, rules, witness)),
    check('seeds', await areSeedsKept(bound.seats)),
    ownCheck(fairness, note),
    check('secret', head !== null && hex(head) === fairness.commitment),
    check('order', lots && dealt),
    check('redeals', redealsFit(proof, dealing, handsOf, witness)),
    check('hand', shown && isOwnHand(hands, boneyard, shown)),
    check('played', events ? fits : null),
    ...(shown?.contradicted ? [check('contradiction', false)] : []),
  ];
  return { checks, hands, boneyard };
}

/** Whether the match has the terms of the receipt that this browser had before it told its seed. @param {Bound} bound @param {Note | null} note */
async function isAsPromised({ own, terms }, note) {
  if (!note?.receipt) return null;
  const promised = await boundTermsOf(note.receipt);
  const isOwn = own === hex(await termsOf(note.receipt));
  return isOwn && promised !== null && hex(terms) === hex(promised);
}

/**
 * Whether the deal is bound to the rules by which it is checked, and to the computer players: those that were on this
 * screen before it told its seed, or those of a record.
 * @param {Fairness} fairness
 * @param {DealRules} rules
 * @param {Witness} witness
 */
async function areRulesAgreed({ agreed }, rules, { note, computers = note?.agreed?.computers }) {
  if (!computers) return null;
  const all = /** @type {Options} */ (/** @type {unknown} */ (rules));
  return agreed === (await agreedHash({ rules: all, computers }));
}

/** Whether every seat with a promise shows the seed that it promised. @param {SeatFairness[]} seats */
export async function areSeedsKept(seats) {
  const kept = seats.map(async ({ promise, seed }) => {
    if (promise === null) return seed === null;
    const bytes = unhex(seed);
    return bytes !== null && hex(await commitmentOf(bytes)) === promise.commitment;
  });
  return (await Promise.all(kept)).every(Boolean);
}

/** Whether the own seed is among the seeds. @param {Pick<Fairness, 'seats'>} fairness @param {Note | null} note */
export function ownCheck({ seats }, note) {
  if (!note?.told) return check('no_seed', null);
  return check(
    'own',
    seats.some(({ seed }) => seed === note.seed),
  );
}

/**
 * The lots and deals that secret, terms and seeds make.
 * @param {Bound} bound
 * @param {RoundFairness} proof
 * @param {Bytes} secret
 * @param {number} things how many the set has
 */
async function ordersMade({ terms, seats }, { round, deals }, secret, things) {
  const seeds = seats.flatMap(({ seed }) => unhex(seed) ?? []);
  const all = { terms, round, seeds, things };
  const lots = await orderOf(secret, { ...all, purpose: 'lots', attempt: 0 });
  const made = [];
  for (let attempt = 0; attempt < deals.length; attempt++) {
    made.push(await orderOf(secret, { ...all, purpose: 'deal', attempt }));
  }
  return { lots, deals: made };
}

/**
 * Whether tiles were dealt again just where the rules of the game say so, and as often as was shown.
 * @param {DealtTiles} proof
 * @param {Dealing} dealing
 * @param {(order: string[]) => string[][]} handsOf
 * @param {Witness} witness
 */
function redealsFit({ round, deals }, dealing, handsOf, { shown, played, before }) {
  const { isThrownIn = () => false } = dealing;
  const thrown = deals.map((order) => isThrownIn(handsOf(order), round, before));
  const [last, again] = [thrown.at(-1), thrown.slice(0, -1)];
  if (last === true || again.includes(false)) return false;
  const events = shown?.events ?? played?.events;
  const seen = events?.filter((event) => event === 'redeal').length;
  return seen === undefined ? null : seen === again.length;
}

/**
 * Whether the tiles that this browser was shown as its own are those of the deal, in this order. Tiles that
 * came together may be in any.
 * @param {string[][]} hands
 * @param {string[]} boneyard
 * @param {Shown} shown
 */
function isOwnHand(hands, boneyard, { seat, own, events, late }) {
  const drawers = events
    .filter((event) => event.endsWith(' draws'))
    .map((event) => Number(event[0]));
  const draws = boneyard.filter((_, n) => drawers[n] === seat);
  const all = [...(hands[seat] ?? []), ...draws];
  if (late) return sameSet(own.flat(), all) ? null : false;
  let at = 0;
  return (
    own.every((group) => {
      at += group.length;
      return sameSet(group, all.slice(at - group.length, at));
    }) && at === all.length
  );
}

/**
 * Whether every tile was played by the seat that the shuffle gave it to, by deal or by draw, and what was
 * left at the end is what must be left.
 * @param {{ hands: string[][], boneyard: string[], proof: DealtTiles, events: string[], left?: string[][] }} round
 */
function isPlayedFrom({ hands, boneyard, proof, events, left }) {
  const held = hands.map((hand) => [...hand]);
  let drawn = 0;
  const fits = events.every((event) => {
    const [who, what] = event.split(' ');
    if (who === 'lots') return event === `lots ${proof.lots?.join(' ')}`;
    if (who === 'redeal') return true;
    const hand = held[Number(who)];
    if (what === 'draws') return hand?.push(boneyard[drawn++] ?? '');
    return hand?.includes(what) && hand.splice(hand.indexOf(what), 1);
  });
  return fits && (!left || held.every((hand, seat) => sameSet(hand, left[seat])));
}

/**
 * Whether a record says of a round what was dealt, drawn and shown.
 * @param {DealtTiles} proof
 * @param {string[]} boneyard
 * @param {Played} played
 * @param {Shown | null} shown
 */
const isAsRecorded = (proof, boneyard, { deals, drawn, events }, shown) =>
  same(deals.map(String), proof.deals.map(String)) &&
  drawn.every(({ tile }, n) => tile === boneyard[n]) &&
  (shown === null || same(shown.events, events));
