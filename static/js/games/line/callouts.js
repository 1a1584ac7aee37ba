/**
 * What players call out at the table: how a seat went out, points for passes, scores that go back to 0.
 * Pure; fetched at the end of a round, and for the tables that play so.
 */

import { capitalized } from '../../format/amounts.js';
import { nameAt } from '../../format/names.js';
import { presetIn } from '../../format/notation.js';
import { fullOptions } from '../../format/options.js';
import { factsOf, loadTexts, t } from '../../i18n/index.js';
import { partnerOf } from '../../select.js';
import { term } from './end_rules.js';
import { viewOf } from './fold.js';
import { isExtended } from './options.js';
import { finishOf } from './worth.js';

await loadTexts('later');

/** @import { Outcome, VisibleEvent } from '../../protocol.js' */
/** @import { Call, Over } from '../contract.js' */
/** @import { Table } from './types.js' */
/**
 * @typedef {Finish | 'pass_lead' | 'pass_next' | 'pass_all'
 *   | 'twice' | 'love' | 'one_all' | 'redeal' | 'shutout'} Kind
 */
/** @typedef {'domino' | 'blocked' | 'double' | 'both' | 'double_both' | 'double_blank'} Finish */
/** @typedef {{ lang: string, words: Partial<Record<Kind, string>> }} Region */

/** What sentences of the history say too. @type {Kind[]} */
const TOLD = ['domino', 'blocked', 'pass_lead', 'pass_next', 'pass_all', 'love', 'redeal'];

const CARIBBEAN_ENGLISH = {
  lang: 'en-JM',
  words: { love: 'Game bruk!', one_all: 'One all, play two!' },
};
const SPAIN = { lang: 'es-ES', words: { shutout: '¡Zapato!' } };

/** What is called out where a game comes from, by its preset. @type {Record<string, Region>} */
const REGIONS = {
  'Spanish Pairs': SPAIN,
  'Federation Pairs': SPAIN,
  'Mexican Pairs': { lang: 'es-MX', words: { shutout: '¡Zapato!' } },
  Quinientos: { lang: 'es-PR', words: {} },
  'Dominican Pairs': {
    lang: 'es-DO',
    words: {
      pass_lead: '¡Pase de salida!',
      pass_all: '¡Pase corrido!',
      shutout: '¡Pollona!',
    },
  },
  'Cuban Double-Nine': { lang: 'es-CU', words: { shutout: '¡Pollona!' } },
  'Six-Love': CARIBBEAN_ENGLISH,
  'Cut-Throat': CARIBBEAN_ENGLISH,
  Cochon: { lang: 'fr-MQ', words: { love: 'Chiré\u00a0!', shutout: 'Cochon\u00a0!' } },
  'Brazilian Pairs': {
    lang: 'pt-BR',
    words: {
      double: 'De carroça!',
      both: 'Lá-e-lô!',
      double_both: 'Cruzada!',
      twice: 'Vale o dobro!',
      shutout: 'Buchuda!',
    },
  },
};

/** A shutout where it is named after the rounds won. @type {Record<number, string>} */
const LOVES = { 3: 'Three-love!', 4: 'Four-love!', 6: 'Six-love!', 10: 'Ten-love!' };

/** @param {Table['room']} room @returns {Region | undefined} */
function regionOf({ notation, rules }) {
  const region = REGIONS[presetIn(notation)];
  if (region !== CARIBBEAN_ENGLISH || !(rules.line.target in LOVES)) return region;
  return { ...region, words: { ...region.words, shutout: LOVES[rules.line.target] } };
}

/**
 * What is called out about events that have just come into sight, and that end nothing.
 * @param {Table} table
 * @param {readonly VisibleEvent[]} shown
 * @returns {Call[]}
 */
export function calloutsOf(table, shown) {
  return shown.flatMap((event) => ofEvent(event, table));
}

/** @param {VisibleEvent} event @param {Table} table @returns {Call[]} */
function ofEvent(event, table) {
  const { room } = table;
  const options = fullOptions(room.rules.line);
  switch (event.type) {
    case 'blocked':
      return event.winner === null && options.blocked_tie === 'doubles'
        ? [callout(room, 'twice')]
        : [];
    case 'scored':
      if (event.reason === 'pass') return [callout(room, passOf(event, table), event.points)];
      return isOneAll(table) ? [callout(room, 'one_all')] : [];
    case 'love':
      return event.scores.every((score) => score === 0) ? [callout(room, 'love')] : [];
    case 'redeal':
      return options.redeal_doubles > 0 ? [callout(room, 'redeal')] : [];
    case 'gave_lead':
      return [
        {
          words: t('worth.gave_lead'),
          lang: null,
          meaning: leadTo(table, event.seat),
          told: true,
        },
      ];
    default:
      return [];
  }
}

