/** Names of people: two that are the same, long ones, and ones that are written from right to left. */
import { expect, test } from './fixtures.js';
import { look } from './look.js';

test('of two guests of one name one is muted, and the other is still heard', async ({ come }) => {
  const ana = await come('Ana');
  const link = await ana.open('Five-Up', { seating: 'three' });
  const first = await come('Ada');
  await first.join(link);
  const second = await come('Ada');
  await second.join(link);
  await expect(ana.find('chair-1')).toContainText('Ada');
  await expect(ana.find('chair-2')).toContainText('Ada (2)');
  await ana.find('chair-1').getByTestId('chair-menu-1').click();
  await expect(ana.find('seat-menu')).toContainText('Ada');
  await ana.press('seat-mute');
  await look(ana, 'seat menu, two of one name');
  await ana.page.keyboard.press('Escape');
  await ana.find('chair-2').getByTestId('chair-menu-2').click();
  await expect(ana.find('seat-menu').getByRole('heading')).toHaveText('Ada (2)');
  await expect(ana.find('seat-mute')).toHaveText('Mute');
  await ana.page.keyboard.press('Escape');

  for (const [person, text] of /** @type {const} */ ([
    [first, 'from the first'],
    [second, 'from the second'],
  ])) {
    await person.find('chat-input').fill(text);
    await person.press('chat-send');
  }
  await expect(ana.find('chat-log')).toContainText('Ada (2) from the second');
  await expect(ana.find('chat-log')).not.toContainText('from the first');
  await look(ana, 'chat, two of one name');
});
