/**
 * The picture of a match that people send: the game, how the match was won, its tiles, who played, and where the game
 * can be played. It is painted in the browser, which has the typeface of the page.
 */
import { h } from '../../dom.js';
import { faceFor } from '../../face.js';
import { locale, t, written } from '../../i18n/index.js';

/** @import { Level } from '../../protocol.js' */

/**
 * A side of the match.
 * @typedef {object} PictureSide
 * @property {{ seat: number, name: string, computer?: Level }[]} people with faces
 * @property {string} name of all of them
 * @property {number} points
 * @property {boolean} isWinner
 */

/**
 * What is painted.
 * @typedef {object} SharePicture
 * @property {string} layout where the server draws the last layout, as SVG
 * @property {string} game and where it is at home
 * @property {string} title how the match was won
 * @property {PictureSide[]} sides
 * @property {string} address of the game, without the protocol
 */

/** The size of the picture, in pixels: what previews of links expect. */
export const WIDTH = 1200;
export const HEIGHT = 630;
/** The wood below the felt. */
const WOOD = 84;
/** Between the edge and what is written. */
const MARGIN = 56;
/** The room of the tiles: beside the title or, for a long line, below it. */
const BESIDE = { x: 560, y: 48, width: WIDTH - 560 - MARGIN, height: 340 };
const BELOW = { x: MARGIN, y: 226, width: WIDTH - 2 * MARGIN, height: 180 };
/** The middle of the row in which the sides are. */
const SIDES = 478;
const FACE = 60;
/** What the points of one of two sides need. */
const POINTS = 170;
/** How much smaller than the others a text may be before its end goes. */
const SMALLEST = 0.6;

/** @typedef {PictureSide & { faces: HTMLImageElement[] }} DrawnSide */

/**
 * Fetches what the picture needs, and gives what paints it, with the names or without.
 * @param {HTMLCanvasElement} canvas in the page: its style has the typeface
 * @param {SharePicture} shown
 * @returns {Promise<(withNames: boolean) => void>}
 */
export async function preparePicture(canvas, { layout, game, title, sides, address }) {
  const drawn = sides.map(async (side) => {
    const faces = await Promise.all(side.people.map((one) => faceOf(canvas, one)));
    return { ...side, faces };
  });
  const [tiles, withFaces] = await Promise.all([
    tilesOf(layout),
    Promise.all(drawn),
    document.fonts.load(`700 40px ${getComputedStyle(canvas).fontFamily}`),
  ]);
  return (withNames) => {
    const painter = painterOf(canvas);
    paintTable(painter);
    paintHead(painter, tiles, game, title);
    const named = withFaces.map((side) => (withNames ? side : { ...side, name: '' }));
    if (named.length === 2) paintTwo(painter, named);
    else paintMany(painter, named);
    paintFoot(painter, address);
  };
}

/**
 * What paints with the typeface and the colours of the page.
 * @param {HTMLCanvasElement} canvas
 */
function painterOf(canvas) {
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('there is nothing to draw on');
  const style = getComputedStyle(canvas);
  const { fontFamily } = style;
  /** @param {number} size */
  const font = (size) => {
    brush.font = `700 ${size}px ${fontFamily}`;
  };
  /** The colour of a token, in the theme of the page. @param {string} token */
  const colour = (token) => {
    canvas.style.outlineColor = `var(${token})`;
    const { outlineColor } = style;
    canvas.style.outlineColor = '';
    return outlineColor;
  };
  return {
    brush,
    colour,
    /**
     * Writes a text, smaller or shorter where it doesn't fit, and gives its width.
     * @param {string} text
     * @param {number} x
     * @param {number} y
     * @param {number} size
     * @param {string} token its colour
     */
    write(text, x, y, size, token, room = WIDTH) {
      font(size);
      const fit = room / brush.measureText(text).width;
      if (fit < 1) font(size * Math.max(fit, SMALLEST));
      brush.fillStyle = colour(token);
      const shown = cut(brush, text, room);
      brush.fillText(shown, x, y);
      return brush.measureText(shown).width;
    },
  };
}

/** @typedef {ReturnType<typeof painterOf>} Painter */

/** A text that fits into a room, without its end if need be. @param {CanvasRenderingContext2D} brush @param {string} text @param {number} room */
function cut(brush, text, room) {
  const letters = [...text];
  let shown = text;
  while (letters.length > 1 && brush.measureText(shown).width > room) {
    letters.pop();
    shown = `${letters.join('').trimEnd()}…`;
  }
  return shown;
}

/** @param {Painter} painter */
function paintTable({ brush, colour }) {
  const felt = brush.createRadialGradient(WIDTH * 0.55, 240, 60, WIDTH * 0.55, 240, 800);
  felt.addColorStop(0, colour('--felt'));
  felt.addColorStop(1, colour('--felt-edge'));
  brush.fillStyle = felt;
  brush.fillRect(0, 0, WIDTH, HEIGHT - WOOD);
  const wood = brush.createLinearGradient(0, HEIGHT - WOOD, 0, HEIGHT);
  wood.addColorStop(0, colour('--wood'));
  wood.addColorStop(1, colour('--wood-low'));
  brush.fillStyle = wood;
  brush.fillRect(0, HEIGHT - WOOD, WIDTH, WOOD);
  brush.fillStyle = colour('--wood-high');
  brush.fillRect(0, HEIGHT - WOOD, WIDTH, 3);
}

