import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from '@playwright/test';
import { Person } from './person.js';

export { expect } from '@playwright/test';

/**
 * @typedef {object} Fixtures
 * @property {string} server a server of the test's own, with an empty database: its address
 * @property {(name: string) => Promise<Person>} visit somebody opens the lobby in a browser of
 *   their own, and is called so
 */

/** @type {import('@playwright/test').TestType<import('@playwright/test').PlaywrightTestArgs & import('@playwright/test').PlaywrightTestOptions & import('@playwright/test').PlaywrightWorkerArgs & import('@playwright/test').PlaywrightWorkerOptions & Fixtures, {}>} */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  server: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'boneyard-e2e-'));
    const server = spawn(
      'target/debug/boneyard-server',
      ['--listen', '127.0.0.1:0', '--database', `sqlite://${join(folder, 'boneyard.db')}`],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, BONEYARD_LOG: 'warn' } },
    );
    const stopped = new Promise((resolve) => server.once('exit', resolve));
    const lines = createInterface({ input: server.stdout });
    const address = await Promise.race([
      new Promise((resolve) => lines.once('line', resolve)),
      stopped.then(() => {
        throw new Error('The server stopped before it said its address.');
      }),
    ]);
    await use(String(address));
    server.kill('SIGTERM');
    await stopped;
    await rm(folder, { recursive: true });
  },

  visit: async ({ browser, server, contextOptions }, use) => {
    /** @type {Person[]} */
    const people = [];
    await use(async (name) => {
      const context = await browser.newContext({ ...contextOptions, baseURL: server });
      const person = new Person(name, await context.newPage());
      people.push(person);
      await person.arrive();
      return person;
    });
    for (const person of people) {
      await person.page.context().close();
      person.mustHaveNoTrouble();
    }
  },
});
