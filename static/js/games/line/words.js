/** Events and outcomes of the line of play in words. Pure. */

import { amount, pointsInMatch } from '../../format/amounts.js';
import { nameAt } from '../../format/names.js';
import { countsRounds, fullOptions } from '../../format/options.js';
import { scoresOf } from '../../format/scores.js';
import { matchWonInWords, sideInSentence, sideName } from '../../format/sides.js';
import { joinList, t } from '../../i18n/index.js';
import { partnerOf, sideOf, sides } from '../../select.js';
import { pipSum } from '../../tiles/pips.js';
import { hasOwnWorth } from './options.js';

/** @import { Board, LineOptions, Outcome, VisibleEvent } from '../../protocol.js' */
/** @import { Sentence } from '../contract.js' */
/** @import { Room } from './types.js' */

/**
 * How many tiles lie face down: to be drawn, or asleep where none may be.
 * @param {Pick<Board, 'boneyard' | 'reserve'>} board
 * @param {LineOptions} rules
 */
export function faceDownCount({ boneyard, reserve }, { variant }) {
  if (variant === 'block') return t('round.asleep_label', { n: boneyard });
  const tiles = amount(boneyard, 'tiles');
  return reserve > 0
    ? t('round.boneyard_reserve', { tiles, n: reserve })
    : t('round.boneyard_label', { tiles });
}

/**
 * Events as short sentences; what belongs together (a play and its points, tiles drawn one
 * after the other) is said in one.
 * @param {readonly VisibleEvent[]} events
 * @param {Room} room
 * @param {number | null} [you] the seat that is spoken to: "You play 6-4."
 * @returns {Sentence[]}
 */
export function sentences(events, room, you = null) {
  /** @type {Sentence[]} */
  const list = [];
  let at = 0;
  while (at < events.length) {
    const { text, used } = sentence(events, at, room, you);
    const scores = events.slice(at, at + used).some((event) => event.type === 'scored');
    list.push({ text, kind: events[at].type, scores, used });
    at += used;
  }
  return list;
}

/**
 * The sentence that begins with event number `at`, and how many events it tells.
 * @param {readonly VisibleEvent[]} events
 * @param {number} at
 * @param {Room} room
 * @param {number | null} you
 */
function sentence(events, at, room, you) {
  const event = events[at];
  /** @param {string} text */
  const one = (text) => ({ text, used: 1 });
  switch (event.type) {
    case 'lots':
      return one(lots(event, room));
    case 'redeal':
      return one(
        t(
          fullOptions(room.rules.line).redeal_doubles > 0 ? 'event.redeal_doubles' : 'event.redeal',
        ),
      );
    case 'gave_lead':
      return one(gaveLead(event.seat, room, you));
    case 'dealt':
      return one(actionText('dealt', event.leader, room, you));
    case 'drew': {
      const n = run(events, at, event.seat);
      return { text: actionText('drew', event.seat, room, you, { n }), used: n };
    }
    case 'passed':
      return one(actionText('passed', event.seat, room, you));
    case 'scored': {
      const points = pointsInMatch(event.points, room);
      const key = event.reason === 'pass' ? 'event.scored_pass' : 'event.scored';
      return one(t(key, { side: sideName(room, event.side), points }));
    }
    case 'overshot': {
      const key = event.reason === 'pass' ? 'event.overshot_pass' : 'event.overshot';
      return one(t(key, { side: sideName(room, event.side), n: event.points }));
    }
    case 'fell_short': {
      const { entry } = fullOptions(room.rules.line);
      const side = sideName(room, event.side);
      return one(t('event.fell_short', { side, n: event.points, entry }));
    }
    case 'love':
      return one(loveInWords(event.scores));
    case 'time_called':
      return one(t(room.boards === undefined ? 'event.time_called' : 'event.last_board'));
    case 'match_over': {
      return one(matchWonInWords(room, event.winner, you));
    }
    default:
      return withPoints(event, events[at + 1], room, you);
  }
}

