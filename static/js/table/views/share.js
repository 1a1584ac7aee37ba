/** Sharing a match that is over: a picture of its last layout with the result, and the link of its record. */
import { h, show } from '../../dom.js';
import { nameAt } from '../../format/names.js';
import { partnersOf } from '../../format/sides.js';
import { t } from '../../i18n/index.js';
import { fetchRecordBody } from '../../records/api.js';
import { pathOf } from '../../route.js';
import { sides } from '../../select.js';
import { settings } from '../../settings.js';
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

/**
 * The visitor is asked once whether the picture shows the names. From then on the system's sheet opens at once, where
 * there is one that takes a picture.
 */
export function shareDialog() {
  const picture = pictureView();
  const { canvas } = picture;
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
  const names = namesChoice(() => {
    draw();
    focusFirst();
  });
  const links = h(
    'div',
    h('div.share-link', link, ...copyButton(t('app.copy'), link)),
    h('p.hint', t('share.hint')),
  );
  const { element, open } = dialog(
    { name: 'share', title: t('share.title'), kind: 'share', testid: 'share-dialog' },
    canvas,
    ...names.elements,
    links,
    error,
    dialogActions(cancelButton(t('app.close')), save, send),
  );

  function draw() {
    const { share_asked } = settings.get();
    names.draw();
    for (const one of [links, save]) show(one, share_asked);
    show(send, share_asked && canSend());
    picture.draw();
  }

  /** What the visitor is likely to press. */
  function focusFirst() {
    [names.first, send, save].find((one) => one.checkVisibility())?.focus();
  }

  return {
    element,
    /** @param {Table} table whose match is over, and recorded */
    async open(table) {
      const { record: id } = table.room;
      if (!id) return;
      link.value = `${location.origin}${pathOf({ page: 'record', record: id, at: null })}`;
      const loading = picture.load(table, id);
      try {
        if (settings.get().share_asked && canSend()) {
          await loading;
          return await sendPicture(canvas, link.value);
        }
      } catch {
        // The dialog says what is wrong, or lets the visitor press again: the system forgets a press after a while.
      }
      draw();
      open();
      focusFirst();
      await attempt(error, () => loading);
    },
  };
}

/** Whether the picture shows the names: a question at the first time, and a box from then on. @param {() => void} answered */
function namesChoice(answered) {
  const box = h('input', {
    type: 'checkbox',
    testid: 'share-names',
    onchange: () => settings.set({ share_names: box.checked }),
  });
  /** @param {string} testid @param {string} name @param {boolean} isWith */
  const answer = (testid, name, isWith) =>
    button(name, {
      testid,
      press() {
        settings.set({ share_names: isWith, share_asked: true });
        answered();
      },
    });
  const first = answer('share-with', t('share.names'), true);
  const answers = h('div.row', first, answer('share-without', t('share.without'), false));
  const question = h('div.share-ask', h('p', t('share.ask')), answers);
  const choice = h('label.share-names.in-line', box, t('share.names'));
  return {
    elements: [question, choice],
    first,
    draw() {
      const { share_names, share_asked } = settings.get();
      box.checked = share_names;
      show(question, !share_asked);
      show(choice, share_asked);
    },
  };
}

/** The picture, with the names if the visitor's settings want them. */
function pictureView() {
  const size = { width: WIDTH, height: HEIGHT + RESULT };
  const label = { role: 'img', 'aria-label': t('share.picture') };
  const canvas = h('canvas.share-picture', { ...size, ...label });
  /** What is painted, once it has come. @type {{ layout: CanvasImageSource, lines: Line[] } | null} */
  let shown = null;
  function draw() {
    if (shown) drawResult(canvas, shown.layout, shown.lines, settings.get().share_names);
  }
  settings.subscribe(draw);
  return {
    canvas,
    draw,
    /** @param {Table} table @param {string} id */
    async load(table, id) {
      shown = null;
      const [known, layout] = await Promise.all([
        fetchRecordBody(id, AbortSignal.timeout(FETCH_MS)),
        pictureOf(`${pathOf({ page: 'record', record: id, at: null })}.png`),
      ]);
      shown = { layout, lines: linesOf(known, table) };
      draw();
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
  try {
    await navigator.share({ files, url });
  } catch (error) {
    // Closing the system's sheet without sharing is no error.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}

/** @param {HTMLCanvasElement} canvas */
async function savePicture(canvas) {
  const address = URL.createObjectURL(await asPng(canvas));
  h('a', { href: address, download: FILE }).click();
  // Safari reads the picture some time after the press.
  setTimeout(() => URL.revokeObjectURL(address), SAVED_MS);
}
