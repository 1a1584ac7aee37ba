/** The list of the games of the world, by region. */
import { fill, h } from '../dom.js';
import { regionInWords, worldGames } from '../format/places.js';
import { t, textOrNull } from '../i18n/index.js';
import './later.js';
import { cancelButton, dialog, dialogActions } from './widgets.js';
import { gameCard, gameParts } from './world.js';

/** @import { Catalogue } from '../protocol.js' */

/** @param {(preset: string) => void} pick */
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
    return gameCard(parts, isChosen, { testid: `world-${preset}`, press });
  }

  return {
    element,
    /** @param {Catalogue} catalogue @param {string} chosen the form's preset */
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
