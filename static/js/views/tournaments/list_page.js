/** The tournaments of the server, and the way to a new one. */
import { fetchTournaments } from '../../api.js';
import { h, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { fetchedDialog, fetchedView } from '../fetched.js';
import { sitePage } from '../site.js';
import { button, emptyBox, pageLink, titledSection } from '../widgets.js';
import '../people/looks.js';
import './looks.js';
import { drawTournaments } from './rows.js';

/** @import { Actions } from '../../actions.js' */
/** @import { View } from '../../app.js' */
/** @import { ListedTournament, TournamentsBody } from '../../protocol.js' */

/** How often the lists are read again. */
const READ_MS = 15_000;

/** @param {Actions} actions @returns {View} */
export function pageView(actions) {
  const status = fetchedView();
  const form = fetchedDialog(async () => (await import('./create_form.js')).createForm(actions));
  const create = button(t('tournament.new'), {
    kind: 'primary',
    testid: 'new-tournament',
    press: () => form.open(),
  });
  const kept = h(
    'p.hint',
    { testid: 'tournament-kept' },
    t('tournament.only_kept'),
    ' ',
    pageLink(actions, { page: 'account' }, {}, t('tournament.keep')),
  );
  const lists = /** @type {const} */ (['open', 'own', 'ended']).map((name) =>
    partView(name, actions),
  );
  const none = emptyBox('no-tournaments', t('tournament.none'), t('tournament.none_hint'));

  function load() {
    status.load({
      fetch: fetchTournaments,
      show: drawAll,
    });
  }

  /** @param {TournamentsBody} body */
  function drawAll(body) {
    for (const list of lists) list.draw(body[list.name]);
    show(none, body.open.length + body.own.length === 0);
  }
  load();
  const reading = setInterval(() => {
    // A list that can't be read again stays as it is.
    if (!document.hidden) fetchTournaments().then(drawAll, () => {});
  }, READ_MS);
  const title = h('h1', t('tournament.title'));
  return {
    element: sitePage(
      actions,
      'tournaments-page',
      title,
      h('p.lead', t('tournament.lead')),
      h('div.event-row.row', create, kept, form.element),
      status.element,
      none,
      ...lists.map(({ element }) => element),
    ),
    draw({ person }) {
      show(create, Boolean(person));
      show(kept, person === null);
    },
    end() {
      clearInterval(reading);
      status.stop();
      form.end();
    },
  };
}

/** @param {'open' | 'own' | 'ended'} name @param {Actions} actions */
function partView(name, actions) {
  const list = h('ul.tables', { role: 'list' });
  const words = {
    open: t('tournament.open'),
    own: t('tournament.own'),
    ended: t('tournament.ended'),
  };
  const element = titledSection(
    `tournaments-${name}`,
    words[name],
    { class: 'front-list stack box', hidden: true, testid: `tournaments-${name}` },
    list,
  );
  return {
    name,
    element,
    /** @param {ListedTournament[]} tournaments */
    draw(tournaments) {
      show(element, tournaments.length > 0);
      drawTournaments(list, tournaments, actions);
    },
  };
}
