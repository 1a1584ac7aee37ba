/**
 * The end of a round or a match: a sheet with why it was won, what each side has, and what comes next. Who has won stands
 * on the felt (`moment.js`), and the hands lie there (`left.js`).
 */

import { attr, changes, fill, h, keyedViews, setText, show } from '../../dom.js';
import {
  askedWords,
  bestRoundInWords,
  explanation,
  isWon,
  roundRows,
  sideTotals,
  strongerLevel,
  tellsScores,
  winnersOf,
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
  const words = h('p.summary-words', { testid: 'summary-words' });
  const rating = fetchedPart(
    'summary-rating',
    async () => (await import('../../views/people/change.js')).changeView(),
    { isExtra: true },
  );
  const best = h('p.summary-best', { testid: 'summary-best' });
  const totals = totalsView();
  const rounds = roundsView();
  const played = fetchedPart(
    'summary-played',
    async () => (await import('./played.js')).playedView(),
    { isExtra: true },
  );
  const foot = footView(actions, linksView(actions, rounds.toggle));
  const element = h(
    'section.summary.column',
    { 'aria-labelledby': 'summary-title', testid: 'summary' },
    totals.element,
    h('div.summary-why', words, worth.element, best, rating.element),
    played.element,
    rounds.element,
    foot.element,
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
      worth.draw({ table, over });
      setText(words, sentencesOf(explanation(table, over)));
      const isRated = matchOver && table.room.rated === true;
      show(rating.element, isRated);
      if (isRated) rating.draw(table);
      const bestRound = matchOver ? bestRoundInWords(table) : '';
      setText(best, bestRound);
      show(best, bestRound !== '');
      show(totals.element, !tellsScores(table, over));
      totals.draw(table, matchOver);
      const isOwn = matchOver && table.me.seat !== null && Boolean(table.room.record);
      const isJudged = isOwn && hasExpert(table.room);
      show(played.element, isJudged);
      if (isJudged) played.draw(table);
      rounds.draw(table);
      foot.draw(table, over);
    },
  };
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
      // Without a target the most points have the whole bar.
      const most = Math.max(1, ...totals.map(({ points }) => points));
      const whole = (room.boards === undefined && aimOf(room)?.target) || most;
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
      setName(name, total.place === null ? total.name : `${total.place}. ${total.name}`);
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
  const toggle = button(t('result.scores'), {
    kind: 'summary-link',
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

/** The quiet ways to look closer, and away. @param {Actions} actions @param {HTMLElement} rounds */
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
  const lobby = button(t('table.leave'), {
    kind: 'summary-link',
    testid: 'to-lobby',
    press: () => actions.go({ page: 'lobby' }),
  });
  return {
    element: h('div.summary-links.row', rounds, replay, verify, lobby),
    /** @param {Table} table @param {boolean} mayLeave */
    draw({ room }, mayLeave) {
      record = room.record ?? null;
      show(replay, record !== null);
      attr(replay, 'href', record && pathOf({ page: 'record', record, at: null }));
      show(lobby, mayLeave);
    },
  };
}

/** The way to the tournament of a match. @param {Actions} actions @param {() => string | undefined} of */
function tournamentButton(actions, of) {
  return button(t('tournament.name'), {
    kind: 'big summary-next',
    testid: 'to-tournament',
    press() {
      const tournament = of();
      if (tournament) actions.go({ page: 'tournament', tournament });
    },
  });
}

/** What comes next, in the thumb's reach. @param {Actions} actions @param {ReturnType<typeof linksView>} links */
function footView(actions, links) {
  let matchOver = false;
  const goOn = () => (matchOver ? actions.ready(true) : actions.next());
  const wish = h('span');
  const asked = h('span.summary-asked', { 'aria-hidden': 'true' });
  const next = button([wish, asked], { kind: 'big summary-next', press: goOn });
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
    kind: 'big',
    testid: 'analyse',
    press: actions.analyse,
  });
  const share = button(t('result.show'), {
    kind: 'big',
    testid: 'share',
    press: () => latest && sharing.open(latest),
  });
  const toTournament = tournamentButton(actions, () => latest?.room.tournament?.id);
  const first = () => (toTournament.hidden ? next : toTournament);
  const ways = h('div.summary-ways', toTournament, next, share, stronger, analyse);
  return {
    element: h('div.summary-foot.column', told, ways, sharing.element, links.element),
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
      setText(wish, t(ready ? 'summary.waiting' : onward(table, over)));
      level = strongerLevel(table, over);
      show(stronger, level !== null && !isDone);
      show(analyse, matchOver && me.seat !== null && !room.fairness.sealed && hasExpert(room));
      show(share, matchOver && Boolean(room.record));
      const isJoy = me.seat === null || isWon(table, over);
      lead(ways, isJoy && !isDone && !share.hidden ? share : first());
      links.draw(table, matchOver || me.seat === null);
    },
  };
}

/** Makes one of some buttons the main one, which comes first. @param {HTMLElement} buttons @param {HTMLElement} main */
function lead(buttons, main) {
  for (const one of buttons.children) one.classList.toggle('primary', one === main);
  if (buttons.firstElementChild !== main) buttons.prepend(main);
}

/** What the button says by which this visitor goes on. @param {Table} table @param {Over} over */
function onward(table, over) {
  const { room, me } = table;
  if (over.type === 'round_over')
    return room.boards === undefined ? 'summary.next' : 'summary.next_board';
  const isLost = winnersOf(over).length > 0 && me.seat !== null && !isWon(table, over);
  return isLost ? 'result.revenge' : 'summary.rematch';
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
