import { expect } from '@playwright/test';

/** Wants a table over days in the create dialog. @param {import('./person.js').Person} person */
async function chooseDays(person) {
  await person.find('pace-days').check({ force: true });
  await expect(person.find('days-2')).toBeChecked();
}

/**
 * Two people at a table over days, whose tiles are dealt. Neither waited for the other.
 *
 * @param {import('./person.js').Person} ana
 * @param {import('./person.js').Person} ben
 */
export async function seated(ana, ben) {
  await ana.page.goto('/');
  const link = await ana.create('Draw', { choose: chooseDays });
  const url = ana.page.url();
  // The host leaves before anybody comes, and the guest before the tiles are dealt.
  await ana.page.goto('/');
  await ben.join(link);
  await expect(ben.find('waiting')).toContainText('when everybody has opened this page once more');
  await ben.page.goto('/');
  await ana.page.goto(url);
  // Ben may have gone before his browser told its seed: it tells it now.
  await ben.page.goto(url);
  await Promise.all([ana.waitForPlaying(), ben.waitForPlaying()]);
  await ben.page.goto('/');
  return url;
}

/** Whether a table waits for somebody, as the list of their own tables says. @param {import('./person.js').Person} person @param {string} url */
export async function waits(person, url) {
  await person.page.goto('/');
  const row = person.find(`table-${new URL(url).pathname.split('/').at(-1)}`);
  await expect(row).toBeVisible();
  return (await row.getAttribute('data-waits')) !== null;
}

/** Goes to a table and plays there, if it waits; what has happened meanwhile is shown first. @param {import('./person.js').Person} person @param {string} url */
export async function comeAndPlay(person, url) {
  if (!(await waits(person, url))) return false;
  await person.page.goto(url);
  await person.step();
  await person.page.goto('/');
  return true;
}
