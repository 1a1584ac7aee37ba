/** A form's game: its card, and all games in place of what its dialog shows, until one is chosen. */
import { fill, h, show } from '../../dom.js';
import { presetInWords } from '../../format/notation.js';
import { placeInWords } from '../../format/places.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { gamePictureOf } from '../game_picture.js';
import { button } from '../widgets.js';
import { chooserView } from './chooser.js';

/** @import { Catalogue } from '../../catalogue.js' */

/**
 * The card of a chosen game, which leads to all others.
 * @param {{ name: string, preset: string, variant: string }} game
 * @param {() => void} press
 */
export function gameCard({ name, preset, variant }, press) {
  const place = placeInWords(preset);
  return button(
    [
      gamePictureOf({ preset, variant }),
      h('span.pick-words', h('b', presetInWords(name)), place && h('span.pick-place', place)),
      h('span.pick-change', t('create.world_change'), icon('forward')),
    ],
    { class: 'pick', 'data-card': true, id: 'choose-game', testid: 'choose-game', press },
  );
}

/**
 * Shows all games in the place of a dialog's content. What closes the dialog leads back first.
 * @param {HTMLDialogElement} dialog
 * @param {Catalogue} catalogue
 * @param {string} chosen as `namedChoices` names it
 * @param {(name: string) => void} pick
 */
export function gamesInstead(dialog, catalogue, chosen, pick) {
  const [place, actions] = ['.dialog-scroll', '.dialog-actions'].map(
    (part) => /** @type {HTMLElement} */ (dialog.querySelector(part)),
  );
  const before = [...place.childNodes];
  const ending = new AbortController();

  function end() {
    ending.abort();
    fill(place, ...before);
    show(actions, true);
    document.getElementById('choose-game')?.focus({ preventScroll: true });
  }
  const back = button(t('app.cancel'), {
    kind: 'small',
    icon: 'back',
    testid: 'games-back',
    press: end,
  });
  const games = chooserView(catalogue, {
    entry: ({ name }, parts) =>
      button(parts, {
        class: 'pick',
        testid: `pick-${name}`,
        press() {
          end();
          pick(name);
        },
      }),
  });
  const { signal } = ending;
  const leave = (/** @type {Event} */ event) => {
    event.preventDefault();
    end();
  };
  dialog.addEventListener('cancel', leave, { signal });
  dialog.addEventListener('close', end, { signal });
  games.draw({ chosen });
  show(actions, false);
  fill(place, h('div.row', back), games.element);
  place.scrollTop = 0;
  back.focus({ preventScroll: true });
}