/**
 * An action of a seat, with its points or with the points that the seat has announced.
 * @typedef {'dealt' | 'drew' | 'passed' | 'called' | 'called_for' | 'domino' | 'domino_for' | 'led' | 'led_for'
 *   | 'led_says' | 'played' | 'played_for' | 'played_says'} Action
 */

/**
 * What a seat did: of others by name, of the seat that is spoken to as "you".
 * @param {Action} action
 * @param {number} seat
 * @param {Room} room
 * @param {number | null} you
 * @param {{ tile?: string, n?: number, points?: string }} [params]
 */
function actionText(action, seat, room, you, params = {}) {
  return seat === you
    ? t(`event.you_${action}`, params)
    : t(`event.${action}`, { name: nameAt(room, seat), ...params });
}

/** A seat gives the lead to its partner. @param {number} seat @param {Room} room @param {number | null} you */
function gaveLead(seat, room, you) {
  const name = nameAt(room, seat);
  const other = partnerOf(room, seat);
  if (other === you) return t('event.gave_you_lead', { name });
  const partner = other === null ? '' : nameAt(room, other);
  return t(seat === you ? 'event.you_gave_lead' : 'event.gave_lead', { name, partner });
}

/** Nobody was left at 0, and the scores are others now. @param {readonly number[]} scores */
export function loveInWords(scores) {
  const text = scoresOf(scores);
  return scores.some((score) => score > 0)
    ? t('event.love_kept', { scores: text })
    : t('event.love');
}

/**
 * An event that may be followed by the points it made.
 * @param {Extract<VisibleEvent, { type: 'played' | 'called' | 'domino' | 'blocked' }>} event
 * @param {VisibleEvent | undefined} next
 * @param {Room} room
 * @param {number | null} you
 */
function withPoints(event, next, room, you) {
  const { type } = event;
  const reason = { played: 'count', called: 'call', domino: 'domino', blocked: 'blocked' }[type];
  const scored = next?.type === 'scored' && next.reason === reason ? next : null;
  const others = type === 'domino' && scored?.side !== sideOf(room, event.seat);
  const n = scored && !others && !countsRounds(room.rules.line) ? scored.points : null;
  const used = n === null ? 1 : 2;
  const points = amount(n ?? 0, 'points');
  if (type === 'blocked') {
    const side = event.winner === null ? '' : sideName(room, event.winner);
    const text = n === null ? t('event.blocked') : t('event.blocked_for', { side, points });
    return { text, used };
  }
  const { seat } = event;
  if (type === 'called') {
    const action = n === null ? 'called' : 'called_for';
    return { text: actionText(action, seat, room, you, { n: n ?? 0 }), used };
  }
  const { tile = '', announced = null, joint = null } = type === 'played' ? event : {};
  const action = type === 'domino' ? type : joint === null ? 'led' : 'played';
  /** @type {Action} */
  const told =
    n !== null
      ? `${action}_for`
      : announced !== null && action !== 'domino'
        ? `${action}_says`
        : action;
  const text = actionText(told, seat, room, you, { tile, points, n: announced ?? 0 });
  return { text, used };
}

/** @param {Extract<VisibleEvent, { type: 'lots' }>} event @param {Room} room */
function lots(event, room) {
  const each = event.tiles.map((tile, seat) => t('event.lot', { name: nameAt(room, seat), tile }));
  return t('event.lots', { lots: joinList(each), name: nameAt(room, event.leader) });
}

/**
 * How many tiles a seat drew in a row from event number `at` on.
 * @param {readonly VisibleEvent[]} events
 * @param {number} at
 * @param {number} seat
 */
function run(events, at, seat) {
  const rest = events.slice(at);
  const end = rest.findIndex((event) => event.type !== 'drew' || event.seat !== seat);
  return end < 0 ? rest.length : end;
}

