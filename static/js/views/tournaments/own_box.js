/** What a tournament is to the visitor: taking part, being there, and the way to the table. */
import { attr, h, setText, show } from '../../dom.js';
import { clockFace } from '../../format/clock.js';
import { nameOf } from '../../format/names.js';
import { hourWords, sideName } from '../../format/tournaments.js';
import { t } from '../../i18n/index.js';
import { ownMatch } from '../../tournament.js';
import { checkIn, comeBack, enter, takeBreak, withdraw } from '../../tournament_api.js';
import { askingButton } from '../asking.js';
import { attempt, errorLine } from '../attempt.js';
import { button, onSubmit } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { TournamentEntrant, TournamentHead } from '../../protocol.js' */
/** @import { State } from '../../state.js' */
/** @import { Entered, Shown } from '../../tournament.js' */

/** @param {Actions} actions @param {() => string} id the tournament's */
export function ownBox(actions, id) {
  const words = h('p', { class: 'event-words', role: 'status', 'data-testid': 'event-own' });
  const error = errorLine();
  const form = entryForm(error, id);
  let table = '';
  const go = button(t('tournament.your_table'), {
    kind: 'primary big',
    testid: 'event-table',
    press: () => actions.join(table),
  });
  const left = h('span', { class: 'event-left' });
  const here = button(t('tournament.check'), {
    kind: 'primary',
    testid: 'event-check-in',
    press: () => attempt(error, () => checkIn(id())),
  });
  const leave = askingButton(t('tournament.withdraw'), {
    question: t('tournament.withdraw_sure'),
    sure: t('tournament.withdraw'),
    kind: 'quiet small',
    testid: 'event-withdraw',
    press: () => attempt(error, () => withdraw(id())),
  });
  const rest = button(t('tournament.take_break'), {
    kind: 'quiet small',
    testid: 'event-break',
    press: () => attempt(error, () => takeBreak(id())),
  });
  const back = button(t('tournament.come_back'), {
    kind: 'primary',
    testid: 'event-back',
    press: () => attempt(error, () => comeBack(id())),
  });
  const row = h('div', { class: 'event-row' }, go, left, here, back, rest, leave.element);
  const element = h('section', { class: 'event-card event-own' }, words, form.element, row, error);
  return {
    element,
    /** @param {Shown} shown @param {Entered | null} entered @param {State} state */
    draw(shown, entered, state) {
      const { head } = shown;
      const entrant = entered?.entrant;
      const now = Date.now() + state.clock_ms;
      const isOver = head.phase === 'ended' || head.phase === 'called_off';
      table = entered?.table ?? '';
      const mayEnter = entrant === undefined && head.open === true;
      form.draw(mayEnter, head.password === true, state.name);
      show(go, table !== '');
      const until = table !== '' && entered?.come_by_ms ? entered.come_by_ms - now : 0;
      show(left, until > 0);
      setText(left, until > 0 ? t('tournament.come_in', { time: clockFace(until) }) : '');
      const own = entrant === undefined ? undefined : shown.entrants[entrant - 1];
      const isHere = own?.here;
      const mayRest = own !== undefined && head.format === 'arena' && head.phase === 'running';
      show(rest, mayRest && !own?.away);
      show(back, mayRest && own?.away === true);
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

/** What is said to the visitor. @param {Shown} shown @param {Entered | null} entered @param {number} now */
function ownWords(shown, entered, now) {
  const { head, entrants } = shown;
  const n = entered?.entrant;
  if (n === undefined) return '';
  const own = entrants[n - 1];
  if (head.phase === 'coming') {
    if (own?.here) return t('tournament.checked_in');
    if (head.check_in_ms === undefined) return t('tournament.entered');
    return now < head.check_in_ms
      ? t('tournament.check_from', { time: hourWords(head.check_in_ms) })
      : t('tournament.check_now');
  }
  const place = own?.place === undefined ? '' : t('tournament.your_place', { n: own.place });
  if (head.phase !== 'running') return place;
  const match = ownMatch(shown, n);
  const isArena = head.format === 'arena';
  if (match && match.sides.length < 2) return t('tournament.your_bye');
  const other = match?.sides.find((side) => !side.includes(n));
  if (match && !match.result && other) {
    return t('tournament.your_match', { name: sideName(other, entrants) });
  }
  return [place, isArena ? arenaWords(own, head, now) : t('tournament.waiting')]
    .filter(Boolean)
    .join(' ');
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
    'data-testid': 'event-password',
  });
  const label = h('label', { for: password.id }, t('tournament.password'), password);
  const as = h('p', { class: 'hint' });
  const submit = button(t('tournament.enter'), {
    kind: 'primary big',
    type: 'submit',
    testid: 'event-enter',
  });
  const element = h('form', { class: 'event-entry' }, label, submit, as);
  onSubmit(element, submit, () =>
    attempt(error, () => enter(id(), label.hidden ? null : password.value)),
  );
  return {
    element,
    /** @param {boolean} mayEnter @param {boolean} needsPassword @param {string} name */
    draw(mayEnter, needsPassword, name) {
      show(element, mayEnter);
      show(label, needsPassword);
      setText(as, t('tournament.as', { name: nameOf({ name }) }));
    },
  };
}
