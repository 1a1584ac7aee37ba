/** What the organiser of a tournament can do. */
import { attr, fill, h, setText, show } from '../../dom.js';
import { matchWords, playerOptions, resultWords, sideName } from '../../format/tournaments.js';
import { factsOf, t } from '../../i18n/index.js';
import { act } from '../../tournament_api.js';
import {
  decidable,
  isDecided,
  placeOf,
  placesOf,
  undecided,
  withoutPartner,
} from '../../tournament_lists.js';
import { askingButton } from '../asking.js';
import { errorLine } from '../attempt.js';
import { liveSelect, offer } from '../live_select.js';
import { button, onSubmit } from '../widgets.js';
import { attemptHere } from './attempt_here.js';
import { networksView } from './networks_view.js';

/** @import { DecidedResult, OrganiserAction, TournamentMatch } from '../../protocol.js' */
/** @import { Shown } from '../../tournament.js' */

/** @param {() => string} id the tournament's */
export function organiserBox(id) {
  const error = errorLine();
  /** The tournament's name. */
  let name = '';
  /** @param {OrganiserAction} action */
  const does = (action) => () => attemptHere(error, () => act(id(), { action }));
  const start = startView(does('start'));
  const pause = button(t('tournament.pause'), { testid: 'event-pause', press: does('pause') });
  const resume = button(t('tournament.resume'), {
    kind: 'primary',
    testid: 'event-resume',
    press: does('resume'),
  });
  /** @param {'call_off' | 'stop_repeating'} action @param {string} testid */
  const asks = (action, testid) =>
    askingButton(t(`tournament.${action}`), {
      about: () => name,
      question: (of) => t(`tournament.${action}_sure`, { name: of }),
      sure: t(`tournament.${action}`),
      kind: 'quiet',
      testid,
      press: does(action),
    });
  const off = asks('call_off', 'event-call-off');
  const stuck = h('p.hint', { role: 'status' });
  const stop = asks('stop_repeating', 'event-stop-repeating');
  const forms = [partnersForm, resultForm, removalForm, networksView].map((of) => of(error, id));
  const title = h('h2', { id: 'event-organise' }, t('tournament.organise'));
  const presses = [start.element, pause, resume, off.element, stop.element];
  const row = h('div.event-row.row', ...presses);
  const element = h(
    'section.event-card.stack.box',
    { 'aria-labelledby': title.id, testid: 'organiser' },
    title,
    row,
    start.why,
    stuck,
    error,
    ...forms.map((form) => form.element),
  );
  return {
    element,
    /** @param {Shown} shown @param {number[][]} [together] the players of each network of several */
    draw(shown, together = []) {
      const { phase, paused = false } = shown.head;
      name = shown.head.name;
      const isOver = phase === 'ended' || phase === 'called_off';
      const open = undecided(shown).length;
      start.draw(shown);
      show(pause, !isOver && !paused);
      show(resume, !isOver && paused);
      show(row, !isOver);
      show(stuck, phase === 'running' || phase === 'ended');
      setText(stuck, stateWords(phase === 'ended', open));
      show(stop.element, phase === 'coming' && shown.head.repeat !== undefined);
      for (const form of forms) form.draw(shown, together);
    },
  };
}

