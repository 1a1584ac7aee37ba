/** What a moderator can do about the texts of a tournament, and with all of it. */
import { h, show } from '../../dom.js';
import { matchWords, playerOptions } from '../../format/tournaments.js';
import { t } from '../../i18n/index.js';
import { act } from '../../tournament_api.js';
import { placeOf } from '../../tournament_lists.js';
import { askingButton } from '../asking.js';
import { errorLine } from '../attempt.js';
import { liveSelect } from '../live_select.js';
import { button, onSubmit } from '../widgets.js';
import { attemptHere } from './attempt_here.js';

/** @import { Shown } from '../../tournament.js' */

/** As many characters as the server takes. */
const NAME_MAX = 60;

/** @param {() => string} id the tournament's */
export function moderatorBox(id) {
  const error = errorLine();
  /** @type {Shown | null} */
  let latest = null;
  /** @param {Parameters<typeof act>[1]} action */
  const does = (action) => attemptHere(error, () => act(id(), action));
  /** @param {'call_off' | 'delete'} action */
  const asks = (action) =>
    askingButton(t(`tournament.${action}`), {
      about: () => latest?.head.name ?? '',
      question: (name) => t(`tournament.${action}_sure`, { name }),
      sure: t(`tournament.${action}`),
      kind: 'quiet',
      testid: `moderate-${action}`,
      press: () => does({ action }),
    });
  const off = asks('call_off');
  const all = asks('delete');
  const naming = renaming((name) => does({ action: 'rename', name }));
  const player = liveSelect('moderate-player', { label: t('people.person') });
  const nameless = button(t('tournament.delete_name'), {
    testid: 'moderate-delete-name',
    press: () => does({ action: 'delete_name', entrant: Number(player.chosen()?.value) }),
  });
  const match = liveSelect('moderate-match', { label: t('tournament.match_label') });
  const noteless = button(t('tournament.delete_note'), {
    testid: 'moderate-delete-note',
    press: async () => {
      const one = noted().find((of) => placeOf(of) === match.chosen()?.value);
      if (one) await does({ action: 'delete_note', round: one.round, number: one.number });
    },
  });
  const names = h('div.event-form', player.element, nameless);
  const notes = h('div.event-form', match.element, noteless);
  const noted = () => latest?.matches.filter(({ result }) => result?.note) ?? [];
  const title = h('h2', { id: 'event-moderate' }, t('app.moderation'));
  const element = h(
    'section.event-card',
    { 'aria-labelledby': title.id, testid: 'moderate' },
    title,
    h('div.event-row', off.element, all.element),
    error,
    naming,
    names,
    notes,
  );
  return {
    element,
    /** @param {Shown} shown */
    draw(shown) {
      latest = shown;
      const { phase } = shown.head;
      show(off.element, phase !== 'ended' && phase !== 'called_off');
      const named = shown.entrants.filter(({ name, computer }) => name !== '' && !computer);
      show(names, named.length > 0);
      player.draw(playerOptions(named));
      show(notes, noted().length > 0);
      match.draw(
        noted().map((one) => ({ value: placeOf(one), words: matchWords(one, shown.entrants) })),
      );
    },
  };
}

/** The form for another name. @param {(name: string) => Promise<boolean>} renames */
function renaming(renames) {
  const name = h('input', {
    id: 'moderate-name',
    class: 'field',
    maxlength: NAME_MAX,
    required: true,
  });
  const rename = button(t('tournament.rename'), { type: 'submit', testid: 'moderate-rename' });
  const label = h('label', { for: name.id }, t('tournament.name'), name);
  const form = h('form.event-form', label, rename);
  onSubmit(form, rename, async () => {
    if (await renames(name.value)) name.value = '';
  });
  return form;
}
