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
 * @property {string | null} [at] which page is opened, the lobby unless said otherwise; null: none, and the visitor has
 *   no name yet
 */

/**
 * @typedef {object} Fixtures
 * @property {Server} server a server of the test's own, with an empty database
 * @property {Mailbox} mailbox where all mails of `mailingServer` go
 * @property {Server} mailingServer as `server`, and it sends codes by email
 * @property {Server} proxiedServer a server that takes the word of its proxy for the addresses of visitors
 * @property {Cluster} cluster two nodes of the test's own, on one empty database
 * @property {(options?: import('@playwright/test').BrowserContextOptions) => Promise<import('@playwright/test').Page>} newPage
 *   a page in a browser of its own, until the test ends
 * @property {(name: string, wishes?: Wishes) => Promise<Person>} visit somebody opens the lobby in
 *   a browser of their own, and is called so
 * @property {(address: string, name: string, wishes?: Wishes) => Promise<Person>} visitAt the same, at
 *   the server with this address
 * @property {(name: string, wishes?: Wishes) => Promise<Person>} come somebody has a browser of their own and is called
 *   so, but no page of the client is open yet: opening the lobby takes as long as all else of a short test
 * @property {(link: string, wishes?: import('./quick_player.js').Manner) => Promise<void>} seatQuickPlayer
 *   somebody without a page follows a link, takes a free seat and plays at once, whatever comes
 */

/** @typedef {{ sharedServer: Server }} WorkerFixtures */

/** An address of the server without the client. */
const NO_CLIENT = '/healthz';

/** How long a page of a failed test may take to be drawn, in milliseconds. */
const PICTURE_MS = 5000;

/**
 * Takes pictures of pages, if their test has failed. Playwright's own setting takes one of every page that is closed,
 * for the case that the test fails later.
 *
 * @param {import('@playwright/test').Page[]} pages
 * @param {import('@playwright/test').TestInfo} info
 */
async function takePictures(pages, info) {
  if (info.status === info.expectedStatus) return;
  for (const page of pages) {
    const path = info.outputPath(`page-${info.attachments.length + 1}.png`);
    const taken = page.screenshot({ path, timeout: PICTURE_MS });
    await taken.then(() => info.attach('page', { path })).catch(() => {});
  }
}

/**
 * How the people of the tests have set the client: every tile is played by their own hand, and
 * words are looked for in English.
 *
 * @type {Partial<import('../static/js/settings.js').Settings>}
 */
const SETTINGS = { auto_play: false, volume: 0, language: 'en' };

/** @type {import('@playwright/test').TestType<import('@playwright/test').PlaywrightTestArgs & import('@playwright/test').PlaywrightTestOptions & import('@playwright/test').PlaywrightWorkerArgs & import('@playwright/test').PlaywrightWorkerOptions & Fixtures, WorkerFixtures>} */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  server: async ({}, use) => {
    const server = await Server.start();
    await use(server);
    await server.remove();
  },

  sharedServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, /** @type {(server: Server) => Promise<void>} */ use) => {
      const server = await Server.start();
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],

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
  proxiedServer: async ({}, use) => {
    const server = await Server.start('--trusted-proxy', '127.0.0.1');
    await use(server);
    await server.remove();
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  cluster: async ({}, use) => {
    const cluster = await Cluster.start(2);
    await use(cluster);
    await cluster.remove();
  },

  page: async ({ page }, use, info) => {
    await use(page);
    await takePictures([page], info);
  },

  // The server comes first, so that it is there until the pages are closed.
  visit: async ({ server, visitAt }, use) => {
    await use((name, wishes) => visitAt(server.address, name, wishes));
  },

  newPage: async ({ browser, contextOptions }, use, info) => {
    /** @type {import('@playwright/test').Page[]} */
    const pages = [];
    await use(async (options) => {
      const context = await browser.newContext({ ...contextOptions, ...options });
      const page = await context.newPage();
      pages.push(page);
      return page;
    });
    const contexts = pages.map((page) => page.context());
    await takePictures(
      contexts.flatMap((context) => context.pages()),
      info,
    );
    for (const context of contexts) await context.close();
  },

  come: async ({ server, visitAt }, use) => {
    await use((name, wishes) => visitAt(server.address, name, { ...wishes, at: NO_CLIENT }));
  },

  visitAt: async ({ newPage }, use) => {
    /** @type {Person[]} */
    const people = [];
    await use(async (address, name, { browser, settings, at = '/' } = {}) => {
      const person = new Person(name, await newPage({ ...browser, baseURL: address }));
      people.push(person);
      await person.set({ ...SETTINGS, ...settings });
      if (at !== null) await person.arrive(at);
      return person;
    });
    for (const person of people) person.mustHaveNoTrouble();
  },

  seatQuickPlayer: async ({ server, newPage }, use) => {
    await use(async (link, manner) => {
      await quickPlayer(await newPage({ baseURL: server.address }), link, manner);
    });
  },
});

/**
 * For tests that look at pages alone: nobody at their server does what another test would see, such as to open a public
 * table, look for a match or keep a name. So the tests of a worker share it.
 */
export const testOfPages = test.extend({
  server: async ({ sharedServer }, use) => use(sharedServer),
});
