import { expect, test } from './fixtures.js';

test('a lone visitor plays the computer within two clicks, and again', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.press('play-computer');
  await ana.chooseTarget(20);
  await ana.press('open-table');
  await expect(ana.find('seat-1')).toContainText('Computer (Casual)');
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
  for (const seat of [1, 2, 3]) await ana.find(`computer-${seat}`).selectOption('beginner');
  await expect(ana.find('chair-3')).toContainText('Computer (Beginner)');
  await ana.press('remove-3');
  await ana.find('computer-3').selectOption('club');
  await expect(ana.find('chair-3')).toContainText('Computer (Club)');
  await ana.picture('waiting, with computers');
  await ana.ready();
  await ana.play();
});
