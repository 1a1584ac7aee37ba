/** What an expert would play and why, in words. Pure. */
import { sentencesOf, t } from '../i18n/index.js';
import { amount } from './amounts.js';
import { nameAt } from './names.js';

/** @import { HintReason, Room } from '../protocol.js' */
/** @import { Table } from '../state.js' */

/** The expert's choice with its reason; '' if there is none. @param {Table} table */
export function adviceLine({ ui: { hint }, room, view }) {
  if (!hint) return '';
  if (!hint.answer) return t('advice.thinking');
  const { tile, arm, reason, gives_up } = hint.answer;
  const pips = view?.board.ends.find((end) => end.arm === arm)?.pips;
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
  switch (reason.type) {
    case 'only_play':
      return t('advice.only_play');
    case 'wins':
      return t('advice.wins');
    case 'goes_out':
      return t('advice.goes_out');
    case 'shuts_out':
      return t('advice.shuts_out', { name: nameAt(room, reason.seat) });
    case 'scores':
      return t('advice.scores', { points: amount(reason.points, 'points') });
    case 'blocks':
      return t('advice.blocks', { pips: reason.pips, name: nameAt(room, reason.seat) });
    case 'controls':
      return t('advice.controls', { pips: reason.pips });
    case 'sheds_double':
      return t('advice.sheds_double');
    case 'sheds_weight':
      return t('advice.sheds_weight');
    case 'keeps_options':
      return t('advice.keeps_options', { n: reason.tiles });
    case 'best_in_the_long_run':
      return t('advice.best_in_the_long_run');
    default:
      return '';
  }
}
