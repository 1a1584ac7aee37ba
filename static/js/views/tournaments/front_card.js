/** The tournaments on the front page: the next one with the time until it begins, and some others as rows. */
import { fetchTournaments } from '../../api.js';
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
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
/** How long after the start a tournament has begun or is called off. */
const BEGUN_MS = 5 * SECOND_MS;

/** @param {Actions} actions @param {() => number} now by the server's clock */
export function frontCard(actions, now) {
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
  /** The one that is shown large. @type {ListedTournament | null} */
  let first = null;
  let isAsking = false;
  const ticking = ticker(element, tick, SECOND_MS);
  const isOther = changes();

  function tick() {
    if (!first) return;
    count.draw({ head: first }, now());
    if (first.phase === 'coming' && first.starts_ms < now() - BEGUN_MS) askAgain();
  }
  /** It should have begun by now. */
  async function askAgain() {
    if (isAsking) return;
    isAsking = true;
    const body = await fetchTournaments().catch(() => null);
    if (body) draw(body.open);
    // One that doesn't begin is asked about no more.
    isAsking = first?.phase === 'coming';
  }
  /** @param {ListedTournament} shown */
  function drawFirst(shown) {
    setName(name, shown.name);
    setText(facts, factsWords(shown));
    const isCounted = countdownOf({ head: shown }, 0) !== null;
    setText(players, factsOf([!isCounted && phaseWords(shown), playersWords(shown)]));
    const words = t(shown.open ? 'tournament.enter' : 'tournament.look');
    const route = /** @type {const} */ ({ page: 'tournament', tournament: shown.tournament });
    const label = t('join.label', { before: words, after: shown.name });
    const look = { class: 'button event-way', 'aria-label': label, testid: 'front-event' };
    fill(way, pageLink(actions, route, look, words));
  }
  /** @param {ListedTournament[]} open the first to begin first */
  function draw(open) {
    const isNear = (/** @type {ListedTournament} */ one) => one.starts_ms < now() + DAY_MS;
    const shown = open.find((one) => one.open && isNear(one)) ?? open[0];
    show(element, shown !== undefined);
    first = shown ?? null;
    tick();
    if (!shown || !isOther(open)) return;
    ticking.run(true);
    drawFirst(shown);
    const others = open.filter((one) => one !== shown);
    drawTournaments(rows, others.slice(0, ROWS), actions);
    for (const part of [rows, all]) show(part, others.length > 0);
  }
  return { element, draw };
}
