/**
 * Measures what a step of a replay costs: steps through a whole transcript in Chromium, and reads
 * from its trace how long the page's thread worked for each step, layout and painting included.
 *
 *     cargo run -p boneyard-rules --example long_match > long.txt
 *     node e2e/measure_replay.js long.txt
 */
import { readFile } from 'node:fs/promises';
import { argv, exit, stderr, stdout } from 'node:process';
import { chromium } from '@playwright/test';
import config from '../playwright.config.js';
import { Server } from './server.js';

/** @typedef {{ name: string, ph: string, ts: number, dur?: number, tdur?: number, tid: number, pid: number, args?: any }} TraceEvent */

/** A frame at 60 a second, in milliseconds. */
const FRAME_MS = 1000 / 60;
const CATEGORIES = ['toplevel', 'blink.user_timing'];
/** What the trace calls a piece of work of a thread. */
const TASK = 'ThreadControllerImpl::RunTask';

/**
 * Steps through the whole match, one step in each frame, and marks where each begins.
 * Runs in the browser.
 */
async function stepThrough() {
  const scrubber = /** @type {HTMLInputElement} */ (
    document.querySelector('[data-testid="scrubber"]')
  );
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const steps = Number(scrubber.max);
  for (let step = 0; step < steps; step += 1) {
    await frame();
    await frame();
    performance.mark(`step ${step}`);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  }
  await frame();
  await frame();
  performance.mark('end');
  return Number(scrubber.value);
}

/**
 * How long the page's thread worked between a mark and the next, in milliseconds.
 * The task that a mark lies in is the one that makes the step.
 * @param {TraceEvent[]} events
 */
function workPerStep(events) {
  const marks = events
    .filter(({ name }) => /^step \d+$|^end$/.test(name))
    .sort((a, b) => a.ts - b.ts);
  const { pid, tid } = marks[0];
  const tasks = events.filter(
    (event) => event.pid === pid && event.tid === tid && event.ph === 'X' && event.name === TASK,
  );
  return marks.slice(0, -1).map(({ ts }, i) => {
    const until = marks[i + 1].ts;
    // Time on the processor: what other programs take of it meanwhile isn't the page's.
    const ends = (/** @type {TraceEvent} */ task) => task.ts + (task.dur ?? 0);
    const inside = tasks.filter((task) => ends(task) > ts && ends(task) <= until);
    const work = inside.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
    return work / 1000;
  });
}

const [, , file] = argv;
if (!file) {
  stderr.write('usage: node e2e/measure_replay.js TRANSCRIPT\n');
  exit(2);
}
const transcript = await readFile(file, 'utf8');
const server = await Server.start();
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const page = await browser.newPage({
    baseURL: server.address,
    viewport: { width: 1280, height: 800 },
  });
  await page.goto('/import');
  await page.getByTestId('transcript').fill(transcript);
  await page.getByTestId('import').click();
  await page.locator('.replay .loading').waitFor({ state: 'hidden' });
  await page.locator('.replay-hand').first().waitFor();
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  await browser.startTracing(page, { categories: CATEGORIES });
  const steps = await page.evaluate(stepThrough);
  const trace = JSON.parse((await browser.stopTracing()).toString());
  const work = workPerStep(trace.traceEvents).sort((a, b) => a - b);
  const at = (/** @type {number} */ part) =>
    work[Math.min(work.length - 1, Math.floor(work.length * part))].toFixed(1);
  const over = work.filter((ms) => ms > FRAME_MS).length;
  stdout.write(
    `${steps} steps; a step in ms: median ${at(0.5)}, 95 % ${at(0.95)}, longest ${at(1)}\n`,
  );
  stdout.write(`longer than a frame (${FRAME_MS.toFixed(1)} ms): ${over} of ${work.length}\n`);
} finally {
  await browser.close();
  await server.remove();
}
