/** The rules of a table that differ from family to family, one a line: they are read out before the first round. */
import { changes, fill, h, show } from '../../dom.js';
import { fetchHouseRules, hasHouseRules, kindOf } from '../../games/index.js';
import { t } from '../../i18n/index.js';

/** @import { Room } from '../../protocol.js' */

export function houseRulesView() {
  const list = h('ul.house-rules', { testid: 'house-rules' });
  const element = h('div.stack', h('h3.hint', t('table.house_rules')), list);
  const isNew = changes();
  return {
    element,
    /** @param {Pick<Room, 'rules' | 'notation'>} room */
    draw(room) {
      show(element, hasHouseRules(kindOf(room)));
      if (element.hidden || !isNew(room.notation)) return;
      // Without them the notation still tells the rules.
      fetchHouseRules(room)
        .then((rules) => fill(list, ...rules.map((rule) => h('li', rule))))
        .catch(() => {});
    },
  };
}
