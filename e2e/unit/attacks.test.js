/** What servers tried that wanted to choose a deal, or to show another one, and what an honest browser says of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordCheck } from '../../static/js/fair/record.js';
import { tilesOf } from '../../static/js/tiles/sets.js';
import { endEntry } from './deal_server.js';
import { RULES } from './deal_table.js';
import { begin, play, reveal, world } from './deal_world.js';

/** @typedef {ReturnType<typeof world>} World */

/** A seat's first tile is one that another seat was dealt. @param {World} all @param {any} shown @param {number} seat */
function exchanged({ table }, shown, seat) {
  const order = tilesOf(table.round?.order ?? []);
  const { own } = shown.view;
  const hand = [order[(1 - seat) * RULES.line.hand_size], ...own.hand.slice(1)];
  return { ...shown, view: { ...shown.view, own: { ...own, hand } } };
}

/** A view of a match without a hand, as it never is at a seat. @param {any} shown @param {object} room */
const flash = (shown, room) => ({
  ...shown,
  room: { ...shown.room, ...room },
  view: { board: { round: 1, phase: { type: 'playing', turn: 0 } }, layout: [], history: [] },
});

/** The match is called off in the log, and perhaps on the screen. @param {World} all @param {number} missing as bits */
async function callOff({ table }, missing, isShown = true) {
  const end = /** @type {const} */ ({ type: 'called_off', missing });
  table.log.add(await endEntry(table.id, table.match, end));
  if (isShown) table.calledOff += 1;
  table.next();
}

for (const status of ['playing', 'over']) {
  test(`a flash of a match that is ${status} is no deal`, async () => {
    const all = world();
    for (let again = 0; again < 20; again += 1) {
      await reveal(all);
      await all.tell((shown) => flash(shown, { status, record: 'made-up' }));
      all.table.next();
    }
    assert.deepEqual(new Set(all.told(0)), new Set([1]));
    assert.deepEqual(all.bad(0), ['left_open']);
    const promised = all.sent.filter(({ seat, type }) => seat === 0 && type === 'commit');
    assert.deepEqual(new Set(promised.map(({ match }) => match)), new Set([1]));
  });
}

test('matches that end without a tile are counted, and get no more than two seeds', async () => {
  const all = world();
  for (let again = 0; again < 20; again += 1) {
    await reveal(all);
    await all.tell((shown) => flash(shown, { status: 'playing' }));
    await all.table.end();
  }
  await begin(all);
  await all.tell();
  await play(all, 1);
  assert.deepEqual(all.told(0), [1, 2]);
  const verdict = all.browsers[0].verdict();
  assert.deepEqual([verdict?.result, verdict?.unshown], ['unseen', 2]);
});

test('a round that goes back with other tiles is found, whatever was shown between', async () => {
  for (const isOver of [false, true]) {
    const all = world();
    await reveal(all);
    const { table } = all;
    await table.deal(1);
    await all.tell();
    const early = [0, 1].map((seat) => table.shows(seat));
    table.move();
    if (isOver && table.round) table.round.over = true;
    await all.tell();
    await all.tell((shown) => ({ ...shown, room: { ...shown.room, match: 2 } }));
    // Not even another tab may show other tiles.
    for (const [seat, browser] of all.browsers.entries()) {
      browser.reload();
      await browser.hear(exchanged(all, early[seat], seat));
    }
    assert.deepEqual([all.bad(0), all.bad(1)], [['contradiction'], ['contradiction']]);
    // Both versions stay, also when the server shows the truth again.
    const { other } = all.browsers[0].shown(table.id, 1)[1].shown;
    assert.notDeepEqual(other?.own, undefined);
    await all.browsers[0].hear(table.shows(0));
    assert.deepEqual(all.browsers[0].shown(table.id, 1)[1].shown.other, other);
  }
});

test('what another seat played stays as it was shown', async () => {
  const all = world();
  await reveal(all);
  const { table, browsers } = all;
  await table.deal(1);
  const [, [one, other]] = table.hands().hands;
  const shows = (/** @type {string} */ tile) => {
    const shown = table.shows(0);
    shown.view.history.push({ type: 'played', seat: 1, tile, joint: null });
    return shown;
  };
  await browsers[0].hear(shows(one));
  browsers[0].cut();
  await browsers[0].hear(shows(other));
  assert.deepEqual(all.bad(0), ['contradiction']);
});

