/**
 * Looks at the table in windows of many sizes, with two to four players, at the moments that need most
 * room, and prints what the board gets and what is wrong: `npm run matrix`. It fails if anything is.
 * `npm run matrix -- --pictures FOLDER --size 390x844 --moment hand` takes a picture of each screen, too,
 * and looks at a part of them only; `--size` and `--moment` can be given several times.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { named } from './boxes.js';
import { chromiumOptions } from './browsers.js';
import { lookAtPages, NAMES, preparePages } from './matrix_pages.js';
import { lookAtTrains } from './matrix_trains.js';
import { Person } from './person.js';
import { MOMENTS, matchAt, openPrepared } from './prepared.js';
import { boardShare, faultsOf, see } from './screen.js';
import { Server } from './server.js';

/** @typedef {import('./boxes.js').Size} Size */
/** @typedef {import('./prepared.js').Wishes} Wishes */
/** @typedef {import('../static/js/settings.js').Settings} Settings */

/** @type {Size[]} */
export const SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 375, height: 667 },
  { width: 390, height: 664 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1366, height: 650 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

/** Who plays: each for themselves, or four in pairs. */
const COMPANIES = /** @type {const} */ ({
  two: { seats: 2 },
  three: { seats: 3 },
  four: { seats: 4 },
  partners: { seats: 4, partners: true },
});

/**
 * What is written on the table: ordinary names in English, where all texts stand in full; and the longest
 * names, beside clocks and the pips that the seats lack, in the language whose texts are the longest. And
 * the ordinary names with longer texts than any language has, and with texts from right to left.
 *
 * @type {Record<'usual' | 'longest' | 'long' | 'rtl', { settings: Partial<Settings>, wishes: Partial<Wishes>, words?: string }>}
 */
export const TEXTS = {
  usual: {
    settings: { language: 'en' },
    wishes: { people: [{}, { name: 'Benedetta' }, { computer: 'casual' }, { computer: 'expert' }] },
  },
  long: { settings: { language: 'en' }, wishes: {}, words: 'long' },
  rtl: { settings: { language: 'en' }, wishes: {}, words: 'rtl' },
  longest: {
    settings: { language: 'fr', show_lacks: true },
    wishes: {
      people: [NAMES.wide, NAMES.wide, NAMES.hebrew, NAMES.arabic].map((name) => ({ name })),
      clock: true,
      lacks: [[], [0, 1, 2, 3, 5, 6], [4], [1, 2]],
    },
  },
};

/** Only the longest names may be shortened. @param {string} text */
const mayShorten = (text) => /WWW|[\u0590-\u06ff]{3}/.test(text);

/** @typedef {keyof typeof TEXTS} Texts */

/**
 * A row of the matrix: a moment, who plays, and what was found at each size.
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {{ size: Size, share: number, tile: number, faults: string[] }[]} cells
 */

/**
 * Which screens are looked at, and whether pictures are taken of them.
 *
 * @typedef {object} Scope
 * @property {Texts} texts
 * @property {readonly Size[]} sizes in this order
 * @property {readonly string[]} [moments]
 * @property {string} [pictures] the folder for pictures
 */

/**
 * Looks at the moments with every number of players at every size.
 *
 * @param {import('@playwright/test').Page} page
 * @param {Scope} scope
 */
export async function matrix(page, { texts, sizes, moments = MOMENTS, pictures }) {
  /** @type {Row[]} */
  const rows = [];
  const { wishes, words } = TEXTS[texts];
  const show = await openPrepared(page, matchAt({ moment: 'lead', seats: 2 }), { words });
  for (const moment of MOMENTS.filter((one) => moments.includes(one))) {
    // Nothing is left to be played in the longest layout.
    const turn = moment === 'long' ? 1 : 0;
    for (const [players, company] of Object.entries(COMPANIES)) {
      // Only two can be dealt so many.
      if (moment === 'fourteen' && company.seats > 2) continue;
      const table = matchAt({ moment, ...company, ...wishes, turn });
      await show(table);
      /** @type {Row} */
      const row = { name: `${moment}, ${players}`, cells: [] };
      for (const size of sizes) {
        await page.setViewportSize(size);
        const seen = await see(page, table);
        const faults = faultsOf(seen, size, mayShorten);
        row.cells.push({ size, share: boardShare(seen, size), tile: seen.tile, faults });
        const path = pictures && join(pictures, `${row.name}, ${texts}, ${named(size)}.png`);
        if (path) await page.screenshot({ path });
      }
      rows.push(row);
    }
  }
  return rows;
}

/**
 * The rows as a table: of each screen the share of the height that the board has and the least side of
 * a tile in pixels, and whether anything is wrong. Below it, what is wrong, and where.
 *
 * @param {Row[]} rows
 */
export function printed(rows) {
  const widest = Math.max(...rows.map(({ name }) => name.length));
  /** @param {string} name @param {string[]} cells */
  const line = (name, cells) =>
    `${name.padEnd(widest)}${cells.map((cell) => cell.padStart(11)).join('')}`;
  const sizes = rows[0].cells.map(({ size }) => named(size));
  const lines = rows.map(({ name, cells }) => line(name, cells.map(cellInWords)));
  return [line('', sizes), ...lines, ...faultLines(rows)].join('\n');
}

/** @param {Row['cells'][number]} cell */
function cellInWords({ share, tile, faults }) {
  const side = Number.isFinite(tile) ? String(Math.round(tile)) : '–';
  return `${faults.length > 0 ? '! ' : ''}${Math.floor(share * 100)} % ${side.padStart(2)}`;
}

/** Each fault once, with its places: rows that have it at the same sizes are named together. @param {Row[]} rows */
function faultLines(rows) {
  const faults = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.faults)));
  return [...faults].flatMap((fault) => {
    /** @type {Map<string, string[]>} */
    const places = new Map();
    for (const { name, cells } of rows) {
      const at = cells.filter((cell) => cell.faults.includes(fault));
      const sizes = at.map(({ size }) => named(size)).join(' ');
      if (sizes !== '') places.set(sizes, [...(places.get(sizes) ?? []), name]);
    }
    return [
      `\n${fault}`,
      ...[...places].map(([sizes, names]) => `  ${sizes}: ${names.join('; ')}`),
    ];
  });
}

