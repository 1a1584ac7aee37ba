/**
 * Browsers that Playwright can't drive as Debian has them: WebKitGTK, by the W3C's WebDriver, and Firefox,
 * by Marionette, which takes the same commands over a socket. The package that everybody uses for both
 * needs a driver for Firefox that Debian doesn't have, and eight commands are enough.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { installed, miniBrowser } from './browsers.js';

/** How long a program or an element may take to come, in milliseconds. */
const WAIT_MS = 20_000;
/** Between two looks, in milliseconds. */
const PAUSE_MS = 50;

/** What is said of an element that isn't there yet, or moves. */
const NOT_YET = new Set([
  'no such element',
  'element not interactable',
  'element click intercepted',
  'stale element reference',
]);

/** By which name an element is given. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** The tab key, among the letters that are typed. */
const TAB = '\uE004';

/**
 * What a browser is asked for: its name in Marionette, and its address in WebDriver.
 *
 * @typedef {{ marionette: string, path: string, isGet?: boolean }} Command
 * @type {{ [name in 'open' | 'find' | 'click' | 'type' | 'run' | 'resize' | 'picture']: Command }}
 */
const COMMANDS = {
  open: { marionette: 'WebDriver:Navigate', path: '/url' },
  find: { marionette: 'WebDriver:FindElement', path: '/element' },
  click: { marionette: 'WebDriver:ElementClick', path: '/element/{id}/click' },
  type: { marionette: 'WebDriver:ElementSendKeys', path: '/element/{id}/value' },
  run: { marionette: 'WebDriver:ExecuteScript', path: '/execute/sync' },
  resize: { marionette: 'WebDriver:SetWindowRect', path: '/window/rect' },
  picture: { marionette: 'WebDriver:TakeScreenshot', path: '/screenshot', isGet: true },
};

/**
 * Has a browser carry out a command.
 *
 * @typedef {(command: Command, parameters: Record<string, any>) => Promise<any>} Send
 */

/** An error that a browser answered with. */
class BrowserError extends Error {
  /** @param {{ error: string, message: string }} answer */
  constructor({ error, message }) {
    super(`${error}: ${message}`);
    this.code = error;
  }
}

/** A page in a browser of its own. */
export class DrivenPage {
  #send;
  #stop;

  /** @param {Send} send @param {() => Promise<void>} stop */
  constructor(send, stop) {
    this.#send = send;
    this.#stop = stop;
  }

  /** Ends the browser. */
  async close() {
    await this.#stop();
  }

  /** @param {{ width: number, height: number }} window */
  async resize({ width, height }) {
    await this.#send(COMMANDS.resize, { x: 0, y: 0, width, height });
  }

  /** @param {string} address */
  async open(address) {
    await this.#send(COMMANDS.open, { url: address });
  }

  /** @param {string} selector */
  async click(selector) {
    // The drivers scroll only to what is outside the window, and not to what lies under the foot of the page.
    const show = (/** @type {string} */ one) =>
      document.querySelector(one)?.scrollIntoView({ block: 'nearest' });
    await this.read(show, selector);
    await this.#withElement(selector, (id) => this.#send(COMMANDS.click, { id }));
  }

  /**
   * Types something in the place of what is in a field, and leaves it.
   *
   * @param {string} selector
   * @param {string} text
   */
  async fill(selector, text) {
    await this.click(selector);
    const select = (/** @type {string} */ field) =>
      /** @type {HTMLInputElement} */ (document.querySelector(field)).select();
    await this.read(select, selector);
    await this.#withElement(selector, (id) =>
      this.#send(COMMANDS.type, { id, text: `${text}${TAB}` }),
    );
  }

  /**
   * Runs a function in the page. It may use nothing from outside, and can be run again: a page that is being
   * replaced answers nothing that WebKit's driver can read.
   *
   * @template A, R
   * @param {(argument: A) => R} script
   * @param {A} argument
   * @returns {Promise<R>}
   */
  async read(script, argument) {
    const text = `return (${script})(...arguments)`;
    const isUnread = (/** @type {unknown} */ error) =>
      error instanceof BrowserError && error.message.includes('Could not parse script result');
    return await patiently(isUnread, () =>
      this.#send(COMMANDS.run, { script: text, args: [argument] }),
    );
  }

  /** Takes a picture. @param {string} path of the file */
  async picture(path) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await this.#send(COMMANDS.picture, {}), 'base64');
  }

  /** @param {string} selector @param {(id: string) => Promise<unknown>} act */
  async #withElement(selector, act) {
    const query = { using: 'css selector', value: selector };
    const isLate = (/** @type {unknown} */ error) =>
      error instanceof BrowserError && NOT_YET.has(error.code);
    await patiently(isLate, async () => {
      // The drivers click where an element was when they looked: a sheet that slides in is gone from there.
      await this.read(standsStill, selector);
      const found = await this.#send(COMMANDS.find, query);
      await act(found[ELEMENT]);
    });
  }
}

/**
 * Waits until an element is where it was a frame before: runs in the page.
 *
 * @param {string} selector
 */
