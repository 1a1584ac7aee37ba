/** The cards of the games of the world, and their card among the games of the create dialog. */
import { h } from '../dom.js';
import { presetInWords } from '../format/notation.js';
import { placeInWords } from '../format/places.js';
import { t } from '../i18n/index.js';
import { icon } from '../icon.js';
import { gamePicture } from './game_picture.js';
import { button } from './widgets.js';

/** @import { Child } from '../dom.js' */
/** @import { ButtonProps } from './widgets.js' */

/**
 * The card that opens the list. It shows the game of the world that is chosen.
 * @param {string | null} chosen its preset
 * @param {() => void} press
 */
export function worldCard(chosen, press) {
  const parts = chosen
    ? gameParts(chosen, t('create.world_change'))
    : cardParts('world', [h('b', t('front.world'))], t('front.world_about'));
  return gameCard([...parts, icon('forward')], chosen !== null, {
    id: 'world',
    'aria-haspopup': 'dialog',
    testid: 'world',
    press,
  });
}

/** @param {Child[]} content @param {boolean} isChosen @param {ButtonProps} props */
export const gameCard = (content, isChosen, props) =>
  button(content, { class: 'world-card', 'aria-current': isChosen && 'true', ...props });

/** @param {string} preset @param {string} about */
export const gameParts = (preset, about) =>
  cardParts(
    preset,
    [h('span.world-place', placeInWords(preset)), h('b', presetInWords(preset))],
    about,
  );

/** @param {string} picture @param {HTMLElement[]} head @param {string} about */
const cardParts = (picture, head, about) => [
  gamePicture(picture),
  h('span.world-head', ...head),
  h('span.world-about', about),
];
