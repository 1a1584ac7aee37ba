import { expect, test } from './fixtures.js';
import { Listener } from './listener.js';

test('a round is played by ear and keyboard alone', async ({ visit, seatQuickPlayer }) => {
  // More than anybody gets in a round, as it was chosen for the last table: there is a next round.
  const people = { preset: 'Draw', changes: { target: 500 } };
  const { page } = await visit('Ana', { settings: { tables: { people } } });
  const ana = await Listener.at(page);

  await opensATable(ana, seatQuickPlayer);

  let plays = 0;
  while (await comesToPlay(ana)) {
    await readsTheTable(ana);
    await playsATile(ana);
    plays += 1;
  }
  expect(plays).toBeGreaterThan(0);
  await ana.tabTo('button', /^Next round$/);
  await ana.press('Enter');
  await expect.poll(() => ana.finds('heading', OVER)).toBe(false);
});

test('a match goes from the front page to its end by keyboard alone', async ({
  visit,
  seatQuickPlayer,
}) => {
  // It is over with the first round that anybody wins.
  const people = { preset: 'Draw', changes: { target: 1 } };
  const { page } = await visit('Ana', { settings: { tables: { people } } });
  const ana = await Listener.at(page);
  await opensATable(ana, seatQuickPlayer);
  while (await comesToPlay(ana)) await playsATile(ana);
  await ana.tabTo('button', /^My moves$/);
  await ana.tabTo('button', /^Lobby$/);
  await ana.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  await ana.tabTo('button', /^The computer/);
});

/**
 * Opens a table with a friend from the front page, where the friend sits down.
 *
 * @param {Listener} player
 * @param {(link: string, manner: { name: string }) => Promise<void>} seatQuickPlayer
 */
async function opensATable(player, seatQuickPlayer) {
  await player.tabTo('button', /^With a friend/);
  await player.press('Enter');
  await player.tabTo('button', /^Open the table$/);
  await player.press('Enter');
  await player.tabTo('textbox', /link/i);
  await seatQuickPlayer((await player.focused()).value, { name: 'Ben' });
  await player.hears(/Ben sits down/);
}

/** What the heading says once a round or a match is over. */
const OVER = /^(You win|Ben wins|Round 1 is)/;

/**
 * Waits until it is one's turn, or the round is over.
 *
 * @param {Listener} player
 * @returns {Promise<boolean>} whether it is one's turn
 */
async function comesToPlay(player) {
  const said = await player.hears(/Your turn|now play|go(es)? out|[Bb]locked|wins? the match/);
  return said === 'Your turn' || said === 'now play';
}

/**
 * Has the page read ends, hand and scores.
 *
 * @param {Listener} player
 */
async function readsTheTable(player) {
  await player.press('e');
  await player.hears(/open ends?: |No tile lies on the table/);
  await player.press('h');
  await player.hears(/You hold \d+ tiles?: .* You can play /);
  await player.press('s');
  await player.hears(/Ana \d+, Ben \d+, playing to 500/);
}

/**
 * Finds a tile that can be played, chooses it, and its end where there are several.
 *
 * @param {Listener} player
 */
async function playsATile(player) {
  await player.press('ArrowRight');
  await player.press('Home');
  while (!/can be played/.test((await player.focused()).name)) await player.press('ArrowRight');
  const [tile] = (await player.focused()).name.split(',');
  await player.press('Enter');
  const end = await player.focused();
  if (/ on the open /.test(end.name)) {
    expect(end.name).toContain(`Play ${tile} on the open`);
    await player.press('ArrowRight');
    await player.press('Enter');
  }
  await player.hears(new RegExp(`You (play|lead) ${tile}`));
}
