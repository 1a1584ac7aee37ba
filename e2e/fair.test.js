import { expect, test } from './fixtures.js';
import { look } from './look.js';
import { takeTurns } from './person.js';

/** The window of a phone. */
const PHONE = { width: 390, height: 844 };

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
async function tamper({ page }) {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const text = String(message);
      const turned = text.replace(/"seed":"(.)/g, (_, digit) => `"seed":"${digit === '0' ? 1 : 0}`);
      socket.send(text.includes('"type":"fairness"') ? turned : text);
    });
  });
}

test('a round is verified by whoever played it, and tampering shows', async ({ visit }) => {
  const [ana, ben] = [await visit('Ana'), await visit('Ben')];
  // Whoever goes out or holds fewer pips has won the match, and nobody deals another round.
  const link = await ana.create('Block', { choose: (person) => person.chooseTarget(1) });
  await tamper(ben);
  await ben.join(link, 1);
  for (const person of [ana, ben]) await drawn(person);
  await ana.ready();
  await ben.ready();
  await ana.waitForPlaying();
  await ana.openSheet('verify');
  await expect(ana.find('sheet-verify')).toContainText('No round has ended yet');
  await ana.page.keyboard.press('Escape');
  await takeTurns([ana, ben], async () => false);

  await ana.press('verify');
  await expect(ana.find('fair-verdict')).toHaveText(
    /^Round \d was dealt fairly: everything agrees\.$/,
  );
  for (const what of ['secret', 'bound', 'seeds', 'own', 'order', 'played']) {
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

test('against the computer the browser has its part in the deal too, and in the rematch', async ({
  visit,
}) => {
  const ana = await visit('Ana');
  await ana.press('play-computer');
  // More than the computer can score with its lead: it doesn't win before Ana has played.
  await ana.chooseTarget(20);
  await ana.press('open-table');
  for (const again of [false, true]) {
    if (again) {
      await ana.press('rematch');
      await expect(ana.find('summary')).toBeHidden();
    }
    await ana.play();
    await ana.press('verify');
    await expect(ana.find('fair-verdict')).toContainText('everything agrees');
    for (const what of ['bound', 'own', 'played']) {
      await expect(ana.find(`fair-${what}`)).toHaveAttribute('data-result', 'good');
    }
    await ana.page.keyboard.press('Escape');
  }
});
