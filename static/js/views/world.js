/** The games of the world: their card among the games of the create dialog, and their list. */
import { fill, h } from '../dom.js';
import { presetInWords } from '../format/notation.js';
import { placeInWords, regionInWords, worldGames } from '../format/places.js';
import { t, textOrNull } from '../i18n/index.js';
import { icon } from '../icon.js';
import { gamePicture } from './game_picture.js';
import { button, cancelButton, dialog, dialogActions } from './widgets.js';

/** @import { Child } from '../dom.js' */
/** @import { LineCatalogue } from '../protocol.js' */
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
  return card([...parts, icon('forward')], chosen !== null, {
    id: 'world',
    'aria-haspopup': 'dialog',
    testid: 'world',
    press,
  });
}

/** @param {Child[]} content @param {boolean} isChosen @param {ButtonProps} props */
const card = (content, isChosen, props) =>
  button(content, { class: 'world-card', 'aria-current': isChosen && 'true', ...props });

/** @param {string} preset @param {string} about */
const gameParts = (preset, about) =>
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

/** The list, by region. @param {(preset: string) => void} pick */
export function worldDialog(pick) {
  const list = h('div.dialog-scroll.column');
  const { element, open } = dialog(
    { name: 'world', title: t('front.world'), kind: 'world', testid: 'world-dialog' },
    list,
    dialogActions(cancelButton()),
  );

  /** @param {string} preset @param {boolean} isChosen */
  function game(preset, isChosen) {
    function press() {
      element.close();
      pick(preset);
    }
    const parts = gameParts(preset, textOrNull(`preset.${preset}`) ?? '');
    return card(parts, isChosen, { testid: `world-${preset}`, press });
  }

  return {
    element,
    /** @param {LineCatalogue} catalogue @param {string} chosen the form's preset */
    open(catalogue, chosen) {
      const regions = worldGames(catalogue).map(({ region, presets }) =>
        h(
          'section',
          { 'aria-labelledby': `region-${region}` },
          h('h3', { id: `region-${region}` }, regionInWords(region)),
          h('div.world-games', ...presets.map((one) => game(one, one === chosen))),
        ),
      );
      fill(list, ...regions);
      open(list.querySelector('[aria-current="true"]') ?? undefined);
    },
  };
}
