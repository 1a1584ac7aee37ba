/** What the organiser of a tournament can do. */
import { attr, changes, fill, h, setText, show } from '../../dom.js';
import { entrantName, sideName } from '../../format/tournaments.js';
import { t } from '../../i18n/index.js';
import { act } from '../../tournament_api.js';
import { undecided } from '../../tournament_lists.js';
import { askingButton } from '../asking.js';
import { attempt, errorLine } from '../attempt.js';
import { button, onSubmit } from '../widgets.js';
import { partnersForm } from './partners_form.js';

/** @import { DecidedResult, OrganiserAction, TournamentMatch } from '../../protocol.js' */
/** @import { Shown } from '../../tournament.js' */

/** @param {() => string} id the tournament's */
export function organiserBox(id) {
  const error = errorLine();
  /** @param {OrganiserAction} action */
  const does = (action) => () => attempt(error, () => act(id(), { action }));
  const begin = button(t('tournament.begin'), {
    kind: 'primary',
    testid: 'event-start',
    press: does('start'),
  });
  const pause = button(t('tournament.pause'), { testid: 'event-pause', press: does('pause') });
  const resume = button(t('tournament.resume'), {
    kind: 'primary',
    testid: 'event-resume',
    press: does('resume'),
  });
  const off = askingButton(t('tournament.call_off'), {
    question: t('tournament.call_off_sure'),
    sure: t('tournament.call_off'),
    kind: 'quiet',
    testid: 'event-call-off',
    press: does('call_off'),
  });
  const stuck = h('p', { class: 'hint', role: 'status' });
  const stop = askingButton(t('tournament.stop_repeating'), {
    question: t('tournament.stop_repeating_sure'),
    sure: t('tournament.stop_repeating'),
    kind: 'quiet',
    testid: 'event-stop-repeating',
    press: does('stop_repeating'),
  });
  const partners = partnersForm(error, id);
  const result = resultForm(error, id);
  const removal = removalForm(error, id);
  const title = h('h2', { id: 'event-organise' }, t('tournament.organise'));
  const row = h('div', { class: 'event-row' }, begin, pause, resume, off.element, stop.element);
  const element = h(
    'section',
    { class: 'event-card', 'aria-labelledby': title.id, 'data-testid': 'organiser' },
    title,
    row,
    stuck,
    error,
    partners.element,
    result.element,
    removal.element,
  );
  return {
    element,
    /** @param {Shown} shown */
    draw(shown) {
      const { phase, paused = false } = shown.head;
      const isOver = phase === 'ended' || phase === 'called_off';
      const open = undecided(shown).length;
      show(begin, phase === 'coming');
      show(pause, !isOver && !paused);
      show(resume, !isOver && paused);
      show(row, !isOver);
      show(stuck, phase === 'running' || phase === 'ended');
      setText(stuck, stateWords(phase === 'ended', open));
      show(stop.element, phase === 'coming' && shown.head.repeat !== undefined);
      partners.draw(shown);
      result.draw(shown);
      removal.draw(shown);
    },
  };
}

/** What the organiser can do now. @param {boolean} hasEnded @param {number} open matches without a result */
function stateWords(hasEnded, open) {
  if (hasEnded) return t('tournament.after_end');
  return open > 0 ? t('tournament.open_matches', { n: open }) : t('tournament.pairing');
}

/** The fields with which a match is decided. */
function resultFields() {
  const match = h('select', {
    id: 'event-result-match',
    class: 'field',
    'data-testid': 'event-result-match',
  });
  const winner = h('select', { id: 'event-result', class: 'field', 'data-testid': 'event-result' });
  const note = h('input', {
    id: 'event-note',
    class: 'field',
    maxlength: 200,
    required: true,
    'data-testid': 'event-note',
  });
  const submit = button(t('tournament.set_result'), { type: 'submit', testid: 'event-set-result' });
  const form = h(
    'form',
    { class: 'event-form' },
    h('label', { for: match.id }, t('tournament.match_label'), match),
    h('label', { for: winner.id }, t('tournament.result'), winner),
    h('label', { for: note.id }, t('tournament.note'), note),
    submit,
  );
  return { match, winner, note, submit, form };
}

