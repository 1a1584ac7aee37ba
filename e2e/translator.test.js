import { expect, test } from './fixtures.js';
import { takeTurns } from './person.js';

/** With points that count up. */
const MOVING = /** @type {const} */ ({ browser: { reducedMotion: 'no-preference' } });

/**
 * Changes a page as translators of browsers do, from now on: each text gets elements around it, and other
 * digits. Runs in the page.
 */
function translate() {
  const DIGITS = '۰۱۲۳۴۵۶۷۸۹';
  /** What stood there before. @type {Map<Element, string>} */
  const originals = new Map();
  const watch = () =>
    observer.observe(document, { subtree: true, childList: true, characterData: true });

  function wrap() {
    observer.disconnect();
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    /** @type {Text[]} */
    const texts = [];
    while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('font, script, style, svg')) continue;
      const font = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = text.data.replace(/\d/g, (digit) => DIGITS[Number(digit)]);
      font.append(inner);
      originals.set(font, text.data);
      text.replaceWith(font);
    }
    watch();
  }

  const observer = new MutationObserver(wrap);
  wrap();
  /** Shows the page as it was written. */
  const undo = () => {
    observer.disconnect();
    for (const [font, text] of originals) font.replaceWith(text);
  };
  Object.assign(window, { undo });
}

test('a page that a translator changes goes on, and its points are right', async ({ come }) => {
  const [ana, ben] = await Promise.all([come('Ana', MOVING), come('Ben')]);
  const link = await ana.host('All Fives');
  await ana.page.evaluate(translate);
  await ben.join(link);
  const scored = async () => (await ben.points(0)) + (await ben.points(1));
  await takeTurns([ana, ben], async () => {
    return (await ben.find('next-round').isVisible()) && (await scored()) > 0;
  });
  for (const side of [0, 1]) {
    const points = String(await ben.points(side));
    const number = ana.find(`score-${side}`).locator('.score-points');
    await expect(number).toHaveAttribute('data-points', points);
    const translated = points.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]);
    await expect(number).toHaveText(translated);
  }
  await expect(ana.page.locator('body')).not.toContainText('NaN');
  await ana.picture('a translated page');
  await ana.page.evaluate(() => /** @type {any} */ (window).undo());
  for (const side of [0, 1]) expect(await ana.points(side)).toBe(await ben.points(side));
});
