/** The end of a tournament: the winner, and the first three on a podium. */
import { changes, fill, h, setText, show } from '../../dom.js';
import { playersName, winnersWords } from '../../format/tournaments.js';
import { podiumOf } from '../../tournament_lists.js';
import { nameElement } from '../name.js';
import { facesView, playersOf } from './faces.js';

/** @import { TournamentEntrant } from '../../protocol.js' */
/** @import { Shown } from '../../tournament.js' */

export function podiumView() {
  const title = h('h2', { id: 'event-winner', testid: 'event-winner' });
  const steps = h('ol.podium-steps', { role: 'list' });
  const element = h(
    'section.podium',
    { 'aria-labelledby': title.id, hidden: true, testid: 'podium' },
    title,
    steps,
  );
  const isOther = changes();
  return {
    element,
    /** @param {Shown} shown */
    draw({ head, entrants }) {
      const first = head.phase === 'ended' ? podiumOf(entrants) : [];
      show(element, first.length > 0);
      if (first.length === 0 || !isOther(first)) return;
      setText(title, winnersWords(first, entrants));
      fill(steps, ...first.map((one) => stepOf(one, entrants)));
    },
  };
}

/** @param {TournamentEntrant} entrant @param {TournamentEntrant[]} entrants */
function stepOf(entrant, entrants) {
  const faces = facesView();
  faces.draw(playersOf(entrant, entrants));
  const name = nameElement('span', { class: 'podium-name' }, playersName(entrant, entrants));
  const step = h('span.podium-step', String(entrant.place));
  return h('li.podium-place', { 'data-place': entrant.place }, faces.element, name, step);
}
