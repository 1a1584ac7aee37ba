/** Players who are away, on a page whose clock jumps: nobody waits for real minutes. */
import { DESKTOP, PHONE } from './boxes.js';
import { expect, testOfPages as test } from './fixtures.js';
import { axe, RULES_OF_WINDOWS } from './look.js';
import { matchAt, openAt, START } from './prepared.js';
import { faultsOf, see } from './screen.js';
import { lineIn } from './unit/samples.js';

/** @typedef {import('../static/js/protocol.js').Absent} Absent */
/** @typedef {import('./prepared.js').Wishes} Wishes */

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * Windows in which the page is looked at.
 *
 * @type {Record<string, import('./screen.js').Size>}
 */
const WINDOWS = { phone: PHONE, desktop: DESKTOP };

/** What the server tells of a player who has just gone, without a clock. @param {number} seat @param {boolean} [claim] @returns {Absent} */
const gone = (seat, claim = true) => ({
  seat,
  computer_ms: START + 30 * SECOND,
  place_ms: START + 3 * MINUTE,
  ...(claim && { claim_ms: START + 3 * MINUTE }),
});

/**
 * A table at which some are away.
 *
 * @param {Wishes} wishes
 * @param {Record<number, number>} away since when each is
 * @param {Absent} [absent]
 */
function tableAt(wishes, away, absent) {
  const table = matchAt(wishes);
  table.presence = {
    ...table.presence,
    seats: table.presence.seats.map((_, seat) => !(seat in away)),
    away_since_ms: table.presence.seats.map((_, seat) => away[seat] ?? null),
    ...(absent && { absent }),
  };
  if (table.time?.running) {
    Object.assign(table.time.running, { since_ms: START, until_ms: START + MINUTE });
  }
  return table;
}

/**
 * What a table has become once the clock has played the first tile that seat 0 may play.
 *
 * @param {ReturnType<typeof tableAt>} table
 */
function afterPlay(table) {
  const now = structuredClone(table);
  const { standing, time } = now;
  const { own, board, layout, history } = now.view ? lineIn(now.view) : {};
  if (!standing || !own || !time) throw new Error('nobody plays here by a clock');
  const [{ tile, arm }] = own.placements;
  const inner = board?.ends.find((end) => end.arm === arm)?.pips;
  const [a, b] = tile.split('-').map(Number);
  const joint = arm && { arm, outer: a === inner ? b : a };
  now.v += 1;
  standing.ply += 1;
  standing.turn = 1;
  own.hand = own.hand.filter((one) => one !== tile);
  own.placements = [];
  layout?.push({ tile, seat: 0, joint });
  history?.push({ type: 'played', seat: 0, tile, joint });
  time.running = { seat: 1, since_ms: START, until_ms: START + 2 * MINUTE, warned: false };
  return now;
}

/** Presses Tab until something has the focus. @param {import('./person.js').Person} person @param {string} testid */
async function tabTo(person, testid) {
  const target = person.find(testid);
  for (let pressed = 0; pressed < 40; pressed += 1) {
    await person.page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The keyboard doesn't reach ${testid}.`);
}

test('who waits reads from when on they can go on, and presses it with the keyboard', async ({
  visit,
}) => {
  const ana = await visit('Ana', { at: null });
  const table = tableAt({ moment: 'hand', seats: 2, turn: 1 }, { 1: START }, gone(1));
  const { jumpTo, sent } = await openAt(ana.page, table);
  const prompt = ana.find('absent');
  await jumpTo(10 * SECOND);
  await expect(prompt).toHaveText('Ben is away. You can go on without them in 0:20.');
  await expect(prompt.getByRole('button')).toHaveCount(0);

  await jumpTo(30 * SECOND);
  await expect(prompt.locator('span').first()).toHaveText(/in 2:30 you can also claim the win\.$/);
  await tabTo(ana, 'absent-computer');
  // The button keeps the focus when others come beside it.
  await jumpTo(3 * MINUTE);
  await expect(ana.find('absent-claim')).toBeVisible();
  await expect(ana.find('absent-computer')).toBeFocused();
  await expect(ana.find('absent-claim')).not.toHaveClass(/primary/);
  await ana.page.keyboard.press('Enter');
  await expect
    .poll(() => sent.at(-1))
    .toEqual(expect.objectContaining({ type: 'absent', seat: 1, choice: 'computer' }));
});

test('a countdown is said once, and not each second', async ({ visit }) => {
  const ana = await visit('Ana', { at: null });
  const table = tableAt({ moment: 'hand', seats: 2, turn: 1 }, { 1: START }, gone(1));
  const { jumpTo } = await openAt(ana.page, table);
  const left = ana.find('absent').getByRole('timer');
  await expect(left).toHaveText('0:30');
  await expect(left).toHaveAttribute('aria-live', 'off');
  // All that changes in the live region but the running time is said.
  await ana.page.evaluate(() => {
    /** @type {string[]} */
    const said = [];
    const region = /** @type {Element} */ (document.querySelector('.prompts'));
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        if (!element?.closest('[role="timer"]')) said.push(region.textContent);
      }
    }).observe(region, { childList: true, characterData: true, subtree: true, attributes: true });
    Object.assign(window, { said });
  });
  const said = () => ana.page.evaluate(() => /** @type {any} */ (window).said);
  for (const second of [1, 2, 15, 29]) {
    await jumpTo(second * SECOND);
    await expect(left).toHaveText(`0:${String(30 - second).padStart(2, '0')}`);
  }
  expect(await said()).toEqual([]);
  await jumpTo(30 * SECOND);
  await expect(ana.find('absent-computer')).toBeVisible();
  expect(await said()).not.toEqual([]);
});

