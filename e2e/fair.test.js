import { PHONE } from './boxes.js';
import { expect, test } from './fixtures.js';
import { look } from './look.js';
import { playUntilLaid } from './person.js';
import { TILES } from './unit/rounds.js';

/** @import { Person } from './person.js' */
/** @typedef {(name: string) => Promise<Person>} Visit */
/** A message between page and server, before it goes on; null swallows it, and a list goes on in its place. @typedef {(text: string) => string | string[] | null} Change */

/** A match that is over with the first round that anybody wins, and that after few plays. */
const SHORT = { hand_size: 3, target: 1 };

/**
 * What stands between a page and its server, and changes what they say.
 *
 * @param {Person} person
 * @param {{ heard?: Change, told?: Change }} changes of what the page hears, and of what it tells
 */
async function between({ page }, { heard = String, told = String }) {
  await page.routeWebSocket(/\/ws(\?|$)/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      for (const text of [heard(String(message)) ?? []].flat()) socket.send(text);
    });
    socket.onMessage((message) => {
      for (const text of [told(String(message)) ?? []].flat()) server.send(text);
    });
  });
}

/** Nobody needs to see how these people play their match. @param {Person[]} people */
const playQuickly = (...people) => Promise.all(people.map((person) => person.playQuickly()));

/**
 * Two people at a table, where the promises of both come before the deal. What the second one's page and the
 * server say to each other goes through functions.
 *
 * @param {Visit} come
 * @param {Parameters<typeof between>[1]} [changes]
 * @param {Partial<import('../static/js/protocol.js').LineOptions>} [rules]
 */
async function together(come, changes, rules = SHORT) {
  const [ana, ben] = [await come('Ana'), await come('Ben')];
  const link = await ana.open('Block', rules);
  await ana.promised();
  await ana.ready();
  if (changes) await between(ben, changes);
  await ben.join(link);
  // What this browser sends from now on comes after its promise.
  await ben.page.waitForFunction(() => localStorage.getItem('boneyard.deals') !== null);
  return { ana, ben, link };
}

/** @param {Person} person @param {'good' | 'unseen' | 'bad'} result */
const shieldIs = (person, result) =>
  expect(person.find('shield'), person.name).toHaveAttribute('data-result', result);

/** @param {string} digits */
const turned = (digits) => (digits.startsWith('0') ? '1' : '0') + digits.slice(1);

/** The type of a message. @param {string} text */
const typeOf = (text) => JSON.parse(text).type;

/** A message, changed if it is of a type. @param {string} type @param {(message: any) => void} change @returns {Change} */
const changed = (type, change) => (text) => {
  const message = JSON.parse(text);
  if (message.type === type) change(message);
  return JSON.stringify(message);
};

test('a deal is checked without being asked, also when a page was loaded anew meanwhile', async ({
  come,
}) => {
  const { ana, ben } = await together(come);
  await playUntilLaid([ana, ben], 1);
  await ben.page.reload();
  // A lead that nobody can answer ends the match: then no hand is there any more.
  await ben.find('board').waitFor();
  await playQuickly(ana, ben);
  for (const person of [ana, ben]) {
    await shieldIs(person, 'good');
    await expect(person.find('shield')).toHaveAccessibleName(/everything agrees/);
    await expect(person.find('deal-line')).toBeHidden();
  }
  await ana.press('shield');
  await expect(ana.find('fair-verdict')).toHaveAttribute('data-result', 'good');
  await expect(ana.page.locator('.fair-check')).toHaveCount(0);
  await expect(ana.find('fair-called-off')).toBeHidden();
  await look(ana, 'verify panel');
  await ana.page.setViewportSize(PHONE);
  await look(ana, 'verify panel');
  await ana.press('fair-details');
  await expect(ana.page.locator('.fair-values')).toContainText('Random number of Ben');
  await ana.find('fair-copy').scrollIntoViewIfNeeded();
  await ana.picture('verify panel, details');
});

test('a deal of double-nine is checked as well', async ({ come }) => {
  const { ana, ben } = await together(come, {}, { ...SHORT, tile_set: 'double_nine' });
  await playQuickly(ana, ben);
  for (const person of [ana, ben]) await shieldIs(person, 'good');
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
    await shieldIs(ana, 'good');
  }
});

