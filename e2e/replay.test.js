import { readFileSync } from 'node:fs';
import { DESKTOP, PHONE } from './boxes.js';
import { expect, test } from './fixtures.js';
import { look } from './look.js';
import { openRecord } from './prepared_record.js';

/** @typedef {import('./person.js').Person} Person */
/** @typedef {import('../static/js/protocol.js').Record} MatchRecord */

/** The nodes of a tile and of its place. */
const NODES_PER_TILE = 24;
/** The tiles of a round lie in a hand and on the table. */
const TILES_DRAWN = 2 * 28;
/** Lines alone: whatever was drawn before is drawn by what was put aside. */
const NODES_PER_KNOWN_STEP = 12;
/** A tile that is moved changes its place and its size, one that is turned its drawing as well. */
const CHANGES_PER_TILE = 4 + 15;
/** All tiles may be moved and turned when they are laid out anew, and what is told beside changes. */
const CHANGES_PER_STEP = 28 * CHANGES_PER_TILE + 60;

/**
 * Plays a short match, and goes to the page of its record.
 * @param {Pick<import('./fixtures.js').Fixtures, 'come' | 'seatQuickPlayer'>} people
 * @param {string} preset
 * @param {Partial<import('../static/js/protocol.js').LineOptions>} changes of the preset
 */
async function played({ come, seatQuickPlayer }, preset, changes) {
  const ana = await come('Ana');
  await seatQuickPlayer(await ana.open(preset, changes));
  await ana.ready();
  await ana.playQuickly();
  await toRecord(ana);
  return ana;
}

/** Goes to the first position of a match that has just ended. @param {Person} ana */
async function toRecord(ana) {
  await ana.press('replay');
  await ana.press('replay-first');
  await expect(ana.find('replay-where')).toContainText('Round 1, move 0 of');
}

/**
 * Steps through a round, and tells for each step how many nodes were made and how much was changed.
 * @param {Person} person
 * @param {string[]} keys
 */
async function costOf({ page }, keys) {
  return page.evaluate(async (keys) => {
    const costs = [];
    let made = 0;
    const proto = Document.prototype;
    const { createElement, createElementNS } = proto;
    /** @this {Document} @param {string} tag */
    proto.createElement = function (/** @type {string} */ tag) {
      made += 1;
      return createElement.call(this, tag);
    };
    proto.createElementNS = /** @type {typeof createElementNS} */ (
      function (/** @type {string} */ space, /** @type {string} */ tag) {
        made += 1;
        // @ts-expect-error: which document is known where it is called
        return createElementNS.call(this, space, tag);
      }
    );
    const watcher = new MutationObserver(() => {});
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    watcher.observe(/** @type {Element} */ (document.querySelector('.replay')), all);
    for (const key of keys) {
      made = 0;
      document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      const changed = watcher.takeRecords().length;
      costs.push({ made, changed });
      // What a frame does by itself, such as counting up, isn't the step's.
      await new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)));
      watcher.takeRecords();
    }
    watcher.disconnect();
    Object.assign(proto, { createElement, createElementNS });
    return costs;
  }, keys);
}

/**
 * Brings a record as if it had been downloaded and changed.
 * @param {Person} person
 * @param {MatchRecord} record
 */
async function bring(person, record) {
  await person.page.goto('/import');
  await person.find('transcript').fill(JSON.stringify(record));
  await person.press('import');
  await person.press('verify-record');
}

