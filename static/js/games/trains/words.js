/** What happened in Mexican Train and Chickenfoot, in words. Pure. */
import { nameAt } from '../../format/names.js';
import { matchWonInWords, sharedInWords } from '../../format/sides.js';
import { joinList, sentencesOf, t } from '../../i18n/index.js';
import { askedAfter, coveredBy } from './doubles.js';
import { rulesOf } from './terms.js';
import { MEXICAN } from './tracks.js';

/** @import { Room } from '../../protocol.js' */
/** @import { Sentence } from '../contract.js' */
/** @import { Asked } from './doubles.js' */
/** @import { PlaceId, Played, TrainsEvent, TrainsView } from './types.js' */

/** @param {Room} room */
const isChickenfoot = (room) => rulesOf(room).game === 'chickenfoot';

/** A name within a list: of the seat that is spoken to, "You". @param {Room} room @param {number} seat @param {number | null} you */
const listedName = (room, seat, you) => (seat === you ? t('name.you') : nameAt(room, seat));

/** What each seat has, such as "Ada 34, Ben 0". @param {readonly (string | number)[]} each by seat @param {Room} room @param {number | null} you */
export const eachInWords = (each, room, you) =>
  joinList(
    each.map((has, seat) => t('trains.play.has', { name: listedName(room, seat, you), has })),
  );

/**
 * Where a tile goes, such as "your train".
 * @param {PlaceId} on
 * @param {TrainsView} view
 * @param {Room} room
 * @param {number | null} you
 */
export function placeInWords(on, { table, played }, room, you) {
  if (isChickenfoot(room)) return on === '0' ? (table.engine ?? '') : played[Number(on) - 1].tile;
  if (on === MEXICAN) return t('trains.play.train.mexican');
  const seat = Number(on);
  return seat === you
    ? t('trains.play.train.yours')
    : t('trains.play.train.theirs', { name: nameAt(room, seat) });
}

/** What a double asks for, as a sentence. @param {Asked} asked @param {Room} room */
export function askedInWords({ double, missing: n, isHub }, room) {
  if (!isChickenfoot(room)) return t('trains.play.needs.cover', { double });
  return t(isHub ? 'trains.play.needs.arms' : 'trains.play.needs.toes', { double, n });
}

/**
 * Events as short sentences. A train that opens since its seat can't play is one sentence with that it passes.
 * @param {readonly TrainsEvent[]} events
 * @param {Room} room
 * @param {number | null} [you] the seat that is spoken to
 * @param {TrainsView | null} [view] what came of the events; without it less is told of them
 * @returns {Sentence[]}
 */
export function sentences(events, room, you = null, view = null) {
  return events.flatMap((event, at) => {
    // Told with the marker before it.
    if (event.type === 'passed' && events[at - 1]?.type === 'opened') return [];
    const passes = event.type === 'opened' && events[at + 1]?.type === 'passed';
    const isLast = events[at + 1]?.type === 'out';
    return [
      {
        text: sentence(event, room, you, view, isLast),
        kind: event.type,
        scores: event.type === 'out' || event.type === 'blocked',
        used: passes ? 2 : 1,
      },
    ];
  });
}

/** @typedef {'dealt' | 'played' | 'own' | 'mexican' | 'theirs' | 'on' | 'covers' | 'stopped' | 'drew' | 'drew_tile' | 'opened' | 'closed' | 'passed' | 'out'} Action */

/**
 * What a seat did: of others by name, of the seat that is spoken to as "you".
 * @param {Action} action
 * @param {number} seat
 * @param {Room} room
 * @param {number | null} you
 * @param {Record<string, string>} [params]
 */
const actionText = (action, seat, room, you, params = {}) =>
  seat === you
    ? t(`trains.play.you_${action}`, params)
    : t(`trains.play.${action}`, { name: nameAt(room, seat), ...params });