/**
 * The side that won a round, which isn't always the side that went out; null for a tie.
 * @param {Outcome} outcome
 * @param {Room} room
 * @param {readonly VisibleEvent[]} history
 */
export function roundWinner(outcome, room, history) {
  if (outcome.type === 'blocked') return outcome.winner;
  const given = history.findLast((event) => 'reason' in event && event.reason === 'domino');
  return given && 'side' in given ? given.side : sideOf(room, outcome.by);
}

/**
 * Why the round's points are what they are, sentence by sentence. Where a round is worth something else, the
 * rest is said by `worth.js`.
 * @param {Outcome} outcome
 * @param {string[][]} hands by seat
 * @param {Room} room
 * @param {readonly VisibleEvent[]} history
 * @param {number | null} [you] the seat that is spoken to
 * @returns {string[]}
 */
export function outcomeInWords(outcome, hands, room, history, you = null) {
  const winner = roundWinner(outcome, room, history);
  const others = outcome.type === 'domino' && winner !== sideOf(room, outcome.by);
  const head =
    outcome.type === 'domino'
      ? [
          actionText('domino', outcome.by, room, you),
          ...(others ? [blockedHead(room, winner, you)] : []),
        ]
      : [t('summary.blocked'), blockedHead(room, winner, you)];
  if (hasOwnWorth(room.rules.line)) return head.slice(0, 1);
  if (winner === null) return head;
  const over = history.findLast(
    (event) => event.type === 'overshot' && event.reason === outcome.type,
  );
  if (over?.type === 'overshot') {
    return [...head, t('summary.overshot', { n: over.points, target: room.rules.line.target })];
  }
  return [...head, ...pointsInWords(outcome, winner, hands, room, you)];
}

/** @param {Room} room @param {number | null} winner @param {number | null} you */
function blockedHead(room, winner, you) {
  return winner === null
    ? t('summary.blocked_tie')
    : t('summary.blocked_winner', { side: sideInSentence(room, winner, you) });
}

/**
 * What the hands of the losers hold, such as "The others hold 6 + 5 = 11 pips".
 * @param {number[]} losers seats
 * @param {string[][]} hands
 * @param {Room} room
 * @param {number | null} you
 */
function heldInWords(losers, hands, room, you) {
  const weights = losers.map((seat) => pipSum(hands[seat]));
  const pips = amount(
    weights.reduce((sum, one) => sum + one),
    'pips',
  );
  if (losers.length > 1) {
    return t('summary.others_hold', { sum: weights.join(' + '), pips });
  }
  const [loser] = losers;
  return loser === you
    ? t('summary.you_hold', { pips })
    : t('summary.holds', { name: nameAt(room, loser), pips });
}

/** How the pips of hands become points. @param {LineOptions} rules */
function rounding({ variant, point_unit }) {
  if (variant !== 'all_fives') return '';
  return point_unit === 'fives' ? '_fives' : '_rounded';
}

/**
 * @param {Outcome} outcome
 * @param {number} winner
 * @param {string[][]} hands
 * @param {Room} room
 * @param {number | null} you
 */
function pointsInWords(outcome, winner, hands, room, you) {
  const rules = room.rules.line;
  if (rules.going_out_point)
    return [t(outcome.type === 'domino' ? 'summary.going_out_point' : 'summary.no_points')];
  const winners = sides(room)[winner];
  const losers = [...hands.keys()].filter((seat) => !winners.includes(seat));
  const less = outcome.type === 'blocked' && rules.blocked_score === 'difference';
  const words = {
    held: heldInWords(losers, hands, room, you),
    winner: sideInSentence(room, winner, you),
    own: pipSum(winners.flatMap((seat) => hands[seat])),
    points: amount(outcome.points, 'points'),
  };
  return [t(`summary.${less ? 'difference' : 'total'}${rounding(rules)}`, words)];
}
