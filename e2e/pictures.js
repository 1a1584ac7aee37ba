/**
 * Takes the README's pictures anew: `npm run pictures`. They show positions of matches that were played
 * once, so they change only if the page does.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { chromiumOptions } from './browsers.js';
import { settled } from './look.js';
import { Person } from './person.js';
import { compressed } from './png.js';
import { openPrepared } from './prepared.js';
import { openRecord } from './prepared_record.js';
import { FOUR, PreparedRound } from './prepared_round.js';
import { trainsAt } from './prepared_trains.js';
import { Server } from './server.js';

/** @typedef {import('./prepared_round.js').Played} Played */

/** A match against a computer player: its transcript, where tiles could go in some positions, its analysis. */
const { transcript, placements, analysis } = JSON.parse(
  await readFile(new URL('pictures.json', import.meta.url), 'utf8'),
);

/** @type {Played} */
const TWO = {
  transcript,
  analysis,
  people: [{ name: 'Ana' }, { name: 'Computer', computer: 'casual', ready: true }],
};

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

const server = await Server.start();
const browser = await chromium.launch(chromiumOptions);
try {
  await picture('table', DESKTOP, TWO, (round) => round.show(13, 0, placements[13]));
  await picture('phone', PHONE, TWO, async (round, person) => {
    await round.show(17, 0, placements[17]);
    await person.press('tile-4-0');
  });
  await picture('four', PHONE, FOUR, (round) => round.show(12, 0));
  await pictureOf('trains', DESKTOP, async ({ page }) => {
    await openPrepared(page, trainsAt({ moment: 'double', game: 'mexican_train', seats: 8 }));
  });
  await picture('analysis', PHONE, TWO, async (_, person) => {
    await openRecord(person, TWO, '?at=mistake');
    await person.find('mistake').first().waitFor();
  });
} finally {
  await browser.close();
  await server.remove();
}

/**
 * @param {string} name
 * @param {import('@playwright/test').BrowserContextOptions} options
 * @param {Played} played
 * @param {(round: PreparedRound, person: Person) => Promise<void>} prepare
 */
async function picture(name, options, played, prepare) {
  await pictureOf(name, options, async (person) => {
    await prepare(await PreparedRound.at(person, played), person);
  });
}

/**
 * @param {string} name
 * @param {import('@playwright/test').BrowserContextOptions} options
 * @param {(person: Person) => Promise<void>} prepare
 */
async function pictureOf(name, options, prepare) {
  const context = {
    baseURL: server.address,
    reducedMotion: /** @type {const} */ ('reduce'),
    ...options,
  };
  const person = new Person('Ana', await browser.newPage(context));
  await person.set({ auto_play: false, volume: 0, language: 'en' });
  await person.arrive();
  await prepare(person);
  // Nobody dealt these tiles, so there is nothing to check.
  await person.page.locator('.shield').evaluateAll((all) => {
    for (const one of all) /** @type {HTMLElement} */ (one).style.visibility = 'hidden';
  });
  // Nothing looks as if it were pointed at.
  await person.page.mouse.move(0, 0);
  await settled(person.page);
  const png = await compressed(person.page, await person.page.screenshot());
  await writeFile(new URL(`../docs/${name}.png`, import.meta.url), png);
  await person.page.close();
}
