/**
 * Where on the viewport the middle of the table is put, and how large the tiles are. A plan is
 * made for the tiles that lie and some more (its *slack*), so that few tiles call for a new one.
 */

/** @import {Slot} from './chain.js' */
/** @import {Rect} from './geometry.js' */
/** @import {Viewport} from './layout.js' */

/**
 * @typedef {object} Plan
 * @property {number} unit a tile's short side, pixels
 * @property {boolean} upright arm a sets out upwards instead of to the left
 * @property {number} x of the middle, pixels
 * @property {number} y of the middle, pixels
 * @property {Rect} edge of the viewport, in half tiles from the middle, before it is set upright
 * @property {number} reach how far from the row arms c and d may go, half tiles
 * @property {Record<Slot, number[]>} bends the ways to bend, the best first
 * @property {number} slack how many further tiles each arm must have room for
 */

/**
 * What a plan must have room for.
 * @typedef {object} Demand
 * @property {Record<Slot, number>} tiles for each arm, slack included
 * @property {boolean} crossed the middle is a spinner
 * @property {number} slack
 * @property {boolean} opening few tiles lie: the middle stays near the viewport's
 */

/** The largest tile's short side where the viewport names none, pixels. */
const UNIT_MOST = 64;

/** Steps of about a tenth: a finer ladder would rescale the table more often. */
const LADDER = [
  120, 108, 98, 88, 80, 72, 64, 60, 56, 52, 48, 44, 40, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18, 16,
  14, 12, 10, 8, 6, 4, 2, 1,
];

/** Smaller viewports are laid out as if they had this side, pixels. */
const SIDE_LEAST = 160;

/** What stays free at the viewport's edge for shadows, as a part of a tile's short side. */
export const RIM = 0.1;

/** Fractions of the viewport at which the middle may lie; the centre first. */
const FRACTIONS = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88];

/** How far from the centre the middle may lie while few tiles lie, as a fraction. */
const OFF_OPENING = 0.11;

/** A viewport is wide if it is so many times as wide as high. */
const WIDE = 1.5;

/** How many of the best places of the middle are tried out. */
export const TRIED = 14;

/** How many are tried out if the tiles would become much smaller otherwise. */
export const TRIED_MORE = 60;

/** Ground that a tile needs with its share of gaps and corners, square half tiles. */
const TILE_GROUND = 26;

/** With less than this share of that ground no table was ever laid out. */
const GROUND_LEAST = 0.6;

/** More than this share makes a place no better. */
const GROUND_AMPLE = 1.6;

/** How far arms c and d may go where the long arms pass beyond them: a tile and a lane. */
const SHORT_REACH = 10;

/** The sizes that a viewport allows, the largest first. @param {Viewport} viewport */
export function unitsFor({ width, height, maxTile = UNIT_MOST }) {
  const most = Math.min(maxTile, Math.min(width, height) / 4);
  return LADDER.filter((unit) => unit <= most || unit === 1);
}

/**
 * @typedef {object} Place
 * @property {boolean} upright
 * @property {number} along the middle's place along the row, as a fraction
 * @property {number} across the middle's place across the row, as a fraction
 * @property {number} reach as in `Plan`
 * @property {number} worth
 */

/**
 * How much ground each arm would have for each of its tiles, at worst.
 * @param {Place} place
 * @param {number} long the table's length along the row, half tiles
 * @param {number} wide the table's width across it, half tiles
 * @param {Demand} demand
 */
function groundPerTile({ along, across, reach }, long, wide, { tiles, crossed }) {
  const west = along * long;
  const east = long - west;
  const north = across * wide;
  const south = wide - north;
  if (!crossed) {
    return Math.min(
      (west * 5 + long * Math.max(0, north - 3)) / tiles.west,
      (east * 5 + long * Math.max(0, south - 3)) / tiles.east,
    );
  }
  return Math.min(
    (west * (north + 2) + east * Math.max(0, north - reach - 1)) / tiles.west,
    (east * (south + 2) + west * Math.max(0, south - reach - 1)) / tiles.east,
    (east * Math.min(north, reach)) / tiles.north,
    (west * Math.min(south, reach)) / tiles.south,
  );
}

