/** What a tournament is to the visitor: taking part, being there, and the way to the table. */
import { attr, h, setText, show } from '../../dom.js';
import { clockFace } from '../../format/clock.js';
import { chosenName, nameOf } from '../../format/names.js';
import { entrantName, hourWords, sideName } from '../../format/tournaments.js';
import { t } from '../../i18n/index.js';
import { pathOf } from '../../route.js';
import { checkIn, comeBack, enter, takeBreak, withdraw } from '../../tournament_api.js';
import { isPlayed, ownMatch, rowsOf } from '../../tournament_lists.js';
import { askingButton } from '../asking.js';
import { errorLine } from '../attempt.js';
import { nameInput } from '../name.js';
import { button, copyButton, onSubmit } from '../widgets.js';
import { attemptHere } from './attempt_here.js';
import { versusView } from './faces.js';

/** @import { Actions } from '../../actions.js' */
/** @import { TournamentEntrant, TournamentHead } from '../../protocol.js' */
/** @import { State } from '../../state.js' */
/** @import { Entered, Shown } from '../../tournament.js' */

/** @param {Actions} actions @param {() => string} id the tournament's */
export function ownBox(actions, id) {
  const words = h('p.event-words', { role: 'status', testid: 'event-own' });
  const error = errorLine();
  const form = entryForm(actions, error, id);
  const versus = versusView();
  const invite = inviteView(id);
  const table = tableView(actions);
  const here = button(t('tournament.check'), {
    kind: 'primary',
    testid: 'event-check-in',
    press: () => attemptHere(error, () => checkIn(id())),
  });
  const leave = leaveButton(error, id, () => who);
  /** The visitor as a player, and the tournament. */
  let who = { name: '', of: '' };
  const rest = breakView(error, id);
  const row = h('div.event-row.row', ...table.elements, here, ...rest.elements, leave.element);
  const element = h(
    'section.event-card.event-own.stack.box',
    versus.element,
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
      const partner = partnerOf(state, entered);
      const isNew = entrant === undefined;
      const mayEnter = head.open === true && (isNew || partner !== undefined);
      form.draw(mayEnter, {
        needsPassword: isNew && head.password === true,
        partner,
        state,
      });
      invite.draw(isOver ? undefined : entered?.invite);
      table.draw(entered, now);
      const own = entrant === undefined ? undefined : shown.entrants[entrant - 1];
      const isHere = own?.here;
      who = { name: own ? entrantName(own) : '', of: head.name };
      rest.draw(own, head);
      const mayCheck = head.phase === 'coming' && head.check_in_ms !== undefined;
      show(here, entrant !== undefined && mayCheck && !isHere && now >= (head.check_in_ms ?? 0));
      show(leave.element, entrant !== undefined && !isOver);
      drawVersus(versus, shown, entrant);
      const text = ownWords(shown, entered, now);
      setText(words, text);
      show(words, text !== '');
      attr(element, 'data-now', entered?.table === undefined ? null : 'true');
      show(element, text !== '' || mayEnter);
    },
  };
}

