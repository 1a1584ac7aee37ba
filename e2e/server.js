import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** The program under test: `$BONEYARD_SERVER`, or what `cargo build` makes. */
const PROGRAM = process.env.BONEYARD_SERVER ?? 'target/debug/boneyard-server';

/**
 * A server on a free port: with a database of its own in a folder, or as a node among others. It can be
 * stopped, gracefully or not, and started again on the same port and database.
 */
export class Server {
  /** Under which browsers reach it. */
  address = '';
  /** @type {string[]} */
  #settings;
  /** What is removed with it. */
  #folder = '';
  /** @type {import('node:child_process').ChildProcess | null} */
  #process = null;
  /** @type {Promise<unknown>} */
  #stopped = Promise.resolve();

  /** @param {string[]} settings as on the command line */
  constructor(settings) {
    this.#settings = settings;
  }

  /**
   * Starts a server with an empty database.
   *
   * @param {...string} settings besides the database
   */
  static async start(...settings) {
    const folder = await mkdtemp(join(tmpdir(), 'boneyard-e2e-'));
    const database = `sqlite://${join(folder, 'boneyard.db')}`;
    const server = new Server(['--database', database, ...settings]);
    server.#folder = folder;
    await server.again();
    return server;
  }

  /** Starts it where it was before. */
  async again() {
    const listen = this.address ? new URL(this.address).host : '127.0.0.1:0';
    const child = spawn(PROGRAM, ['--listen', listen, ...this.#settings], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // Computer players don't take their time here, and quick players send hundreds of messages a second.
      env: {
        ...process.env,
        BONEYARD_LOG: 'warn',
        BONEYARD_BOT_DELAY: '0',
        BONEYARD_MESSAGE_RATE: '10000',
        BONEYARD_ROWS_PER_ADDRESS: '1000000',
      },
    });
    this.#process = child;
    this.#stopped = new Promise((resolve) => child.once('exit', resolve));
    const lines = createInterface({ input: child.stdout });
    const address = await Promise.race([
      new Promise((resolve) => lines.once('line', resolve)),
      this.#stopped.then(() => {
        throw new Error('The server stopped before it said its address.');
      }),
    ]);
    this.address = String(address);
  }

  /**
   * Does something that only the host can do, at the command line.
   *
   * @param {...string} command such as `moderator add Ana`
   */
  async command(...command) {
    await run(PROGRAM, [...this.#settings, ...command]);
  }

  /**
   * Has one of the server's examples do something to the database, while the server is stopped.
   *
   * @param {string} name such as `sure_ratings`
   */
  async example(name) {
    const database = this.#settings[this.#settings.indexOf('--database') + 1];
    await run(join(dirname(PROGRAM), 'examples', name), [database]);
  }

  /**
   * Ends the process.
   *
   * @param {'SIGTERM' | 'SIGKILL'} signal SIGKILL is a crash: nothing can be saved any more
   */
  async stop(signal) {
    this.#process?.kill(signal);
    await this.#stopped;
  }

  /** Ends the process and removes the database. */
  async remove() {
    await this.stop('SIGTERM');
    if (this.#folder) await rm(this.#folder, { recursive: true });
  }
}

/**
 * Runs a program to its end.
 *
 * @param {string} program
 * @param {string[]} words on its command line
 */
async function run(program, words) {
  const child = spawn(program, words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, BONEYARD_LOG: 'warn' },
  });
  const code = await new Promise((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  if (code !== 0) throw new Error(`${program} ${words.join(' ')} failed: ${code}`);
}