for (const type of ['began', 'ended']) {
  test(`a match that has ${type} twice by the log is red`, async () => {
    const all = world();
    await reveal(all);
    const { table } = all;
    if (type === 'began') await table.note();
    await play(all, 1);
    await table.noteEnd();
    if (type === 'ended') await table.noteEnd('aborted');
    table.next();
    await begin(all);
    assert.ok(all.bad(0).includes('left_open'), String(all.bad(0)));
  });
}

test('no seed is told to a seat for which two matches were called off', async () => {
  for (const isHidden of [false, true]) {
    const all = world();
    for (let again = 0; again < 20; again += 1) {
      all.table.missed = [0, 0];
      await reveal(all);
      await callOff(all, 0b10, !isHidden);
    }
    assert.deepEqual(all.told(0), isHidden ? [1] : [1, 2]);
    assert.deepEqual(all.bad(0), [isHidden ? 'count' : 'again']);
    // The log tells it of all before the last.
    assert.equal(all.browsers[0].verdict()?.calledOff, 19);
  }
});

test('a seat may be missing once more when tiles have been dealt', async () => {
  const all = world();
  for (const isDealt of [false, true, false, true]) {
    all.table.missed = [0, 0];
    await reveal(all);
    if (!isDealt) {
      await callOff(all, 0b10);
      continue;
    }
    await play(all, 1);
    await all.table.end();
  }
  assert.deepEqual(all.told(0), [1, 2, 3, 4]);
  assert.ok(!all.bad(0).includes('again'));
});

test('a player who sits down later counts the matches that were called off before', async () => {
  const all = world();
  for (let times = 0; times < 2; times += 1) {
    await begin(all);
    await callOff(all, 0b10);
  }
  const [ana] = all.browsers;
  for (const note of ana.notes.ofTable(all.table.id)) assert.equal(note.told, undefined);
  all.table.missed = [0, 0];
  await reveal(all);
  assert.deepEqual(all.told(0), []);
  assert.deepEqual(all.bad(0), ['again']);
});

for (const missing of [0, 1 << 2, 1 << 7, 0b110]) {
  test(`a match is not called off for seats ${missing.toString(2)} of which none promised`, async () => {
    const all = world();
    await reveal(all);
    await callOff(all, missing);
    await reveal(all);
    assert.ok(all.bad(0).includes('missing'), String(all.bad(0)));
  });
}

test('rules that are chosen when the seeds are known are found', async () => {
  const later = { line: { ...RULES.line, redeal_doubles: 4 } };
  // The log has them before, and the screen does not.
  const before = world();
  await before.tell();
  await before.tell();
  before.table.rules = later;
  await before.table.begin();
  await before.tell((shown) => ({ ...shown, room: { ...shown.room, rules: RULES } }));
  assert.deepEqual(before.told(0), []);
  assert.deepEqual(before.bad(0), ['rules']);
  // The screen shows them after the seeds were told.
  const after = world();
  await reveal(after);
  after.table.rules = later;
  await after.table.deal(1);
  await after.tell();
  assert.deepEqual(after.bad(0), ['rules']);
});

test('a computer player that the terms do not name gets no seed', async () => {
  const all = world();
  await reveal(all, (shown) => {
    const seats = [{}, { computer: 'club' }];
    return { ...shown, room: { ...shown.room, seats } };
  });
  assert.deepEqual(all.told(0), []);
  assert.deepEqual(all.bad(0), ['rules']);
});

test('tables with the same deals have a section, and no others', async () => {
  const alone = world();
  await reveal(alone, (shown) => ({ ...shown, room: { ...shown.room, boards: 4 } }));
  assert.deepEqual(alone.told(0), []);
  assert.deepEqual(alone.bad(0), ['section']);
  const all = world();
  await begin(all);
  all.table.section = [all.table];
  all.table.terms.section = [];
  await all.table.note();
  await all.tell((shown) => {
    const { boards: _, ...room } = shown.room;
    return { ...shown, room };
  });
  assert.deepEqual(all.told(0), []);
  assert.deepEqual(all.bad(0), ['section']);
});

