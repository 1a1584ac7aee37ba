import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './e2e/browsers.js';

export default defineConfig({
  testDir: 'e2e',
  testIgnore: 'unit/**',
  outputDir: 'test-results',
  reporter: 'list',
  // Each test starts its own server on a port of its own, so nothing stops tests of one file from
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
  use: {
    // Traces are taken where the command line asks for them: they copy the page at each action, which is a
    // sixth of a run's processor time.
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions,
    // Nobody waits for tiles that fly, where a test isn't about them.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    // How the pages look and feel hangs on the window, the rest doesn't: it is tested once.
    {
      name: 'phone',
      testMatch: ['pages.test.js', 'load.test.js'],
      use: {
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
      },
    },
  ],
});
