/** What transcripts of the line's games say of the deals. Pure. */

/** @import { Played } from '../contract.js' */

/**
 * What a transcript says of each round, as far as it tells where tiles were: crates/rules/RULES.md has the
 * grammar. Without a rule of the game: whether it can have happened, the server says.
 * @param {string} transcript
 * @returns {Played[]}
 */
export function roundsOf(transcript) {
  /** @type {Played[]} */
  const rounds = [];
  let dealing = false;
  /** The round that is dealt or played. @param {boolean} deals */
  function current(deals) {
    if ((deals && !dealing) || rounds.length === 0)
      rounds.push({ events: [], deals: [], drawn: [] });
    dealing = deals;
    return rounds[rounds.length - 1];
  }
  for (const line of transcript.split(/\r?\n/).slice(1)) {
    const lots = /^lots leads \d: (.+)$/.exec(line);
    const deal = /^deal (again|leads \d): (.+)$/.exec(line);
    const move = /^(\d) (plays|draws) (\d-\d)/.exec(line);
    const end = /^(?:\d goes out|blocked (tie|\d))/.exec(line);
    if (lots) {
      current(true).events.push(`lots ${lots[1]}`);
    } else if (deal) {
      const round = current(true);
      round.deals.push(deal[2].split(' '));
      if (deal[1] === 'again') round.events.push('redeal');
    } else if (move) {
      const [seat, tile] = [Number(move[1]), move[3]];
      const { events, drawn } = current(false);
      events.push(move[2] === 'plays' ? `${seat} ${tile}` : `${seat} draws`);
      if (move[2] === 'draws') drawn.push({ seat, tile });
    } else if (end) {
      const blocked = end[1] === 'tie' ? 'tied' : 'won';
      current(false).end = end[1] === undefined ? 'domino' : blocked;
    }
  }
  return rounds;
}