/** Every way to set out. @type {readonly Readonly<Place>[]} */
const PLACES = [false, true].flatMap((upright) =>
  [Infinity, SHORT_REACH].flatMap((reach) =>
    FRACTIONS.flatMap((along) =>
      FRACTIONS.map((across) => ({ upright, along, across, reach, worth: 0 })),
    ),
  ),
);

/** @param {Place} place */
function off({ along, across }) {
  return Math.abs(along - 0.5) + Math.abs(across - 0.5);
}

/**
 * The places of the middle worth trying, the best first: enough ground for every arm, near the
 * centre, the row along the viewport.
 * @param {number} width half tiles
 * @param {number} height half tiles
 * @param {Demand} demand
 * @param {number} tried how many
 */
function placesFor(width, height, demand, tried) {
  /** @type {Place[]} */
  const places = [];
  for (const place of PLACES) {
    if (!demand.crossed && place.reach !== Infinity) continue;
    if (demand.opening && off(place) > OFF_OPENING) continue;
    // A line that begins along a wide viewport stays straight for longest.
    if (demand.opening && place.upright && width > WIDE * height) continue;
    const long = place.upright ? height : width;
    const wide = place.upright ? width : height;
    const ground = groundPerTile(place, long, wide, demand) / TILE_GROUND;
    if (ground < GROUND_LEAST) continue;
    const odd = (place.upright ? 0.05 : 0) + (place.reach === Infinity ? 0 : 0.05);
    const worth = Math.min(ground, GROUND_AMPLE) - 0.4 * off(place) - odd;
    places.push({ ...place, worth });
  }
  return places.sort((one, other) => other.worth - one.worth).slice(0, tried);
}

/**
 * The plans to try at one size, the best first.
 * @param {Viewport} viewport
 * @param {number} unit
 * @param {Demand} demand
 * @param {number} tried how many places of the middle
 * @returns {Plan[]}
 */
export function plansFor(viewport, unit, demand, tried) {
  const { width, height } = roomOf(viewport);
  const half = unit / 2;
  return placesFor(width / half, height / half, demand, tried).map((place) => {
    const plan = planAt(place, { width, height }, unit);
    const { x0, y0, x1, y1 } = plan.edge;
    const flat = x1 - x0 >= y1 - y0;
    const line = demand.crossed ? (flat ? [2, 0, 1] : [1, 2, 0]) : [0, 1];
    const side = flat ? [1, 0, 2] : [2, 0, 1];
    const bends = { west: line, east: line, north: side, south: side };
    return { ...plan, bends, slack: demand.slack };
  });
}

/**
 * The plan of a table that lies, with tiles of another size, in the middle of the viewport.
 * @param {Plan} plan
 * @param {Viewport} viewport
 * @param {number} unit
 * @param {Rect} extent of the tiles, in half tiles from the middle
 * @returns {Plan}
 */
export function resized(plan, viewport, unit, { x0, y0, x1, y1 }) {
  const { upright, reach, bends, slack } = plan;
  const { width, height } = roomOf(viewport);
  const [long, wide] = upright ? [height, width] : [width, height];
  const along = 0.5 - ((x0 + x1) * unit) / 4 / long;
  const across = 0.5 - ((y0 + y1) * unit) / 4 / wide;
  const found = planAt({ upright, along, across, reach }, { width, height }, unit);
  return { ...found, bends, slack };
}

/** The room of a viewport. @param {Viewport} viewport */
const roomOf = ({ width, height }) => ({
  width: Math.max(width, SIDE_LEAST),
  height: Math.max(height, SIDE_LEAST),
});

/**
 * @param {Omit<Place, 'worth'>} place
 * @param {{ width: number, height: number }} room
 * @param {number} unit
 */
function planAt({ upright, along, across, reach }, { width, height }, unit) {
  const half = unit / 2;
  const x = Math.round(width * (upright ? 1 - across : along));
  const y = Math.round(height * (upright ? along : across));
  const [left, top] = [x / half - 2 * RIM, y / half - 2 * RIM];
  const [right, bottom] = [(width - x) / half - 2 * RIM, (height - y) / half - 2 * RIM];
  const edge = upright
    ? { x0: -top, y0: -right, x1: bottom, y1: left }
    : { x0: -left, y0: -top, x1: right, y1: bottom };
  return { unit, upright, x, y, edge, reach };
}
