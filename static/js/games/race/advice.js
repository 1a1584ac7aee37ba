/** What an expert would do in Ringway and why, in words. Pure. */
import { amount } from '../../format/amounts.js';
import { sentencesOf, t } from '../../i18n/index.js';
import { placeInWords } from './talk.js';

/** @import { RaceHint, RaceMove } from '../../protocol.js' */

/** A move, as it is advised. @param {RaceMove} chosen */
export function moveInWords(chosen) {
  if (chosen === 'stop') return t('race.play.advise_stop');
  return 'place' in chosen
    ? placeInWords(chosen.place)
    : t('race.play.advise_pit', { tile: chosen.pit });
}

/** The expert's choice with its reason. @param {RaceHint} answer */
export function advice({ chosen, reason: { points, others, stands_on } }) {
  const says = t('race.play.advice', { move: moveInWords(chosen) });
  if (chosen === 'stop' || 'pit' in chosen) return says;
  return sentencesOf([
    says,
    t('race.play.advice_points', { points: amount(points, 'points') }),
    others > 0 && t('race.play.advice_others', { points: amount(others, 'points') }),
    stands_on !== null && t('race.play.advice_stands', { number: stands_on }),
  ]);
}