test('without the module for the deal a match is played all the same', async ({ come }) => {
  const [ana, ben] = [await come('Ana'), await come('Ben')];
  const link = await ana.host('Block');
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

test('a second device says that it has not seen all', async ({ come }) => {
  const { ana, ben, link } = await together(come);
  await ana.waitForPlaying();
  const device = await come('Device');
  const cookies = await ana.page.context().cookies();
  await device.page.context().clearCookies();
  await device.page.context().addCookies(cookies);
  await device.page.goto(link);
  await device.waitForPlaying();
  await playQuickly(ana, ben);
  await shieldIs(device, 'unseen');
  await expect(device.find('deal-line')).toBeHidden();
  await shieldIs(ana, 'good');
  await device.press('shield');
  await expect(device.find('fair-verdict')).toHaveAttribute('data-result', 'unseen');
  await look(device, 'verify panel, second device');
});

test('a deal is called off and made anew if a browser does not answer', async ({ come }) => {
  const { ana, ben } = await together(come, {
    told: (text) => {
      const { type, match } = JSON.parse(text);
      return type === 'reveal' && match === 1 ? null : text;
    },
  });
  await expect(ana.find('deal-line')).toContainText('the browser of Ben did not answer');
  await expect(ben.find('deal-line')).toContainText('your browser did not answer');
  await ana.waitForPlaying();
  await look(ana, 'deal called off');
  await ana.page.setViewportSize(PHONE);
  await ana.picture('deal called off');
  await playQuickly(ana, ben);
  await expect(ana.find('deal-line')).toBeHidden();
  await shieldIs(ana, 'good');
  await expect(ben.find('shield')).not.toHaveAttribute('data-result', 'bad');
  await ana.press('shield');
  await expect(ana.find('fair-called-off')).toHaveText('Deals called off at this table: 1');
});

/**
 * Two tiles for each other, in all that a page hears and tells but for the proof: the first of its hand, and one
 * that it does not hold.
 */
function exchanged() {
  /** @type {string[] | null} */
  let pair = null;
  /** @param {string} text */
  const swap = (text) => {
    if (!pair) return text;
    const [one, other] = pair.map((tile) => `"${tile}"`);
    return text
      .split(one)
      .map((part) => part.replaceAll(other, one))
      .join(other);
  };
  return {
    /** @type {Change} */
    heard: (text) => {
      const { type, view, own } = JSON.parse(text);
      const hand = view?.line.own?.hand ?? own?.line.hand;
      if (!pair && hand?.length > 0) {
        pair = [hand[0], TILES.find((tile) => !hand.includes(tile)) ?? ''];
      }
      return type === 'fairness' ? text : swap(text);
    },
    told: swap,
  };
}

/** @type {[name: string, changes: () => Parameters<typeof between>[1]][]} */
const LIES = [
  ['other tiles than were dealt', exchanged],
  [
    'another secret',
    () => ({
      heard: changed('fairness', ({ fairness }) => {
        for (const round of fairness.rounds) round.secret = turned(round.secret);
      }),
    }),
  ],
];

for (const [name, changes] of LIES) {
  test(`a server that shows ${name} is named at once`, async ({ come }) => {
    const { ana, ben } = await together(come, changes());
    await playQuickly(ana, ben);
    await shieldIs(ben, 'bad');
    await expect(ben.find('deal-line')).toContainText('Don’t trust this deal.');
    await look(ben, `bad deal, ${name}`);
    await ben.page.setViewportSize(PHONE);
    await look(ben, `bad deal, ${name}`);
    await ben.press('shield');
    await expect(ben.find('fair-verdict')).toHaveAttribute('data-result', 'bad');
    await ben.page.keyboard.press('Escape');
    await ben.press('deal-line-close');
    await expect(ben.find('deal-line')).toBeHidden();
    await shieldIs(ben, 'bad');
    await shieldIs(ana, 'good');
  });
}

test('a match that is shown without a hand is not taken for a deal', async ({ come }) => {
  /** @type {any} */
  let last = null;
  let isGone = false;
  /** @type {string[]} */
  const promised = [];
  const { ben } = await together(come, {
    heard: (text) => {
      const message = JSON.parse(text);
      if (message.type === 'table') last = message;
      if (message.own?.line.hand?.length > 0 && !isGone) {
        isGone = true;
        const { own: _, ...flash } = message;
        const { fairness } = last.room;
        const seats = fairness.seats.map(() => ({ promise: null, seed: null }));
        const next = { ...fairness, match: 2, seats, revealing: false, commitment: null };
        const open = { ...last, v: message.v + 1, room: { ...last.room, fairness: next } };
        return [JSON.stringify(flash), JSON.stringify(open)];
      }
      return isGone ? null : text;
    },
    told: (text) => {
      const { type, match } = JSON.parse(text);
      if (type === 'commit' && match === 2) promised.push(text);
      return text;
    },
  });
  await shieldIs(ben, 'bad');
  await expect(ben.find('deal-line')).toContainText('Don’t trust this deal.');
  expect(promised).toEqual([]);
});

/** What a page that is loaded anew is shown otherwise than before. @type {[string, (message: any) => void, RegExp][]} */
const SHOWN_ANEW = [
  [
    'other tiles',
    ({ view: { line } }) => {
      const { own } = line;
      own.hand[0] = TILES.find((tile) => !own.hand.includes(tile));
    },
    /Don’t trust this deal/,
  ],
  [
    'other rules',
    ({ room: { rules } }) => {
      rules.line.redeal_doubles = 4;
    },
    /not those to which the deal was bound/,
  ],
];

for (const [name, change, words] of SHOWN_ANEW) {
  test(`${name} after the deal are red at the table and on the page of the record`, async ({
    come,
  }) => {
    const { ana, ben } = await together(come);
    await ben.waitForPlaying();
    await between(ben, { heard: changed('table', change) });
    await ben.page.reload();
    await shieldIs(ben, 'bad');
    await expect(ben.find('deal-line')).toContainText(words);
    await ben.page.unrouteAll();
    await ben.page.reload();
    await playQuickly(ana, ben);
    await shieldIs(ben, 'bad');
    await ben.press('replay');
    await ben.press('verify-record');
    await expect(ben.find('fair-verdict')).toHaveAttribute('data-result', 'bad');
    await shieldIs(ana, 'good');
  });
}

test('a page counts by the log what the server does not say was called off', async ({ come }) => {
  const [ana, ben] = [await come('Ana'), await come('Ben')];
  await between(ana, { heard: (text) => text.replaceAll('"called_off":1', '"called_off":0') });
  const link = await ana.open('Block', SHORT);
  await ana.promised();
  await ana.ready();
  await between(ben, {
    told: (text) => (typeOf(text) === 'reveal' && JSON.parse(text).match === 1 ? null : text),
  });
  await ben.join(link);
  await shieldIs(ana, 'bad');
  await expect(ana.find('deal-line')).toContainText('Don’t trust this deal.');
  await ana.press('shield');
  await expect(ana.find('fair-called-off')).toHaveText('Deals called off at this table: 1');
});

test('no seed is told for a receipt that is false', async ({ come }) => {
  const ways = [
    changed('receipt', (receipt) => {
      receipt.at_ms += 1;
    }),
    changed('receipt', ({ log }) => {
      log.root = turned(log.root);
    }),
    changed('receipt', ({ seats }) => {
      seats[0].commitment = turned(seats[0].commitment);
    }),
  ];
  const ana = await come('Ana');
  const link = await ana.open('Party Block', { ...SHORT, seating: 'four' });
  await ana.promised();
  await ana.ready();
  /** @type {string[]} */
  const told = [];
  const others = await Promise.all(['Ben', 'Cy', 'Dora'].map((name) => come(name)));
  for (const [number, person] of others.entries()) {
    await between(person, {
      heard: ways[number],
      told: (text) => {
        if (typeOf(text) === 'reveal') told.push(person.name);
        return text;
      },
    });
    await person.join(link);
  }
  for (const person of others) {
    await shieldIs(person, 'bad');
    await expect(person.find('deal-line')).toContainText('Don’t trust this deal.');
  }
  // By then they would have told it.
  await expect(ana.find('deal-line')).toContainText('did not answer');
  expect(told).toEqual([]);
  await look(others[0], 'false receipt');
});

test('no seed is told to a server with another key than before', async ({ come }) => {
  const { ana, ben } = await together(async (name) => {
    const person = await come(name);
    if (name === 'Ben') {
      await person.page.evaluate(() =>
        localStorage.setItem('boneyard.log', JSON.stringify({ key: '00'.repeat(32) })),
      );
    }
    return person;
  });
  await shieldIs(ben, 'bad');
  await expect(ben.find('deal-line')).toContainText('another key than before');
  await expect(ana.find('deal-line')).toContainText('the browser of Ben did not answer');
});

test('no seed is told for other rules than those on the screen', async ({ come }) => {
  const { ana, ben } = await together(come, {
    heard: changed('table', ({ room }) => {
      room.rules.line.redeal_doubles = 4;
    }),
  });
  await shieldIs(ben, 'bad');
  await expect(ben.find('deal-line')).toContainText('not those to which the deal was bound');
  await expect(ana.find('deal-line')).toContainText('the browser of Ben did not answer');
});

/** Ana's page shows the record of a match that was played. @param {Visit} come */
async function recorded(come) {
  const { ana, ben } = await together(come);
  await playQuickly(ana, ben);
  await shieldIs(ana, 'good');
  await ana.press('replay');
  await expect(ana.find('verify-record')).toBeVisible();
  return ana;
}

test('who reads the record of a match they did not play is told what is not known', async ({
  come,
}) => {
  const ana = await recorded(come);
  const reader = await come('Cleo');
  await reader.page.goto(ana.page.url());
  await reader.press('verify-record');
  await expect(reader.find('fair-verdict')).toHaveAttribute('data-result', 'unseen');
  await look(reader, 'record, verified by a stranger');
  await ana.press('verify-record');
  await expect(ana.find('fair-verdict')).toHaveAttribute('data-result', 'good');
  await expect(ana.find('fair-signed')).toContainText(
    /Signed by the server with the key [0-9a-f]{64}/,
  );
  await look(ana, 'record, verified by a player');
  await ana.page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => localStorage.setItem('copied', text);
  });
  await ana.press('fair-details');
  await ana.press('fair-copy_receipt');
  const copied = await ana.page.evaluate(() => JSON.parse(localStorage.getItem('copied') ?? ''));
  const id = new URL(ana.page.url()).pathname.split('/').at(-1);
  const { fairness } = await (await ana.page.request.get(`/api/m/${id}`)).json();
  const { table, match, commitment } = fairness;
  expect(copied).toMatchObject({ table, match, commitment });
});

