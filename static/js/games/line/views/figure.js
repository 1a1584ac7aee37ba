/** A drawn example: tiles as they lie on a table, and hands beneath, with a line of words. */

import { attr, s } from '../../../dom.js';
import { joinList, t } from '../../../i18n/index.js';
import { drawTile } from '../../../tiles/tile.js';
import { exampleView } from '../../../tiles/views/example.js';
import { layout } from '../layout/layout.js';

/** @import { Figure } from '../figures.js' */
/** @import { Props } from '../../../dom.js' */
/** @import { Chain } from '../layout/chain.js' */
/** @import { Box, Position, Positions } from '../layout/layout.js' */
/** @import { Term } from '../../../protocol.js' */

/** The table that an example is laid out on, in pixels; what it doesn't need is cut off. */
const TABLE = { width: 620, height: 460, maxTile: 30 };
/** Room around the tiles. */
const MARGIN = 8;
/** A sum's mark: half its height, and half its width for one number and for a double. */
const MARK = 11;
const MARK_DOUBLE = 18;
/** Between a tile and its mark. */
const GAP = 5;
/** A wider table has a row of its own. */
const WIDE = 340;

/** @param {Figure} figure */
export function figureView({ chain, terms, best, ...more }) {
  const table = chain && drawChain(chain, terms, best?.arm ?? null);
  const isWide = Number(table?.getAttribute('width') ?? 0) > WIDE;
  return exampleView(table, { ...more, best: best?.tile ?? null, isWide });
}

/**
 * @param {Chain} chain its ends are drawn as open places
 * @param {Term[]} terms are written at their ends
 * @param {string | null} best the arm where the best tile goes
 */
function drawChain(chain, terms, best) {
  const ends = terms.length > 0 ? terms.map(({ arm, pips }) => ({ arm, pips })) : chain.ends;
  const found = layout({ ...chain, ends }, TABLE);
  const marks = terms.flatMap((term) => markAt(term, found, chain) ?? []);
  const places = terms.length > 0 ? [] : found.ends;
  const drawn = [...found.tiles, ...places, ...marks.map(({ box }) => box)];
  const { x, y, width, height } = frame(drawn, MARGIN);
  return s(
    'svg.example-table',
    {
      viewBox: `${x} ${y} ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label': tableWords(chain),
    },
    // An open place, as the table shows it.
    ...places.map((end) =>
      s(
        'g',
        { class: end.arm === best ? 'best' : null },
        rectAround(end, -3, { class: 'example-place', rx: 4 }),
        s('text.example-pips', { x: end.x, y: end.y }, end.pips),
      ),
    ),
    ...found.tiles.map(lyingTile),
    ...marks.map(({ box, text }) =>
      s(
        'g.example-mark',
        rectAround(box, 0, { rx: MARK }),
        s('text', { x: box.x, y: box.y }, text),
      ),
    ),
  );
}

/** A table for who doesn't see it. @param {Chain} chain */
function tableWords({ laid, ends }) {
  const tiles = joinList(laid.map(({ tile }) => tile));
  if (ends.length === 0) return t('figure.tiles', { tiles });
  return t('figure.tiles_open', { tiles, ends: joinList(ends.map(({ pips }) => pips)) });
}

/** @param {Box} box */
const corner = ({ x, y, width, height }) => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

/** A tile as it lies. @param {Position} position */
function lyingTile({ tile, angle, ...box }) {
  const drawing = drawTile(tile, angle);
  for (const [name, value] of Object.entries(corner(box))) attr(drawing, name, value);
  return drawing;
}

/** A rectangle, larger than a box on each side. @param {Box} box @param {number} by @param {Props} props */
function rectAround({ x, y, width, height }, by, props) {
  const box = corner({ x, y, width: width + 2 * by, height: height + 2 * by });
  return s('rect', { ...box, ...props });
}

/**
 * What lies around some boxes, with a margin.
 * @param {readonly Box[]} boxes
 * @param {number} margin
 * @param {{ width: number, height: number }} [least]
 */
export function frame(boxes, margin, least = { width: 0, height: 0 }) {
  /** @param {'x' | 'y'} middle @param {'width' | 'height'} size */
  const span = (middle, size) => {
    const from = Math.min(...boxes.map((box) => box[middle] - box[size] / 2)) - margin;
    const to = Math.max(...boxes.map((box) => box[middle] + box[size] / 2)) + margin;
    const length = Math.max(least[size], to - from);
    return [(from + to - length) / 2, length];
  };
  const [x, width] = span('x', 'width');
  const [y, height] = span('y', 'height');
  return { x, y, width, height };
}

/**
 * What an end counts, and where that is written: behind the tile that ends there.
 * @param {Term} term
 * @param {Positions} found
 * @param {Chain} chain
 * @returns {{ box: Box, text: string } | null}
 */
function markAt({ arm, pips, double }, { tiles, ends }, { laid }) {
  const end = ends.find((one) => one.arm === arm);
  const last = laid.findLastIndex(({ joint }) => joint?.arm === arm);
  const tile = tiles[Math.max(0, last)];
  if (!end || !tile) return null;
  const half = double ? MARK_DOUBLE : MARK;
  const [dx, dy] = [end.x - tile.x, end.y - tile.y];
  const along = Math.abs(dx) > Math.abs(dy);
  const x = along ? tile.x + Math.sign(dx) * (tile.width / 2 + GAP + half) : tile.x;
  const y = along ? tile.y : tile.y + Math.sign(dy) * (tile.height / 2 + GAP + MARK);
  const text = double ? `${pips}+${pips}` : `${pips}`;
  return { box: { x, y, width: 2 * half, height: 2 * MARK }, text };
}
