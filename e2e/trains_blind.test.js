/** Mexican Train by ear and keyboard alone: what a screen reader tells is all that the player has. */
import { expect, test } from './fixtures.js';
import { Listener } from './listener.js';
import { MEXICAN_TRAIN } from './unit/trains_match.js';

/** Few tiles of the smaller set, so that rounds are short; another round follows. */
const RULES = { ...MEXICAN_TRAIN, seating: 'three', hand_size: 5 };

test('a round of Mexican Train is played by ear and keyboard alone', async ({ come }) => {
  const person = await come('Ana');
  const data = { rules: { trains: RULES }, access: 'link', kept_seats: 0 };
  const { table } = await (await person.page.request.post('/api/tables', { data })).json();
  await person.page.goto(`/t/${table}`);
  for (const seat of [1, 2]) await person.find(`computer-${seat}`).selectOption('beginner');
  const ana = await Listener.at(person.page);
  await ana.tabTo('button', /^I am ready$/);
  await ana.press('Enter');
  await ana.hears(
    /Lots: You \d-\d, Ada \d-\d, Max \d-\d\. The engine is 9-9; (you begin|Ada begins|Max begins)\./,
  );

  let turns = 0;
  for (; await comesToPlay(ana); turns += 1) {
    await readsTheTable(ana);
    await playsATile(ana);
  }
  expect(turns).toBeGreaterThan(0);
  await ana.hears(/Points of the round: You \d+, Ada \d+, Max \d+\./);
  await ana.tabTo('button', /^Next round$/);
  await ana.press('Enter');
  await ana.hears(/The engine is 8-8; /);
});

/** Waits for the own turn, and hears what it asks for; false once the round is over. @param {Listener} player */
async function comesToPlay(player) {
  const said = await player.hears(
    /(Your turn\. Open to you: .*\(\d\)|\d-\d must be covered first \(.*?\)|Begin your train with a \d)|go(es)? out\.|the round is blocked\./,
  );
  return !/out\.|blocked\.$/.test(said);
}

/** Has the page read what it asks, the trains, the own hand with its places, and what the others have. @param {Listener} player */
async function readsTheTable(player) {
  await player.press('t');
  await player.hears(/Your turn|must be covered first|Begin your train/);
  await player.press('e');
  const train = String.raw`(not begun, takes \d|ends with \d after \d+ tiles?)`;
  const about = (/** @type {string} */ whose) =>
    String.raw`${whose}: ${train}, (open|closed)[^.]*\. `;
  const all = ['Your train', 'Ada’s train', 'Max’s train'].map(about).join('');
  await player.hears(new RegExp(`The engine is 9-9\\. ${all}The Mexican train: ${train}`));
  await player.press('h');
  await player.hears(
    /Your hand, \d+ tiles?: .* You can play .*\. ((Your|Ada’s|Max’s|The Mexican) train: \d-\d.*\.)+/,
  );
  await player.press('s');
  await player.hears(
    /Round 1 of 2, .* Ana: 0 points, \d+ tiles?; Ada: .*; Max: .* In the boneyard: \d+ tiles?\./,
  );
}

/** Goes to a tile that can be played, and to the last of its places if there are several; hears where it was played. @param {Listener} player */
async function playsATile(player) {
  await player.press('ArrowRight');
  await player.press('Home');
  while (!/can be played/.test((await player.focused()).name)) await player.press('ArrowRight');
  const [tile] = (await player.focused()).name.split(',');
  await player.press('Enter');
  const heard = await player.hears(
    new RegExp(`Where does ${tile} go\\?|You (play ${tile} on|cover \\d-\\d with ${tile})`),
  );
  if (!heard.startsWith('Where')) return;
  expect((await player.focused()).name).toMatch(
    /^On (your train|the Mexican train|the train of (Ada|Max)), which (begins|ends) with \d/,
  );
  await player.press('ArrowUp');
  await player.press('Enter');
  await player.hears(new RegExp(`You play ${tile} on (the Mexican|Ada’s|Max’s|your) train`));
}
