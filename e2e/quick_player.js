import { partsOf } from './words.js';

/**
 * How a quick player plays.
 *
 * @typedef {object} Manner
 * @property {string} [name]
 */

/**
 * Sits somebody down who plays by the protocol alone, without the client's pages, as fast as the
 * server answers: for tests that need company but don't look at it.
 *
 * @param {import('@playwright/test').Page} page an empty one, in a browser context of its own
 * @param {string} link
 * @param {Manner} [manner]
 */
export async function quickPlayer(page, link, { name = 'Quick' } = {}) {
  const { pathname, searchParams } = new URL(link);
  const table = pathname.slice('/t/'.length);
  // A page of the server, since the identity is its own; nothing is drawn there. The modules come as
  // they are written: what the server serves begins to draw at once.
  await page.route('/js/**', (route) =>
    route.fulfill({ path: `static${new URL(route.request().url()).pathname}` }),
  );
  await page.route('/locales/**', (route) => {
    const [, code, part] = /(\w+)\/(\w+)\.json$/.exec(route.request().url()) ?? [];
    return route.fulfill({ json: partsOf(code)[part] });
  });
  await page.goto('/healthz');
  await page.evaluate(playOn, { table, invite: searchParams.get('invite'), name });
}

/**
 * Runs in the browser.
 *
 * @param {{ table: string, invite: string | null, name: string }} task
 */
async function playOn({ table, invite, name }) {
  const [{ reduce }, { initial }, { followMessage, PROTOCOL }, { myTurn, placements }] =
    /** @type {[typeof import('../static/js/reduce.js'), typeof import('../static/js/state.js'), typeof import('../static/js/session.js'), typeof import('../static/js/select.js')]} */ (
      await Promise.all(
        ['reduce', 'state', 'session', 'select'].map((one) => import(`/js/${one}.js`)),
      )
    );
  await fetch('/api/me');
  const route = /** @type {const} */ ({ page: 'table', table, invite });
  let state = initial(route);
  let played = -1;
  const socket = new WebSocket(`ws://${location.host}/ws`);
  /** @param {import('../static/js/protocol.js').ClientMessage} message */
  const send = (message) => socket.send(JSON.stringify(message));
  /** @type {() => void} */
  let seated = () => {};
  const sitting = new Promise((resolve) => {
    seated = () => resolve(undefined);
  });

  function act() {
    const now = state.table;
    if (!now || now.me.seat === null || !now.view) return;
    const { phase, ply } = now.view.board;
    const waits = !now.room.seats[now.me.seat]?.ready;
    if (phase.type === 'round_over' && waits) send({ type: 'next', table });
    if (!myTurn(now) || ply === played) return;
    const [offer] = placements(now);
    if (!offer) return;
    played = ply;
    send({ type: 'play', table, ply, tile: offer.tile, arm: offer.arm, announced: null });
  }

  socket.onopen = () => send({ type: 'hello', protocol: PROTOCOL });
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    const before = state.table;
    state = reduce(state, message);
    if (message.type === 'welcome') send({ type: 'rename', name });
    const open = message.type === 'you' && followMessage(route);
    if (open) send(open);
    if (message.type === 'table') send({ type: 'sit', table, seat: null });
    const { table: now } = state;
    if (now && now.me.seat !== null && !before?.me.invite && now.me.invite) {
      send({ type: 'ready', table, ready: true });
      seated();
    }
    act();
  };
  await sitting;
}