/**
 * @param {TrainsEvent} event
 * @param {Room} room
 * @param {number | null} you
 * @param {TrainsView | null} view
 * @param {boolean} isLast whether the round ends with it
 */
function sentence(event, room, you, view, isLast) {
  switch (event.type) {
    case 'lots':
      return t('trains.play.lots', { lots: eachInWords(event.lots, room, you) });
    case 'dealt':
      return actionText('dealt', event.beginner, room, you, { engine: event.engine });
    case 'played':
      return playedInWords(event, room, you, view, isLast);
    case 'drew': {
      const tile = event.tile ?? (event.seat === you && view ? drawnIn(event, view) : '');
      return tile
        ? actionText('drew_tile', event.seat, room, you, { tile })
        : actionText('drew', event.seat, room, you);
    }
    case 'stopped':
    case 'opened':
    case 'closed':
    case 'passed':
      return actionText(event.type, event.seat, room, you);
    case 'out':
      return sentencesOf([
        actionText('out', event.seat, room, you),
        pointsInWords(event.points, room, you),
      ]);
    case 'blocked':
      return sentencesOf([t('trains.play.blocked'), pointsInWords(event.points, room, you)]);
    case 'totals':
      return t('trains.play.totals', { points: eachInWords(event.scores, room, you) });
    case 'time_called':
      return t('trains.play.time_called');
    case 'won':
      return event.seats.length === 1
        ? matchWonInWords(room, event.seats[0], you)
        : sharedInWords(room, event.seats, you);
  }
}

/**
 * The tile that the visitor drew last: it came last of the hand that the seat had then. '' if the hand has changed since.
 * @param {Extract<TrainsEvent, { type: 'drew' }>} event
 * @param {TrainsView} view
 */
function drawnIn(event, { history, own, table }) {
  const at = history.lastIndexOf(event);
  const isOther = history
    .slice(at + 1)
    .some((one) => (one.type === 'drew' || one.type === 'played') && one.seat === event.seat);
  const held = table.hand_sizes?.[event.seat] ?? 0;
  return at < 0 || isOther ? '' : (own?.hand[held - 1] ?? '');
}

/** The points of a round. @param {readonly number[]} points by seat @param {Room} room @param {number | null} you */
export const pointsInWords = (points, room, you) =>
  t('trains.play.points', { points: eachInWords(points, room, you) });

/**
 * That a tile was played, and what the double asks for that it is or fills.
 * @param {Played} event
 * @param {Room} room
 * @param {number | null} you
 * @param {TrainsView | null} view
 * @param {boolean} isLast
 */
function playedInWords({ seat, tile, on }, room, you, view, isLast) {
  const options = rulesOf(room);
  const at = view?.played.findIndex((one) => one.tile === tile) ?? -1;
  const known = at < 0 ? null : view;
  const asked = known && !isLast && askedAfter(known, at, options);
  const double = known && coveredBy(known, at, options);
  const said = double
    ? actionText('covers', seat, room, you, { tile, double })
    : whereInWords({ seat, tile, on }, room, you, known);
  return sentencesOf([said, asked && askedInWords(asked, room)]);
}

/** @param {Pick<Played, 'seat' | 'tile' | 'on'>} event @param {Room} room @param {number | null} you @param {TrainsView | null} view */
function whereInWords({ seat, tile, on }, room, you, view) {
  if (isChickenfoot(room)) {
    const other = view ? placeInWords(on, view, room, you) : '';
    return other
      ? actionText('on', seat, room, you, { tile, other })
      : actionText('played', seat, room, you, { tile });
  }
  if (on === MEXICAN) return actionText('mexican', seat, room, you, { tile });
  const owner = Number(on);
  if (owner === seat) return actionText('own', seat, room, you, { tile });
  if (owner === you) return t('trains.play.yours', { name: nameAt(room, seat), tile });
  return actionText('theirs', seat, room, you, { tile, owner: nameAt(room, owner) });
}
