/** A drawn example: the trains in rows beside the hub, or the tree round it, with a tile that is tried. */
import { attr, s } from '../../../dom.js';
import { joinList, sentencesOf, t } from '../../../i18n/index.js';
import { halvesOf, isDouble } from '../../../tiles/pips.js';
import { drawTile } from '../../../tiles/tile.js';
import { exampleView } from '../../../tiles/views/example.js';
import { isTree } from '../figures.js';

/** @import { Figure, Trains, Tree, Tried } from '../figures.js' */

/** The short side of a tile, in pixels. */
const SIDE = 24;
/** The room between tiles. */
const GAP = 1;
/** The height of a row of the trains: its name, and a double that lies across. */
const ROW = 2 * SIDE + 24;
/** How far the first tile of a train is from the hub. */
const TRACK = 16;
/** A wider drawing has a row of its own. */
const WIDE = 340;
/** How far the outer toes of a foot lean away from the middle one, in degrees. */
const LEAN = 50;

/** @typedef {{ x: number, y: number }} Point */
/** A tile by its middle: turned by `angle` from where it goes to the right, its first half behind. @typedef {Point & { tile: string, angle: number }} Put */

/** @param {Figure} figure */
export function figureView({ lies, tried, hands, caption, best }) {
  const drawn = isTree(lies) ? drawTree(lies, tried) : drawTrains(lies, tried);
  const isWide = Number(drawn.getAttribute('width')) > WIDE;
  return exampleView(drawn, {
    hands: hands.map(({ label, tiles }) => ({ label, tiles: [...tiles] })),
    caption,
    good: false,
    best,
    isWide,
  });
}

/** A tile as it goes on from some pips: these first. @param {string} tile @param {number} from */
function goingOn(tile, from) {
  const [high, low] = halvesOf(tile);
  return high === from ? { text: `${high}-${low}`, to: low } : { text: `${low}-${high}`, to: high };
}

/** How far a tile reaches along its train. @param {string} tile */
const lengthOf = (tile) => (isDouble(tile) ? SIDE : 2 * SIDE);

/** What the train of a place is called. @param {string} on */
function nameOf(on) {
  if (on === 'm') return t('trains.figure.mexican');
  return on === '0' ? t('trains.figure.own') : t('record.seat', { n: Number(on) + 1 });
}

/** @param {Trains} lies @param {Tried | null} tried */
function drawTrains({ engine, trains, markers = [] }, tried) {
  const rows = Object.entries(trains);
  const left = SIDE + TRACK;
  let width = left + 6 * SIDE;
  const middle = (rows.length * ROW) / 2;
  const parts = rows.flatMap(([on, laid], row) => {
    const tiles = tried?.on === on ? [...laid, tried.tile] : laid;
    const y = row * ROW + 20 + SIDE;
    let x = left;
    let [from] = halvesOf(engine);
    const drawn = tiles.flatMap((tile, i) => {
      const { text, to } = goingOn(tile, from);
      const long = lengthOf(tile);
      const put = { tile: text, x: x + long / 2, y, angle: 0 };
      x += long + GAP;
      from = to;
      return tried?.on === on && i === laid.length ? triedAt(put, tried.allowed) : [tileAt(put)];
    });
    width = Math.max(width, x);
    return [trackTo(middle, y), nameAt(on, row, markers.includes(on)), ...drawn];
  });
  return drawing(
    { x: 0, y: 0, width, height: rows.length * ROW },
    trainsWords(engine, rows, markers, tried),
    [...parts, tileAt({ tile: engine, x: SIDE / 2, y: middle, angle: 0 })],
  );
}

/** The way from the hub to the train of a row. @param {number} middle of the hub @param {number} y */
const trackTo = (middle, y) =>
  s('path.example-track', { d: `M${SIDE / 2} ${middle}V${y}H${SIDE + TRACK}` });

/** @param {string} on @param {number} row @param {boolean} isMarked whether a marker stands there */
const nameAt = (on, row, isMarked) =>
  s(
    'g',
    s(
      'text.example-owner',
      { x: SIDE + TRACK + (isMarked ? 18 : 0), y: row * ROW + 14 },
      nameOf(on),
    ),
    isMarked && s('circle.example-marker', { cx: SIDE + TRACK + 7, cy: row * ROW + 9, r: 6 }),
  );

/** @param {Tree} lies @param {Tried | null} tried */
function drawTree({ engine, laid, arms }, tried) {
  const all = tried ? [...laid, /** @type {const} */ ([tried.tile, Number(tried.on)])] : laid;
  /** The way on from each tile, in the order of play; the hub is the first. @type {Way[]} */
  const ways = [
    { pips: halvesOf(engine)[0], at: { x: 0, y: 0 }, angle: 0, isDouble: true, used: 0 },
  ];
  const puts = all.map(([tile, on]) => {
    const { start, angle } = wayOn(ways[on], on === 0 ? arms : 0);
    ways[on].used += 1;
    const { text, to } = goingOn(tile, ways[on].pips);
    const put = { tile: text, ...along(start, angle, lengthOf(tile) / 2 + GAP), angle };
    const at = along(start, angle, lengthOf(tile) + GAP);
    ways.push({ pips: to, at, angle, isDouble: isDouble(tile), used: 0 });
    return put;
  });
  const box = around([{ tile: engine, x: 0, y: 0, angle: 0 }, ...puts]);
  const tiles = puts.flatMap((put, i) =>
    tried && i === laid.length ? triedAt(put, tried.allowed) : [tileAt(put)],
  );
  return drawing(
    box,
    treeWords(
      engine,
      all.map(([tile]) => tile),
    ),
    [tileAt({ tile: engine, x: 0, y: 0, angle: 0 }), ...tiles],
  );
}

