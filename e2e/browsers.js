import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * An installed program; Playwright downloads no browser.
 *
 * @param {string} name
 * @param {string} debian the Debian package that brings it
 * @param {string[]} [folders] where to look
 * @returns {string} its path
 */
export function installed(name, debian, folders = (process.env.PATH ?? '').split(delimiter)) {
  const path = folders.map((folder) => join(folder, name)).find(isProgram);
  if (path === undefined) throw new Error(`No ${name}: install Debian's package ${debian}.`);
  return path;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Chromium with all that it offers to a person at a screen. */
export const wholeChromium = () => installed('chromium', 'chromium');

/**
 * How Chromium is started, by the tests and by what measures: as the program without a window, which needs a
 * fifth less of the processors for the same pages.
 */
export const chromiumOptions = {
  executablePath:
    process.env.CHROMIUM || installed('chromium-headless-shell', 'chromium-headless-shell'),
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
};

/** The small browser that comes with WebKitGTK. It isn't on the PATH. */
export function miniBrowser() {
  const folders = readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'webkit2gtk-4.1'));
  return installed('MiniBrowser', 'webkit2gtk-driver', folders);
}
