/** What an expert would play and why, in words. Pure. */

import { amount } from '../../format/amounts.js';
import { nameAt } from '../../format/names.js';
import { sentencesOf, t, textOrNull } from '../../i18n/index.js';

/** @import { HintReason, LineHint } from '../../protocol.js' */
/** @import { View } from './fold.js' */
/** @import { Room } from './types.js' */
/** @typedef {{ type: string, seat?: number, points?: number, pips?: number, tiles?: number }} ReasonFields those that some reasons have */

/** The expert's choice with its reason. @param {LineHint} answer @param {View} view @param {Room} room */
export function advice({ tile, arm, reason, gives_up }, view, room) {
  const pips = view.board.ends.find((end) => end.arm === arm)?.pips;
  const play = pips === undefined ? t('tile.lead', { tile }) : t('tile.played_on', { tile, pips });
  const says = t('advice.says', { play, reason: reasonInWords(reason, room) });
  return sentencesOf([
    says,
    gives_up ? t('advice.gives_up', { points: amount(gives_up, 'points') }) : null,
  ]);
}

/**
 * What speaks for a play. A newer server may have reasons that this client doesn't know: it says
 * nothing about them.
 * @param {HintReason} reason
 * @param {Room} room
 */
function reasonInWords(reason, room) {
  const { type, seat, points = 0, pips = 0, tiles = 0 } = /** @type {ReasonFields} */ (reason);
  const name = seat === undefined ? '' : nameAt(room, seat);
  const words = { name, points: amount(points, 'points'), pips, n: tiles };
  return textOrNull(`advice.${type}`, words) ?? '';
}
