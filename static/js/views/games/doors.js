/** The three ways to a match of one game: the computer, anybody, and friends. */
import { h, setText } from '../../dom.js';
import { factsOf, t } from '../../i18n/index.js';
import { mixes } from '../../settings.js';
import { preloadMatch } from '../../table/views/page.js';
import { fetchedDialog } from '../fetched.js';
import { playComputer } from '../front/doors.js';
import { button } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Choice } from '../../format/families.js' */

/** @param {Actions} actions @param {() => Choice} choice */
export function gameDoors(actions, choice) {
  const create = fetchedDialog(
    async () => (await import('../create.js')).createDialog(actions),
    preloadMatch,
  );
  /** Quick match knows presets alone: otherwise a table is opened that everybody can find. */
  function meet() {
    const { name, preset } = choice();
    if (name !== preset) return create.open('public', name);
    actions.seek({ presets: [preset], mixed: mixes() });
    actions.go({ page: 'lobby' });
  }
  const computer = button(t('front.computer'), {
    class: 'game-door',
    testid: 'play-computer',
    press: () => playComputer(actions, choice().name),
  });
  const anybody = button(null, { class: 'game-door', testid: 'anybody', press: meet });
  const friend = button(t('front.friend'), {
    class: 'game-door',
    'data-door': 'friend',
    testid: 'create-table',
    press: () => create.open('link', choice().name),
  });
  const named = { role: 'group', 'aria-label': t('nav.play') };
  return {
    element: h('div.game-doors.row', named, computer, anybody, friend),
    /** Where it is said that the dialog is coming. */
    status: create.element,
    /** @param {number} waits how many players wait for this game */
    draw(waits) {
      setText(anybody, factsOf([t('front.anybody'), waits > 0 && t('games.wait', { n: waits })]));
    },
    end: create.end,
  };
}