/** Begins the tournament, or says why it can't begin yet. @param {() => Promise<unknown>} press */
function startView(press) {
  const element = button(t('tournament.begin'), { kind: 'primary', testid: 'event-start', press });
  const why = h('p.hint', { role: 'status', testid: 'event-lacking' });
  return {
    element,
    why,
    /** @param {Shown} shown */
    draw({ head: { phase, players, lacking = 0 } }) {
      show(element, phase === 'coming');
      attr(element, 'disabled', lacking > 0);
      show(why, phase === 'coming' && lacking > 0);
      setText(why, players > 0 ? t('tournament.lacking', { n: lacking }) : t('tournament.nobody'));
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
  const winner = h('select', { id: 'event-result', class: 'field', testid: 'event-result' });
  const note = h('input', {
    id: 'event-note',
    class: 'field',
    maxlength: 200,
    required: true,
    testid: 'event-note',
  });
  const now = h('p.hint', { role: 'status', testid: 'event-result-now' });
  const submit = button(t('tournament.set_result'), { type: 'submit', testid: 'event-set-result' });
  const winnerLabel = h('label', { for: winner.id }, t('tournament.result'), winner);
  const noteLabel = h('label', { for: note.id }, t('tournament.note'), note);
  const places = placeFields();
  /** Whether places are asked for. */
  let isOfSeveral = false;
  return {
    note,
    now,
    submit,
    elements: [now, winnerLabel, places.element, noteLabel, submit],
    /** Asks about a match, or about none. @param {TournamentMatch | null} match @param {Shown | null} shown */
    begin(match, shown) {
      isOfSeveral = shown?.head.format === 'tables';
      note.value = '';
      offer(winner, []);
      show(winnerLabel, !isOfSeveral);
      show(places.element, isOfSeveral && match !== null);
      if (!match || !shown) return;
      if (isOfSeveral) places.begin(match, shown);
      else offer(winner, resultOptions(match, shown));
    },
    decided: () =>
      isOfSeveral
        ? { places: places.given() }
        : { result: /** @type {DecidedResult} */ (winner.value) },
  };
}

/** The fields with which the players of a table of several get their places. */
function placeFields() {
  const players = h('div.event-fields');
  const element = h('fieldset', { hidden: true }, h('legend', t('tournament.place')), players);
  /** @type {HTMLSelectElement[]} */
  let selects = [];
  return {
    element,
    /** Asks for the places of a match. Nobody has an advantage until they are given. @param {TournamentMatch} match @param {Shown} shown */
    begin({ sides, result }, { entrants }) {
      const numbers = sides.map((_, side) => ({
        value: String(side + 1),
        words: String(side + 1),
      }));
      selects = sides.map((_, side) => {
        const select = h('select', { class: 'field', testid: `event-place-${side}` });
        offer(select, [...numbers, { value: '0', words: t('tournament.absent') }]);
        select.value = String(result?.places?.[side] ?? 1);
        return select;
      });
      const label = (/** @type {HTMLSelectElement} */ select, /** @type {number} */ side) =>
        h('label', sideName(sides[side], entrants), select);
      fill(players, ...selects.map(label));
    },
    given: () => placesOf(selects.map(({ value }) => Number(value))),
  };
}

/**
 * Decides a match, or corrects it. While the form is open it stays with its match, also when the next round is paired.
 * @param {HTMLElement} error
 * @param {() => string} id
 */
function resultForm(error, id) {
  const fields = resultFields();
  const { note, now, submit } = fields;
  /** @type {Shown | null} */
  let latest = null;
  /** The match that is chosen. @type {TournamentMatch | null} */
  let match = null;
  /** Whether it had a result when it was chosen. */
  let hadResult = false;
  const select = liveSelect('event-result-match', {
    label: t('tournament.match_label'),
    gone: (what) => t('tournament.match_gone', { what }),
    changed: begin,
  });
  const form = h('form.event-form.stack', select.element, ...fields.elements);
  const summary = h('summary');
  const element = h('details', summary, form);

  /** Another match is chosen, or the chosen one can't be decided any more: nothing of the last choice stays. */
  function begin() {
    const chosen = select.chosen();
    const known = latest ? decidable(latest, match) : [];
    match = known.find((one) => placeOf(one) === chosen?.value) ?? null;
    hadResult = match !== null && isDecided(match);
    fields.begin(match, latest);
  }
  element.addEventListener('toggle', () => latest && view.draw(latest));
  onSubmit(form, submit, async () => {
    if (!match) return;
    const { round, number } = match;
    const corrects = hadResult;
    const wanted = { round, number, ...fields.decided(), corrects, note: note.value };
    const done = await attemptHere(error, () => act(id(), { action: 'result', ...wanted }));
    if (done) element.open = false;
    // The organiser has read of a result that came meanwhile.
    hadResult = match !== null && isDecided(match);
  });
  const view = {
    element,
    /** @param {Shown} shown */
    draw(shown) {
      latest = shown;
      if (!element.open) {
        select.clear();
        match = null;
      }
      const matches = decidable(shown, match);
      const isOver = shown.head.phase === 'ended';
      show(element, matches.length > 0 && shown.head.phase !== 'called_off');
      setText(summary, isOver ? t('tournament.correct') : t('tournament.set_result'));
      const last = shown.head.round;
      select.draw(matches.map((one) => matchOption(one, shown, one.round !== last)));
      match = matches.find((one) => placeOf(one) === select.chosen()?.value) ?? null;
      show(now, match !== null);
      setText(
        now,
        match ? t('tournament.so_far', { result: resultWords(match, shown.entrants) }) : '',
      );
    },
  };
  return view;
}

/** @param {TournamentMatch} match @param {Shown} shown */
function resultOptions({ sides }, { entrants }) {
  /** @type {[DecidedResult, string][]} */
  const results = [
    ['first', t('tournament.won_by', { name: sideName(sides[0], entrants) })],
    ['second', t('tournament.won_by', { name: sideName(sides[1], entrants) })],
    ['tie', t('tournament.tie')],
    ['neither', t('tournament.none_won')],
  ];
  return results.map(([value, words]) => ({ value, words }));
}

/** @param {TournamentMatch} match @param {Shown} shown @param {boolean} isEarlier whether it is of a round before the last */
function matchOption(match, { head, entrants }, isEarlier) {
  const round = isEarlier && head.format !== 'arena' && t('tournament.round', { n: match.round });
  return { value: placeOf(match), words: factsOf([round, matchWords(match, entrants)]) };
}

/** Withdraws a player. @param {HTMLElement} error @param {() => string} id */
function removalForm(error, id) {
  const player = liveSelect('event-remove', { label: t('people.person') });
  const remove = askingButton(t('tournament.remove'), {
    about: player.chosen,
    question: ({ words }) => t('tournament.remove_sure', { name: words }),
    sure: t('tournament.remove'),
    testid: 'event-remove-player',
    press: async ({ value }) => {
      const entrant = Number(value);
      const done = await attemptHere(error, () => act(id(), { action: 'withdraw', entrant }));
      if (done && player.chosen()?.value === value) player.clear();
    },
  });
  const form = h('div.event-form.stack', player.element, remove.element);
  const element = h('details', h('summary', t('tournament.remove')), form);
  return {
    element,
    /** @param {Shown} shown */
    draw({ head, entrants }) {
      const there = entrants.filter(({ withdrawn }) => !withdrawn);
      const isOver = head.phase === 'ended' || head.phase === 'called_off';
      show(element, there.length > 0 && !isOver);
      if (!element.open) player.clear();
      player.draw(playerOptions(there));
    },
  };
}

/** @param {HTMLElement} error @param {() => string} id the tournament's */
function partnersForm(error, id) {
  const label = t('people.person');
  const [first, second] = ['first', 'second'].map((name, usual) =>
    liveSelect(`event-partner-${name}`, { label, usual }),
  );
  const submit = button(t('tournament.make_partners'), {
    type: 'submit',
    testid: 'event-make-partners',
  });
  const form = h('form.event-form.stack', first.element, second.element, submit);
  const element = h('details', h('summary', t('tournament.make_partners')), form);
  onSubmit(form, submit, async () => {
    const [entrant, partner] = [Number(first.chosen()?.value), Number(second.chosen()?.value)];
    const done = await attemptHere(error, () =>
      act(id(), { action: 'partners', entrant, partner }),
    );
    if (done) for (const one of [first, second]) one.clear();
  });
  return {
    element,
    /** @param {Shown} shown */
    draw(shown) {
      const alone = playerOptions(withoutPartner(shown));
      show(element, (alone.length > 1 || element.open) && shown.head.open === true);
      for (const one of [first, second]) {
        if (!element.open) one.clear();
        one.draw(alone);
      }
    },
  };
}
