import { DESKTOP, PHONE } from './boxes.js';
import { expect, test } from './fixtures.js';
import { MEXICAN_TRAIN } from './unit/trains_match.js';

/**
 * Eight people at two nodes of a cluster play a round of Mexican Train, four of them on phones. One node crashes and the
 * other is restarted, each while somebody at the other one plays.
 */

/** @typedef {import('./person.js').Person} Person */

const NAMES = ['Ana', 'Ben', 'Cem', 'Dora', 'Eva', 'Finn', 'Gül', 'Hugo'];

/** The hand is that of the preset for eight; the match is over with its first round. */
const RULES = {
  ...MEXICAN_TRAIN,
  seating: 'eight',
  tile_set: 'double_twelve',
  hand_size: 10,
  rounds: 1,
};

test('eight people play a round of Mexican Train on two nodes while each is restarted', async ({
  cluster,
  visitAt,
}) => {
  test.slow();
  const at = (/** @type {number} */ seat) => cluster.nodes[seat % 2];
  /** Of each pair of neighbours one has a phone, at either node. @param {number} seat */
  const isPhone = (seat) => seat % 4 < 2;
  const people = await Promise.all(
    NAMES.map((name, seat) => {
      const browser = isPhone(seat) ? { hasTouch: true, viewport: PHONE } : { viewport: DESKTOP };
      return visitAt(at(seat).address, name, { browser, at: '/healthz' });
    }),
  );
  for (const one of people) one.expectsOutage = true;
  const data = { rules: { trains: RULES }, access: 'link', kept_seats: 0 };
  const answer = await people[0].page.request.post('/api/tables', { data });
  const { table } = await answer.json();
  await people[0].page.goto(`/t/${table}`);
  const link = await people[0].find('invite-link').inputValue();
  for (const one of people.slice(1)) await one.join(link.slice(new URL(link).origin.length));
  await Promise.all(people.map((one) => one.promised()));
  await people[0].ready();

  /** A node ends, and comes back after what is done meanwhile. @param {number} node @param {'SIGKILL' | 'SIGTERM'} signal @param {() => Promise<void>} meanwhile */
  async function fail(node, signal, meanwhile) {
    await cluster.nodes[node].stop(signal);
    for (const [seat, one] of people.entries()) {
      const connection = expect(one.find('connection'), one.name);
      await (seat % 2 === node ? connection.toBeVisible() : connection.toBeHidden());
    }
    await meanwhile();
    await cluster.nodes[node].again();
    for (const one of people) await expect(one.find('connection'), one.name).toBeHidden();
  }

  let plays = 0;
  /** By the node of the player on turn: after so many plays the other node ends. @type {({ after: number, signal: 'SIGKILL' | 'SIGTERM' } | null)[]} */
  const failures = [
    { after: 20, signal: 'SIGTERM' },
    { after: 10, signal: 'SIGKILL' },
  ];
  await Promise.all(
    people.map(async (one, seat) => {
      const node = seat % 2;
      while (await comesToPlay(one)) {
        const failure = failures[node];
        const makePlay = () => play(one, isPhone(seat));
        if (failure && plays >= failure.after) {
          failures[node] = null;
          await fail(1 - node, failure.signal, makePlay);
        } else await makePlay();
        plays += 1;
      }
    }),
  );
  expect(failures).toEqual([null, null]);

  for (const one of people) {
    await expect(one.find('shield'), one.name).toHaveAttribute('data-result', 'good');
    await one.picture(`trains on nodes, over, ${one.name}`);
  }
  // The events of the end are shown one after the other, on each page in its own time.
  await expect
    .poll(async () => {
      const seen = new Set((await Promise.all(people.map(totals))).map(String));
      return seen.size > 1 ? [...seen] : [];
    })
    .toEqual([]);
  expect(await totals(people[0])).toHaveLength(NAMES.length);
});

/** How long a turn may be waited for: seven others play before it, and a node may come back. */
const TURN_MS = 180_000;

/** Waits for a turn; false once the match is over. @param {Person} person */
async function comesToPlay(person) {
  const over = person.find('rematch');
  await over.or(playable(person)).first().waitFor({ timeout: TURN_MS });
  return !(await over.isVisible());
}

/** The tiles that may be played. @param {Person} person */
const playable = ({ page }) => page.locator('.held[data-playable="true"]');

/** Plays the first tile on the first train that it fits. @param {Person} person @param {boolean} byTouch */
async function play(person, byTouch) {
  const press = (/** @type {import('@playwright/test').Locator} */ one) =>
    byTouch ? one.tap() : one.click();
  const id = (await playable(person).first().getAttribute('data-testid')) ?? '';
  const place = person.page.locator('.trains-place').first();
  const laid = person.find(id.replace('tile-', 'laid-'));
  await press(person.find(id));
  // A tile that fits one train alone is played by one tap.
  await place.or(laid).first().waitFor();
  if (await place.isVisible()) await press(place);
  await expect(person.find(id)).toBeHidden();
}

/**
 * What the page says at the end of the match: the place and the points of each seat. Of those that share a place each page
 * has its own player first, so they are sorted.
 * @param {Person} person
 */
async function totals(person) {
  const rows = await person.page.locator('.total').evaluateAll((all) =>
    all.map((one) => {
      const place = /^\d+/.exec(one.querySelector('.total-name')?.textContent ?? '')?.[0];
      const points = one.querySelector('.total-points')?.textContent;
      return `${one.getAttribute('data-side')}: ${points}, place ${place}`;
    }),
  );
  return rows.sort();
}
