/** What the felt of the front page shows of a game: its name, what is special about it, its picture, and its rules. */
import '../later.js';
import { changes, fill, h } from '../../dom.js';
import { presetInWords } from '../../format/notation.js';
import { placeInWords } from '../../format/places.js';
import { factsOf, t, textOrNull } from '../../i18n/index.js';
import { gamePictureOf } from '../game_picture.js';
import { pageLink } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { LineCatalogue } from '../../protocol.js' */

/** @param {Actions} actions @param {LineCatalogue} catalogue */
export function gameView(actions, catalogue) {
  const element = h('div.front-about', { testid: 'front-game' });
  const isNew = changes();
  return {
    element,
    /** @param {{ preset: string, isAddressed: boolean }} shown `isAddressed`: the page is that of the game */
    draw({ preset, isAddressed }) {
      if (!isNew(preset, isAddressed)) return;
      const rules = catalogue.presets.find(({ name }) => name === preset)?.rules;
      const look = { class: 'front-rules', testid: 'front-rules' };
      fill(
        element,
        h(isAddressed ? 'h1' : 'h2', {}, factsOf([presetInWords(preset), placeInWords(preset)])),
        h('p', textOrNull(`preset.${preset}`)),
        gamePictureOf({ preset, variant: rules?.variant ?? '' }),
        pageLink(actions, { page: 'rules', preset }, look, t('app.rules')),
      );
    },
  };
}
