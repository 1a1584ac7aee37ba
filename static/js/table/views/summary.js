/**
 * The end of a round or a match: a sheet with who won, what each side has, why, and what comes next. The hands
 * lie on the felt (`left.js`).
 */

import { attr, changes, fill, h, keyedViews, s, setText, show } from '../../dom.js';
import {
  askedWords,
  explanation,
  headline,
  isWon,
  roundRows,
  sideTotals,
  strongerLevel,
} from '../../format/over.js';
import { aimOf, hasExpert } from '../../games/index.js';
import { sentencesOf, t, written } from '../../i18n/index.js';
import { pathOf } from '../../route.js';
import { ownSeat } from '../../select.js';
import { fetchedDialog, fetchedPart } from '../../views/fetched.js';
import { nameElement, setName } from '../../views/name.js';
import { button, navigateOnClick } from '../../views/widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { SideTotal } from '../../format/over.js' */
/** @import { Board, Over } from '../../games/contract.js' */
/** @import { Level } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */

/** @param {Actions} actions @param {Board['worth']} worth */
export function summaryView(actions, worth) {
  const title = h('h2', { id: 'summary-title' });
  const words = h('p.summary-words', { testid: 'summary-words' });
  const rating = fetchedPart(
    'summary-rating',
    async () => (await import('../../views/people/change.js')).changeView(),
    { isExtra: true },
  );
  const totals = totalsView();
  const rounds = roundsView();
  const played = fetchedPart(
    'summary-played',
    async () => (await import('./played.js')).playedView(),
    { isExtra: true },
  );
  const links = linksView(actions, rounds.toggle);
  const foot = footView(actions);
  const element = h(
    'section.summary.column',
    { 'aria-labelledby': 'summary-title', testid: 'summary' },
    h('div.summary-head.row', cup(), title),
    totals.element,
    h('div.summary-why', h('div', words, worth.element), rating.element),
    played.element,
    rounds.element,
    foot.element,
    links.element,
  );
  return {
    element,
    focus: foot.focus,
    press: foot.press,
    /** Nothing is over: no button of it is to be found. */
    hide() {
      show(element, false);
      foot.hide();
    },
    /** @param {Table} table @param {Over} over */
    draw(table, over) {
      if (element.hidden) {
        show(element, true);
        // A browser keeps where the last one was scrolled to.
        element.scrollTop = 0;
      }
      const matchOver = over.type === 'match_over';
      attr(element, 'data-match', matchOver ? 'true' : null);
      attr(element, 'data-won', isWon(table, over) ? 'true' : null);
      attr(element, 'data-watched', table.me.seat === null ? 'true' : null);
      setText(title, headline(table, over));
      worth.draw({ table, over });
      setText(words, sentencesOf(explanation(table, over)));
      const isRated = matchOver && table.room.rated === true;
      show(rating.element, isRated);
      if (isRated) rating.draw(table);
      totals.draw(table, matchOver);
      const isOwn = matchOver && table.me.seat !== null && Boolean(table.room.record);
      const isJudged = isOwn && hasExpert(table.room);
      show(played.element, isJudged);
      if (isJudged) played.draw(table);
      rounds.draw(table);
      links.draw(table);
      foot.draw(table, over);
    },
  };
}

/** A cup with five dots, for a match that this visitor has won. */
function cup() {
  const dots = [26, 32, 38].flatMap((x, i) =>
    (i === 1 ? [23] : [17, 29]).map((y) => s('circle', { cx: x, cy: y, r: 2.4 })),
  );
  return s(
    'svg.summary-cup',
    { viewBox: '0 0 64 64', 'aria-hidden': 'true' },
    s('path.cup-handles', { d: 'M18 14H8c0 12 4 18 13 19M46 14h10c0 12-4 18-13 19' }),
    s('path', {
      d: 'M17 8h30v15c0 10-6 16-15 16s-15-6-15-16zM29 38h6v9h-6zM20 54c0-5 4-8 12-8s12 3 12 8z',
    }),
    s('g.cup-dots', ...dots),
  );
}

