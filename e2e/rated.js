import { expect } from '@playwright/test';

/** @typedef {import('./person.js').Person} Person */

/**
 * Two who keep accounts play a rated match, which the second gives up after a tile of each.
 *
 * @param {Person} host
 * @param {Person} other
 * @param {{ preset: string, access: 'link' | 'public' }} which
 * @returns {Promise<string>} what it did to the host's rating
 */
export async function playRated(host, other, { preset, access }) {
  const { request } = host.page;
  const { line } = await (await request.get('/api/presets')).json();
  const { rules } = line.presets.find(
    (/** @type {{ name: string }} */ { name }) => name === preset,
  );
  const data = { rules: { line: rules }, access, kept_seats: 0, rated: true };
  const { table, invite } = await (await request.post('/api/tables', { data })).json();
  await host.page.goto(`/t/${table}`);
  await other.page.goto(`/t/${table}?invite=${invite}`);
  await other.press('sit');
  await host.ready();
  await Promise.all([host.waitForPlaying(), other.waitForPlaying()]);
  await Promise.all([host.layQuickly(2), other.layQuickly(2)]);
  // What the match did is asked for until it is known.
  for (const person of [host, other]) person.expectsRefusal = true;
  await other.press('leave');
  await other.press('leave-resign');
  await other.press('resign-yes');
  await expect(host.find('rating-change')).toContainText('1500 → 15');
  return (await host.find('rating-change').textContent()) ?? '';
}
