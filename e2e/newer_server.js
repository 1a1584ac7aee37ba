import { request as ask, createServer } from 'node:http';
import { connect } from 'node:net';

/** What answers for a server that is away. */
const THEIR_PAGE = '<!doctype html><title>Elsewhere</title><h1>A page of somebody else</h1>';

/**
 * Stands before a server and can pretend that it was replaced by a newer one, which has another build
 * of the client, or answer in its place.
 *
 * @param {string} address the server's
 * @param {object} [manner]
 * @param {boolean} [manner.rewritesHost] whether the server is asked by its own name, as many proxies do
 * @param {boolean} [manner.passesSockets] whether WebSockets go through
 */
export async function standInFront(address, { rewritesHost = false, passesSockets = true } = {}) {
  const { hostname, port } = new URL(address);
  const page = await (await fetch(address)).text();
  const ours = /"\/([0-9a-f]{16})\/js\/app\.js"/.exec(page)?.[1] ?? '';
  // As long as the server's, so what is passed on keeps its length.
  const newer = [...ours].reverse().join('');
  let build = ours;
  /** With what it answers in the server's place. @type {number | null} */
  let status = null;
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  /** What the server says, with the build that it pretends to have. @param {Buffer} bytes */
  const renamed = (bytes) =>
    Buffer.from(bytes.toString('latin1').replaceAll(ours, build), 'latin1');

  const proxy = createServer((request, response) => {
    if (status !== null) {
      response.writeHead(status, { 'content-type': 'text/html' });
      response.end(THEIR_PAGE);
      return;
    }
    if (rewritesHost) request.headers.host = new URL(address).host;
    const url = request.url ?? '/';
    // The files of any other build than its own are unknown to the server.
    const path = url.startsWith(`/${build}/`) ? url.replace(build, ours) : url.replace(ours, newer);
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    // The page's tag doesn't follow the build, so it is never confirmed.
    delete headers['if-none-match'];
    const passed = ask({ hostname, port, path, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.on('data', (bytes) => response.write(renamed(bytes)));
      answer.on('end', () => response.end());
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  proxy.on('upgrade', (request, socket) => {
    if (status !== null) {
      socket.destroy();
      return;
    }
    if (!passesSockets) {
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      return;
    }
    const { method, url, rawHeaders } = request;
    const lines = [`${method} ${url} HTTP/1.1`];
    for (let at = 0; at < rawHeaders.length; at += 2) {
      lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
    }
    const server = connect(Number(port), hostname);
    server.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.pipe(server);
    server.on('data', (bytes) => socket.write(renamed(bytes)));
    for (const [one, other] of [
      [socket, server],
      [server, socket],
    ]) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    sockets.add(server);
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(undefined)));
  const bound = proxy.address();
  const ownPort = typeof bound === 'object' ? bound?.port : 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    address: `http://127.0.0.1:${ownPort}`,
    /** Another build from now on. Connections end, unless they are kept as by a slow shutdown. */
    replace({ keepSockets = false } = {}) {
      build = newer;
      if (!keepSockets) cut();
    },
    /** Answers everything itself from now on. @param {number} answer */
    fall(answer) {
      status = answer;
      cut();
    },
    /** The server answers again. */
    recover() {
      status = null;
    },
    async close() {
      cut();
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