/**
 * What a dishonest server may make of a record afterwards.
 * @type {[string, (record: any) => void][]}
 */
const FORGERIES = [
  [
    'another chain',
    ({ fairness }) => {
      fairness.commitment = turned(fairness.commitment);
    },
  ],
  [
    'another table',
    ({ fairness }) => {
      fairness.table = turned(fairness.table);
    },
  ],
  [
    'another promise',
    ({ fairness }) => {
      fairness.seats[1].promise.commitment = turned(fairness.seats[1].promise.commitment);
    },
  ],
  [
    'a seed left out',
    ({ fairness }) => {
      fairness.seats[0].seed = null;
    },
  ],
  [
    'a redeal',
    ({ fairness }) => {
      fairness.rounds[0].deals.unshift(fairness.rounds[0].deals[0]);
    },
  ],
  [
    'the rounds cut, and what was told of them',
    (record) => {
      record.fairness.rounds = [];
      record.transcript = `${record.transcript.split('\n')[0]}\n`;
    },
  ],
  [
    'another key',
    ({ signed }) => {
      signed.key = turned(signed.key);
    },
  ],
];

test('whatever a server makes of a record afterwards, who played the match is told', async ({
  come,
}) => {
  const ana = await recorded(come);
  for (const [name, forge] of FORGERIES) {
    await ana.page.route(/\/api\/m\/[0-9a-f]+$/, async (route) => {
      const answer = await route.fetch();
      const record = await answer.json();
      forge(record);
      await route.fulfill({ response: answer, json: record });
    });
    await ana.page.reload();
    await ana.press('verify-record');
    await expect(ana.find('fair-verdict'), name).toHaveAttribute('data-result', 'bad');
    await expect(ana.find('fair-signed'), name).toContainText('something in it was changed');
    await ana.page.unrouteAll();
  }
});

test('a copy of a record in which a name was changed is named as changed', async ({ come }) => {
  const ana = await recorded(come);
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
