import { createServer } from 'node:http';

/**
 * Stands before a server and can pretend that it was replaced by a newer one, whose client differs
 * in one file.
 *
 * @param {string} address the server's
 * @param {string} path of the file
 * @param {string} addition what the newer file has besides
 */
export async function standInFront(address, path, addition) {
  let newer = false;
  const proxy = createServer(async (request, response) => {
    const wanted = request.url ?? '/';
    const { cookie = '', 'if-none-match': known = '' } = request.headers;
    const changed = newer && wanted === path;
    // The newer file has another tag, so what the browser knows is never confirmed.
    const answer = await fetch(address + wanted, {
      headers: { cookie, 'if-none-match': changed ? '' : known },
    });
    const headers = Object.fromEntries(answer.headers);
    // What came compressed has been unpacked on the way here.
    delete headers['content-encoding'];
    delete headers['content-length'];
    if (changed) headers.etag = 'W/"newer"';
    response.writeHead(answer.status, headers);
    response.write(Buffer.from(await answer.arrayBuffer()));
    response.end(changed ? addition : '');
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(undefined)));
  const bound = proxy.address();
  const port = typeof bound === 'object' ? bound?.port : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    replace() {
      newer = true;
    },
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