/** Where a tile goes on: its outer end, and how many tiles lie on it. @typedef {{ pips: number, at: Point, angle: number, isDouble: boolean, used: number }} Way */

/** Where the next tile begins, and where it goes. @param {Way} way @param {number} arms of the hub; 0 for other tiles */
function wayOn({ at, angle, isDouble, used }, arms) {
  if (arms > 0) {
    const turned = (used * 360) / arms;
    return { start: along(at, turned, hubReach(turned, arms)), angle: turned };
  }
  if (!isDouble) return { start: at, angle };
  const lean = [0, -LEAN, LEAN][used];
  // The outer toes begin at the ends of the double.
  const aside = along(at, angle + 90, Math.sign(lean) * SIDE * 0.8);
  return { start: aside, angle: angle + lean };
}

/** How far from the hub's middle an arm begins: many arms need room beside each other. @param {number} angle @param {number} arms */
function hubReach(angle, arms) {
  if (arms > 4) return SIDE * (arms > 6 ? 1.6 : 1.3);
  return angle % 180 === 0 ? SIDE / 2 : SIDE;
}

/** @param {Point} from @param {number} angle in degrees @param {number} far @returns {Point} */
function along({ x, y }, angle, far) {
  const turn = (angle * Math.PI) / 180;
  return { x: x + far * Math.cos(turn), y: y + far * Math.sin(turn) };
}

/** The corners of a tile. @param {Put} put */
function cornersOf({ tile, x, y, angle }) {
  const [long, wide] = [lengthOf(tile) / 2, isDouble(tile) ? SIDE : SIDE / 2];
  return [-1, 1].flatMap((end) =>
    [-1, 1].map((side) => along(along({ x, y }, angle, end * long), angle + 90, side * wide)),
  );
}

/** The box of tiles. @param {Put[]} puts */
function around(puts) {
  const corners = puts.flatMap(cornersOf);
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** @param {{ x: number, y: number, width: number, height: number }} box @param {string} words @param {SVGElement[]} parts */
const drawing = ({ x, y, width, height }, words, parts) =>
  s(
    'svg.example-table',
    {
      viewBox: `${x - 3} ${y - 3} ${width + 6} ${height + 6}`,
      width: Math.ceil(width + 6),
      height: Math.ceil(height + 6),
      role: 'img',
      'aria-label': words,
    },
    ...parts,
  );

/** A tile in its train; a double lies across. @param {Put} put */
function tileAt({ tile, x, y, angle }) {
  const across = isDouble(tile);
  const drawn = drawTile(tile, across ? 0 : 270);
  const [width, height] = across ? [SIDE, 2 * SIDE] : [2 * SIDE, SIDE];
  const box = { x: -width / 2, y: -height / 2, width, height };
  for (const [name, value] of Object.entries(box)) attr(drawn, name, value);
  return s('g', { transform: `translate(${x} ${y}) rotate(${angle})` }, drawn);
}

/** @param {Put} put @param {boolean} allowed */
function triedAt(put, allowed) {
  const { tile, x, y, angle } = put;
  const [long, wide] = [lengthOf(tile) / 2, isDouble(tile) ? SIDE : SIDE / 2];
  const box = { x: -long, y: -wide, width: 2 * long, height: 2 * wide, rx: 4 };
  const frame = s(allowed ? 'rect.example-tried' : 'rect.example-tried.example-refused', box);
  const cross = s('path.example-cross', {
    d: `M${5 - long} ${5 - wide}L${long - 5} ${wide - 5}M${long - 5} ${5 - wide}L${5 - long} ${wide - 5}`,
  });
  const marks = s(
    'g',
    { transform: `translate(${x} ${y}) rotate(${angle})` },
    frame,
    !allowed && cross,
  );
  return [tileAt(put), marks];
}

/**
 * The trains for a reader who doesn't see them.
 * @param {string} engine
 * @param {[string, readonly string[]][]} rows
 * @param {readonly string[]} markers
 * @param {Tried | null} tried
 */
const trainsWords = (engine, rows, markers, tried) =>
  sentencesOf([
    t('trains.figure.engine', { engine }),
    ...rows.map(([on, laid]) => {
      const name = nameOf(on);
      const tiles = laid.length > 0 ? joinList(laid) : '–';
      return markers.includes(on)
        ? t('trains.figure.marked', { name, tiles })
        : t('trains.figure.row', { name, tiles });
    }),
    tried && t('trains.figure.tried', { tile: tried.tile, name: nameOf(tried.on) }),
  ]);

/** The tree for a reader who doesn't see it. @param {string} engine @param {readonly string[]} tiles in the order of play */
const treeWords = (engine, tiles) =>
  sentencesOf([
    t('trains.figure.engine', { engine }),
    t('figure.tiles', { tiles: joinList(tiles) }),
  ]);
