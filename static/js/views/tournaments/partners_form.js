/** The form with which the organiser makes partners of two players. */
import { h, show } from '../../dom.js';
import { playerOptions } from '../../format/tournaments.js';
import { t } from '../../i18n/index.js';
import { withoutPartner } from '../../pairs.js';
import { act } from '../../tournament_api.js';
import { liveSelect } from '../live_select.js';
import { button, onSubmit } from '../widgets.js';
import { attemptHere } from './attempt_here.js';

/** @import { Shown } from '../../tournament.js' */

/** @param {HTMLElement} error @param {() => string} id the tournament's */
export function partnersForm(error, id) {
  const label = t('people.person');
  const [first, second] = ['first', 'second'].map((name, usual) =>
    liveSelect(`event-partner-${name}`, { label, usual }),
  );
  const submit = button(t('tournament.make_partners'), {
    type: 'submit',
    testid: 'event-make-partners',
  });
  const form = h('form', { class: 'event-form' }, first.element, second.element, submit);
  const element = h('details', {}, h('summary', {}, t('tournament.make_partners')), form);
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
