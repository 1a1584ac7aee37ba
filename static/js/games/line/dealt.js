/** What a view shows of the deal of its round. Pure. */

/** @import { Phase, VisibleEvent } from '../../protocol.js' */
/** @import { View } from './fold.js' */
/** @import { Dealt } from '../contract.js' */

/** What matters of events for the deal, one text each. @param {VisibleEvent[]} history */
const eventsOf = (history) =>
  history.flatMap((event) => {
    switch (event.type) {
      case 'lots':
        return [`lots ${event.tiles.join(' ')}`];
      case 'redeal':
        return ['redeal'];
      case 'drew':
        return [`${event.seat} draws`];
      case 'played':
        return [`${event.seat} ${event.tile}`];
      default:
        return [];
    }
  });

/** @param {Extract<Phase, { hands: unknown }>} phase */
function endOf({ outcome }) {
  if (outcome?.type !== 'blocked') return /** @type {const} */ ('domino');
  return outcome.winner === null ? /** @type {const} */ ('tied') : /** @type {const} */ ('won');
}

/** What the visitor was shown of the deal; null without a hand. @param {View} view @returns {Dealt | null} */
export function dealt({ own, board: { phase }, history }) {
  if (!own) return null;
  const { seat } = own;
  const events = eventsOf(history);
  if (!('hands' in phase)) return { seat, hand: own.hand, events };
  return { seat, hand: phase.hands[seat], events, end: endOf(phase), left: phase.hands };
}