/** Decides a match that is shown, or corrects it. @param {HTMLElement} error @param {() => string} id */
function resultForm(error, id) {
  const { match, winner, note, submit, form } = resultFields();
  const summary = h('summary');
  const element = h('details', {}, summary, form);
  const isOther = changes();
  /** @type {Shown | null} */
  let latest = null;
  /** How often the form was opened. */
  let opened = 0;

  const chosen = () => latest?.matches.find((one) => placeOf(one) === match.value);

  function drawWinners() {
    const one = chosen();
    if (!latest || !one) return;
    const { entrants } = latest;
    /** @type {[DecidedResult, string][]} */
    const results = [
      ['first', t('tournament.won_by', { name: sideName(one.sides[0], entrants) })],
      ['second', t('tournament.won_by', { name: sideName(one.sides[1], entrants) })],
      ['tie', t('tournament.tie')],
      ['neither', t('tournament.none_won')],
    ];
    fill(winner, ...results.map(([value, words]) => h('option', { value }, words)));
  }
  match.addEventListener('change', drawWinners);
  element.addEventListener('toggle', () => {
    if (element.open) opened += 1;
    if (latest) view.draw(latest);
  });
  onSubmit(form, submit, () =>
    attempt(error, async () => {
      const one = chosen();
      if (!one) return;
      const { round, number } = one;
      const decided = /** @type {DecidedResult} */ (winner.value);
      await act(id(), { action: 'result', round, number, result: decided, note: note.value });
      note.value = '';
      element.open = false;
    }),
  );
  const view = {
    element,
    /** @param {Shown} shown */
    draw(shown) {
      latest = shown;
      const matches = shown.matches.filter(({ sides }) => sides.length === 2);
      const isOver = shown.head.phase === 'ended';
      show(element, matches.length > 0 && shown.head.phase !== 'called_off');
      setText(summary, isOver ? t('tournament.correct') : t('tournament.set_result'));
      // While the form is open it stays as it is, unless there is another round. An arena has others all the time.
      const round = shown.head.format === 'arena' ? opened : shown.head.round;
      if (!isOther(shown.id, round)) return;
      fill(match, ...matches.map((one) => matchOption(one, shown)));
      drawWinners();
    },
  };
  return view;
}

/** @param {TournamentMatch} match */
const placeOf = ({ round, number }) => `${round}.${number}`;

/** @param {TournamentMatch} match @param {Shown} shown */
function matchOption(match, { entrants }) {
  const [one, other] = match.sides.map((side) => sideName(side, entrants));
  return h('option', { value: placeOf(match) }, t('tournament.versus', { one, other }));
}

/** Withdraws a player. @param {HTMLElement} error @param {() => string} id */
function removalForm(error, id) {
  const player = h('select', { id: 'event-remove', class: 'field', 'data-testid': 'event-remove' });
  const remove = askingButton(t('tournament.remove'), {
    question: t('tournament.remove_sure'),
    sure: t('tournament.remove'),
    testid: 'event-remove-player',
    press: () =>
      attempt(error, () => act(id(), { action: 'withdraw', entrant: Number(player.value) })),
  });
  const label = h('label', { for: player.id }, t('people.person'), player);
  const form = h('div', { class: 'event-form' }, label, remove.element);
  const element = h('details', {}, h('summary', {}, t('tournament.remove')), form);
  const isOther = changes();
  return {
    element,
    /** @param {Shown} shown */
    draw({ head, entrants }) {
      const there = entrants.filter(({ withdrawn }) => !withdrawn);
      const isOver = head.phase === 'ended' || head.phase === 'called_off';
      show(element, there.length > 0 && !isOver);
      attr(player, 'disabled', there.length === 0);
      if (!isOther(there.map(({ n }) => n).join())) return;
      fill(player, ...there.map((one) => h('option', { value: one.n }, entrantName(one))));
    },
  };
}
