/**
 * Measures what a step of a replay costs: goes through a whole transcript in Chromium, forwards,
 * backwards and by leaps, and reads from its trace how long the page's thread worked from the key
 * to the frame that shows the step, layout and painting included, and on what.
 *
 *     cargo run -p boneyard-rules --example long_match > long.txt
 *     node e2e/measure_replay.js long.txt
 */
import { readFile } from 'node:fs/promises';
import { argv, exit, stderr, stdout } from 'node:process';
import { chromium } from '@playwright/test';
import config from '../playwright.config.js';
import { record } from './measure_trace.js';
import { Thread } from './measure_work.js';
import { Server } from './server.js';

/** @typedef {{ name: string, moves: (string | number)[] }} Walk keys, and positions to leap to */
/** @typedef {{ ms: number, parts: Map<string, number> }} Step what it took, and each kind of work */

/** A frame at 60 a second, in milliseconds. */
const FRAME_MS = 1000 / 60;
/** How often the scrubber is let go somewhere else. */
const LEAPS = 300;
/** A number without a common divisor with the length of a match goes everywhere, near and far. */
const LEAP = 577;
/** The worst steps that are told one by one. */
const WORST = 3;
/** Kinds of work told of each walk. */
const KINDS = 8;

/**
 * Makes each move in a task of its own, as a key does, with a frame between a step and the next,
 * and marks where each begins and the frame that shows it. Runs in the browser.
 * @param {(string | number)[]} moves
 */
async function walk(moves) {
  const scrubber = /** @type {HTMLInputElement} */ (
    document.querySelector('[data-testid="scrubber"]')
  );
  /** @param {string} mark */
  const frame = (mark) =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        performance.mark(mark);
        resolve(undefined);
      }),
    );
  for (const [i, move] of moves.entries()) {
    await frame('between');
    await new Promise((resolve) => setTimeout(resolve));
    performance.mark(`begins ${i}`);
    if (typeof move === 'string') {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: move, bubbles: true }));
    } else {
      scrubber.value = String(move);
      scrubber.dispatchEvent(new Event('input', { bubbles: true }));
    }
    await frame(`shown ${i}`);
    // The trace has them; kept, they would be what the browser collects.
    performance.clearMarks();
  }
  await frame('end');
}

/** @param {Map<string, number>} parts @param {number} among */
function told(parts, among = 1) {
  return [...parts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, KINDS)
    .map(([name, ms]) => `${name} ${(ms / among).toFixed(1)}`)
    .join(', ');
}

/** @param {Walk} walk @param {Step[]} steps */
function report({ name, moves }, steps) {
  const sorted = steps.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (/** @type {number} */ part) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))].toFixed(1);
  const over = sorted.filter((ms) => ms > FRAME_MS).length;
  /** @type {Map<string, number>} */
  const all = new Map();
  for (const { parts } of steps) {
    for (const [kind, ms] of parts) all.set(kind, (all.get(kind) ?? 0) + ms);
  }
  const worst = steps
    .map((step, i) => ({ ...step, i }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, WORST);
  const lines = [
    `${name}: ${steps.length} steps of ${at(0.5)} ms (95 %: ${at(0.95)}, longest: ${at(1)})`,
    `  longer than a frame of ${FRAME_MS.toFixed(1)} ms: ${over}`,
    `  on average: ${told(all, steps.length)}`,
    ...worst.map(({ i, ms, parts }) => `  ${i} (${moves[i]}), ${ms.toFixed(1)} ms: ${told(parts)}`),
  ];
  stdout.write(`${lines.join('\n')}\n`);
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
  const last = Number(await page.getByTestId('scrubber').getAttribute('max'));
  const places = Array.from({ length: LEAPS }, (_, i) => ((i + 1) * LEAP) % (last + 1));
  /** @type {Walk[]} */
  const walks = [
    { name: 'forwards', moves: Array.from({ length: last }, () => 'ArrowRight') },
    { name: 'backwards', moves: Array.from({ length: last }, () => 'ArrowLeft') },
    { name: 'leaps', moves: places },
  ];
  for (const one of walks) {
    const trace = await record(browser, page, () => page.evaluate(walk, one.moves));
    const thread = new Thread(trace, 'end');
    report(
      one,
      one.moves.map((_, i) => thread.between(`begins ${i}`, `shown ${i}`)),
    );
  }
} finally {
  await browser.close();
  await server.remove();
}
