/** Faces of entrants: in the list of those who take part, against each other, and on the podium. */
import { attr, h, keyedViews, setText, show } from '../../dom.js';
import { playersName } from '../../format/tournaments.js';
import { facesView as playerFaces, setName } from '../name.js';

/** @import { TournamentEntrant } from '../../protocol.js' */

/** The faces of a player or of the two of a pair, whose names stand beside them. */
export const facesView = () => playerFaces('event-faces');

/** A player, and the partner beside the player. @param {TournamentEntrant} entrant @param {TournamentEntrant[]} entrants */
export function playersOf(entrant, entrants) {
  const partner = entrant.partner === undefined ? undefined : entrants[entrant.partner - 1];
  return partner ? [entrant, partner] : [entrant];
}

/** Who takes part: faces with names. */
export function playersView() {
  const element = h('ul.event-players', { role: 'list' });
  return {
    element,
    /** @param {{ entrant: TournamentEntrant, entrants: TournamentEntrant[], isOwn: boolean, mark: string }[]} players */
    draw(players) {
      keyedViews(element, players, ({ entrant }) => [entrant.n], playerView);
    },
  };
}

function playerView() {
  const faces = facesView();
  const name = h('span');
  const mark = h('span.event-mark');
  const element = h('li.event-player-card', faces.element, name, mark);
  return {
    element,
    /** @param {{ entrant: TournamentEntrant, entrants: TournamentEntrant[], isOwn: boolean, mark: string }} player */
    draw({ entrant, entrants, isOwn, mark: words }) {
      faces.draw(playersOf(entrant, entrants));
      setName(name, playersName(entrant, entrants));
      setText(mark, words);
      show(mark, words !== '');
      attr(element, 'data-own', isOwn ? 'true' : null);
      attr(element, 'data-here', entrant.here ? 'true' : null);
    },
  };
}

/** The two sides of the visitor's match, face to face. */
export function versusView() {
  const sides = [0, 1].map(() => ({ faces: facesView(), name: h('span') }));
  const [own, other] = sides.map(({ faces, name }) => h('div.event-side', faces.element, name));
  const against = h('span.event-against', { 'aria-hidden': 'true' }, '–');
  return {
    element: h('div.event-versus', { hidden: true, testid: 'event-versus' }, own, against, other),
    /** @param {TournamentEntrant[][]} players of each side, the visitor's first @param {string[]} names */
    draw(players, names) {
      for (const [at, { faces, name }] of sides.entries()) {
        faces.draw(players[at]);
        setName(name, names[at]);
      }
    },
  };
}
