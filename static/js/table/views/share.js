/** Sharing a match that is over: a picture of its last layout with the result, and the link of its record. */
import { h, show } from '../../dom.js';
import { nameAt } from '../../format/names.js';
import { notationParts, presetIn } from '../../format/notation.js';
import { isPlayedOut, overPhase, winnersOf } from '../../format/over.js';
import { placeInWords } from '../../format/places.js';
import { partnersOf } from '../../format/sides.js';
import { fetchViews, kindOf } from '../../games/index.js';
import { factsOf, loadTexts, t } from '../../i18n/index.js';
import { fetchRecordBody } from '../../records/api.js';
import { GAMES, pathOf } from '../../route.js';
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
import { HEIGHT, preparePicture, WIDTH } from './share_picture.js';

await loadTexts('match');

/** @import { Record as MatchRecord } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */
/** @import { PictureSide } from './share_picture.js' */

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
  const size = { width: WIDTH, height: HEIGHT };
  const label = { role: 'img', 'aria-label': t('share.picture') };
  const canvas = h('canvas.share-picture', { ...size, ...label });
  /** Paints it, once all has come. @type {((withNames: boolean) => void) | null} */
  let paint = null;
  const draw = () => paint?.(settings.get().share_names);
  settings.subscribe(draw);
  return {
    canvas,
    draw,
    /** @param {Table} table @param {string} id */
    async load(table, id) {
      paint = null;
      const [known, title] = await Promise.all([
        fetchRecordBody(id, AbortSignal.timeout(FETCH_MS)),
        titleOf(table),
      ]);
      const layout = `${pathOf({ page: 'record', record: id, at: null })}.svg`;
      const sides = sidesOf(known, table);
      paint = await preparePicture(canvas, { layout, title, sides, ...gameIn(table.room) });
      draw();
    },
  };
}

/** The game with its home, and its address. @param {Table['room']} room */
function gameIn({ notation }) {
  const preset = presetIn(notation);
  const game = factsOf([notationParts(notation).game, placeInWords(preset)]);
  const page = GAMES.includes(preset) ? pathOf({ page: 'lobby', game: preset }) : '';
  return { game, address: `${location.host}${page}` };
}

/** What was called out at the end. @param {Table} table */
async function titleOf(table) {
  const over = overPhase(table);
  const { finish } = await fetchViews(kindOf(table.room));
  const said = over && isPlayedOut(table) ? await finish?.({ table, over }) : null;
  return said?.calls[0]?.words ?? t('share.match');
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

/**
 * The sides with their points. The server says which names may be shown; those of computer players are the
 * table's.
 * @param {MatchRecord} known
 * @param {Table} table
 * @returns {PictureSide[]}
 */
function sidesOf({ seats, scores }, table) {
  const { room } = table;
  const over = overPhase(table);
  const won = over ? winnersOf(over) : [];
  /** @param {number} seat */
  const personAt = (seat) => {
    const { name, computer } = seats[seat] ?? {};
    const shown = computer ? nameAt(room, seat) : (name ?? t('record.a_player'));
    return { seat, name: shown, computer };
  };
  return sides(room).map((own, side) => {
    const people = own.map(personAt);
    const name = partnersOf(people.map((one) => one.name));
    return { people, name, points: scores[side], isWinner: won.includes(side) };
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
