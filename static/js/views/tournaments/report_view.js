/** Reporting the organiser or a player of a tournament to the moderators. */
import { h, show } from '../../dom.js';
import { nameOf } from '../../format/names.js';
import { playerOptions } from '../../format/tournaments.js';
import { t } from '../../i18n/index.js';
import { report } from '../../tournament_api.js';
import { fetchedDialog } from '../fetched.js';
import { liveSelect } from '../live_select.js';
import { button } from '../widgets.js';

/** @import { Shown } from '../../tournament.js' */

/** @param {() => string} id the tournament's */
export function reportView(id) {
  let organiser = '';
  const dialog = fetchedDialog(async () =>
    (await import('../people/report_dialog.js')).reportDialog(),
  );
  const opens = button(t('tournament.report'), {
    kind: 'small',
    testid: 'event-report',
    press: () => dialog.open((said) => report(id(), said), nameOf({ name: organiser })),
  });
  const player = liveSelect('event-report-whom', { label: t('people.person') });
  const send = button(t('tournament.report_player'), {
    testid: 'event-report-player',
    press: () => {
      const chosen = player.chosen();
      if (!chosen) return;
      const entrant = Number(chosen.value);
      return dialog.open((said) => report(id(), { ...said, entrant }), chosen.words);
    },
  });
  const form = h('div.event-form.stack', player.element, send);
  const players = h('details', h('summary', t('tournament.report_player')), form);
  return {
    elements: [opens, players, dialog.element],
    end: dialog.end,
    /** @param {Shown} shown */
    draw({ head, entrants }) {
      organiser = head.organiser;
      const people = entrants.filter(({ computer }) => !computer);
      show(players, people.length > 0);
      if (!players.open) player.clear();
      player.draw(playerOptions(people));
    },
  };
}
