import { expect, test } from './fixtures.js';
import { look } from './look.js';

/** The window of a phone. */
const PHONE = { width: 390, height: 844 };

/** All that is checked. */
const ALL = [
  'scheme',
  'secret',
  'bound',
  'promises',
  'receipt',
  'key',
  'seeds',
  'own',
  'order',
  'redeals',
  'played',
];

/** Waits until a page has drawn its seed: what it sends from then on comes after its promise. */
const drawn = (/** @type {import('./person.js').Person} */ { page }) =>
  page.waitForFunction(() => {
    const [note] = JSON.parse(localStorage.getItem('boneyard.deals') ?? '[]');
    return typeof note?.seed === 'string';
  });

/**
 * Somebody between server and page turns over one digit of every seed that is told.
 *
 * @param {import('./person.js').Person} person
 */
const tamper = (person) =>
  between(person, (text) => {
    const turned = text.replace(/"seed":"(.)/g, (_, digit) => `"seed":"${digit === '0' ? 1 : 0}`);
    return text.includes('"type":"fairness"') ? turned : text;
  });

/**
 * A server that says something else to one page: what it is told goes through a function first.
 *
 * @param {import('./person.js').Person} person
 * @param {(text: string) => string} change
 */
async function between({ page }, change) {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => socket.send(change(String(message))));
  });
}

/** Nobody needs to see how these people play their match. @param {import('./person.js').Person[]} people */
const playQuickly = (...people) => Promise.all(people.map((person) => person.playQuickly()));

/** A match that is over with the first round that anybody wins, and that after few plays. */
const SHORT = { hand_size: 3, target: 1 };

/**
 * Two people play a match of one round, and the second looks at its deal. What the server says to that
 * page goes through a function.
 *
 * @param {(name: string) => Promise<import('./person.js').Person>} visit
 * @param {(text: string) => string} change
 */
async function deceived(visit, change) {
  const [ana, ben] = [await visit('Ana'), await visit('Ben')];
  const link = await ana.open('Block', SHORT);
  await between(ben, change);
  await ben.join(link);
  for (const person of [ana, ben]) await drawn(person);
  await playQuickly(ana, ben);
  await ben.press('verify');
  return { ana, ben, link };
}

test('a round is verified by whoever played it, and tampering shows', async ({ visit }) => {
  const [ana, ben] = [await visit('Ana'), await visit('Ben')];
  // Whoever goes out or holds fewer pips has won the match, and nobody deals another round.
  const link = await ana.create('Block', { choose: (person) => person.chooseTarget(1) });
  await tamper(ben);
  await ben.join(link);
  for (const person of [ana, ben]) await drawn(person);
  await ana.waitForPlaying();
  await ana.openSheet('verify');
  await expect(ana.find('sheet-verify')).toContainText('No round has ended yet');
  await ana.page.keyboard.press('Escape');
  await playQuickly(ana, ben);

  await ana.press('verify');
  await expect(ana.find('fair-verdict')).toHaveText(
    /^Round \d was dealt fairly: everything agrees\.$/,
  );
  for (const what of ALL) {
    await expect(ana.find(`fair-${what}`)).toHaveAttribute('data-result', 'good');
  }
  await look(ana, 'verify panel');
  await ana.page.setViewportSize(PHONE);
  await look(ana, 'verify panel');
  await ana.press('fair-values');
  await ana.find('fair-copy').scrollIntoViewIfNeeded();
  await ana.picture('verify panel, values');

  await ben.press('verify');
  await expect(ben.find('fair-verdict')).toHaveText(/^Round \d: something does not agree\.$/);
  for (const [what, result] of [
    ['secret', 'good'],
    ['seeds', 'bad'],
    ['own', 'bad'],
    ['order', 'bad'],
  ]) {
    await expect(ben.find(`fair-${what}`)).toHaveAttribute('data-result', result);
  }
  await look(ben, 'verify panel, tampered');
});

test('a deal of double-nine is verified as well', async ({ visit }) => {
  const [ana, ben] = [await visit('Ana'), await visit('Ben')];
  const link = await ana.open('Block', { ...SHORT, tile_set: 'double_nine' });
  await ben.join(link);
  for (const person of [ana, ben]) await drawn(person);
  await playQuickly(ana, ben);
  await ben.press('verify');
  await expect(ben.find('fair-verdict')).toHaveText(
    /^Round \d was dealt fairly: everything agrees\.$/,
  );
});

test('against the computer the browser has its part in the deal too, and in the rematch', async ({
  visit,
}) => {
  const ana = await visit('Ana');
  await ana.press('computer-choices');
  // More than the computer can score with its lead: it doesn't win before Ana has played.
  await ana.chooseTarget(20);
  await ana.press('open-table');
  for (const again of [false, true]) {
    if (again) {
      await ana.press('rematch');
      await expect(ana.find('summary')).toBeHidden();
    }
    await ana.playQuickly();
    await ana.press('verify');
    await expect(ana.find('fair-verdict')).toContainText('everything agrees');
    for (const what of ALL) {
      await expect(ana.find(`fair-${what}`)).toHaveAttribute('data-result', 'good');
    }
    await ana.page.keyboard.press('Escape');
  }
});

test('without the module for the deal a match is played all the same', async ({ visit }) => {
  const [ana, ben] = [await visit('Ana'), await visit('Ben')];
  const link = await ana.create('Block');
  ben.expectsOutage = true;
  let refused = 0;
  await ben.page.route('**/js/fair/partner.js', (route) => {
    refused += 1;
    return route.abort('connectionrefused');
  });
  await ben.join(link);
  // A page that promises nothing leaves it to its visitor to say so.
  await ben.ready();
  await ben.waitForPlaying();
  expect(refused).toBeGreaterThan(0);
});

test('a server that never asks for the seed is named', async ({ visit }) => {
  const { ben } = await deceived(visit, (text) =>
    text.replaceAll('"revealing":true', '"revealing":false'),
  );
  await expect(ben.find('fair-verdict')).toHaveAttribute('data-result', 'bad');
  await expect(ben.find('fair-own')).toContainText('left your seed out');
  await expect(ben.find('fair-promises')).toHaveAttribute('data-result', 'unseen');
  await look(ben, 'verify panel, never asked');
});

test('a server that begins elsewhere in its chain than it said is named', async ({ visit }) => {
  const { ben } = await deceived(visit, (text) =>
    text.includes('"type":"fairness"') ? text : text.replaceAll('"first":1', '"first":7'),
  );
  await expect(ben.find('fair-verdict')).toHaveAttribute('data-result', 'bad');
  await expect(ben.find('fair-bound')).toHaveAttribute('data-result', 'bad');
  await expect(ben.find('fair-order')).toHaveAttribute('data-result', 'good');
});

test('a promise that was another when the seed was shown is named', async ({ visit }) => {
  const { ben } = await deceived(visit, (text) =>
    text.includes('"type":"fairness"')
      ? text
      : text.replace(
          /("match":\d+,"seats":\[")(.)/g,
          (_, before, digit) => `${before}${digit === '0' ? 1 : 0}`,
        ),
  );
  await expect(ben.find('fair-verdict')).toHaveAttribute('data-result', 'bad');
  await expect(ben.find('fair-promises')).toHaveAttribute('data-result', 'bad');
  await expect(ben.find('fair-seeds')).toHaveAttribute('data-result', 'good');
});

/** A message of the server, changed if it is a receipt. @param {(receipt: any) => object | null} change */
const receiptChanged = (change) => (/** @type {string} */ text) => {
  const message = JSON.parse(text);
  const changed = message.type === 'receipt' ? change(message) : message;
  return JSON.stringify(changed ?? { type: 'nothing' });
};

test('no seed is told to a server that signs nothing, or something else', async ({ visit }) => {
  const ways = [
    receiptChanged(() => null),
    receiptChanged((receipt) => ({ ...receipt, at_ms: receipt.at_ms + 1 })),
    receiptChanged((receipt) => ({ ...receipt, first: receipt.first + 1 })),
  ];
  const ana = await visit('Ana');
  const link = await ana.open('Party Block', { ...SHORT, seating: 'four' });
  const others = await Promise.all(['Ben', 'Cy', 'Dora'].map((name) => visit(name)));
  for (const [number, person] of others.entries()) {
    await between(person, ways[number]);
    await person.join(link);
  }
  const all = [ana, ...others];
  for (const person of all) await drawn(person);
  await playQuickly(...all);
  for (const [number, person] of others.entries()) {
    await person.press('verify');
    await expect(person.find('fair-verdict')).toHaveAttribute('data-result', 'bad');
    await expect(person.find('fair-own')).toHaveAttribute('data-result', 'bad');
    const result = number === 0 ? 'unseen' : 'bad';
    await expect(person.find('fair-receipt')).toHaveAttribute('data-result', result);
    await person.press('fair-values');
    await expect(person.page.locator('.fair-values')).toContainText(
      'promised, but not shown in time',
    );
    if (number === 1) await look(person, 'verify panel, wrong receipt');
  }
});

test('no seed is told to a server with another key than before', async ({ visit }) => {
  const [ana, ben] = [await visit('Ana'), await visit('Ben')];
  await ben.page.evaluate(() => localStorage.setItem('boneyard.key', '00'.repeat(32)));
  await ben.join(await ana.open('Block', SHORT));
  for (const person of [ana, ben]) await drawn(person);
  await Promise.all([
    playQuickly(ana, ben),
    expect(ben.find('notice')).toContainText('another key than before'),
  ]);
  await ben.press('verify');
  for (const what of ['verdict', 'key', 'own']) {
    await expect(ben.find(`fair-${what}`)).toHaveAttribute('data-result', 'bad');
  }
  await ana.press('verify');
  await expect(ana.find('fair-key')).toHaveAttribute('data-result', 'good');
});

test('who reads the record of a match they did not play is told what is not known', async ({
  visit,
}) => {
  const { ana } = await deceived(visit, (text) => text);
  await ana.page.keyboard.press('Escape');
  await ana.press('replay');
  await expect(ana.find('verify-record')).toBeVisible();
  const reader = await visit('Cleo');
  await reader.page.goto(ana.page.url());
  await reader.press('verify-record');
  await expect(reader.find('fair-all')).toHaveAttribute('data-result', 'unseen');
  for (const what of ['bound', 'promises', 'receipt', 'own']) {
    await expect(reader.find(`fair-${what}`)).toHaveAttribute('data-result', 'unseen');
  }
  for (const what of ['scheme', 'secret', 'seeds', 'order', 'redeals', 'played']) {
    await expect(reader.find(`fair-${what}`)).toHaveAttribute('data-result', 'good');
  }
  await look(reader, 'record, verified by a stranger');
  await ana.press('verify-record');
  await expect(ana.find('fair-all')).toHaveAttribute('data-result', 'good');
  await expect(ana.find('fair-signed')).toContainText(
    /Signed by the server with the key [0-9a-f]{64}/,
  );
  await look(ana, 'record, verified by a player');
  await ana.page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => localStorage.setItem('copied', text);
  });
  await ana.press('fair-values');
  await ana.press('fair-copy_receipt');
  const [copied, noted] = await ana.page.evaluate(() => [
    JSON.parse(localStorage.getItem('copied') ?? ''),
    JSON.parse(localStorage.getItem('boneyard.deals') ?? '[]').find(
      (/** @type {{ shown?: boolean }} */ note) => note.shown,
    ).receipt,
  ]);
  expect(copied).toEqual(noted);
});

/** @param {string} digits */
const turned = (digits) => (digits.startsWith('0') ? '1' : '0') + digits.slice(1);

/**
 * What a dishonest server may make of a record afterwards, and what must not agree then.
 * @type {[string, (record: any) => void, string][]}
 */
const FORGERIES = [
  [
    'another chain',
    ({ fairness }) => {
      fairness.commitment = turned(fairness.commitment);
    },
    'fair-bound',
  ],
  [
    'another table',
    ({ fairness }) => {
      fairness.table = turned(fairness.table);
    },
    'fair-bound',
  ],
  [
    'another place in the chain',
    ({ fairness }) => {
      fairness.first = 5;
    },
    'fair-bound',
  ],
  [
    'another promise',
    ({ fairness }) => {
      fairness.seats[1].commitment = turned(fairness.seats[1].commitment);
    },
    'fair-promises',
  ],
  [
    'a seed left out',
    ({ fairness }) => {
      fairness.seats[0].seed = null;
    },
    'fair-own',
  ],
  [
    'a redeal',
    ({ fairness }) => {
      fairness.rounds[0].deals.unshift(fairness.rounds[0].deals[0]);
    },
    'fair-redeals',
  ],
  [
    'the rounds cut, and what was told of them',
    (record) => {
      record.fairness.rounds = [];
      record.transcript = `${record.transcript.split('\n')[0]}\n`;
    },
    'fair-scheme',
  ],
  [
    'another key',
    ({ signed }) => {
      signed.key = turned(signed.key);
    },
    'fair-receipt',
  ],
];

test('whatever a server makes of a record afterwards, who played the match is told', async ({
  visit,
}) => {
  const { ana } = await deceived(visit, (text) => text);
  await ana.press('replay');
  await expect(ana.find('verify-record')).toBeVisible();
  for (const [name, forge, bad] of FORGERIES) {
    await ana.page.route(/\/api\/m\/[0-9a-f]+$/, async (route) => {
      const answer = await route.fetch();
      const record = await answer.json();
      forge(record);
      await route.fulfill({ response: answer, json: record });
    });
    await ana.page.reload();
    await ana.press('verify-record');
    await expect(ana.find('fair-all'), name).toHaveAttribute('data-result', 'bad');
    await expect(ana.find(bad), name).toHaveAttribute('data-result', 'bad');
    await expect(ana.find('fair-signed'), name).toContainText('something in it was changed');
    await ana.page.unrouteAll();
  }
});

test('a copy of a record in which a name was changed is named as changed', async ({ visit }) => {
  const { ana } = await deceived(visit, (text) => text);
  await ana.press('replay');
  await expect(ana.find('verify-record')).toBeVisible();
  const id = new URL(ana.page.url()).pathname.split('/').at(-1);
  const record = await (await ana.page.request.get(`/api/m/${id}`)).text();
  for (const [copy, said] of [
    [record, /^Signed by the server with the key/],
    [record.replace('"name":"Ben"', '"name":"Bob"'), /something in it was changed/],
    [record.replace(/,"signed":.*$/, '}'), /is not signed/],
  ]) {
    await ana.page.goto('/import');
    await ana.find('transcript').fill(String(copy));
    await ana.press('import');
    await ana.press('verify-record');
    await expect(ana.find('fair-signed')).toContainText(said);
  }
  await look(ana, 'a copy that was changed');
});
