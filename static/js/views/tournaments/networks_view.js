/** The players who entered a tournament from one network, as its organiser sees them. */
import { h, keyedViews, setText, show } from '../../dom.js';
import { sideName } from '../../format/tournaments.js';
import { t } from '../../i18n/index.js';
import { act } from '../../tournament_api.js';
import { askingButton } from '../asking.js';
import { attemptHere } from './attempt_here.js';

/** @import { TournamentEntrant } from '../../protocol.js' */
/** @import { Shown } from '../../tournament.js' */

/** The networks of several players, with letters. @param {HTMLElement} error @param {() => string} id */
export function networksView(error, id) {
  const list = h('ul.event-form.stack', { role: 'list', testid: 'event-networks' });
  const element = h('details', h('summary', t('tournament.networks')), list);
  return {
    element,
    /** @param {Shown} shown @param {number[][]} together */
    draw({ head, entrants }, together) {
      const isOver = head.phase === 'ended' || head.phase === 'called_off';
      show(element, together.length > 0 && !isOver);
      const rows = together.map((players, at) => ({ players, at, entrants }));
      keyedViews(
        list,
        rows,
        ({ players }) => [players[0]],
        () => networkView(error, id),
      );
    },
  };
}

/** @param {HTMLElement} error @param {() => string} id the tournament's */
function networkView(error, id) {
  const words = h('span');
  /** @type {{ entrant: number, names: string }} */
  let chosen = { entrant: 0, names: '' };
  const remove = askingButton(t('tournament.remove_network'), {
    about: () => chosen,
    question: ({ names }) => t('tournament.remove_network_sure', { names }),
    sure: t('tournament.remove_network'),
    kind: 'quiet small',
    testid: 'event-remove-network',
    press: ({ entrant }) =>
      attemptHere(error, () => act(id(), { action: 'withdraw_network', entrant })),
  });
  return {
    element: h('li.stack', words, remove.element),
    /** @param {{ players: number[], at: number, entrants: TournamentEntrant[] }} row */
    draw({ players, at, entrants }) {
      const names = sideName(players, entrants);
      chosen = { entrant: players[0], names };
      setText(words, t('tournament.network', { letter: letterOf(at), names }));
    },
  };
}

/** A, B, …, Z, AA, AB, …. @param {number} at from 0 @returns {string} */
const letterOf = (at) =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
