import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig } from '@playwright/test';

/**
 * The installed Chromium; Playwright downloads none.
 *
 * @returns {string} path of the browser: `$CHROMIUM`, or `chromium` on the PATH
 */
function chromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, 'chromium');
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  throw new Error("No Chromium: install Debian's package chromium, or set CHROMIUM to its path.");
}

export default defineConfig({
  testDir: 'e2e',
  testIgnore: 'unit/**',
  outputDir: 'test-results',
  reporter: 'list',
  // Each test starts its own server on a port of its own, so nothing stops tests of one file from
  // running side by side.
  fullyParallel: true,
  workers: 2,
  // A test that passes at the second try hides a fault, so nobody's own run has one; a busy CI
  // machine gets two, and lists what needed them.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: Boolean(process.env.CI),
  // Whole matches are played through the page.
  timeout: process.env.CI ? 400_000 : 180_000,
  expect: { timeout: 10_000 },
  use: {
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromium(),
      args: [
        '--headless',
        // The sandbox needs rights that containers and root don't have; the pages are our own.
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
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
    {
      name: 'tablet',
      testMatch: 'pages.test.js',
      use: {
        viewport: { width: 820, height: 1180 },
        hasTouch: true,
        isMobile: true,
      },
    },
    {
      // A desktop's window at 200 %.
      name: 'zoomed',
      testMatch: 'pages.test.js',
      use: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
    },
  ],
});