/** The game, how the match was won, and the tiles. @param {Painter} painter @param {HTMLImageElement} tiles @param {string} game @param {string} title */
function paintHead({ brush, write }, tiles, game, title) {
  const { x, y, width, height } = placeOf(tiles);
  const room = y < BELOW.y ? BESIDE.x - 2 * MARGIN : BELOW.width;
  brush.textAlign = 'left';
  brush.letterSpacing = '2px';
  write(game.toLocaleUpperCase(locale), MARGIN, 92, 28, '--win-felt', room);
  brush.letterSpacing = '0px';
  write(title, MARGIN, 178, 84, '--felt-ink', room);
  brush.drawImage(tiles, x, y, width, height);
}

/** Where the tiles are as large as they can be. @param {HTMLImageElement} tiles */
function placeOf(tiles) {
  const [beside, below] = [BESIDE, BELOW].map((room) => {
    const scale = Math.min(room.width / tiles.width, room.height / tiles.height);
    const [width, height] = [tiles.width * scale, tiles.height * scale];
    const [x, y] = [room.x + (room.width - width) / 2, room.y + (room.height - height) / 2];
    return { x, y, width, height };
  });
  return beside.width >= below.width ? beside : below;
}

/** Two sides, one at each edge. @param {Painter} painter @param {DrawnSide[]} sides */
function paintTwo({ brush, write }, sides) {
  sides.forEach(({ name, points, isWinner, faces }, i) => {
    const [from, way] = i === 0 ? [MARGIN, 1] : [WIDTH - MARGIN, -1];
    let x = from;
    for (const face of faces) {
      brush.drawImage(face, way > 0 ? x : x - FACE, SIDES - FACE / 2, FACE, FACE);
      x += way * (FACE + 12);
    }
    brush.textAlign = way > 0 ? 'left' : 'right';
    x += way * 4;
    if (name !== '') {
      const room = WIDTH / 2 - MARGIN - Math.abs(x - from) - POINTS;
      x += way * (write(name, x, SIDES + 9, 26, '--felt-ink', room) + 24);
    }
    write(written(points), x, SIDES + 21, 60, isWinner ? '--win-felt' : '--felt-ink-soft');
  });
}

/** Each side in a column of its own, with the points beside the faces. @param {Painter} painter @param {DrawnSide[]} sides */
function paintMany({ brush, write }, sides) {
  const column = (WIDTH - 2 * MARGIN) / sides.length;
  brush.textAlign = 'center';
  sides.forEach(({ name, points, isWinner, faces }, i) => {
    const left = MARGIN + column * i;
    const rest = column - FACE * faces.length;
    faces.forEach((face, at) => {
      brush.drawImage(face, left + rest / 4 + FACE * at, SIDES - 52, FACE, FACE);
    });
    const ink = isWinner ? '--win-felt' : '--felt-ink-soft';
    write(written(points), left + column - rest / 3, SIDES - 6, 44, ink, rest / 2);
    if (name !== '') write(name, left + column / 2, SIDES + 46, 24, '--felt-ink', column - 12);
  });
}

/** Where the game can be played. @param {Painter} painter @param {string} address */
function paintFoot({ brush, write }, address) {
  const line = HEIGHT - WOOD / 2 + 10;
  brush.textAlign = 'left';
  const width = write(`${t('share.play_now')} `, MARGIN, line, 28, '--felt-ink');
  write(address, MARGIN + width, line, 28, '--win-felt', WIDTH - 2 * MARGIN - width - POINTS);
  brush.textAlign = 'right';
  write(t('app.name'), WIDTH - MARGIN, line, 28, '--felt-ink');
}

/**
 * The tiles of the server's drawing, without the table round them.
 * @param {string} address
 */
async function tilesOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`no picture: ${answer.status}`);
  const parsed = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml');
  const drawing = parsed.documentElement;
  for (const part of [...drawing.querySelectorAll('rect')].slice(0, TABLE_PARTS)) part.remove();
  const number = (/** @type {Element} */ part, /** @type {string} */ name) =>
    Number(part.getAttribute(name));
  const boxes = [...drawing.querySelectorAll('rect')].map((part) => {
    const [x, y] = [number(part, 'x'), number(part, 'y')];
    return { x, y, right: x + number(part, 'width'), bottom: y + number(part, 'height') };
  });
  // A game without a picture of its own has only the table.
  const left = Math.min(WIDTH / 2, ...boxes.map(({ x }) => x));
  const top = Math.min(HEIGHT / 2, ...boxes.map(({ y }) => y));
  const width = Math.max(WIDTH / 2 + 1, ...boxes.map(({ right }) => right)) - left;
  const height = Math.max(HEIGHT / 2 + 1, ...boxes.map(({ bottom }) => bottom)) - top;
  drawing.setAttribute('viewBox', `${left} ${top} ${width} ${height}`);
  return imageOf(drawing, width, height);
}

/** The server's drawings begin with the wood and the felt. */
const TABLE_PARTS = 2;

/** The styles of a face that sheets give it. */
const FACE_STYLES = /** @type {const} */ ([
  'fill',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
]);

/** @param {HTMLCanvasElement} canvas @param {PictureSide['people'][0]} person */
function faceOf(canvas, person) {
  const face = faceFor(person);
  // Outside the page it would have no styles. The colour of a computer player goes with the seat.
  const place = h('span.face', { 'data-computer': person.computer && person.seat }, face);
  canvas.after(place);
  for (const part of face.querySelectorAll('*')) {
    const style = getComputedStyle(part);
    for (const name of FACE_STYLES) part.setAttribute(name, style.getPropertyValue(name));
  }
  place.remove();
  return imageOf(face, 2 * FACE, 2 * FACE);
}

/** @param {Element} drawing @param {number} width @param {number} height */
async function imageOf(drawing, width, height) {
  drawing.setAttribute('width', String(width));
  drawing.setAttribute('height', String(height));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  return image;
}