/** The ways in which a round ends, which are terms of the rules. @type {readonly Kind[]} */
const FINISHES = ['blocked', 'double', 'both', 'double_both', 'double_blank'];

/** Whether the rules have a term for it. @param {Kind} kind @returns {kind is Exclude<Finish, 'domino'>} */
const isFinish = (kind) => FINISHES.includes(kind);

/** What it is called in the reader's words. @param {Kind} kind @param {string} [preset] whose terms are used */
function nameOf(kind, preset) {
  return isFinish(kind) ? capitalized(term(kind, preset)) : t(`worth.${kind}`);
}

/**
 * One thing in the words of the game's region, or else in the reader's.
 * @param {Table['room']} room
 * @param {Kind} kind
 * @param {number} [points]
 * @returns {Call}
 */
function callout(room, kind, points = 0) {
  const region = regionOf(room);
  const name = nameOf(kind);
  const regional = nameOf(kind, presetIn(room.notation));
  const words = region?.words[kind] ?? t('worth.called', { name: regional });
  const isForeign = words !== t('worth.called', { name });
  const meaning = factsOf([isForeign && name, points > 0 && `+${points}`]);
  const lang = isForeign ? (region?.lang ?? null) : null;
  return { words, lang, meaning, told: TOLD.includes(kind) };
}

/** @param {Table} table @returns {Outcome | null} how the round ended */
function outcomeOf({ view }) {
  const phase = view?.board.phase;
  return phase && 'outcome' in phase ? phase.outcome : null;
}

/**
 * What is called out when a round or a match has ended: how a seat went out, or that nobody can play, and that a side
 * has lost without a point.
 * @param {Table} table
 * @param {Over} over
 * @returns {Call[]}
 */
export function finishCalls(table, { type, winner }) {
  const outcome = outcomeOf(table);
  const { room, view } = table;
  if (!outcome) return [];
  const { finish = 0, double_blank = 0 } = outcome.parts ?? {};
  const kind = finishOf(outcome, room, view?.history ?? []);
  const isMore = finish > fullOptions(room.rules.line).finish.plain;
  const called = kind === 'blocked' || (isMore && kind !== 'plain') ? kind : 'domino';
  const isShut = type === 'match_over' && winner !== null && isShutout(table, winner);
  return [
    callout(room, called, called !== 'domino' ? finish : 0),
    ...(double_blank > 0 ? [callout(room, 'double_blank', double_blank)] : []),
    ...(isShut ? [callout(room, 'shutout')] : []),
  ];
}

/**
 * Who was made to pass.
 * @param {Extract<VisibleEvent, { type: 'scored' }>} event
 * @param {Table} table
 */
function passOf(event, table) {
  const history = viewOf(table)?.history ?? [];
  const before = history.slice(0, Math.max(0, history.indexOf(event)));
  const at = before.findLastIndex(({ type }) => type === 'played');
  const passed = before.slice(at).filter(({ type }) => type === 'passed').length;
  if (passed >= table.room.seats.length - 1) return 'pass_all';
  const play = before[at];
  return play?.type === 'played' && play.joint === null ? 'pass_lead' : 'pass_next';
}

/** Whether every side has just one win, and the next one decides. @param {Table} table */
function isOneAll({ room, view }) {
  return (
    fullOptions(room.rules.line).love === 'one_all' &&
    (view?.standing.scores.every((score) => score === 1) ?? false)
  );
}

/** Whether a side has lost without a point. @param {Table} table @param {number} winner */
function isShutout(table, winner) {
  const scores = table.view?.standing.scores ?? [];
  const wasPlayedOut = isExtended(table.room.rules.line) && outcomeOf(table) !== null;
  return wasPlayedOut && scores.some((score, side) => side !== winner && score === 0);
}

/** To whom a seat has given the lead. @param {Table} table @param {number} seat */
function leadTo({ room, me }, seat) {
  const partner = partnerOf(room, seat) ?? seat;
  const name = (/** @type {number} */ one) => (one === me.seat ? t('name.you') : nameAt(room, one));
  return t('worth.gives_lead', { name: name(seat), partner: name(partner) });
}
