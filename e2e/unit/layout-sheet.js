/**
 * Draws difficult chains through the client's own layout and tile modules, for people to look
 * at: `node e2e/unit/layout-sheet.js sheet.html [sheet.png]`. The page written needs no server.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import config from '../../playwright.config.js';
import { chainOf, lead, NINES, playOn, TILES } from './rounds.js';

/** @import {AddressInfo} from 'node:net' */
/** @import {Chain} from '../../static/js/games/line/layout/chain.js' */
/** @import {Round} from './rounds.js' */

const STATIC = fileURLToPath(new URL('../../static', import.meta.url));
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

/**
 * A chain to draw.
 * @typedef {object} Sample
 * @property {string} title
 * @property {number} width
 * @property {number} height
 * @property {string} tile the lead
 * @property {boolean} spins
 * @property {string} favoured arms that grow longest
 * @property {number} [most] tiles, 28 if left out; more are of double-nine
 */

/** @type {Sample[]} */
const SAMPLES = [
  { title: 'two ends, portrait', width: 390, height: 500, tile: '6-6', spins: false, favoured: '' },
  { title: 'one end', width: 390, height: 500, tile: '4-1', spins: false, favoured: 'a' },
  { title: 'four arms', width: 390, height: 500, tile: '6-6', spins: true, favoured: '' },
  { title: 'four, two short', width: 390, height: 500, tile: '5-5', spins: true, favoured: 'ab' },
  { title: 'side arms long', width: 390, height: 500, tile: '3-3', spins: true, favoured: 'cd' },
  { title: 'one arm of four', width: 390, height: 500, tile: '2-2', spins: true, favoured: 'c' },
  { title: 'late spinner', width: 390, height: 500, tile: '6-5', spins: true, favoured: '' },
  {
    title: 'half a round',
    width: 390,
    height: 500,
    tile: '6-6',
    spins: true,
    favoured: '',
    most: 12,
  },
  { title: 'two ends, 320', width: 320, height: 400, tile: '5-3', spins: false, favoured: '' },
  { title: 'four arms, 320', width: 320, height: 400, tile: '4-4', spins: true, favoured: '' },
  { title: 'one of four, 320', width: 320, height: 400, tile: '1-1', spins: true, favoured: 'a' },
  { title: 'tall phone', width: 390, height: 640, tile: '0-0', spins: true, favoured: '' },
  { title: 'phone on its side', width: 740, height: 240, tile: '6-6', spins: true, favoured: '' },
  { title: 'the same, two ends', width: 740, height: 240, tile: '6-2', spins: false, favoured: '' },
  { title: '320 by 240', width: 320, height: 240, tile: '5-5', spins: true, favoured: '' },
  {
    title: '320 by 240, two ends',
    width: 320,
    height: 240,
    tile: '3-2',
    spins: false,
    favoured: '',
  },
  { title: 'tablet, four', width: 740, height: 560, tile: '6-6', spins: true, favoured: '' },
  { title: 'tablet, late', width: 740, height: 560, tile: '6-4', spins: true, favoured: 'b' },
  { title: 'laptop, two ends', width: 1280, height: 520, tile: '6-4', spins: false, favoured: '' },
  { title: 'laptop, four', width: 1280, height: 520, tile: '5-5', spins: true, favoured: '' },
  { title: 'laptop, one arm', width: 1280, height: 520, tile: '5-5', spins: true, favoured: 'b' },
  { title: 'laptop, late', width: 1280, height: 520, tile: '4-3', spins: true, favoured: '' },
  {
    title: 'laptop, side arms',
    width: 1280,
    height: 520,
    tile: '1-1',
    spins: true,
    favoured: 'cd',
  },
  { title: 'wide', width: 1280, height: 300, tile: '2-2', spins: true, favoured: 'ac' },
  {
    title: 'double-nine, phone',
    width: 350,
    height: 290,
    tile: '9-9',
    spins: false,
    favoured: '',
    most: 40,
  },
  {
    title: 'double-nine, one end',
    width: 350,
    height: 230,
    tile: '8-3',
    spins: false,
    favoured: 'b',
    most: 40,
  },
  {
    title: 'double-nine, four arms',
    width: 350,
    height: 290,
    tile: '9-9',
    spins: true,
    favoured: '',
    most: 50,
  },
  {
    title: 'double-nine, laptop',
    width: 940,
    height: 400,
    tile: '7-7',
    spins: false,
    favoured: '',
    most: 48,
  },
];

