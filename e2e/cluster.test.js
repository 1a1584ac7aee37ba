import { expect, test } from './fixtures.js';
import { takeTurns } from './person.js';

/**
 * People at different nodes of a cluster play as if there were one server.
 */

test('two people on two nodes play on while each node is restarted', async ({
  cluster,
  visitAt,
}) => {
  test.slow();
  const [first, second] = cluster.nodes;
  const [ana, ben] = await Promise.all([
    visitAt(first.address, 'Ana'),
    visitAt(second.address, 'Ben'),
  ]);
  /** @type {string[]} */
  const sockets = [];
  ana.page.on('websocket', (socket) => sockets.push(socket.url()));
  // More than anybody gets in a few plays: the match is still on at the end.
  const link = await ana.host('Draw', { target: 1000 });
  await ben.join(link.replace(first.address, second.address));
  await ana.waitForPlaying();
  // Her page goes to the node that a balancer chooses by the table.
  expect(sockets).toEqual([`ws://${new URL(link).host}/ws?t=${new URL(link).pathname.slice(3)}`]);

  await ben.press('fold-panel');
  const words = ben.page.locator('.chat-form input');
  await words.fill('From the other node');
  await words.press('Enter');
  await expect(ana.find('chat-log')).toContainText('From the other node');

  // The one node crashes, the other is restarted. Nobody does anything about it but wait.
  for (const person of [ana, ben]) person.expectsOutage = true;
  for (const { node, signal, one, other, seat } of /** @type {const} */ ([
    { node: first, signal: 'SIGKILL', one: ana, other: ben, seat: 'seat-0' },
    { node: second, signal: 'SIGTERM', one: ben, other: ana, seat: 'seat-1' },
  ])) {
    await playSome([ana, ben], 3);
    await node.stop(signal);
    await expect(one.find('connection')).toBeVisible();
    await expect(other.find(seat)).toHaveAttribute('data-away', 'true');
    await expect(other.find('connection')).toBeHidden();
    await node.again();
    await expect(one.find('connection')).toBeHidden();
    await expect(other.find(seat)).not.toHaveAttribute('data-away');
  }
  await playSome([ana, ben], 3);
  // What the last of them played is on its way to the other.
  const ends = async () => {
    const [seen, other] = await Promise.all([ana.openEnds(), ben.openEnds()]);
    return seen.length > 0 && seen.join() === other.join();
  };
  await expect.poll(ends).toBe(true);
});

/**
 * @param {import('./person.js').Person[]} people
 * @param {number} times how often one of them does something
 */
async function playSome(people, times) {
  let left = times;
  await takeTurns(people, async () => left-- === 0);
}
