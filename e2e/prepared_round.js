/**
 * A table in a position that a test chooses, where play would bring it by chance alone. The server tells
 * the positions of a transcript, and the page is told that they are those of its table.
 */

import { expect } from '@playwright/test';
import { standingOf } from '../static/js/standing.js';
import { lineIn, room, snapshot, TABLE } from './unit/samples.js';

/** @typedef {import('../static/js/protocol.js').Replay} Replay */
/** @typedef {import('../static/js/protocol.js').Snapshot} Snapshot */

/** @typedef {import('../static/js/protocol.js').RoomSeat} RoomSeat */
/** @typedef {import('../static/js/protocol.js').Offer} Offer */
/** @typedef {import('../static/js/protocol.js').MoveAnalysis} MoveAnalysis */

/**
 * A match that is shown: its transcript, which has one round, who sits where, and what is answered when
 * its analysis is asked for.
 *
 * @typedef {object} Played
 * @property {string} transcript
 * @property {Partial<RoomSeat>[]} people
 * @property {MoveAnalysis[]} [analysis]
 */

/**
 * Four hands of seven hold all tiles; the sides of the spinner are opened early, and seat 2 goes out with
 * 25 tiles on the table. The names have several lengths.
 *
 * @type {Played}
 */
export const FOUR = {
  people: ['Ana', 'Benedetta', 'Dmitri', 'Emília'].map((name) => ({ name })),
  transcript: `rules Five-Up 150 · 4 players
deal leads 3: 2-0 4-4 4-0 5-2 2-2 0-0 3-1 6-0 5-4 5-3 6-2 6-4 2-1 1-1 6-1 3-0 4-1 5-5 3-3 6-5 5-0 5-1 3-2 1-0 4-3 6-3 4-2 6-6
3 plays 6-6
0 passes
1 plays 6-4 on a to 4
2 plays 6-5 on b to 5
3 plays 6-3 on c to 3
0 plays 4-4 on a to 4
1 plays 6-2 on d to 2
2 plays 5-5 on b to 5
3 plays 4-3 on a to 3
0 plays 5-2 on b to 2
side 0 scores 10 for count
1 plays 5-3 on a to 5
2 plays 3-3 on c to 3
side 2 scores 15 for count
3 plays 5-1 on a to 1
0 plays 2-2 on b to 2
1 plays 2-1 on a to 2
2 plays 3-0 on c to 0
3 plays 4-2 on a to 4
side 3 scores 10 for count
0 plays 4-0 on a to 0
1 plays 6-0 on a to 6
2 plays 6-1 on a to 1
3 plays 3-2 on b to 3
0 plays 3-1 on a to 3
1 passes
2 plays 5-0 on c to 5
3 passes
0 plays 2-0 on d to 0
1 plays 5-4 on c to 4
side 1 scores 10 for count
2 plays 4-1 on c to 1
2 goes out for 5 (hands 5)
side 2 scores 5 for domino
`,
};

/** The positions of a round, at a person's page. */
export class PreparedRound {
  #page;
  #replay;
  #people;
  /** @type {Snapshot} */
  #shown = snapshot();

  /**
   * @param {import('@playwright/test').Page} page
   * @param {Replay} replay
   * @param {Partial<RoomSeat>[]} people
   */
  constructor(page, replay, people) {
    this.#page = page;
    this.#replay = replay;
    this.#people = people;
  }

  /** @param {import('./person.js').Person} person @param {Played} [played] */
  static async at({ page }, { transcript, people } = FOUR) {
    const data = { transcript, from: 1 };
    const response = await page.request.post('/api/replay', { data });
    const round = new PreparedRound(page, await response.json(), people);
    await page.routeWebSocket(/\/ws(\?|$)/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        const message = JSON.parse(String(text));
        if (message.table !== TABLE) server.send(text);
        else if (message.type === 'open') socket.send(JSON.stringify(round.#shown));
      });
    });
    return round;
  }

  /** The positions of the round. */
  get #steps() {
    return this.#replay.rounds[0].steps;
  }

  /**
   * Shows the position with a number of tiles on the table.
   *
   * @param {number} laid
   * @param {number | null} seat whose page it is; null for a watcher
   * @param {Offer[]} [offers] where the tiles of the hand may go, with points
   */
  async show(laid, seat, offers) {
    const view = this.#view(laid, seat, offers);
    this.#shown = snapshot({
      room: this.#room(view.standing),
      presence: {
        seats: this.#people.map(() => true),
        away_since_ms: this.#people.map(() => null),
        watchers: seat === null ? 1 : 0,
      },
      view,
      me: { pseudonym: 'pseudonym of Ana', seat, host: seat === 0, invite: null },
    });
    await this.#page.goto(`/t/${TABLE}`);
    await expect(this.#page.locator('[data-testid^="laid-"]')).toHaveCount(laid);
  }

  /** @param {import('../static/js/games/contract.js').Standing} standing */
  #room({ over, winner }) {
    const { rules, notation } = this.#replay;
    const playing = room(lineIn(rules));
    /** @type {import('../static/js/protocol.js').Room} */
    const made = {
      ...playing,
      notation,
      access: 'public',
      seats: this.#people.map((one, i) => ({ name: '', ready: false, host: i === 0, ...one })),
    };
    if (over) {
      const ending = { type: 'played', winner };
      Object.assign(made, { status: 'over', ending, record: 'f'.repeat(32) });
    }
    return made;
  }

  /**
   * Each step after the first lays one tile.
   *
   * @param {number} laid
   * @param {number | null} seat
   * @param {Offer[]} [offers]
   * @returns {import('../static/js/games/line/fold.js').View}
   */
  #view(laid, seat, offers) {
    const { position, standing: told } = this.#steps[laid];
    const { board, hands } = lineIn(position);
    const standing = standingOf(told);
    const until = this.#steps.slice(0, laid + 1);
    const history = until.flatMap(({ position }) => lineIn(position).events);
    const layout = history
      .filter((event) => event.type === 'played')
      .map(({ tile, seat, joint }) => ({ tile, seat, joint }));
    if (seat === null) return { standing, board, layout, history, own: null };
    const own = { seat, hand: hands[seat], may_call: false, may_give_lead: false };
    return {
      standing,
      board,
      layout,
      history,
      own: { ...own, placements: offers ?? placements(board, standing.turn, own) },
    };
  }
}

/**
 * Where the tiles of a hand may go.
 *
 * @param {import('../static/js/protocol.js').Board} board
 * @param {number | null | undefined} turn whose turn it is
 * @param {{ seat: number, hand: string[] }} own
 */
export function placements({ ends }, turn, { seat, hand }) {
  if (turn !== seat) return [];
  return hand.flatMap((tile) =>
    ends
      .filter(({ pips }) => tile.split('-').includes(String(pips)))
      .map(({ arm }) => ({ tile, arm })),
  );
}