/** @type {Record<string, { table: () => ReturnType<typeof tableAt>, says: string, after: number, cut?: boolean }>} */
const SCREENS = {
  'opponent away for 0:10': {
    table: () => tableAt({ moment: 'hand', seats: 2, turn: 1 }, { 1: START }, gone(1)),
    says: 'in 0:20',
    after: 10 * SECOND,
  },
  'opponent away for 0:30': {
    table: () => tableAt({ moment: 'hand', seats: 2, turn: 1 }, { 1: START }, gone(1)),
    says: 'in 2:30',
    after: 30 * SECOND,
  },
  'opponent away for 3:00': {
    table: () => tableAt({ moment: 'hand', seats: 2, turn: 1 }, { 1: START }, gone(1)),
    says: 'Claim the win',
    after: 3 * MINUTE,
  },
  'opponent away for 10:00': {
    table: () => tableAt({ moment: 'long', seats: 2, turn: 1 }, { 1: START }, gone(1)),
    says: 'Claim the win',
    after: 10 * MINUTE,
  },
  'both away, back first': {
    table: () =>
      tableAt(
        { moment: 'hand', seats: 2, turn: 1, people: [{ lent: 'club' }] },
        { 1: START },
        gone(1),
      ),
    says: 'I’m back',
    after: 4 * MINUTE,
  },
  'two of four away': {
    table: () =>
      tableAt(
        { moment: 'long', seats: 4, turn: 1 },
        { 1: START, 3: START - MINUTE },
        gone(1, false),
      ),
    says: 'longest first: Dora & Ben.Let the computer play',
    after: 4 * MINUTE,
  },
  'the partner away': {
    table: () =>
      tableAt({ moment: 'hand', seats: 4, partners: true, turn: 2 }, { 2: START }, gone(2)),
    says: 'in 2:20',
    after: 40 * SECOND,
  },
  'opponent away, with a clock': {
    table: () =>
      tableAt({ moment: 'hand', seats: 2, turn: 1, clock: true }, { 1: START }, { seat: 1 }),
    says: 'in 0:12',
    after: 48 * SECOND,
  },
  'offline, with a clock': {
    table: () => tableAt({ moment: 'hand', seats: 2, clock: true }, {}),
    says: '0:12 left',
    after: 48 * SECOND,
    cut: true,
  },
  'offline in the turn of another, with a clock': {
    table: () => tableAt({ moment: 'hand', seats: 4, turn: 1, clock: true }, {}),
    says: '1:00 left',
    after: 48 * SECOND,
    cut: true,
  },
  'offline, without a clock': {
    table: () => tableAt({ moment: 'hand', seats: 4 }, {}),
    says: 'waits for you for a while',
    after: 0,
    cut: true,
  },
};

for (const [window, size] of Object.entries(WINDOWS)) {
  test(`what is said of players who are away covers nothing, ${window}`, async ({ visit }) => {
    const ana = await visit('Ana', { at: null, browser: { viewport: size } });
    const { page } = ana;
    ana.expectsOutage = true;
    const first = tableAt({ moment: 'lead', seats: 2 }, {});
    const { jumpTo, show } = await openAt(page, first);
    for (const [title, { table, says, after, cut }] of Object.entries(SCREENS)) {
      await page.context().setOffline(false);
      await jumpTo(0);
      await expect(ana.find('connection')).toBeHidden();
      const shown = table();
      await show(shown);
      await jumpTo(after);
      if (cut) await page.context().setOffline(true);
      await expect(page.locator('.prompt'), title).toContainText(says);
      const faults = faultsOf(await see(page, shown), size, () => false);
      await ana.picture(`away, ${title}, ${window}`);
      expect.soft(faults, title).toEqual([]);
      expect.soft(await axe(page, RULES_OF_WINDOWS), title).toEqual([]);
    }
    await page.context().setOffline(false);
  });
}

test('without a network the page says what the clock does, and on return what was played', async ({
  visit,
}) => {
  const ana = await visit('Ana', { at: null });
  ana.expectsOutage = true;
  const table = tableAt({ moment: 'hand', seats: 2, clock: true }, {});
  const { jumpTo, show } = await openAt(ana.page, table);
  // The browser reports a service worker that it can't fetch, although the page goes on without one.
  await ana.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await ana.page.context().setOffline(true);
  await expect(ana.find('connection')).toHaveText('You are offline.');
  await jumpTo(48 * SECOND);
  await expect(ana.find('lost')).toHaveText(/^Your clock goes on: 0:12 left\./);
  await jumpTo(MINUTE);
  await show(afterPlay(table));
  await ana.page.context().setOffline(false);
  await expect(ana.find('meanwhile')).toContainText('A tile was played for you: ');
  await expect(ana.find('lost')).toBeHidden();
  await ana.picture('away, back again');
});
