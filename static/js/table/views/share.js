/** Sharing a match that is over: a picture of its last layout with the result, and the link of its record. */
import { h, show } from '../../dom.js';
import { nameAt } from '../../format/names.js';
import { partnersOf } from '../../format/sides.js';
import { t } from '../../i18n/index.js';
import { fetchRecordBody } from '../../records/api.js';
import { pathOf } from '../../route.js';
import { sides } from '../../select.js';
import { attempt, errorLine } from '../../views/attempt.js';
import '../../views/later.js';
import {
  button,
  cancelButton,
  copyButton,
  copyInput,
  dialog,
  dialogActions,
} from '../../views/widgets.js';

/** @import { Record as MatchRecord } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */
/** @typedef {{ name: string, points: number, isWinner: boolean }} Line what the picture says of a side */

/** The server's picture of a layout, and the result under it, in pixels. */
const WIDTH = 1200;
const HEIGHT = 630;
const RESULT = 170;
/** Between the edge of a side's part and its text. */
const MARGIN = 24;
const FILE = 'boneyard.png';

export function shareDialog() {
  const size = { width: WIDTH, height: HEIGHT + RESULT };
  const label = { role: 'img', 'aria-label': t('share.picture') };
  const canvas = h('canvas.share-picture', { ...size, ...label });
  const names = h('input', { type: 'checkbox', testid: 'share-names', onchange: paint });
  const error = errorLine();
  const link = copyInput({ 'aria-label': t('share.link'), testid: 'shared-link' });
  const send = button(t('share.send'), {
    kind: 'primary',
    testid: 'share-send',
    press: () => attempt(error, () => sendPicture(canvas, link.value)),
  });
  const save = button(t('share.save'), {
    testid: 'share-save',
    press: () => attempt(error, () => savePicture(canvas)),
  });
  const { element, open } = dialog(
    { name: 'share', title: t('share.title'), kind: 'share', testid: 'share-dialog' },
    canvas,
    h('label.share-names.in-line', names, t('share.names')),
    h('div.share-link', link, ...copyButton(t('app.copy'), link)),
    h('p.hint', t('share.hint')),
    error,
    dialogActions(cancelButton(t('app.close')), save, send),
  );
  show(send, canSend());
  /** What is painted, once it has come. @type {{ layout: CanvasImageSource, lines: Line[] } | null} */
  let shown = null;

  function paint() {
    if (shown) drawResult(canvas, shown.layout, shown.lines, names.checked);
  }

  /** @param {Table} table @param {string} id */
  async function load(table, id) {
    const [known, layout] = await Promise.all([
      fetchRecordBody(id, AbortSignal.timeout(FETCH_MS)),
      pictureOf(`${pathOf({ page: 'record', record: id, at: null })}.png`),
    ]);
    shown = { layout, lines: linesOf(known, table) };
    paint();
  }

  return {
    element,
    /** @param {Table} table whose match is over, and recorded */
    async open(table) {
      const { record: id } = table.room;
      if (!id) return;
      link.value = `${location.origin}${pathOf({ page: 'record', record: id, at: null })}`;
      shown = null;
      open(send.hidden ? save : send);
      await attempt(error, () => load(table, id));
    },
  };
}

/** After so long the picture counts as lost, in milliseconds. */
const FETCH_MS = 15_000;

/** How long a picture that is saved stays where the browser reads it, in milliseconds. */
const SAVED_MS = 60_000;

/** Whether the system has a sheet that takes a picture. */
function canSend() {
  const files = [new File([], FILE, { type: 'image/png' })];
  return typeof navigator.canShare === 'function' && navigator.canShare({ files });
}

/** @param {string} path */
async function pictureOf(path) {
  const image = new Image();
  image.src = path;
  await image.decode();
  return image;
}

/**
 * The sides with their points. The server says which names may be shown; those of computer players are the
 * table's.
 * @param {MatchRecord} known
 * @param {Table} table
 * @returns {Line[]}
 */
function linesOf({ seats, scores, winner }, { room }) {
  /** @param {number} seat */
  const nameOf = (seat) =>
    seats[seat]?.computer ? nameAt(room, seat) : (seats[seat]?.name ?? t('record.a_player'));
  return sides(room).map((own, side) => ({
    name: partnersOf(own.map(nameOf)),
    points: scores[side],
    isWinner: winner === side,
  }));
}

/**
 * The layout, and under it each side with its points; the winner's in gold.
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasImageSource} layout
 * @param {readonly Line[]} lines
 * @param {boolean} withNames
 */
function drawResult(canvas, layout, lines, withNames) {
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('there is nothing to draw on');
  const style = getComputedStyle(canvas);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name);
  brush.fillStyle = colour('background-color');
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(layout, 0, 0, WIDTH, HEIGHT);
  brush.textAlign = 'center';
  const part = WIDTH / lines.length;
  lines.forEach(({ name, points, isWinner }, i) => {
    const middle = part * (i + 0.5);
    brush.fillStyle = colour(isWinner ? 'outline-color' : 'color');
    brush.font = `600 34px ${style.fontFamily}`;
    if (withNames) brush.fillText(name, middle, HEIGHT + 58, part - 2 * MARGIN);
    brush.font = `800 68px ${style.fontFamily}`;
    brush.fillText(String(points), middle, HEIGHT + (withNames ? 136 : 110));
  });
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
const asPng = (canvas) =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );

/** @param {HTMLCanvasElement} canvas @param {string} url of the match */
async function sendPicture(canvas, url) {
  const files = [new File([await asPng(canvas)], FILE, { type: 'image/png' })];
  // Closing the system's sheet without sharing is no error.
  await navigator.share({ files, url }).catch(() => {});
}

/** @param {HTMLCanvasElement} canvas */
async function savePicture(canvas) {
  const address = URL.createObjectURL(await asPng(canvas));
  h('a', { href: address, download: FILE }).click();
  // Safari reads the picture some time after the press.
  setTimeout(() => URL.revokeObjectURL(address), SAVED_MS);
}
