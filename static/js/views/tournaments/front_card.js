/** The tournaments on the front page: the next one with the time until it begins, and some others as rows. */
import { changes, fill, h, setText, show } from '../../dom.js';
import { factsWords, phaseWords, playersWords } from '../../format/tournaments.js';
import { factsOf, t } from '../../i18n/index.js';
import { countdownOf } from '../../tournament_lists.js';
import { setName } from '../name.js';
import { styleSheet } from '../style_sheet.js';
import { ticker } from '../ticker.js';
import { pageLink, titledSection } from '../widgets.js';
import { countdownView } from './countdown.js';
import { drawTournaments } from './rows.js';

await styleSheet('css/tournaments.css');

/** @import { Actions } from '../../actions.js' */
/** @import { ListedTournament } from '../../protocol.js' */

/** As many others as are shown. */
const ROWS = 3;
const SECOND_MS = 1000;

/** @param {Actions} actions */
export function frontCard(actions) {
  const title = t('tournament.title');
  const name = h('h3');
  const facts = h('p.event-facts');
  const players = h('p.event-facts');
  const count = countdownView();
  const way = h('div');
  const next = h('div.event-next', h('div.event-about', name, facts, players), count.element, way);
  const rows = h('ul.tables', { role: 'list' });
  const look = { class: 'button small', testid: 'all-tournaments' };
  const all = h('div', pageLink(actions, { page: 'tournaments' }, look, t('tournament.all')));
  const element = titledSection(
    'front-tournaments',
    title,
    { class: 'front-list stack box', testid: 'front-tournaments' },
    next,
    rows,
    all,
  );
  /** @type {{ first: ListedTournament, clock_ms: number } | null} */
  let latest = null;
  const ticking = ticker(element, tick, SECOND_MS);
  const isOther = changes();

  function tick() {
    if (latest) count.draw({ head: latest.first }, Date.now() + latest.clock_ms);
  }
  return {
    element,
    /** @param {{ first: ListedTournament, others: ListedTournament[], clock_ms: number }} listed */
    draw({ first, others, clock_ms }) {
      latest = { first, clock_ms };
      tick();
      if (!isOther(first, others)) return;
      ticking.run(true);
      setName(name, first.name);
      setText(facts, factsWords(first));
      const isCounted = countdownOf({ head: first }, 0) !== null;
      setText(players, factsOf([!isCounted && phaseWords(first), playersWords(first)]));
      const words = t(first.open ? 'tournament.enter' : 'tournament.look');
      const route = /** @type {const} */ ({ page: 'tournament', tournament: first.tournament });
      const label = t('join.label', { before: words, after: first.name });
      const look = { class: 'button event-way', 'aria-label': label, testid: 'front-event' };
      fill(way, pageLink(actions, route, look, words));
      drawTournaments(rows, others.slice(0, ROWS), actions);
      for (const part of [rows, all]) show(part, others.length > 0);
    },
  };
}
