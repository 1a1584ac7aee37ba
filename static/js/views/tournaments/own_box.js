/** What a tournament is to the visitor: taking part, being there, and the way to the table. */
import { attr, h, setText, show } from '../../dom.js';
import { clockFace } from '../../format/clock.js';
import { nameOf } from '../../format/names.js';
import { entrantName, hourWords, sideName } from '../../format/tournaments.js';
import { t } from '../../i18n/index.js';
import { pathOf } from '../../route.js';
import { checkIn, comeBack, enter, takeBreak, withdraw } from '../../tournament_api.js';
import { isPlayed, ownMatch } from '../../tournament_lists.js';
import { askingButton } from '../asking.js';
import { errorLine } from '../attempt.js';
import { button, copyButton, onSubmit } from '../widgets.js';
import { attemptHere } from './attempt_here.js';

/** @import { Actions } from '../../actions.js' */
/** @import { TournamentEntrant, TournamentHead } from '../../protocol.js' */
/** @import { State } from '../../state.js' */
/** @import { Entered, Shown } from '../../tournament.js' */

/** @param {Actions} actions @param {() => string} id the tournament's */
export function ownBox(actions, id) {
  const words = h('p.event-words', { role: 'status', testid: 'event-own' });
  const error = errorLine();
  const form = entryForm(error, id);
  const invite = inviteView(id);
  let table = '';
  const go = button(t('tournament.your_table'), {
    kind: 'primary big',
    testid: 'event-table',
    press: () => actions.join(table),
  });
  const left = h('span');
  const here = button(t('tournament.check'), {
    kind: 'primary',
    testid: 'event-check-in',
    press: () => attemptHere(error, () => checkIn(id())),
  });
  const leave = leaveButton(error, id, () => who);
  /** The visitor as a player, and the tournament. */
  let who = { name: '', of: '' };
  const rest = breakView(error, id);
  const row = h('div.event-row.row', go, left, here, ...rest.elements, leave.element);
  const element = h(
    'section.event-card.event-own.stack.box',
    words,
    invite.element,
    form.element,
    row,
    error,
  );
  return {
    element,
    /** @param {Shown} shown @param {Entered | null} entered @param {State} state */
    draw(shown, entered, state) {
      const { head } = shown;
      const entrant = entered?.entrant;
      const now = Date.now() + state.clock_ms;
      const isOver = head.phase === 'ended' || head.phase === 'called_off';
      table = entered?.table ?? '';
      const partner = partnerOf(state, entered);
      const isNew = entrant === undefined;
      const mayEnter = head.open === true && (isNew || partner !== undefined);
      form.draw(mayEnter, {
        needsPassword: isNew && head.password === true,
        name: state.name,
        partner,
      });
      invite.draw(isOver ? undefined : entered?.invite);
      show(go, table !== '');
      const until = table !== '' && entered?.come_by_ms ? entered.come_by_ms - now : 0;
      show(left, until > 0);
      setText(left, until > 0 ? t('tournament.come_in', { time: clockFace(until) }) : '');
      const own = entrant === undefined ? undefined : shown.entrants[entrant - 1];
      const isHere = own?.here;
      who = { name: own ? entrantName(own) : '', of: head.name };
      rest.draw(own, head);
      const mayCheck = head.phase === 'coming' && head.check_in_ms !== undefined;
      show(here, entrant !== undefined && mayCheck && !isHere && now >= (head.check_in_ms ?? 0));
      show(leave.element, entrant !== undefined && !isOver);
      const text = ownWords(shown, entered, now);
      setText(words, text);
      show(words, text !== '');
      attr(element, 'data-now', table !== '' ? 'true' : null);
      show(element, text !== '' || mayEnter);
    },
  };
}

/** @param {HTMLElement} error @param {() => string} id @param {() => { name: string, of: string }} who the player, and the tournament */
const leaveButton = (error, id, who) =>
  askingButton(t('tournament.withdraw'), {
    about: who,
    question: ({ name, of }) => t('tournament.withdraw_sure', { name, of }),
    sure: t('tournament.withdraw'),
    kind: 'quiet small',
    testid: 'event-withdraw',
    press: () => attemptHere(error, () => withdraw(id())),
  });

/** The buttons for a break from an arena, and for coming back after a missed match. @param {HTMLElement} error @param {() => string} id */
function breakView(error, id) {
  const rest = button(t('tournament.take_break'), {
    kind: 'quiet small',
    testid: 'event-break',
    press: () => attemptHere(error, () => takeBreak(id())),
  });
  const back = button(t('tournament.back'), {
    kind: 'primary',
    testid: 'event-back',
    press: () => attemptHere(error, () => comeBack(id())),
  });
  return {
    elements: [back, rest],
    /** @param {TournamentEntrant | undefined} own @param {TournamentHead} head */
    draw(own, { format, phase }) {
      const isIn = own !== undefined && phase === 'running';
      show(rest, isIn && format === 'arena' && !own?.away);
      show(back, isIn && own?.away === true);
    },
  };
}