test('a seal is broken at a table without boards', async () => {
  const all = world();
  all.table.sealed = true;
  await reveal(all);
  await play(all, 1);
  assert.ok(all.sent.some(({ seat, type }) => seat === 0 && type === 'fairness'));
  await play(all, 2);
  const whats = all.browsers[0].verdict()?.checks.map(({ what }) => what);
  assert.deepEqual(whats, ['unproved']);
});

test('a log that is an older copy is asked when the promise is not taken', async () => {
  const all = world();
  const old = all.table.log.fork();
  await reveal(all);
  await all.table.deal(1);
  await all.tell();
  await all.table.end();
  await begin(all);
  all.table.promises = [null, null];
  all.table.terms = null;
  all.answers.to = (path) => old.answer(path);
  await all.tell();
  await all.browsers[0].wait();
  assert.deepEqual(all.bad(0), ['log']);
  // From then on nothing is promised to this server.
  const count = all.sent.length;
  all.table.next();
  await all.browsers[0].hear(all.table.shows(0));
  assert.equal(all.sent.length, count);
});

test('a match that begins at another time than the clock says is not green', async () => {
  const hour = 60 * 60_000;
  for (const [promised, told, result] of /** @type {[number, number, string | undefined][]} */ ([
    [1, 1, 'good'],
    [hour, hour, 'unseen'],
    [-hour, -hour, 'unseen'],
    // Over days a browser tells its seed a day later.
    [1, 24 * hour, 'good'],
  ])) {
    const all = world();
    const [{ clock }] = all.browsers;
    clock.now = promised;
    await begin(all);
    clock.now = told;
    await all.tell();
    assert.deepEqual(all.told(0), [1]);
    await play(all, 1);
    const proof = await all.table.proof();
    await all.tell((shown) => ({ ...shown, proof: structuredClone(proof) }));
    assert.equal(all.browsers[0].verdict()?.result, result, `${promised} ${told}`);
  }
});

test('a record is as red as its match was at the table', async () => {
  const all = world();
  await reveal(all);
  await all.table.deal(1);
  await all.tell();
  await all.tell((shown, seat) => exchanged(all, shown, seat));
  const proof = await all.table.proof(1);
  assert.equal(proof, null);
  if (all.table.round) all.table.round.over = true;
  const fairness = await all.table.proof(1);
  const [{ notes, log }] = all.browsers;
  const seats = [{ name: 'Ana' }, { name: 'Ben' }];
  const rules = /** @type {any} */ (RULES);
  const transcript = `rules\ndeal leads 0: ${tilesOf(fairness.rounds[0].deals[0]).join(' ')}\n`;
  const record = await recordCheck(
    fairness,
    { id: null, transcript, rules, seats },
    { notes, log },
  );
  const { checks } = await record.check(1);
  assert.ok(checks.some(({ what, result }) => what === 'contradiction' && result === 'bad'));
});

test('the transcript of a record is that of the log', async () => {
  const all = world();
  await reveal(all);
  await play(all, 1);
  const fairness = await all.table.proof(1);
  await all.table.end();
  await all.tell();
  await all.tell();
  const [{ notes, log }] = all.browsers;
  const seats = [{ name: 'Ana' }, { name: 'Ben' }];
  const rules = /** @type {any} */ (RULES);
  const record = await recordCheck(
    fairness,
    { id: null, transcript: 'x', rules, seats },
    { notes, log },
  );
  const { checks } = await record.check(1);
  assert.ok(checks.some(({ what, result }) => what === 'transcript' && result === 'bad'));
  assert.ok(!checks.some(({ what }) => what === 'key'));
  // It is signed by another key, and a round of the match is left out.
  const note = notes.find(all.table.id, 1);
  if (note) notes.keep({ ...note, last: 2 });
  const values = { id: null, transcript: 'x', rules, seats, key: '5'.repeat(64) };
  const other = await recordCheck(fairness, values, { notes, log });
  assert.equal(other.rounds, 2);
  const { checks: found } = await other.check(1);
  assert.ok(found.some(({ what, result }) => what === 'key' && result === 'bad'));
});
