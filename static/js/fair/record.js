/** Checks the deals of a finished match against its record. */
import { checkRound } from './check.js';
import { dealNotes } from './notes.js';

/** @import {Fairness, Options, VisibleEvent} from '../protocol.js' */
/** @import {Report} from './check.js' */

/**
 * What checks a record, round by round.
 * @param {Fairness} fairness
 * @param {{ id: string | null, transcript: string, rules: Options, key?: string }} record
 * @param {typeof dealNotes.findRecord} [noted]
 */
export function recordCheck(
  fairness,
  { id, transcript, rules, key },
  noted = dealNotes.findRecord,
) {
  const rounds = dealsOf(transcript, fairness.seats.length, rules.hand_size);
  const note = noted(id, fairness);
  // A record doesn't say which seat this visitor had; their seed is at one of the seats or at none.
  const seed = note?.shown ? note.seed : null;
  const seat = Math.max(
    0,
    fairness.seats.findIndex((one) => one.seed === seed),
  );
  return {
    /** What the server signed before this browser told its seed. */
    receipt: note?.receipt,
    /** How many rounds there must be proofs of; more or fewer are as wrong as a bad one. */
    rounds: Math.max(rounds.length, fairness.rounds.length, note?.rounds ?? 0),
    /** @param {number} round @returns {Promise<Report>} */
    check(round) {
      const { history, left, deals } = rounds[round - 1] ?? { history: [], left: [], deals: [] };
      const seen = { note, seat, history, hands: left, deals };
      return checkRound(fairness, round, rules, { ...seen, key, known: dealNotes.key() });
    },
  };
}

/**
 * @typedef {object} RoundDeal
 * @property {string[][]} deals all tiles as they lay, each time that they were dealt
 * @property {VisibleEvent[]} history lots, draws and plays
 * @property {string[][]} left what each seat held at the end
 */

/**
 * What a transcript says of each round, as far as it tells where tiles were: docs/record.md has the
 * grammar. Without a rule of the game: whether it can have happened, the server says.
 * @param {string} transcript
 * @param {number} seats
 * @param {number} handSize
 * @returns {RoundDeal[]}
 */
export function dealsOf(transcript, seats, handSize) {
  /** @type {RoundDeal[]} */
  const rounds = [];
  let dealing = false;
  /** The round that is dealt or played. @param {boolean} deals */
  function current(deals) {
    if ((deals && !dealing) || rounds.length === 0) {
      rounds.push({ deals: [], history: [], left: [] });
      drawn.push([]);
    }
    dealing = deals;
    return rounds[rounds.length - 1];
  }
  /** The tiles that were drawn in each round, with the seat that drew. @type {{ seat: number, tile: string }[][]} */
  const drawn = [];
  for (const line of transcript.split(/\r?\n/).slice(1)) {
    const lots = /^lots leads (\d): (.+)$/.exec(line);
    const deal = /^deal (?:again|leads \d): (.+)$/.exec(line);
    const move = /^(\d) (plays|draws) (\d-\d)/.exec(line);
    if (lots) {
      current(true).history.push({
        type: 'lots',
        tiles: lots[2].split(' '),
        leader: Number(lots[1]),
      });
    } else if (deal) {
      current(true).deals.push(deal[1].split(' '));
    } else if (move) {
      const [seat, tile] = [Number(move[1]), move[3]];
      const { history } = current(false);
      if (move[2] === 'plays') history.push({ type: 'played', seat, tile, joint: null });
      else history.push({ type: 'drew', seat });
      if (move[2] === 'draws') drawn[drawn.length - 1].push({ seat, tile });
    }
  }
  rounds.forEach((round, i) => {
    round.left = leftOf(round, drawn[i], { seats, handSize });
  });
  return rounds;
}

/**
 * What is left of the hands: what was dealt and drawn, less what was played.
 * @param {RoundDeal} round
 * @param {{ seat: number, tile: string }[]} drawn
 * @param {{ seats: number, handSize: number }} table
 */
function leftOf({ deals, history }, drawn, { seats, handSize }) {
  const order = deals.at(-1) ?? [];
  const hands = Array.from({ length: seats }, (_, seat) =>
    order.slice(seat * handSize, (seat + 1) * handSize),
  );
  for (const { seat, tile } of drawn) hands[seat]?.push(tile);
  for (const event of history) {
    if (event.type !== 'played' || !hands[event.seat]) continue;
    hands[event.seat] = hands[event.seat].filter((tile) => tile !== event.tile);
  }
  return hands;
}