/** The way to the visitor's table, and how long it stays open. @param {Actions} actions */
function tableView(actions) {
  let table = '';
  const go = button(t('tournament.your_table'), {
    kind: 'primary big',
    testid: 'event-table',
    press: () => actions.join(table),
  });
  const left = h('span');
  return {
    elements: [go, left],
    /** @param {Entered | null} entered @param {number} now */
    draw(entered, now) {
      table = entered?.table ?? '';
      const until = table !== '' && entered?.come_by_ms ? entered.come_by_ms - now : 0;
      show(go, table !== '');
      show(left, until > 0);
      setText(left, until > 0 ? t('tournament.come_in', { time: clockFace(until) }) : '');
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

/** The others of the visitor's match who are no partners, while it is played. @param {Shown} shown @param {number} n the visitor's number */
function opponentsOf(shown, n) {
  const match = ownMatch(shown, n);
  return match && isPlayed(match)
    ? match.sides.filter((side) => !side.includes(n)).flat()
    : undefined;
}

/** @param {ReturnType<typeof versusView>} view @param {Shown} shown @param {number | undefined} n the visitor's number */
function drawVersus(view, shown, n) {
  const { entrants, head } = shown;
  const other = n !== undefined && head.phase === 'running' && opponentsOf(shown, n);
  show(view.element, Boolean(other));
  if (!other || n === undefined) return;
  const own = ownMatch(shown, n)?.sides.find((side) => side.includes(n)) ?? [];
  const sides = [own, other];
  view.draw(
    sides.map((side) => side.map((one) => entrants[one - 1]).filter(Boolean)),
    sides.map((side) => sideName(side, entrants)),
  );
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
  if (head.phase === 'ended') return endWords(own, entrants);
  const place = own?.place === undefined ? '' : t('tournament.your_place', { n: own.place });
  if (head.phase !== 'running') return place;
  const match = ownMatch(shown, n);
  const isArena = head.format === 'arena';
  const other = opponentsOf(shown, n);
  if (other) {
    const opens = entered?.table === undefined ? t('tournament.table_opens') : '';
    return [t('tournament.your_match', { name: sideName(other, entrants) }), opens]
      .filter(Boolean)
      .join(' ');
  }
  if (own?.away && !isArena) return t('tournament.missed');
  if (match && match.sides.length < 2) return byeWords(head);
  return [place, isArena ? arenaWords(own, head, now) : t('tournament.waiting')]
    .filter(Boolean)
    .join(' ');
}

/** The visitor's place at the end. @param {TournamentEntrant | undefined} own @param {TournamentEntrant[]} entrants */
function endWords(own, entrants) {
  if (own?.place === undefined) return '';
  const of = rowsOf(entrants).filter(({ place }) => place !== undefined).length;
  return own.place === 1 ? t('tournament.you_won') : t('tournament.came', { n: own.place, of });
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

/** How long the server may take to give a visitor another name. */
const RENAME_MS = 5000;

/** The way to take part: a guest writes a name first. @param {Actions} actions @param {HTMLElement} error @param {() => string} id */
function entryForm(actions, error, id) {
  const password = h('input', {
    id: 'event-password',
    class: 'field',
    autocomplete: 'off',
    maxlength: 60,
    testid: 'event-password',
  });
  const label = h('label', { for: password.id }, t('tournament.password'), password);
  const naming = namingField(actions);
  /** @type {string | undefined} */
  let partner;
  const submit = button(t('tournament.enter'), {
    kind: 'primary big',
    type: 'submit',
    testid: 'event-enter',
  });
  const [name, hint] = naming.elements;
  const fields = h('div.event-row.row', name, label, submit);
  const element = h('form.event-entry.stack', fields, hint);
  onSubmit(element, submit, () =>
    attemptHere(error, async () => {
      await naming.take();
      await enter(id(), {
        ...(!label.hidden && { password: password.value }),
        ...(partner !== undefined && { partner }),
      });
    }),
  );
  return {
    element,
    /** @param {boolean} mayEnter @param {{ needsPassword: boolean, partner: string | undefined, state: State }} now */
    draw(mayEnter, { needsPassword, state, ...now }) {
      partner = now.partner;
      setText(submit, partner === undefined ? t('tournament.enter') : t('tournament.be_partner'));
      show(element, mayEnter);
      show(label, needsPassword);
      naming.draw(state);
    },
  };
}

/** Under which name a visitor plays: a guest writes it, an account has it. @param {Actions} actions */
function namingField(actions) {
  const input = nameInput({ id: 'event-name', testid: 'event-my-name' });
  const label = h('label', { for: input.id }, t('name.title'), input);
  const as = h('p.hint');
  let known = '';
  /** Ends the wait for another name. */
  let renamed = () => {};
  return {
    elements: [label, as],
    /** Has the server take the name that is written: what is entered is the name that it knows. */
    async take() {
      const name = input.value.trim();
      if (label.hidden || name === known) return;
      await new Promise((resolve, reject) => {
        renamed = () => resolve(undefined);
        setTimeout(reject, RENAME_MS);
        actions.rename(name);
      });
    },
    /** @param {State} state */
    draw({ name, person }) {
      show(label, !person);
      attr(input, 'required', !person);
      setText(as, person ? t('tournament.as', { name: nameOf({ name }) }) : t('tournament.seen'));
      if (name === known) return;
      // What the visitor is writing stays.
      if (input.value.trim() === chosenName(known)) input.value = chosenName(name);
      known = name;
      renamed();
    },
  };
}
