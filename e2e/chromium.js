import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

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

/** How the browser is started, by the tests and by what measures. */
export const chromiumOptions = {
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
};
