import { test as base } from '@playwright/test';
import { Cluster } from './cluster.js';
import { Mailbox } from './mailbox.js';
import { Person } from './person.js';
import { quickPlayer } from './quick_player.js';
import { Server } from './server.js';

export { expect } from '@playwright/test';

/**
 * What a person brings along.
 *
 * @typedef {object} Wishes
 * @property {Partial<import('../static/js/settings.js').Settings>} [settings] differing from those
 *   of `SETTINGS`
 * @property {import('@playwright/test').BrowserContextOptions} [browser]
 */

/**
 * @typedef {object} Fixtures
 * @property {Server} server a server of the test's own, with an empty database
 * @property {Mailbox} mailbox where all mails of `mailingServer` go
 * @property {Server} mailingServer as `server`, and it sends codes by email
 * @property {Cluster} cluster two nodes of the test's own, on one empty database
 * @property {(name: string, wishes?: Wishes) => Promise<Person>} visit somebody opens the lobby in
 *   a browser of their own, and is called so
 * @property {(address: string, name: string, wishes?: Wishes) => Promise<Person>} visitAt the same, at
 *   the server with this address
 * @property {(link: string, wishes?: import('./quick_player.js').Manner) => Promise<void>} seatQuickPlayer
 *   somebody without a page follows a link, takes a free seat and plays at once, whatever comes
 */

/**
 * How the people of the tests have set the client: every tile is played by their own hand, and
 * words are looked for in English.
 *
 * @type {Partial<import('../static/js/settings.js').Settings>}
 */
const SETTINGS = { auto_play: false, volume: 0, language: 'en' };

/** @type {import('@playwright/test').TestType<import('@playwright/test').PlaywrightTestArgs & import('@playwright/test').PlaywrightTestOptions & import('@playwright/test').PlaywrightWorkerArgs & import('@playwright/test').PlaywrightWorkerOptions & Fixtures, {}>} */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  server: async ({}, use) => {
    const server = await Server.start();
    await use(server);
    await server.remove();
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  mailbox: async ({}, use) => {
    const mailbox = await Mailbox.open();
    await use(mailbox);
    mailbox.close();
  },

  mailingServer: async ({ mailbox }, use) => {
    const from = 'Boneyard <boneyard@dominoes.example>';
    const server = await Server.start('--smtp', mailbox.url, '--mail-from', from);
    await use(server);
    await server.remove();
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  cluster: async ({}, use) => {
    const cluster = await Cluster.start(2);
    await use(cluster);
    await cluster.remove();
  },

  // The server comes first, so that it is there until the pages are closed.
  visit: async ({ server, visitAt }, use) => {
    await use((name, wishes) => visitAt(server.address, name, wishes));
  },

  visitAt: async ({ browser, contextOptions }, use) => {
    /** @type {Person[]} */
    const people = [];
    await use(async (address, name, wishes = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        ...wishes.browser,
        baseURL: address,
      });
      const person = new Person(name, await context.newPage());
      people.push(person);
      await person.set({ ...SETTINGS, ...wishes.settings });
      await person.arrive();
      return person;
    });
    for (const person of people) {
      await person.page.context().close();
      person.mustHaveNoTrouble();
    }
  },

  seatQuickPlayer: async ({ browser, server }, use) => {
    /** @type {import('@playwright/test').BrowserContext[]} */
    const contexts = [];
    await use(async (link, manner) => {
      const context = await browser.newContext({ baseURL: server.address });
      contexts.push(context);
      await quickPlayer(await context.newPage(), link, manner);
    });
    for (const context of contexts) await context.close();
  },
});
