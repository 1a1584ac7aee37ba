/**
 * Where the trains of Mexican Train lie on the board, in pixels: a star round the hub, or a list where there is no room for
 * one. Each train has a lane, and tiles for which the lane has no room are folded into their number. Pure.
 */
import { isDouble } from '../../../tiles/pips.js';

/** @import { Box } from '../../contract.js' */

/** @typedef {{ width: number, height: number }} Size */
/** @typedef {{ x: number, y: number }} Point */
/** `angle`: the way of the train, in degrees clockwise from a way to the right. @typedef {Point & { angle: number }} Spot */
/** `from`: how far it is to this point, on the way of the lane. @typedef {Point & { from: number }} Corner */

/**
 * The lane of a train.
 * @typedef {object} Lane
 * @property {readonly Corner[]} way from the hub outwards
 * @property {number} start how far from the beginning of its way the first tile lies
 * @property {number} length of its way
 * @property {Box} sign where its owner is told
 * @property {'left' | 'right'} side of the sign at which its words stand
 */

/**
 * `unit`: a tile's short side; `hub`: null in a list; `list`: in a list, whether a name stands beside its face
 * and its pips or below them, or whether there is room for no other line.
 * @typedef {{ unit: number, hub: Point | null, list: 'wide' | 'narrow' | 'low' | null, lanes: Lane[] }} Lanes
 */

/** A tile that is drawn. `index`: which of the train; `angle`: how far the standing tile is turned. @typedef {Box & { index: number, angle: number }} Lying */

/** The smallest board with a star, and the largest short side of a tile. */
const STAR_LEAST = { width: 560, height: 330 };
const UNIT_MAX = 38;
/** How many short sides the half of a star's width has at least. */
const HALF_UNITS = 16;
/** Between a star's edge and the end of a lane. */
const EDGE = 6;
/** The size of a sign in a star, and its part of a row in a list. */
const SIGN = { width: 300, height: 22 };
const SIGN_PART = 0.29;
const SIGN_LEAST = 96;
/** The width of a sign with a name between a face and the pips, and the height of one that has the name below them. */
const SIGN_WIDE = 110;
const SIGN_HIGH = 46;
/** The height of a sign with two lines. */
const SIGN_LOW = 28;
/** From the middle of the hub to the first tile, in short sides. */
const HUB_RADIUS = 2.2;
/** The angle at which a way to the upper or lower edge would leave the hub, and which part of a way bends. */
const STEEPEST = (80 * Math.PI) / 180;
const BEND = 0.45;
/** Between two tiles, in short sides. */
const GAP = 0.08;
/** The length of the number of the folded tiles, in short sides. */
const FOLD = 1.7;
/** A list has two columns where its rows would be lower than this, or their width is that of two. */
const ROW_LEAST = 40;
const ROW_MOST = 76;
const ROW_UNIT_MAX = 26;
/** How many short sides of tiles a row of a list has at least. */
const ROW_UNITS = 10.5;
const COLUMN_LEAST = 230;
const COLUMN_WIDE = 420;

/** How many pieces of a bent way are measured. */
const PIECES = 24;

/** @param {Size} size @param {number} count how many trains there are, in turn order, the own one first and the Mexican one last @returns {Lanes} */
export const lanesOf = (size, count) =>
  size.width >= STAR_LEAST.width && size.height >= STAR_LEAST.height
    ? starOf(size, count)
    : listOf(size, count);

/** The trains run clockwise round the hub, from the lower left side, where the own one is. @param {Size} size @param {number} count @returns {Lanes} */
function starOf({ width, height }, count) {
  const left = Math.ceil(count / 2);
  const hub = { x: width / 2, y: height / 2 };
  const band = height / left;
  const unit = Math.min(UNIT_MAX, (band - SIGN.height) / 2.1, width / 2 / HALF_UNITS);
  const lanes = Array.from({ length: count }, (_, at) => {
    const isLeft = at < left;
    const [row, rows] = isLeft ? [left - 1 - at, left] : [at - left, count - left];
    const high = height / rows;
    const y = high * row + SIGN.height + (high - SIGN.height) / 2;
    const side = isLeft ? -1 : 1;
    const way = bentWay(hub, y, side, { width, height, unit });
    const wide = Math.min(SIGN.width, width / 2 - 2 * unit);
    const x = isLeft ? EDGE + wide / 2 : width - EDGE - wide / 2;
    /** @type {Lane} */
    const lane = {
      way,
      start: HUB_RADIUS * unit,
      length: way[way.length - 1].from,
      sign: { x, y: y - unit - SIGN.height / 2, width: wide, height: SIGN.height },
      side: isLeft ? 'left' : 'right',
    };
    return lane;
  });
  return { unit, hub, list: null, lanes };
}

/** A way from the hub to a row at one side, and along it to the edge. @param {Point} hub @param {number} y the row's @param {-1 | 1} side @param {Size & { unit: number }} board */
function bentWay(hub, y, side, { width, height, unit }) {
  const rise = y - hub.y;
  const angle = (rise / (height / 2)) * STEEPEST;
  const flat = rise === 0 ? 3 * unit : rise / Math.tan(angle);
  const knee = { x: hub.x + side * flat, y };
  const far = Math.hypot(flat, rise) * BEND;
  const out = { x: hub.x + side * far * Math.cos(angle), y: hub.y + far * Math.sin(angle) };
  const before = { x: knee.x - side * far, y };
  const bend = Array.from({ length: PIECES + 1 }, (_, i) => {
    const t = i / PIECES;
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    return {
      x: a * hub.x + b * out.x + c * before.x + d * knee.x,
      y: a * hub.y + b * out.y + c * before.y + d * knee.y,
    };
  });
  return measured([...bend, { x: side < 0 ? EDGE : width - EDGE, y }]);
}

