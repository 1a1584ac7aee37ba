/** Two browsers at a table whose server does what a test wants. */
import { createBrowser } from './deal_browser.js';
import { createTable } from './deal_table.js';

/** Two browsers at a table; what they send reaches the server at once. */
export function world() {
  const table = createTable({ seats: 2, random: () => 0.5 });
  /** @type {{ seat: number, type: string, match: number, commitment?: string }[]} */
  const sent = [];
  /** What the server answers to requests; a test replaces it. @type {{ to: (path: string) => Promise<any> }} */
  const answers = { to: (path) => table.log.answer(path) };
  const browsers = [0, 1].map((seat) =>
    createBrowser(
      seat,
      (from, message) => {
        sent.push({ seat: from, ...message });
        table.hear(from, message);
      },
      (path) => answers.to(path),
    ),
  );
  return {
    answers,
    table,
    browsers,
    sent,
    /** The matches for which a seat told its seed. @param {number} seat */
    told: (seat) =>
      sent.filter((one) => one.seat === seat && one.type === 'reveal').map(({ match }) => match),
    /** Everybody hears what the server shows. @param {(shown: any, seat: number) => any} [change] */
    async tell(change = (shown) => shown) {
      for (const [seat, browser] of browsers.entries()) {
        await browser.hear(change(table.shows(seat), seat));
      }
    },
    /** What is wrong in the eyes of a seat. @param {number} seat */
    bad: (seat) =>
      (browsers[seat].verdict()?.checks ?? [])
        .filter(({ result }) => result === 'bad')
        .map(({ what }) => what),
  };
}

/** @param {ReturnType<typeof world>} all */
export async function begin({ table, tell }) {
  await tell();
  await tell();
  await table.begin();
}

/** The seeds of a match are told. @param {ReturnType<typeof world>} all @param {(shown: any, seat: number) => any} [change] */
export async function reveal(all, change) {
  await begin(all);
  await all.tell(change);
}

/** A round that the server shows to both, and what both say of it then. @param {ReturnType<typeof world>} all @param {number} round */
export async function play(all, round) {
  await all.table.deal(round);
  await all.tell();
  all.table.move();
  if (all.table.round) all.table.round.over = true;
  await all.tell();
}
