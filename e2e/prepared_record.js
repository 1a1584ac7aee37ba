/**
 * The page of a record with a match and an analysis that a test chooses, where play and an expert would bring
 * them by chance alone. The server tells the positions of a transcript.
 */
import { expect } from '@playwright/test';
import { FOUR, placements } from './prepared_round.js';
import { lineIn } from './unit/samples.js';

/** @typedef {import('../static/js/protocol.js').MoveAnalysis} MoveAnalysis */
/** @typedef {import('../static/js/protocol.js').Record} MatchRecord */
/** @typedef {import('../static/js/protocol.js').Replay} Replay */
/** @typedef {import('./prepared_round.js').Played} Played */

const ID = 'f'.repeat(32);

/** Every so many choices are a mistake. */
const MISTAKE_EVERY = 3;

/**
 * A judgement of every move, in which each seat makes some mistakes, and the chances go up and down.
 * @param {Replay} replay
 * @returns {MoveAnalysis[]}
 */
function judged({ rounds }) {
  let count = 0;
  return rounds.flatMap(({ number, steps }) =>
    steps.flatMap(({ position }, step) => {
      const played = lineIn(position).events.find((event) => event.type === 'played');
      if (!played) return [];
      const { seat, tile, joint } = played;
      const { standing, position: before } = steps[step - 1];
      const { board, hands } = lineIn(before);
      const choices = placements(board, standing.turn, { seat, hand: hands[seat] });
      const other = choices.find((choice) => choice.tile !== tile);
      count += 1;
      const isMistake = other !== undefined && count % MISTAKE_EVERY === 0;
      const choice = { tile, ...(joint && { arm: joint.arm }) };
      const best = isMistake ? { tile: other.tile, arm: other.arm } : choice;
      return {
        seat,
        round: number,
        step,
        choices: other ? choices.length : 1,
        played: { line: { play: choice } },
        best: { line: { play: best } },
        chance: other ? 500 + Math.round(300 * Math.sin(count / 2 + seat)) : 0,
        cost: isMistake ? 120 : 0,
        stake: other ? 150 : 0,
      };
    }),
  );
}

/**
 * Opens the page of a match.
 * @param {import('./person.js').Person} person
 * @param {Played} [played]
 * @param {string} [query] where on the page
 */
export async function openRecord(person, { transcript, people, analysis } = FOUR, query = '') {
  const { page } = person;
  const answer = await page.request.post('/api/replay', { data: { transcript, from: 1 } });
  /** @type {Replay} */
  const replay = await answer.json();
  const moves = analysis ?? judged(replay);
  const { standing } = replay.rounds[replay.rounds.length - 1].steps.slice(-1)[0];
  const { winner = null } = standing;
  /** @type {Partial<MatchRecord>} */
  const record = {
    id: ID,
    notation: replay.notation,
    rules: replay.rules,
    seats: people.map(({ name = '', computer }) => ({ name, ...(computer && { computer }) })),
    began_ms: Date.UTC(2026, 0, 1),
    ended_ms: Date.UTC(2026, 0, 1),
    scores: standing.scores,
    winner,
    ending: winner === null ? { type: 'abandoned', winner } : { type: 'played', winner },
    transcript,
    fairness: null,
  };
  await page.route(`**/api/m/${ID}`, (route) => route.fulfill({ json: record }));
  await page.route(`**/api/m/${ID}/steps?**`, (route) => route.fulfill({ json: replay }));
  await page.route(`**/api/m/${ID}/analysis?**`, (route) =>
    route.fulfill({ json: { moves, all: moves.length, next: null } }),
  );
  // The server knows no such match: only the client goes there.
  await page.goto('/import');
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/m/${ID}${query}`);
  await expect(person.find('replay-where')).toContainText('of');
}