test('a step makes few nodes, and changes only what is another', async ({
  come,
  seatQuickPlayer,
}) => {
  // With this target no luck ends the match within the first few plays of its first round.
  const ana = await played({ come, seatQuickPlayer }, 'All Fives', { target: 60 });
  const round = Number((await ana.find('replay-where').textContent())?.match(/\d+$/)?.[0]);
  const steps = Array.from({ length: round }, () => 'ArrowRight');
  const back = steps.map(() => 'ArrowLeft');
  const most = (/** @type {number[]} */ figures) => Math.max(...figures);
  const first = await costOf(ana, steps);
  expect(first.length).toBeGreaterThan(3);
  const made = first.reduce((sum, step) => sum + step.made, 0);
  const lines = first.length * NODES_PER_KNOWN_STEP;
  expect(made).toBeLessThanOrEqual(TILES_DRAWN * NODES_PER_TILE + lines);
  const known = [...(await costOf(ana, back)), ...(await costOf(ana, steps))];
  expect(most(known.map(({ made }) => made))).toBeLessThanOrEqual(NODES_PER_KNOWN_STEP);
  for (const { changed } of [...first, ...known]) {
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThanOrEqual(CHANGES_PER_STEP);
  }
  // It is the same page as if it had been opened there.
  const shown = () => ana.page.locator('.board-tiles, .replay-hands, .history').allTextContents();
  const stepped = await shown();
  await expect(ana.page).toHaveURL(new RegExp(`\\?at=r1p${steps.length}$`));
  await ana.page.reload();
  await expect.poll(shown).toEqual(stepped);
});

test('every round of a record is verified, and a changed record is found out', async ({
  come,
  seatQuickPlayer,
}) => {
  const ana = await played({ come, seatQuickPlayer }, 'Block', { hand_size: 3, target: 15 });
  await expect(ana.find('record-result')).toContainText('wins the match');
  await ana.press('replay-last');
  await expect(ana.find('replay-status')).toContainText('wins the match');
  await ana.press('verify-record');
  await expect(ana.find('fair-verdict')).toContainText('everything agrees.');
  await ana.find('fair-verdict').scrollIntoViewIfNeeded();
  await look(ana, 'record, verified');
  await ana.page.setViewportSize(PHONE);
  await ana.find('fair-verdict').scrollIntoViewIfNeeded();
  await look(ana, 'record, verified');
  await ana.page.setViewportSize(DESKTOP);

  const href = (await ana.find('get-json').getAttribute('href')) ?? '';
  /** @type {MatchRecord} */
  const record = await (await ana.page.request.get(href)).json();
  await bring(ana, record);
  await expect(ana.find('fair-verdict')).toContainText('everything agrees.');

  const last = record.fairness?.rounds.length ?? 0;
  const changed = structuredClone(record);
  const proof = changed.fairness?.rounds[last - 1];
  if (!proof) throw new Error('a record without a proof');
  proof.secret = (proof.secret[0] === '0' ? '1' : '0') + proof.secret.slice(1);
  await bring(ana, changed);
  const found = ana.page.locator('.record-fair');
  await expect(found).toContainText('not the one to which it was bound');
  await expect(found).toContainText('not dealt in the order that was drawn');
  await expect(ana.find('fair-verdict')).toContainText('Don’t trust this deal.');
  await ana.press('fair-details');
  await expect(ana.find(`fair-${last}`)).toHaveAttribute('data-result', 'bad');
  await expect(ana.find(`fair-${last}`)).toHaveAttribute('aria-pressed', 'true');
  await look(ana, 'record, changed');

  const [one, other] = record.transcript.split('\n')[1].split(' ').slice(-2);
  const swapped = record.transcript.replace(`${one} ${other}`, `${other} ${one}`);
  await bring(ana, { ...record, transcript: swapped });
  await expect(found).toContainText('A tile was not where the deal had put it.');
  await ana.press('fair-details');
  await expect(ana.find('fair-1')).toHaveAttribute('data-result', 'bad');

  await ana.press('import-again');
  await ana.find('transcript').fill(record.transcript);
  await ana.press('import');
  await expect(ana.find('proof-about')).toContainText('no deal can be verified by it');
  await expect(ana.find('verify-record')).toBeHidden();
});

