/**
 * How a quick player plays.
 *
 * @typedef {object} Manner
 * @property {string} [name] another one than the visitor has
 * @property {number} [tiles] plays until so many lie on the table of a round
 */

/**
 * Sits somebody down who plays by the protocol alone, without the client's pages, as fast as the
 * server answers: for tests that need company but don't look at it.
 *
 * @param {import('@playwright/test').Page} page an empty one, in a browser context of its own
 * @param {string} link
 * @param {Manner} [manner]
 */
export async function quickPlayer(page, link, { name = 'Quick', ...manner } = {}) {
  // A page of the server, since the identity is its own; nothing is drawn there.
  await page.goto('/healthz');
  await playQuickly(page, link, { name, ...manner });
}

/**
 * Has the protocol play for the visitor of a page, over a connection of its own, until a match is over. Comes back as soon
 * as the visitor has a seat, or once enough tiles lie on the table.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} link the table's
 * @param {Manner} [manner]
 */
export async function playQuickly(page, link, { name, tiles } = {}) {
  const { pathname, searchParams } = new URL(link);
  const invite = searchParams.get('invite');
  const table = pathname.slice('/t/'.length);
  await page.evaluate(playOn, { open: { table, ...(invite && { invite }) }, name, tiles });
}

/**
 * Runs in the browser.
 *
 * @param {{ open: { table: string, invite?: string }, name?: string, tiles?: number }} task
 */
async function playOn({ open, name, tiles }) {
  await fetch('/api/me');
  const { table } = open;
  let played = -1;
  let isSeated = false;
  const socket = new WebSocket(`ws://${location.host}/ws`);
  /** @param {import('../static/js/protocol.js').ClientMessage} message */
  const send = (message) => socket.send(JSON.stringify(message));

  /** @param {import('../static/js/protocol.js').Snapshot} now @param {number} seat */
  function act({ room, standing, view }, seat) {
    if (!standing || !view) return;
    const { ply, over } = standing;
    const { board, layout, own } = /** @type {any} */ (view).line;
    if (tiles !== undefined && layout.length >= tiles) {
      socket.close();
      isEnough();
      return;
    }
    // A rematch is not this player's.
    if (over) socket.onmessage = null;
    if (board.phase.type === 'round_over' && !room.seats[seat]?.ready)
      send({ type: 'next', table });
    const offer = own?.placements[0];
    if (!offer || ply === played) return;
    played = ply;
    const { tile, arm } = offer;
    const move = { line: { play: { tile, ...(arm && { arm }) } } };
    send({ type: 'move', table, ply, move });
  }

  let isEnough = () => {};
  const enough = new Promise((resolve) => {
    isEnough = () => resolve(undefined);
  });
  await new Promise((seated) => {
    socket.onopen = () => send({ type: 'hello', protocol: 1 });
    socket.onmessage = ({ data }) => {
      /** @type {import('../static/js/protocol.js').ServerMessage} */
      const message = JSON.parse(data);
      const isNamed = message.type === 'welcome' && (!name || message.name === name);
      if (message.type === 'welcome' && !isNamed) send({ type: 'rename', name: name ?? '' });
      // What has changed is in the whole table, which needs no knowledge of what was before.
      if (isNamed || message.type === 'you' || message.type === 'update') {
        send({ type: 'open', ...open });
      }
      if (message.type !== 'table') return;
      const { seat } = message.me;
      if (seat === null) send({ type: 'sit', table, seat });
      else if (isSeated) act(message, seat);
      else {
        isSeated = true;
        // A lead that nobody could answer may have ended the match: then this would ask for a rematch.
        if (message.room.status === 'open') send({ type: 'ready', table, ready: true });
        act(message, seat);
        seated(undefined);
      }
    };
  });
  if (tiles !== undefined) await enough;
}
