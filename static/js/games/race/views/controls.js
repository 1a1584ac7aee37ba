/** The buttons beside the hand: turning and placing the chosen tile, the pit, stopping after a double, and the zoom. */
import { attr, h, s, setText, show } from '../../../dom.js';
import { t } from '../../../i18n/index.js';
import { offersOf } from '../../../select.js';
import { fitting } from '../../../table/choose.js';
import { tileOf, tileStep } from '../../../tiles/steps.js';
import { button } from '../../../views/widgets.js';
import { placeIn, STOP } from '../offers.js';
import { leftView } from './status.js';

/** @import { Actions } from '../../../actions.js' */
/** @import { Table } from '../../../state.js' */
/** @import { Offer } from '../../contract.js' */

const PICTURES = {
  turn: 'M19 6v5h-5M18.4 11A7 7 0 1 0 19 14.5',
  zoom: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.3 15.3 20 20M10.5 7.5v6M7.5 10.5h6',
};

/** @param {keyof typeof PICTURES} name */
const picture = (name) =>
  s('svg.icon', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: PICTURES[name] }));

/**
 * @param {Actions} actions
 * @param {ReturnType<typeof import('./board.js').boardView>} board
 */
export function controlsView(actions, board) {
  /** What the main button does. @type {Offer | undefined} */
  let meant;
  const turn = button([picture('turn'), h('span', t('race.view.turn'))], {
    class: 'race-button',
    testid: 'turn-tile',
    title: t('race.view.turn_key'),
    press: board.turn,
  });
  const zoom = button([picture('zoom'), h('span', t('race.view.zoom'))], {
    class: 'race-button race-zoom',
    testid: 'zoom',
    'aria-label': t('race.view.zoom'),
    press: () => board.zoomIn(),
  });
  const sure = button('', {
    class: 'race-button race-sure',
    testid: 'place-tile',
    press: () => meant && actions.put(meant.steps),
  });
  const stop = button(t('race.view.stop'), {
    class: 'race-button',
    testid: 'stop',
    press: () => actions.put([STOP]),
  });
  const left = leftView();
  const parts = [left.element, turn, zoom, stop, sure];
  const element = h(
    'div.race-controls',
    { role: 'group', 'aria-label': t('race.view.tile') },
    ...parts,
  );
  board.zoom.changed = () => attr(zoom, 'aria-pressed', String(board.zoom.isOn()));
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const { picked } = table.ui;
      const offers = offersOf(table);
      const tile = tileOf(picked);
      const fits = tile ? fitting(offers, [tileStep(tile)]) : [];
      const isPit = fits.length > 0 && placeIn(fits[0].steps) === '';
      meant = isPit ? fits[0] : placeIn(picked) ? fitting(fits, picked)[0] : undefined;
      left.draw(table);
      attr(element, 'data-choosing', tile ? 'true' : null);
      show(turn, tile !== '' && !isPit);
      attr(turn, 'aria-disabled', board.mayTurn() ? null : 'true');
      attr(zoom, 'aria-pressed', String(board.zoom.isOn()));
      show(sure, tile !== '');
      setText(sure, t(isPit ? 'race.view.to_pit' : 'race.view.place'));
      attr(sure, 'aria-disabled', meant ? null : 'true');
      show(stop, tile === '' && fitting(offers, [STOP]).length > 0);
    },
  };
}
