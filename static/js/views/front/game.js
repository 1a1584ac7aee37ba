/** What the felt of the front page shows of a game: its name, what is special about it, its picture, and its rules. */
import '../later.js';
import { fetchCatalogue } from '../../catalogue.js';
import { changes, fill, h } from '../../dom.js';
import { presetInWords } from '../../format/notation.js';
import { placeInWords } from '../../format/places.js';
import { factsOf, t, textOrNull } from '../../i18n/index.js';
import { gamePictureOf } from '../game_picture.js';
import { pageLink } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */

/** @param {Actions} actions */
export async function openGameView(actions) {
  const { presets } = await fetchCatalogue();
  const element = h('div.front-about', { testid: 'front-game' });
  const isNew = changes();
  return {
    element,
    /** @param {{ preset: string, isAddressed: boolean }} shown `isAddressed`: the page is that of the game */
    draw({ preset, isAddressed }) {
      if (!isNew(preset, isAddressed)) return;
      const { variant = '', game } = presets.find(({ name }) => name === preset) ?? {};
      /** @param {'lesson'} [part] */
      const rulesLink = (part) =>
        pageLink(
          actions,
          { page: 'rules', preset, ...(part && { part }) },
          { class: 'front-rules', testid: `front-${part ?? 'rules'}` },
          t(part ? 'rules.lesson' : 'app.rules'),
        );
      fill(
        element,
        h(isAddressed ? 'h1' : 'h2', {}, factsOf([presetInWords(preset), placeInWords(preset)])),
        h('p', textOrNull(`preset.${preset}`)),
        gamePictureOf({ preset, variant }),
        h('div.row', rulesLink(), game?.form.hasLesson && rulesLink('lesson')),
      );
    },
  };
}
