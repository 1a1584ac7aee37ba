/** Tables of Mexican Train and Chickenfoot in windows of many sizes: what is cut off, covered, too small or out of the window. */
import { join } from 'node:path';
import { boxes, named } from './boxes.js';
import { settled } from './look.js';
import { openPrepared } from './prepared.js';
import { TRAINS_MOMENTS, trainsAt } from './prepared_trains.js';
import { faultsOf } from './screen.js';
import { look } from './screen_look.js';

/** @typedef {import('./boxes.js').Size} Size */
/** @typedef {import('./prepared_trains.js').TrainsMoment} TrainsMoment */
/** @typedef {import('./prepared_trains.js').Wishes} Wishes */

/** With two seats the hands are largest, with four the cards have hands in one row, with eight all is smallest. */
const COMPANIES = /** @type {const} */ ({ mexican_train: [2, 4, 6, 8], chickenfoot: [2, 8] });

/** The least side of a place that fingers press, in pixels. */
const TARGET_LEAST = 44;
/** At the end of a round the totals need the height: the least share of a small window's height that the board has then. */
const BOARD_LEAST_OVER = 0.25;

/** Names, the title and notes are told elsewhere as well. @param {string} text */
const mayShorten = (text) =>
  /rounds|→|·|Cover|Mexican train|Your train|Benedetta|Dmitri|Emília/.test(text);

/**
 * What is wrong at the moments in windows of these sizes.
 * @param {import('@playwright/test').Page} page
 * @param {object} scope
 * @param {readonly Size[]} scope.sizes in this order
 * @param {readonly TrainsMoment[]} [scope.moments]
 * @param {string} [scope.pictures] the folder for pictures
 */
export async function lookAtTrains(page, { sizes, moments = TRAINS_MOMENTS, pictures }) {
  const first = trainsAt({ moment: 'waiting', game: 'mexican_train', seats: 2 });
  const show = await openPrepared(page, first);
  const faults = [];
  for (const game of /** @type {const} */ (['mexican_train', 'chickenfoot'])) {
    for (const seats of COMPANIES[game]) {
      for (const moment of moments) {
        const table = trainsAt({ moment, game, seats });
        await show(table);
        for (const size of sizes) {
          await page.setViewportSize(size);
          const title = `${game}, ${seats}, ${moment}, ${named(size)}`;
          const found = [
            ...(await faultsAt(page, size, moment)),
            ...(await faultsOfPlaces(page, table)),
          ];
          faults.push(...found.map((fault) => `${title}: ${fault}`));
          const path = pictures && join(pictures, `${title}.png`);
          if (path) await page.screenshot({ path });
        }
      }
    }
  }
  return faults;
}

/** @param {import('@playwright/test').Page} page @param {Size} size @param {TrainsMoment} moment */
async function faultsAt(page, size, moment) {
  await settled(page);
  const seen = await page.evaluate(look);
  const isSmall = size.width < 620 || size.height < 560;
  const isOver = moment.endsWith('over');
  return faultsOf(seen, size, mayShorten, isSmall && isOver ? BOARD_LEAST_OVER : undefined);
}

/**
 * Picks a tile that fits several trains, if the hand has one, and gives it back.
 * @param {import('@playwright/test').Page} page
 * @param {import('../static/js/protocol.js').Snapshot} table
 */
async function faultsOfPlaces(page, { room, view }) {
  const { own } = /** @type {import('../static/js/games/trains/types.js').TrainsView} */ (
    /** @type {any} */ (view).trains
  );
  const several = own?.offers?.find(({ on }) => on.length > 1);
  // In Chickenfoot a finger means the nearest place.
  if (!several || /** @type {any} */ (room.rules).trains.game === 'chickenfoot') return [];
  await page.getByTestId(`tile-${several.tile}`).click();
  await page.locator('.trains-place').first().waitFor();
  const places = await boxes(page, '.trains-place');
  await page.keyboard.press('Escape');
  return places.flatMap(({ width, height }) =>
    Math.min(width, height) < TARGET_LEAST - 0.5 ? [`a place is ${width}×${height}`] : [],
  );
}
