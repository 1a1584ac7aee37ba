/**
 * Makes pictures small: a table needs few colours, and a PNG that names them once takes a fifth of one
 * with three bytes for each pixel.
 */
import { crc32, deflateSync } from 'node:zlib';

/** @typedef {{ width: number, height: number, palette: number[], indexes: string }} Reduced `indexes`: a byte a pixel, in base64 */

const COLOURS = 256;

/**
 * The same picture in few colours.
 *
 * @param {import('@playwright/test').Page} page in which it is decoded
 * @param {Buffer} png
 */
export async function compressed(page, png) {
  return encode(await page.evaluate(reduce, { png: png.toString('base64'), most: COLOURS }));
}

/**
 * Runs in the page: finds the colours by median cut. The box of colours that is split next is the one
 * whose colours differ most, weighed by how many pixels have them.
 *
 * @param {{ png: string, most: number }} picture
 * @returns {Promise<Reduced>}
 */
async function reduce({ png, most }) {
  const file = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const image = await createImageBitmap(new Blob([file]));
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);

  const channels = [0, 8, 16].map(
    (shift) => (/** @type {number} */ pixel) => (pixel >> shift) & 255,
  );
  /** @param {number[]} colours */
  function boxOf(colours) {
    const total = colours.reduce((sum, colour) => sum + (counts.get(colour) ?? 0), 0);
    const ranges = channels.map((channel) => {
      const [least, greatest] = colours
        .map(channel)
        .reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [255, 0]);
      return { channel, middle: (least + greatest) / 2, width: greatest - least };
    });
    const range = ranges.reduce((one, other) => (other.width > one.width ? other : one));
    return { colours, total, range, weight: range.width * Math.sqrt(total) };
  }
  const boxes = [boxOf([...counts.keys()])];
  while (boxes.length < Math.min(most, counts.size)) {
    boxes.sort((one, other) => one.weight - other.weight);
    const widest = boxes.pop();
    if (!widest) break;
    const { colours, range } = widest;
    const isLow = (/** @type {number} */ colour) => range.channel(colour) <= range.middle;
    const low = colours.filter(isLow);
    const high = colours.filter((colour) => !isLow(colour));
    boxes.push(boxOf(low), boxOf(high));
  }

  /** @type {Map<number, number>} */
  const numbers = new Map();
  const palette = boxes.flatMap(({ colours, total }, i) => {
    for (const colour of colours) numbers.set(colour, i);
    return channels.map((channel) => {
      const sum = colours.reduce((all, one) => all + channel(one) * (counts.get(one) ?? 0), 0);
      return Math.round(sum / total);
    });
  });
  const bytes = Uint8Array.from(pixels, (pixel) => numbers.get(pixel) ?? 0);
  const indexes = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return { width, height, palette, indexes };
}

/** A PNG with a palette, as its specification has it. @param {Reduced} picture */
function encode({ width, height, palette, indexes }) {
  const bytes = Buffer.from(indexes, 'base64');
  // Each line begins with the number of its filter: none.
  const lines = Array.from({ length: height }, (_, y) => [
    Buffer.from([0]),
    bytes.subarray(y * width, (y + 1) * width),
  ]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a pixel, a palette.
  head.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(Buffer.concat(lines.flat()), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const content = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}
