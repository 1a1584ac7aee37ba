/** Beside the hand: the button that ends a long first turn, and in small windows how the round stands. */
import { h, show } from '../../../dom.js';
import { t } from '../../../i18n/index.js';
import { offersOf } from '../../../select.js';
import { fitting } from '../../../table/choose.js';
import { button } from '../../../views/widgets.js';
import { STOP } from '../offers.js';
import { roundStatus } from './status.js';

/** @import { Actions } from '../../../actions.js' */
/** @import { Table } from '../../../state.js' */

/** @param {Actions} actions */
export function controlsView(actions) {
  const stop = button(t('trains.view.stop'), {
    class: 'trains-button',
    testid: 'stop',
    press: () => actions.put([STOP]),
  });
  const round = roundStatus();
  return {
    element: h('div.trains-controls', h('div.trains-beside', ...round.elements), stop),
    /** @param {Table} table */
    draw(table) {
      round.draw(table);
      show(stop, fitting(offersOf(table), [STOP]).length > 0);
    },
  };
}
