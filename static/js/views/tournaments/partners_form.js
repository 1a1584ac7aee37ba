/** The form with which the organiser makes partners of two players. */
import { changes, fill, h, show } from '../../dom.js';
import { entrantName } from '../../format/tournaments.js';
import { t } from '../../i18n/index.js';
import { withoutPartner } from '../../pairs.js';
import { act } from '../../tournament_api.js';
import { attempt } from '../attempt.js';
import { button, onSubmit } from '../widgets.js';

/** @import { Shown } from '../../tournament.js' */

/** @param {HTMLElement} error @param {() => string} id the tournament's */
export function partnersForm(error, id) {
  const choices = ['first', 'second'].map((name) => {
    const testid = `event-partner-${name}`;
    return h('select', { id: testid, class: 'field', 'data-testid': testid });
  });
  const submit = button(t('tournament.make_partners'), {
    type: 'submit',
    testid: 'event-make-partners',
  });
  const labels = choices.map((choice) =>
    h('label', { for: choice.id }, t('people.person'), choice),
  );
  const form = h('form', { class: 'event-form' }, ...labels, submit);
  const element = h('details', {}, h('summary', {}, t('tournament.make_partners')), form);
  onSubmit(form, submit, () =>
    attempt(error, async () => {
      const [entrant, partner] = choices.map(({ value }) => Number(value));
      await act(id(), { action: 'partners', entrant, partner });
    }),
  );
  const isOther = changes();
  return {
    element,
    /** @param {Shown} shown */
    draw(shown) {
      const alone = withoutPartner(shown);
      show(element, alone.length > 1 && shown.head.open === true);
      if (!isOther(alone.map(({ n }) => n).join())) return;
      for (const [at, choice] of choices.entries()) {
        const options = alone.map((one) => h('option', { value: one.n }, entrantName(one)));
        fill(choice, ...options);
        choice.selectedIndex = Math.min(at, options.length - 1);
      }
    },
  };
}
