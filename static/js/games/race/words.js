/** What happened in Ringway, in words. Pure. */
import { nameAt } from '../../format/names.js';
import { matchWonInWords, sharedInWords, sideInSentence } from '../../format/sides.js';
import { joinList, t } from '../../i18n/index.js';
import { placedOf } from './board.js';
import { sharesOf } from './worth.js';

/** @import { Room } from '../../protocol.js' */
/** @import { Sentence } from '../contract.js' */
/** @import { Event } from './fold.js' */
/** @import { Gain, Share } from './worth.js' */

/** @param {Event} event */
const isHiddenDraw = (event) => event.type === 'drew' && event.tile === undefined;

/**
 * Events as short sentences. A placement and all that it gives is one sentence. Which tile was drawn is told where it is
 * known: that tiles are drawn goes without saying.
 * @param {readonly Event[]} events
 * @param {Room} room
 * @param {number | null} [you] the seat that is spoken to
 * @returns {Sentence[]}
 */
export function sentences(events, room, you = null) {
  /** @type {Sentence[]} */
  const list = [];
  let told = 0;
  while (told < events.length) {
    const at = runEnd(events, told, isHiddenDraw);
    const event = events[at];
    if (!event) break;
    const isScore = event.type === 'placed' || event.type === 'scored';
    const scored = isScore ? runEnd(events, at + 1, ({ type }) => type === 'scored') : at + 1;
    const gains = events.slice(at, scored).flatMap((one) => (one.type === 'scored' ? [one] : []));
    const end = runEnd(events, scored, isHiddenDraw);
    const text = sentence(event, gains, room, you);
    list.push({ text, kind: event.type, scores: gains.length > 0, used: end - told });
    told = end;
  }
  return list;
}

/** The first event from one on for which something doesn't hold. @param {readonly Event[]} events @param {number} from @param {(event: Event) => boolean} holds */
function runEnd(events, from, holds) {
  const at = events.findIndex((event, i) => i >= from && !holds(event));
  return at < 0 ? events.length : at;
}

/** @typedef {'dealt' | 'placed' | 'placed_for' | 'stopped' | 'pitted' | 'pitted_tile' | 'drew'} Action */

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
    ? t(`race.play.you_${action}`, params)
    : t(`race.play.${action}`, { name: nameAt(room, seat), ...params });

/** @param {Event} event @param {readonly Gain[]} gains what it gives @param {Room} room @param {number | null} you */
function sentence(event, gains, room, you) {
  switch (event.type) {
    case 'dealt':
      return actionText('dealt', event.leader, room, you, { tile: event.lightest });
    case 'dealt_again':
      return t('race.play.dealt_again', { tile: event.lightest });
    case 'placed': {
      const { tile, square } = placedOf(event.place);
      const all = { tile, square, gains: gainsInWords(gains, room, you, event.seat) };
      return actionText(gains.length > 0 ? 'placed_for' : 'placed', event.seat, room, you, all);
    }
    case 'scored':
      return t('race.play.scored', { gains: gainsInWords(gains, room, you) });
    case 'stopped':
      return actionText('stopped', event.seat, room, you);
    case 'pitted':
      return event.tile
        ? actionText('pitted_tile', event.seat, room, you, { tile: event.tile })
        : actionText('pitted', event.seat, room, you);
    case 'drew':
      return actionText('drew', event.seat, room, you, { tile: event.tile ?? '' });
    case 'time_called':
      return t('race.play.time_called');
    case 'blocked':
      return t('race.play.blocked');
    case 'won':
      return event.sides.length === 1
        ? matchWonInWords(room, event.sides[0], you)
        : sharedInWords(room, event.sides, you);
  }
}

/** What one side gains: "8 for the diamond and 3 on the track". @param {Share} share */
function shareInWords({ diamond, track }) {
  if (track === 0) return t('race.play.diamond', { points: diamond });
  if (diamond === 0) return t('race.play.track', { points: track });
  return t('race.play.both', { diamond, track });
}

/**
 * What a placement gives to whom, such as "8 for the diamond and 3 on the track, Ben 3 on the track".
 * @param {readonly Gain[]} gains
 * @param {Room} room
 * @param {number | null} you
 * @param {number} [seat] that isn't named: the sentence begins with it
 */
export const gainsInWords = (gains, room, you, seat) =>
  joinList(
    sharesOf(gains).map((share) =>
      share.side === seat
        ? shareInWords(share)
        : t('race.play.of', {
            name: sideInSentence(room, share.side, you),
            gain: shareInWords(share),
          }),
    ),
  );
