/**
 * Measures the client in Chromium and prints the figures: `npm run measure`. What comes out hangs on
 * the machine, so nothing is demanded of it here; the tests hold what doesn't (`load.test.js`).
 */
import { chromium } from '@playwright/test';
import { chromiumOptions } from './browsers.js';
import { framesInFlight, record, tasks } from './measure_trace.js';
import { Person } from './person.js';
import { quickPlayer } from './quick_player.js';
import { Server } from './server.js';

/** A phone of the middle range against this machine, as Lighthouse has it. */
const CPU_RATE = 4;

/** Lighthouse's slow 4G, as the browser itself can slow down: 150 ms and 1.6 Mbit/s. */
const SLOW_4G = Object.freeze({
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
});

/** A page is at rest once nothing long has run for this time. */
const QUIET_MS = 5000;

/** What a task may take before people feel it. */
const LONG_TASK_MS = 50;

/** How many tiles are played while it is measured. */
const PLAYS = 14;

const PHONE = Object.freeze({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });

const server = await Server.start();
const browser = await chromium.launch(chromiumOptions);
try {
  await firstVisit();
  await playing();
} finally {
  await browser.close();
  await server.remove();
}

/** Somebody in the lobby, with a browser of their own. */
async function visit() {
  const context = await browser.newContext({ ...PHONE, baseURL: server.address });
  const person = new Person('Ana', await context.newPage());
  await person.set({ auto_play: false, volume: 0, language: 'en' });
  await person.arrive();
  return person;
}

/** The table's page with nothing kept, on a slow network and a slow phone. */
async function firstVisit() {
  const host = await visit();
  const link = await host.create('Five-Up');
  const page = await (await browser.newContext(PHONE)).newPage();
  const devtools = await page.context().newCDPSession(page);
  let bytes = 0;
  let requests = 0;
  devtools.on('Network.requestWillBeSent', () => {
    requests += 1;
  });
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
  await page.addInitScript(observe);
  await page.goto(link);
  await page.getByTestId('sit').waitFor();
  await page.waitForFunction(atRest, QUIET_MS, { polling: 500 });
  const seen = await page.evaluate(() => /** @type {any} */ (window).measured);
  const { fcp, lcp, usable, cls } = seen;
  /** @type {{ start: number, ms: number }[]} */
  const tasks = seen.tasks;
  const interactive = Math.max(usable, ...tasks.map(({ start, ms }) => start + ms));
  const blocked = tasks
    .filter(({ start }) => start >= fcp)
    .reduce((sum, { ms }) => sum + ms - LONG_TASK_MS, 0);
  print('First visit to a table, slow 4G, CPU / 4', {
    'transferred, kB': (bytes / 1000).toFixed(1),
    requests,
    'first contentful paint, ms': fcp.toFixed(0),
    'largest contentful paint, ms': lcp.toFixed(0),
    'seats can be taken, ms': usable.toFixed(0),
    'time to interactive, ms': interactive.toFixed(0),
    'total blocking time, ms': blocked.toFixed(0),
    'cumulative layout shift': cls.toFixed(4),
  });
  await page.context().close();
  await host.page.context().close();
}

/** Runs in the page: writes down what the browser tells of its loading. */
function observe() {
  /** @type {{ fcp: number, lcp: number, usable: number, cls: number, tasks: { start: number, ms: number }[] }} */
  const measured = { fcp: 0, lcp: 0, usable: 0, cls: 0, tasks: [] };
  Object.assign(window, { measured });
  /** @param {string} type @param {(entry: any) => void} take */
  const on = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') measured.fcp = entry.startTime;
  });
  on('largest-contentful-paint', (entry) => {
    measured.lcp = entry.startTime;
  });
  on('layout-shift', (entry) => {
    measured.cls += entry.value;
  });
  on('longtask', (entry) => measured.tasks.push({ start: entry.startTime, ms: entry.duration }));
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-testid="sit"]')) return;
    measured.usable = performance.now();
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true });
}

/**
 * Runs in the page.
 *
 * @param {number} quietMs
 */
function atRest(quietMs) {
  const { tasks, usable } = /** @type {any} */ (window).measured;
  const last = Math.max(usable, ...tasks.map((/** @type {any} */ one) => one.start + one.ms));
  return performance.now() > last + quietMs;
}

/** A round on a slow phone: how tiles fly in, and how long anything takes. */
async function playing() {
  const ana = await visit();
  const link = await ana.create('Five-Up', {
    choose: (person) => person.chooseTarget(1000),
  });
  await ana.press('not-ready');
  const other = await browser.newContext({ baseURL: server.address });
  await quickPlayer(await other.newPage(), link, { name: 'Ben' });
  await ana.page.evaluate(markFlights);
  const devtools = await ana.page.context().newCDPSession(ana.page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
  const trace = await record(browser, ana.page, async () => {
    await ana.ready();
    for (let plays = 0; plays < PLAYS; plays += 1) await ana.step();
  });
  const { flights, shown, dropped } = framesInFlight(trace);
  const longest = tasks(trace);
  print('Playing, CPU / 4', {
    'tiles that flew': flights,
    'frames shown while they flew': shown,
    'frames dropped': dropped,
    'shown of 60 a second, %': ((100 * shown) / Math.max(1, shown + dropped)).toFixed(1),
    'longest task, ms': longest[0].ms.toFixed(1),
    [`tasks over ${LONG_TASK_MS} ms`]: longest.filter(({ ms }) => ms > LONG_TASK_MS).length,
  });
  print(
    'The longest tasks, ms, and what took longest in them',
    Object.fromEntries(longest.slice(0, 5).map(({ ms, parts }) => [ms.toFixed(1), parts()])),
  );
}

/** Runs in the page: marks when a tile flies. */
function markFlights() {
  const { animate } = Element.prototype;
  Element.prototype.animate = function marked(keyframes, options) {
    const animation = animate.call(this, keyframes, options);
    if (this.classList.contains('laid')) {
      performance.mark('flight-start');
      animation.finished.then(
        () => performance.mark('flight-end'),
        () => performance.mark('flight-end'),
      );
    }
    return animation;
  };
}

/**
 * @param {string} title
 * @param {Record<string, string | number>} figures
 */
function print(title, figures) {
  const lines = Object.entries(figures).map(([what, figure]) => `  ${what.padEnd(30)} ${figure}`);
  process.stdout.write(`${title}\n${lines.join('\n')}\n`);
}