/** @param {readonly Point[]} points @returns {Corner[]} */
function measured(points) {
  let from = 0;
  return points.map((point, i) => {
    const before = points[i - 1] ?? point;
    from += Math.hypot(point.x - before.x, point.y - before.y);
    return { ...point, from };
  });
}

/** A row for each train, with its sign before its tiles: the own one, the Mexican one, and the others. @param {Size} size @param {number} count @returns {Lanes} */
function listOf({ width, height }, count) {
  const isNarrow = height / count < ROW_LEAST && width >= 2 * COLUMN_LEAST;
  const columns = isNarrow || width >= 2 * COLUMN_WIDE ? 2 : 1;
  const rows = Math.ceil(count / columns);
  const [wide, high] = [width / columns, Math.min(height / rows, ROW_MOST)];
  const sign = Math.max(SIGN_LEAST, wide * SIGN_PART);
  const unit = Math.min(ROW_UNIT_MAX, (high - 4) / 2, (wide - sign) / ROW_UNITS);
  const lanes = Array.from({ length: count }, (_, at) => {
    const row = at === 0 ? 0 : at === count - 1 ? 1 : at + 1;
    const left = wide * Math.floor(row / rows);
    const y = high * ((row % rows) + 0.5);
    const way = measured([
      { x: left + sign + 4, y },
      { x: left + wide - 2, y },
    ]);
    /** @type {Lane} */
    const lane = {
      way,
      start: 0,
      length: way[1].from,
      sign: { x: left + sign / 2, y, width: sign, height: high - 2 },
      side: 'left',
    };
    return lane;
  });
  return {
    unit,
    hub: null,
    list: high < SIGN_LOW ? 'low' : sign < SIGN_WIDE && high >= SIGN_HIGH ? 'narrow' : 'wide',
    lanes,
  };
}

/** A place on the way of a lane. @param {Lane} lane @param {number} far from its beginning @returns {Spot} */
export function spotAt({ way }, far) {
  const next = Math.max(
    1,
    way.findIndex(({ from }, i) => from >= far || i === way.length - 1),
  );
  const [one, other] = [way[next - 1], way[next]];
  const part = (far - one.from) / (other.from - one.from || 1);
  return {
    x: one.x + (other.x - one.x) * part,
    y: one.y + (other.y - one.y) * part,
    angle: (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI,
  };
}

/** How long a tile is on its way, in short sides: a double lies across. @param {string} tile */
const lengthOf = (tile) => (isDouble(tile) ? 1 : 2);

/**
 * A tile on its lane.
 * @param {Lane} lane
 * @param {number} unit
 * @param {string} tile
 * @param {number} to the pips of its free end
 * @param {number} far where it begins
 * @returns {Box & { angle: number }}
 */
export function tileAt(lane, unit, tile, to, far) {
  const { angle, ...middle } = spotAt(lane, far + (lengthOf(tile) * unit) / 2);
  const isTurned = Number(tile.split('-')[1]) === to ? -90 : 90;
  const turn = isDouble(tile) ? angle : angle + isTurned;
  return { ...middle, width: unit, height: 2 * unit, angle: ((turn % 360) + 360) % 360 };
}

/**
 * The tiles of a train on its lane: all of them, or as many of the last ones as there is room for. Behind them there is
 * always room for one more tile.
 * @param {Lane} lane
 * @param {number} unit
 * @param {readonly { tile: string, to: number }[]} tiles from the hub outwards
 * @returns {{ tiles: Lying[], folded: number, fold: Spot | null, next: number }} `folded`: how many there is no room for,
 *   and where their number stands; `next`: where the next tile begins
 */
export function trainOn(lane, unit, tiles) {
  const gap = GAP * unit;
  const long = tiles.map(({ tile }) => lengthOf(tile) * unit + gap);
  const room = lane.length - lane.start - 2 * unit;
  const sum = (/** @type {number} */ from) => long.slice(from).reduce((all, one) => all + one, 0);
  let folded = 0;
  while (folded < tiles.length && sum(folded) + (folded > 0 ? FOLD * unit : 0) > room) folded += 1;
  let next = lane.start + (folded > 0 ? FOLD * unit : 0);
  const lying = tiles.slice(folded).map(({ tile, to }, i) => {
    const index = folded + i;
    const one = { index, ...tileAt(lane, unit, tile, to, next) };
    next += long[index];
    return one;
  });
  const fold = folded > 0 ? spotAt(lane, lane.start + (FOLD * unit) / 2) : null;
  return { tiles: lying, folded, fold, next };
}

/** A line beside the way of a lane, for a drawing. @param {Lane} lane @param {number} aside how far @param {number} until where it ends */
export function lineAlong(lane, aside, until) {
  const corners = lane.way.filter(({ from }) => from < until).map(({ from }) => from);
  return [...corners, until]
    .map((far, i) => {
      const { x, y, angle } = spotAt(lane, far);
      const turn = ((angle + 90) * Math.PI) / 180;
      const [px, py] = [x + aside * Math.cos(turn), y + aside * Math.sin(turn)];
      return `${i === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`;
    })
    .join('');
}