/** The points of the sides, with a bar of each. */
function totalsView() {
  const element = h('ul.totals', { role: 'list', testid: 'totals' });
  return {
    element,
    /** @param {Table} table @param {boolean} matchOver */
    draw(table, matchOver) {
      const { room } = table;
      const totals = sideTotals(table);
      // Without a target the best side has the whole bar.
      const best = Math.max(1, ...totals.map(({ points }) => points));
      const whole = (room.boards === undefined && aimOf(room)?.target) || best;
      const all = totals.map((total) => ({ ...total, matchOver, whole }));
      keyedViews(element, all, ({ side }) => [side], totalRow);
    },
  };
}

function totalRow() {
  const name = h('span.total-name');
  const filled = h('span.total-fill');
  const bar = h('span.total-bar', { 'aria-hidden': 'true' }, filled);
  const gained = h('span.total-gained');
  const points = h('b.total-points');
  const element = h('li.total', name, bar, gained, points);
  return {
    element,
    /** @param {SideTotal & { matchOver: boolean, whole: number }} total */
    draw(total) {
      attr(element, 'data-side', total.side);
      setName(name, total.name);
      attr(name, 'title', total.name);
      setText(points, written(total.points));
      setText(gained, total.gained > 0 && !total.matchOver ? `+${total.gained}` : '');
      const part = Math.min(1, total.points / total.whole);
      filled.style.inlineSize = `${(100 * part).toFixed(1)}%`;
    },
  };
}

/** The scores by round, the newest first. In a small window they are unfolded by a button. */
function roundsView() {
  const grid = h('table.rounds');
  // It scrolls where it has too little room, for those without a mouse as well.
  const props = { class: 'summary-rounds', role: 'group', tabindex: '0', id: 'summary-rounds' };
  const element = h('div', { ...props, 'aria-label': t('summary.rounds') }, grid);
  const toggle = button(t('summary.rounds'), {
    kind: 'summary-link rounds-toggle',
    testid: 'rounds',
    'aria-expanded': 'false',
    'aria-controls': 'summary-rounds',
    press() {
      const open = toggle.getAttribute('aria-expanded') !== 'true';
      attr(toggle, 'aria-expanded', String(open));
      attr(element, 'data-open', open);
      if (open) element.scrollIntoView({ block: 'nearest' });
    },
  });
  const isNew = changes();
  return {
    element,
    toggle,
    /** @param {Table} table */
    draw(table) {
      const { view, room } = table;
      if (!view) return;
      const totals = sideTotals(table);
      const rows = roundRows(table).map(({ round, points }) => [
        round,
        ...totals.map(({ side }) => points[side]),
      ]);
      if (!isNew(totals, rows)) return;
      const first = t(room.boards === undefined ? 'summary.round' : 'summary.board');
      const names = [first, ...totals.map(({ name }) => name)];
      const header = names.map((name) =>
        h('th', { scope: 'col', title: name }, nameElement('span', { class: 'round-name' }, name)),
      );
      const sum = [t('summary.sum'), ...totals.map(({ points }) => points)];
      fill(
        grid,
        h('caption.unseen', t('summary.rounds')),
        h('thead', h('tr', ...header)),
        h('tbody', ...rows.map(rowOf)),
        h('tfoot', rowOf(sum)),
      );
    },
  };
}

/** @param {(string | number)[]} cells the first is the row's header */
function rowOf([name, ...points]) {
  const cells = points.map((n) => h('td', written(n)));
  return h('tr', h('th', { scope: 'row' }, String(name)), ...cells);
}

/** The quiet ways to look closer. @param {Actions} actions @param {HTMLElement} rounds */
function linksView(actions, rounds) {
  const replay = h('a.button.summary-link', { testid: 'replay' }, t('summary.replay'));
  /** @type {string | null} */
  let record = null;
  navigateOnClick(replay, () => record && actions.go({ page: 'record', record, at: null }));
  const verify = button(t('table.verify'), {
    kind: 'summary-link',
    testid: 'verify',
    press: () => actions.sheet('verify'),
  });
  return {
    element: h('div.summary-links.row', rounds, replay, verify),
    /** @param {Table} table */
    draw({ room }) {
      record = room.record ?? null;
      show(replay, record !== null);
      attr(replay, 'href', record && pathOf({ page: 'record', record, at: null }));
    },
  };
}

