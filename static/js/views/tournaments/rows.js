/** Tournaments as rows of a list. */
import { h, keyedViews, setText } from '../../dom.js';
import { factsWords, phaseWords, playersWords } from '../../format/tournaments.js';
import { factsOf, loadTexts, t } from '../../i18n/index.js';
import { setName } from '../name.js';
import { button } from '../widgets.js';

await loadTexts('tournaments');

/** @import { Actions } from '../../actions.js' */
/** @import { ListedTournament } from '../../protocol.js' */

/** @param {HTMLElement} list @param {ListedTournament[]} tournaments @param {Pick<Actions, 'go'>} actions */
export function drawTournaments(list, tournaments, actions) {
  keyedViews(
    list,
    tournaments,
    ({ tournament }) => [tournament],
    ({ tournament }) => row(tournament, actions),
  );
}

/** @param {string} tournament @param {Pick<Actions, 'go'>} actions */
function row(tournament, actions) {
  const name = h('h3');
  const about = h('span');
  const state = h('span');
  const go = button(t('tournament.look'), {
    kind: 'small',
    testid: 'to-tournament',
    press: () => actions.go({ page: 'tournament', tournament }),
  });
  const words = h('div.listing-words', name, h('p.listing-about', about, ' ', state));
  return {
    element: h('li.listing', { testid: 'tournament' }, words, go),
    /** @param {ListedTournament} listed */
    draw(listed) {
      setName(name, listed.name);
      setText(about, factsWords(listed));
      setText(state, factsOf([phaseWords(listed), playersWords(listed)]));
      go.setAttribute(
        'aria-label',
        t('join.label', { before: t('tournament.look'), after: listed.name }),
      );
    },
  };
}
