import { execFile, spawn } from 'node:child_process';
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { Server } from './server.js';

const run = promisify(execFile);

/**
 * Nodes on one PostgreSQL with NATS between them, all started here and reached from this machine alone.
 */
export class Cluster {
  /** @type {Server[]} */
  nodes = [];
  /** @type {import('node:child_process').ChildProcess[]} */
  #services = [];
  #folder = '';

  /** @param {number} count how many nodes */
  static async start(count) {
    const cluster = new Cluster();
    cluster.#folder = await mkdtemp(join(tmpdir(), 'boneyard-cluster-'));
    const [database, nats] = await Promise.all([cluster.#postgres(), cluster.#nats()]);
    for (let node = 0; node < count; node += 1) {
      const server = new Server(['--database', database, '--nats', nats]);
      await server.again();
      cluster.nodes.push(server);
    }
    return cluster;
  }

  /** Starts PostgreSQL, which is reached by a socket in the folder. */
  async #postgres() {
    const folder = this.#folder;
    // PostgreSQL refuses to run as root, which lends it another user's id.
    const uid = process.getuid?.() === 0 ? await userId('postgres') : undefined;
    if (uid !== undefined) await chown(folder, uid, uid);
    const programs = await postgresPrograms();
    const data = join(folder, 'data');
    await run(
      join(programs, 'initdb'),
      [
        '--auth=trust',
        '--username=boneyard',
        '--encoding=UTF8',
        '--no-locale',
        '--no-sync',
        '-D',
        data,
      ],
      { uid, cwd: '/' },
    );
    this.#services.push(
      spawn(join(programs, 'postgres'), ['-D', data, '-k', folder, '-c', 'listen_addresses='], {
        uid,
        cwd: '/',
        stdio: 'ignore',
      }),
    );
    const isReady = () =>
      run(join(programs, 'pg_isready'), ['-h', folder, '-U', 'boneyard', '-d', 'postgres']).then(
        () => true,
        () => false,
      );
    await expect.poll(isReady).toBe(true);
    return `postgres://boneyard@${encodeURIComponent(folder)}/postgres`;
  }

  /** Starts NATS, which chooses a port and writes it into the folder. */
  async #nats() {
    const child = spawn(
      'nats-server',
      ['-a', '127.0.0.1', '-p', '-1', '--ports_file_dir', this.#folder],
      {
        stdio: 'ignore',
      },
    );
    const failed = new Promise((_, reject) => child.once('error', reject));
    this.#services.push(child);
    const ports = join(this.#folder, `nats-server_${child.pid}.ports`);
    const address = async () => {
      const text = await readFile(ports, 'utf8').catch(() => '{}');
      return text.endsWith('}') ? (JSON.parse(text).nats?.[0] ?? '') : '';
    };
    await Promise.race([expect.poll(address).not.toBe(''), failed]);
    return await address();
  }

  /** Ends everything. */
  async remove() {
    for (const node of this.nodes) await node.remove();
    for (const child of this.#services) {
      // PostgreSQL's SIGINT ends connections, and NATS's ends it.
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill('SIGINT')) await ended;
    }
    await rm(this.#folder, { recursive: true });
  }
}

/**
 * @param {string} name
 * @returns {Promise<number>}
 */
async function userId(name) {
  const { stdout } = await run('id', ['-u', name]);
  return Number(stdout);
}

/** Where Debian puts PostgreSQL's programs. */
async function postgresPrograms() {
  const versions = await readdir('/usr/lib/postgresql');
  return join('/usr/lib/postgresql', versions.sort().at(-1) ?? '', 'bin');
}
