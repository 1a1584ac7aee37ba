/** What each board brought in the rounds before the last one. It is fetched when it is wanted. */
import { changes, h, keyedViews, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { fetchMatches } from '../../tournament_api.js';
import { fetchedView } from '../fetched.js';
import { matchView } from './standings.js';

/** @import { TournamentEntrant, TournamentMatch } from '../../protocol.js' */
/** @import { Shown } from '../../tournament.js' */

/** The matches of a round. @typedef {{ round: number, matches: TournamentMatch[], entrants: TournamentEntrant[], own: number | undefined }} Round */

export function earlierView() {
  const status = fetchedView();
  const rounds = h('div');
  const summary = h('summary', t('tournament.earlier'));
  const element = h(
    'details.event-card',
    { testid: 'earlier', hidden: true },
    summary,
    status.element,
    rounds,
  );
  const isOther = changes();
  /** @type {{ shown: Shown, own: number | undefined } | null} */
  let latest = null;

  function load() {
    if (!element.open || !latest) return;
    const { shown, own } = latest;
    const { entrants, head } = shown;
    if (!isOther(shown.id, head.round)) return;
    status.load({
      fetch: (signal) => fetchMatches(shown.id, signal),
      show({ matches }) {
        const ended = Array.from({ length: head.round - 1 }, (_, i) => ({
          round: head.round - 1 - i,
          matches: matches.filter(({ round }) => round === head.round - 1 - i),
          entrants,
          own,
        }));
        keyedViews(rounds, ended, ({ round }) => [round], roundView);
      },
    });
  }
  element.addEventListener('toggle', load);
  return {
    element,
    end: status.stop,
    /** @param {Shown} shown @param {number | undefined} own the visitor's number */
    draw(shown, own) {
      latest = { shown, own };
      show(element, shown.head.boards !== undefined && shown.head.round > 1);
      load();
    },
  };
}

function roundView() {
  const title = h('h3');
  const list = h('ol.event-matches', { role: 'list' });
  return {
    element: h('section', title, list),
    /** @param {Round} row */
    draw({ round, matches, entrants, own }) {
      setText(title, t('tournament.matches', { n: round }));
      const rows = matches.map((match) => ({ match, entrants, own }));
      keyedViews(
        list,
        rows,
        ({ match }) => [match.number],
        () => matchView(),
      );
    },
  };
}