/**
 * The longest of some rounds that begin with a sample's lead.
 * @param {Sample} sample
 * @param {number} nth
 * @returns {Round}
 */
function roundOf({ tile, spins, favoured, most = 28 }, nth) {
  let state = nth + 1;
  const choices = () =>
    Array.from({ length: most - 1 }, () => {
      // Numerical Recipes' linear congruential generator: the same sheet every time.
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 8;
    });
  const start = lead(tile, spins, most > TILES.length ? NINES : TILES);
  let best = playOn(start, choices(), favoured);
  for (let i = 0; i < 300 && best.laid.length < most; i += 1) {
    const round = playOn(start, choices(), favoured);
    if (round.laid.length > best.laid.length) best = round;
  }
  return best;
}

/** Runs in the page: draws every chain. @param {{sample: Sample, chain: Chain}[]} items */
async function drawAll(items) {
  /** @type {typeof import('../../static/js/games/line/layout/layout.js')} */
  const { layout } = await import(/** @type {string} */ ('/js/games/line/layout/layout.js'));
  /** @type {typeof import('../../static/js/tiles/tile.js')} */
  const { drawTile } = await import(/** @type {string} */ ('/js/tiles/tile.js'));
  for (const { sample, chain } of items) {
    const { width, height, title } = sample;
    const found = layout(chain, { width, height });
    const figure = document.createElement('figure');
    const caption = document.createElement('figcaption');
    caption.textContent = `${title}: ${chain.laid.length} tiles, ${width} × ${height}, unit ${found.unit}`;
    const board = document.createElement('div');
    board.className = 'board';
    board.style.cssText = `width: ${width}px; height: ${height}px`;
    /** @param {Element} element @param {import('../../static/js/games/line/layout/layout.js').Box} box */
    const put = (element, box) => {
      const left = box.x - box.width / 2;
      const top = box.y - box.height / 2;
      const style = `left: ${left}px; top: ${top}px; width: ${box.width}px; height: ${box.height}px`;
      element.setAttribute('style', `position: absolute; ${style}`);
      board.append(element);
    };
    for (const end of found.ends) {
      const mark = document.createElement('div');
      mark.className = 'end';
      put(mark, end);
    }
    for (const tile of found.tiles) {
      const drawn = drawTile(tile.tile, tile.angle);
      drawn.classList.toggle('lead', tile.index === 0);
      put(drawn, tile);
    }
    figure.append(board, caption);
    document.body.append(figure);
  }
}

const STYLE = `
  body { margin: 12px; width: 2640px; background: #16201b; color: #dde; font: 14px sans-serif;
    display: flex; flex-wrap: wrap; gap: 14px; align-items: flex-end; }
  figure { margin: 0; }
  figcaption { padding: 4px; }
  .board { position: relative; background: #1f7259; border-radius: 10px; }
  .end { border: 2px dashed #ffd16688; border-radius: 6px; box-sizing: border-box; }
  .lead { --tile-face: #ffe9b8; }
`;

/** Serves the client's files, as the server does. */
async function serve() {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(path))];
    const body =
      path === '/' ? '<!doctype html>' : await readFile(join(STATIC, path)).catch(() => null);
    response.writeHead(body === null ? 404 : 200, { 'content-type': type ?? 'text/html' });
    response.end(body ?? '');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(null)));
  const { port } = /** @type {AddressInfo} */ (server.address());
  return { server, address: `http://127.0.0.1:${port}/` };
}

/**
 * @param {string} html where the page is written
 * @param {string} [png] where its picture is written
 */
async function main(html, png) {
  const items = SAMPLES.map((sample, nth) => ({ sample, chain: chainOf(roundOf(sample, nth)) }));
  const { server, address } = await serve();
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 2664, height: 1200 } });
    await page.goto(address);
    const colours = await readFile(join(STATIC, 'css/tile.css'), 'utf8');
    await page.addStyleTag({ content: colours + STYLE });
    await page.evaluate(drawAll, items);
    await writeFile(html, await page.content());
    if (png) await page.screenshot({ path: png, fullPage: true });
  } finally {
    await browser.close();
    server.close();
  }
}

const [html, png] = process.argv.slice(2);
if (!html) throw new Error('usage: node e2e/unit/layout-sheet.js sheet.html [sheet.png]');
await main(html, png);
