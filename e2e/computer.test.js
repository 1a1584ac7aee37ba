import { expect, test } from './fixtures.js';

test('a lone visitor plays the computer within two clicks, and again', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.press('computer-choices');
  await ana.chooseTarget(20);
  await ana.press('open-table');
  await expect(ana.find('seat-1')).toContainText('Adacasual');
  await expect(ana.find('open-chat')).toBeHidden();
  await expect(ana.find('chat')).toBeHidden();
  await ana.play();
  await ana.press('rematch');
  await expect(ana.find('summary')).toBeHidden();
});

test('a host gives free seats to computer players, and takes one back', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.create('Party Block', {
    choose: async (person) => {
      await person.find('seating-partners').check({ force: true });
      await person.chooseTarget(10);
    },
  });
  for (const seat of [1, 2]) await ana.find(`computer-${seat}`).selectOption('beginner');
  await expect(ana.find('chair-2')).toContainText('Max · beginner');
  await ana.press('remove-2');
  await expect(ana.find('pairs')).toHaveText(/^You \+ seat 3 against Ada \+ seat 4$/);
  await ana.find('computer-2').selectOption('club');
  await expect(ana.find('chair-2')).toContainText('Max · club');
  await ana.picture('waiting, with computers');
  await ana.find('computer-3').selectOption('beginner');
  await ana.playQuickly();
});

test('whoever plays the computer may ask what an expert would play', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.press('computer-choices');
  await expect(ana.find('open-table')).toHaveText('Start');
  await ana.press('open-table');
  await ana.waitForTurn();
  await ana.press('hint');
  await expect(ana.find('hint-line')).toContainText('The expert: ');
  const hinted = ana.page.locator('.held[data-hinted]');
  await expect(hinted).toHaveCount(1);
  const tile = await hinted.getAttribute('data-tile');
  await expect(ana.find('hint-line')).toContainText(String(tile));
  await ana.page.locator('.end[data-hinted]').click();
  await expect(ana.find(`tile-${tile}`)).toBeHidden();
  await expect(ana.find('hint-line')).toBeEmpty();
  await ana.waitForTurn();
  await ana.page.keyboard.press('i');
  await expect(ana.find('hint-line')).toContainText('The expert: ');
});

test('a host can open a table with hints, or against the computer without', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.press('computer-choices');
  await ana.chooseOption('hints-false');
  await ana.press('open-table');
  await ana.waitForTurn();
  await expect(ana.find('hint')).toBeHidden();
  // The next table is as the last one was.
  await ana.page.goto('/');
  await ana.press('play-computer');
  await ana.waitForTurn();
  await expect(ana.find('hint')).toBeHidden();
  await ana.page.goto('/');
  await ana.press('computer-choices');
  await ana.openOptions();
  await expect(ana.find('hints-false')).toBeChecked();
});