/** What the command line asks for. */
function asked() {
  const { values } = parseArgs({
    options: {
      pictures: { type: 'string' },
      size: { type: 'string', multiple: true, default: SIZES.map(named) },
      moment: { type: 'string', multiple: true, default: [...MOMENTS] },
    },
  });
  const wanted = values.size.map((size) => size.replace('x', '×'));
  const sizes = SIZES.filter((size) => wanted.includes(named(size)));
  return { sizes, moments: values.moment, pictures: values.pictures };
}

/** Tables of trains. @param {import('@playwright/test').Browser} browser @param {Server} server @param {Omit<Scope, 'texts' | 'moments'>} scope */
async function trains(browser, server, { sizes, pictures }) {
  const options = { baseURL: server.address, reducedMotion: /** @type {const} */ ('reduce') };
  const person = new Person('Ana', await browser.newPage(options));
  await person.set({ language: 'en', auto_play: false, volume: 0 });
  const faults = await lookAtTrains(person.page, { sizes, pictures });
  process.stdout.write(`\nTrains\n${faults.join('\n') || 'nothing is wrong'}\n`);
  if (faults.length > 0) process.exitCode = 1;
}

/** The pages beside the table. @param {import('@playwright/test').Browser} browser @param {Server} server @param {Omit<Scope, 'texts'>} scope */
async function pages(browser, server, { sizes, pictures }) {
  const people = [];
  for (const name of Object.values(NAMES)) {
    const options = { baseURL: server.address, reducedMotion: /** @type {const} */ ('reduce') };
    const person = new Person(name, await browser.newPage(options));
    await person.set({ language: 'en', auto_play: false, volume: 0 });
    await person.arrive();
    people.push(person);
  }
  const [wide, hebrew, arabic] = people;
  const opened = await preparePages(wide, hebrew, arabic);
  const faults = await lookAtPages(wide, opened, sizes, pictures);
  process.stdout.write(`\nThe pages\n${faults.join('\n') || 'nothing is wrong'}\n`);
  if (faults.length > 0) process.exitCode = 1;
}

async function main() {
  const scope = asked();
  const server = await Server.start();
  const browser = await chromium.launch(chromiumOptions);
  try {
    for (const texts of /** @type {Texts[]} */ (Object.keys(TEXTS))) {
      const options = { baseURL: server.address, reducedMotion: /** @type {const} */ ('reduce') };
      const person = new Person('Ana', await browser.newPage(options));
      await person.set({ ...TEXTS[texts].settings, auto_play: false, volume: 0 });
      const rows = await matrix(person.page, { texts, ...scope });
      process.stdout.write(`\nThe ${texts} texts\n${printed(rows)}\n`);
      if (rows.some(({ cells }) => cells.some(({ faults }) => faults.length > 0))) {
        process.exitCode = 1;
      }
    }
    if (scope.moments.length === MOMENTS.length) {
      await trains(browser, server, scope);
      await pages(browser, server, scope);
    }
  } finally {
    await browser.close();
    await server.remove();
  }
}

if (process.argv[1] === import.meta.filename) await main();