test('a replay says how a match ended that was not played out', async ({
  come,
  seatQuickPlayer,
}) => {
  const ana = await come('Ana');
  const link = await ana.host('Draw');
  await seatQuickPlayer(link);
  await ana.waitForPlaying();
  await ana.press('leave');
  await ana.press('leave-resign');
  await ana.press('resign-yes');
  await toRecord(ana);
  await expect(ana.find('record-result')).toContainText('Ana has resigned. Quick wins the match');
  await ana.press('replay-last');
  await expect(ana.find('replay-status')).toContainText('Ana has resigned. Quick wins the match');
  await look(ana, 'replay, resigned');
  const href = (await ana.find('get-transcript').getAttribute('href')) ?? '';
  const transcript = await (await ana.page.request.get(href)).text();
  await ana.page.goto('/import');
  await ana.find('transcript').fill(transcript);
  await ana.press('import');
  await ana.press('replay-last');
  await expect(ana.find('replay-status')).toHaveText(/Here the transcript stops/);
});

test('a match is analysed, and its mistakes are shown with what was better', async ({ visit }) => {
  const ana = await visit('Ana', { at: null });
  await openRecord(ana);
  const scrubber = ana.find('scrubber');
  await expect(ana.find('mistake')).toHaveCount(0);
  await ana.press('analyse');
  await expect(ana.find('study').getByRole('button', { pressed: true })).toContainText('Ana');
  await expect(ana.find('mistake').first()).toBeVisible();
  await scrubber.press('Home');
  await ana.press('replay-mistake');
  await expect(ana.find('replay-further')).toContainText(/^Ana played .* was better\.$/);
  await expect(ana.page.locator('.replay-ghost')).toBeVisible();
  await expect(ana.page.locator('.replay-hand [data-mark="best"]')).toHaveCount(1);
  await expect(scrubber).toHaveAttribute('aria-valuetext', /Chance to win: [\d.]+%\.$/);
  await look(ana, 'replay, mistake');
  await scrubber.press('ArrowRight');
  await expect(ana.page.locator('.replay-ghost')).toBeHidden();
  await ana
    .find('study')
    .getByRole('button', { name: /Dmitri/ })
    .click();
  await expect(ana.page.locator('.replay-hand[data-place="bottom"]')).toContainText('Dmitri');
  await expect(ana.page).toHaveURL(/seat=3/);
  await scrubber.press('Home');
  await expect(scrubber).toHaveValue('0');
});

test('on a small phone a replay is a board first of all', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.page.setViewportSize({ width: 320, height: 568 });
  await openRecord(ana);
  const heightOf = async (/** @type {string} */ part) =>
    (await ana.page.locator(part).boundingBox())?.height ?? 0;
  expect(await ana.page.locator('.replay .laid').count()).toBeGreaterThan(0);
  const table = await heightOf('.replay-table');
  expect(await heightOf('.replay-table .board')).toBeGreaterThan(0.45 * table);
});

test('from the table a player comes to their first mistake', async ({ come, seatQuickPlayer }) => {
  const ana = await come('Ana');
  await seatQuickPlayer(await ana.open('Block', { hand_size: 3, target: 15 }));
  await ana.ready();
  await ana.playQuickly();
  await ana.press('analyse');
  await expect(ana.find('study')).toBeVisible();
  await expect(ana.find('study').getByRole('button', { pressed: true })).toContainText('Ana');
  await look(ana, 'replay, analysed');
});

test('a second transcript on the page has buttons for its own rounds', async ({ visit }) => {
  const ana = await visit('Ana', { at: null });
  await ana.page.goto('/import');
  for (const name of ['block-2-players', 'muggins-3-players']) {
    const path = `crates/rules/tests/transcripts/${name}.txt`;
    await ana.find('transcript').fill(readFileSync(path, 'utf8'));
    await ana.press('import');
    await ana.press('round-2');
    await expect(ana.find('replay-where')).toContainText('Round 2, move 0 of');
    await ana.press('import-again');
  }
});