/** The way to the lobby. @param {Actions} actions */
const lobbyWay = (actions) =>
  button(t('table.lobby'), {
    kind: 'summary-way',
    testid: 'to-lobby',
    press: () => actions.go({ page: 'lobby' }),
  });

/** The way to the tournament of a match. @param {Actions} actions @param {() => string | undefined} of */
function tournamentButton(actions, of) {
  return button(t('tournament.name'), {
    kind: 'primary big summary-next',
    testid: 'to-tournament',
    press() {
      const tournament = of();
      if (tournament) actions.go({ page: 'tournament', tournament });
    },
  });
}

/** What comes next, in the thumb's reach. @param {Actions} actions */
function footView(actions) {
  let matchOver = false;
  const goOn = () => (matchOver ? actions.ready(true) : actions.next());
  const wish = h('span');
  const asked = h('span.summary-asked.one-line', { 'aria-hidden': 'true' });
  const next = button([wish, asked], { kind: 'primary big summary-next', press: goOn });
  const stronger = button(t('result.stronger'), {
    kind: 'big',
    testid: 'stronger',
    press: () => latest && level && playStronger(actions, latest.room, level),
  });
  /** The level of the computer players at the next table. @type {ReturnType<typeof strongerLevel>} */
  let level = null;
  const told = h('p', { role: 'status', testid: 'rematch-wanted' });
  const sharing = fetchedDialog(async () => (await import('./share.js')).shareDialog());
  /** @type {Table | null} */
  let latest = null;
  const analyse = button(t('summary.analyse'), {
    kind: 'summary-way',
    testid: 'analyse',
    press: actions.analyse,
  });
  const share = button(t('record.share'), {
    kind: 'summary-way',
    testid: 'share',
    press: () => latest && sharing.open(latest),
  });
  const lobby = lobbyWay(actions);
  const toTournament = tournamentButton(actions, () => latest?.room.tournament?.id);
  const first = () => (toTournament.hidden ? next : toTournament);
  const nexts = h('div.summary-nexts.stack', next, toTournament, stronger);
  const ways = h('div.summary-ways.stack', analyse, share, lobby);
  return {
    element: h('div.summary-foot.column', told, nexts, ways, sharing.element),
    focus: () => first().focus({ preventScroll: true }),
    press: () => first().click(),
    hide() {
      attr(next, 'data-testid', null);
      sharing.cancel();
    },
    /** @param {Table} table @param {Over} over */
    draw(table, over) {
      latest = table;
      matchOver = over.type === 'match_over';
      const { room, me } = table;
      const ready = ownSeat(table)?.ready;
      const words = askedWords(table, over);
      setText(told, words);
      setText(asked, words);
      // The button says it to those who see it.
      told.classList.toggle('unseen', me.seat !== null);
      // A tournament's table is for one match.
      const isDone = matchOver && room.tournament !== undefined;
      show(next, me.seat !== null && !isDone);
      show(toTournament, isDone);
      attr(next, 'data-testid', matchOver ? 'rematch' : 'next-round');
      attr(next, 'aria-disabled', ready ? 'true' : null);
      const onward = room.boards === undefined ? 'summary.next' : 'summary.next_board';
      const what = matchOver ? 'summary.rematch' : onward;
      setText(wish, t(ready ? 'summary.waiting' : what));
      level = strongerLevel(table, over);
      show(stronger, level !== null && !isDone);
      show(analyse, matchOver && me.seat !== null && !room.fairness.sealed && hasExpert(room));
      show(share, matchOver && Boolean(room.record));
      show(lobby, matchOver || me.seat === null);
    },
  };
}

/** Opens a table against stronger computer players, and goes there. @param {Actions} actions @param {Table['room']} room @param {Level} level */
async function playStronger(actions, room, level) {
  try {
    const { openTableLike } = await import('../../create_model.js');
    actions.join(await openTableLike(room, level));
  } catch {
    await actions.sorry();
  }
}
