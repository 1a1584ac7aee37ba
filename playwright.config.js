import { defineConfig } from '@playwright/test';
import { DESKTOP } from './e2e/boxes.js';
import { chromiumOptions } from './e2e/browsers.js';

export default defineConfig({
  testDir: 'e2e',
  testIgnore: 'unit/**',
  outputDir: 'test-results',
  reporter: 'list',
  // Each test has a server of its own, or leaves nothing behind at a shared one, so nothing stops tests of one file from
  // running side by side.
  fullyParallel: true,
  workers: 2,
  // A test that passes at the second try hides a fault.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // The longest play a match through the page: up to 40 seconds on two quiet processors.
  timeout: 240_000,
  // Only a test that fails waits so long: what takes a moment here takes seconds on a busy machine, and analyses
  // wait for all else.
  expect: { timeout: 40_000 },
  // A tree in which so many tests fail is mended first: each waits that long.
  maxFailures: 10,
  use: {
    actionTimeout: 40_000,
    navigationTimeout: 40_000,
    viewport: DESKTOP,
    // Traces are taken where the command line asks for them: they copy the page at each action, which is a
    // sixth of a run's processor time.
    launchOptions: chromiumOptions,
    // Nobody waits for tiles that fly, where a test isn't about them.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