/** The invitation of a partner with which the visitor came and which can still be taken. @param {State} state @param {Entered | null} entered */
function partnerOf({ route, tournament }, entered) {
  const code = route.page === 'tournament' ? route.partner : undefined;
  const isAlone = entered?.entrant === undefined || entered.invite !== undefined;
  return tournament?.head.pairs && isAlone && entered?.invite !== code ? code : undefined;
}

/** The link with which another player becomes the visitor's partner. @param {() => string} id */
function inviteView(id) {
  let invite = '';
  const link = () =>
    `${location.origin}${pathOf({ page: 'tournament', tournament: id(), partner: invite })}`;
  const copy = copyButton(t('tournament.partner_link'), link, { testid: 'event-partner' });
  const words = h('p', t('tournament.needs_partner'));
  const element = h('div.event-entry.stack', { hidden: true }, words, h('div', ...copy));
  return {
    element,
    /** @param {string | undefined} now */
    draw(now) {
      invite = now ?? '';
      show(element, invite !== '');
    },
  };
}

/** What is said to the visitor. @param {Shown} shown @param {Entered | null} entered @param {number} now */
function ownWords(shown, entered, now) {
  const { head, entrants } = shown;
  const n = entered?.entrant;
  if (n === undefined) return '';
  const own = entrants[n - 1];
  const partner = own?.partner === undefined ? undefined : entrants[own.partner - 1];
  const together = partner ? t('tournament.your_partner', { name: entrantName(partner) }) : '';
  if (head.phase === 'coming') {
    return [comingWords(own, head, now), together].filter(Boolean).join(' ');
  }
  if (head.pairs && !partner && head.phase === 'running') return t('tournament.not_paired');
  const place = own?.place === undefined ? '' : t('tournament.your_place', { n: own.place });
  if (head.phase !== 'running') return place;
  const match = ownMatch(shown, n);
  const isArena = head.format === 'arena';
  const other = match?.sides.find((side) => !side.includes(n));
  if (match && isPlayed(match) && other) {
    return t('tournament.your_match', { name: sideName(other, entrants) });
  }
  if (own?.away && !isArena) return t('tournament.missed');
  if (match && match.sides.length < 2) return byeWords(head);
  return [place, isArena ? arenaWords(own, head, now) : t('tournament.waiting')]
    .filter(Boolean)
    .join(' ');
}

/** What a bye counts. @param {TournamentHead} head */
const byeWords = ({ boards }) =>
  boards === undefined ? t('tournament.your_bye') : t('tournament.your_bye_boards');

/** What is said to a player before the start. @param {TournamentEntrant | undefined} own @param {TournamentHead} head @param {number} now */
function comingWords(own, head, now) {
  if (own?.here) return t('tournament.checked_in');
  if (head.check_in_ms === undefined) return t('tournament.entered');
  return now < head.check_in_ms
    ? t('tournament.check_from', { time: hourWords(head.check_in_ms) })
    : t('tournament.check_now');
}

/** What is said in an arena to a player without a match. @param {TournamentEntrant | undefined} own @param {TournamentHead} head @param {number} now */
function arenaWords(own, head, now) {
  if (now >= (head.ends_ms ?? 0)) return t('tournament.last_matches');
  return own?.away ? t('tournament.on_break') : t('tournament.next_opponent');
}

/** The way to take part. @param {HTMLElement} error @param {() => string} id */
function entryForm(error, id) {
  const password = h('input', {
    id: 'event-password',
    class: 'field',
    autocomplete: 'off',
    maxlength: 60,
    testid: 'event-password',
  });
  const label = h('label', { for: password.id }, t('tournament.password'), password);
  const as = h('p.hint');
  /** @type {string | undefined} */
  let partner;
  const submit = button(t('tournament.enter'), {
    kind: 'primary big',
    type: 'submit',
    testid: 'event-enter',
  });
  const element = h('form.event-entry.stack', label, submit, as);
  onSubmit(element, submit, () =>
    attemptHere(error, () =>
      enter(id(), {
        ...(!label.hidden && { password: password.value }),
        ...(partner !== undefined && { partner }),
      }),
    ),
  );
  return {
    element,
    /** @param {boolean} mayEnter @param {{ needsPassword: boolean, name: string, partner: string | undefined }} now */
    draw(mayEnter, { needsPassword, name, ...now }) {
      partner = now.partner;
      setText(submit, partner === undefined ? t('tournament.enter') : t('tournament.be_partner'));
      show(element, mayEnter);
      show(label, needsPassword);
      setText(as, t('tournament.as', { name: nameOf({ name }) }));
    },
  };
}