async function standsStill(selector) {
  const place = () => JSON.stringify(document.querySelector(selector)?.getBoundingClientRect());
  const frame = () => new Promise(requestAnimationFrame);
  /** @type {string | undefined} */
  let before;
  do {
    before = place();
    await frame();
    await frame();
  } while (place() !== before);
}

/**
 * Does something again until it doesn't fail any more for a reason that goes by itself.
 *
 * @template R
 * @param {(error: any) => boolean} isLate
 * @param {() => Promise<R>} act
 * @returns {Promise<R>}
 */
async function patiently(isLate, act) {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isLate(error) || Date.now() > end) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}

/**
 * Starts a program, which ends with the tests at the latest.
 *
 * @param {string} path
 * @param {string[]} options
 * @param {import('node:child_process').SpawnOptions} settings
 */
function launch(path, options, settings) {
  const program = spawn(path, options, settings);
  process.once('exit', () => program.kill());
  return program;
}

/** Ends a program. @param {import('node:child_process').ChildProcess} program */
async function end(program) {
  if (program.exitCode !== null) return;
  program.kill();
  await once(program, 'exit');
}

/** Starts Firefox without a screen. */
export async function startFirefox() {
  const profile = await mkdtemp(join(tmpdir(), 'boneyard-firefox-'));
  // Any port that is free: Firefox writes into its profile which one it took.
  await writeFile(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n');
  const options = ['--marionette', '--headless', '--no-remote', '--profile', profile];
  const program = launch(installed('firefox-esr', 'firefox-esr'), options, { stdio: 'ignore' });
  const port = await patiently(
    ({ code }) => code === 'ENOENT',
    () => readFile(join(profile, 'MarionetteActivePort'), 'utf8'),
  );
  const socket = connect(Number(port), '127.0.0.1');
  const send = marionette(socket);
  await send({ marionette: 'WebDriver:NewSession', path: '' }, {});
  return new DrivenPage(send, async () => {
    socket.destroy();
    await end(program);
    await rm(profile, { recursive: true });
  });
}

/**
 * Commands over a socket: each message is its length, a colon, and JSON.
 *
 * @param {import('node:net').Socket} socket
 * @returns {Send}
 */
function marionette(socket) {
  let received = Buffer.alloc(0);
  let commands = 0;
  /** @type {Map<number, (answer: [number, number, any, any]) => void>} */
  const waiting = new Map();
  socket.on('data', (data) => {
    received = Buffer.concat([received, data]);
    for (;;) {
      const colon = received.indexOf(':');
      const start = colon + 1;
      const next = start + Number(received.subarray(0, colon));
      if (colon < 0 || received.length < next) return;
      const message = JSON.parse(received.subarray(start, next).toString());
      received = received.subarray(next);
      // The first message greets; all others are answers.
      if (Array.isArray(message)) waiting.get(message[1])?.(/** @type {any} */ (message));
    }
  });
  return async ({ marionette: name }, parameters) => {
    const id = ++commands;
    const text = JSON.stringify([0, id, name, parameters]);
    const answered = new Promise((resolve) => waiting.set(id, resolve));
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = /** @type {[number, number, any, any]} */ (await answered);
    waiting.delete(id);
    if (error) throw new BrowserError(error);
    return result?.value;
  };
}

/** Starts WebKitGTK's small browser on a screen that nobody sees. */
export async function startWebKit() {
  const screen = ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'];
  const xvfb = launch(installed('Xvfb', 'xvfb'), screen, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const lines = createInterface({ input: /** @type {any} */ (xvfb.stdio?.[3]) });
  const [display] = await once(lines, 'line');
  const port = await freePort();
  const driver = launch(installed('WebKitWebDriver', 'webkit2gtk-driver'), [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      // The sandbox needs rights that containers and root don't have; the pages are our own.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const address = `http://127.0.0.1:${port}/session`;
  const browser = { binary: miniBrowser(), args: ['--automation'] };
  const capabilities = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browser };
  // That nothing listens yet is a TypeError of fetch.
  const { sessionId } = await patiently(
    (error) => error instanceof TypeError,
    () => request(address, 'POST', { capabilities: { alwaysMatch: capabilities } }),
  );
  const session = `${address}/${sessionId}`;
  /** @type {Send} */
  const send = ({ path, isGet }, { id, ...parameters }) =>
    isGet
      ? request(`${session}${path}`, 'GET')
      : request(`${session}${path.replace('{id}', id)}`, 'POST', parameters);
  return new DrivenPage(send, async () => {
    await request(session, 'DELETE');
    await end(driver);
    await end(xvfb);
  });
}

/**
 * @param {string} address
 * @param {string} method
 * @param {object} [body]
 * @returns {Promise<any>} the answer's value
 */
async function request(address, method, body) {
  const response = await fetch(address, { method, body: body && JSON.stringify(body) });
  const { value } = /** @type {{ value: any }} */ (await response.json());
  if (!response.ok) throw new BrowserError(value);
  return value;
}

/** A port that nothing listens on. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
