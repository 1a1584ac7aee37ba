/** What an expert would do in trains and why, in words. Pure. */
import { amount } from '../../format/amounts.js';
import { sentencesOf, t } from '../../i18n/index.js';
import { placeInWords } from './words.js';

/** @import { Room, TrainsHint, TrainsMove } from '../../protocol.js' */
/** @import { TrainsView, View } from './types.js' */

/** From so few tiles on a player is nearly out. */
const FEW = 2;

/** A move, as it is advised. @param {TrainsMove} chosen @param {TrainsView} view @param {Room} room @param {number | null} seat */
export function moveInWords(chosen, view, room, seat) {
  if (chosen === 'stop') return t('trains.play.key_stop');
  const { tile, on } = chosen.play;
  return t('trains.play.note.on', { tile, place: placeInWords(on, view, room, seat) });
}

/** The expert's choice with its reasons. @param {TrainsHint} answer @param {View} view @param {Room} room */
export function advice({ chosen, reason }, view, room) {
  if (chosen === 'stop') return t('trains.play.advice.stops');
  const seat = view.standing.turn;
  const says = t('trains.play.advice.plays', { move: moveInWords(chosen, view, room, seat) });
  if (reason.out) return sentencesOf([says, t('trains.play.advice.out')]);
  const points = amount(reason.points, 'points');
  return sentencesOf([
    says,
    reason.covers && t('trains.play.advice.covers'),
    reason.closes && t('trains.play.advice.closes'),
    reason.follower && t('trains.play.advice.follower', { tile: reason.follower }),
    chainInWords(chosen.play.on === String(seat), reason),
    t(reason.fewest <= FEW ? 'trains.play.advice.fewest' : 'trains.play.advice.points', { points }),
  ]);
}

/** What becomes of the chain for the own train; '' if that says nothing. @param {boolean} isOwn @param {TrainsHint['reason']} reason */
function chainInWords(isOwn, { chain, chain_after }) {
  if (chain_after === 0) return '';
  if (isOwn) return t('trains.play.advice.goes_on');
  const stays = { tiles: amount(chain_after, 'tiles') };
  return chain_after === chain ? t('trains.play.advice.chain', stays) : '';
}
