/** Tournaments in words. Pure. */
import { factsOf, joinNames, locale, t, written } from '../i18n/index.js';
import { clockWords } from './clock.js';
import { computerEntrant, nameOf } from './names.js';
import { notationInWords } from './notation.js';
import { scoresOf, signed } from './scores.js';

/** @import { TournamentEntrant, TournamentHead, TournamentMatch } from '../protocol.js' */

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const percent = new Intl.NumberFormat(locale, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const hour = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });

/** @param {number} ms */
export const hourWords = (ms) => hour.format(new Date(ms));

/** How often it repeats. @param {number} days */
export function repeatWords(days) {
  const named = { 1: t('tournament.each_day'), 7: t('tournament.each_week') };
  return named[/** @type {1 | 7} */ (days)] ?? t('tournament.each_days', { n: days });
}

/** @param {number} ms */
const minutesOf = (ms) => Math.round(ms / 60_000);

/** The name of an entrant. Players who have deleted their names have numbers. @param {TournamentEntrant} entrant */
export function entrantName({ n, name, computer }) {
  if (computer) return computerEntrant(n);
  return name === '' ? t('tournament.player', { n }) : nameOf({ name });
}

/** Players to choose from. Those with the same name have their numbers beside it. @param {TournamentEntrant[]} entrants */
export function playerOptions(entrants) {
  const names = entrants.map(entrantName);
  return entrants.map(({ n }, at) => {
    const isShared = names.some((name, other) => other !== at && name === names[at]);
    const words = factsOf([names[at], isShared && t('tournament.player', { n })]);
    return { value: String(n), words };
  });
}

/** What is played, and how. @param {TournamentHead} head */
export const factsWords = (head) =>
  factsOf([
    t(`tournament.${head.format}`),
    head.pairs && t('tournament.pairs'),
    head.ends_ms !== undefined &&
      t('clock.minutes', { n: minutesOf(head.ends_ms - head.starts_ms) }),
    head.boards !== undefined && t('tournament.duplicate'),
    notationInWords(head.notation, head.boards),
    clockWords(head.clock),
    head.time_cap !== undefined && t('cap.at_most', { n: head.time_cap }),
    head.rated && t('quick.rated'),
    // Where nothing is said, everybody may take part.
    head.entries !== undefined &&
      head.entries !== 'hall' &&
      t(`tournament.entries_${head.entries}`),
    head.password && head.open && t('tournament.password'),
    head.repeat && repeatWords(head.repeat.days),
  ]);

/** How far it is. @param {TournamentHead} head */
export function phaseWords(head) {
  switch (head.phase) {
    case 'coming':
      return t('tournament.begins', { time: moment.format(new Date(head.starts_ms)) });
    case 'ended':
      return t('tournament.over');
    case 'called_off':
      return t('tournament.called_off');
    case 'running': {
      const { round, rounds, paused, ends_ms } = head;
      if (ends_ms !== undefined) {
        const words = t('tournament.until', { time: hourWords(ends_ms) });
        return factsOf([words, paused && t('tournament.paused')]);
      }
      const isOfSome = rounds && round <= rounds && round > 0;
      const words = isOfSome
        ? t('tournament.round_of', { n: round, of: rounds })
        : t('tournament.round', { n: Math.max(round, 1) });
      return factsOf([words, paused && t('tournament.paused')]);
    }
  }
}

/** How many take part. @param {TournamentHead} head */
export const playersWords = ({ players, players_max, phase }) =>
  phase === 'coming'
    ? t('tournament.players_of', { n: players, of: players_max })
    : t('count.players', { n: players });

/** A single player, or the two of a pair. @param {TournamentEntrant} entrant @param {TournamentEntrant[]} entrants */
export const playersName = ({ n, partner }, entrants) =>
  sideName(partner === undefined ? [n] : [n, partner], entrants);

/** The players of a side. @param {number[]} side @param {TournamentEntrant[]} entrants */
export const sideName = (side, entrants) =>
  joinNames(side.map((n) => (entrants[n - 1] ? entrantName(entrants[n - 1]) : String(n))));

/** Who has won: the first of the podium, or those who share the first place. @param {TournamentEntrant[]} first @param {TournamentEntrant[]} entrants */
export function winnersWords(first, entrants) {
  const winners = first.filter(({ place }) => place === 1);
  const name = joinNames(winners.map((one) => playersName(one, entrants)));
  if (winners.length > 1) return t('tournament.shared', { name });
  return t('tournament.winners', { name, n: winners[0]?.partner === undefined ? 1 : 2 });
}

/** The sides of a match, and whether it is for the third place. @param {TournamentMatch} match @param {TournamentEntrant[]} entrants */
export function matchWords({ sides, third_place }, entrants) {
  const names = sides.map((side) => sideName(side, entrants));
  const [one, other] = names;
  const words = names.length === 2 ? t('tournament.versus', { one, other }) : joinNames(names);
  return third_place ? `${t('tournament.third')}: ${words}` : words;
}

/** Whether a match among computer players isn't played, since all tables have the same deals. @param {TournamentMatch['result']} result */
const isUnplayed = (result) => result?.tie && !result.points && result.source === 'played';

/** How a match ended, or that it is played. @param {TournamentMatch} match @param {TournamentEntrant[]} entrants */
export function resultWords({ sides, result, over }, entrants) {
  if (sides.length < 2 || isUnplayed(result)) return t('tournament.bye');
  if (!result) return over ? t('tournament.match_over') : t('tournament.playing');
  const { winner, tie, points, places, source, note } = result;
  const firsts = sides.filter((_, side) => side === winner || places?.[side] === 1);
  const name = sideName(firsts.flat(), entrants);
  const won =
    firsts.length > 0 && t(firsts.length > 1 ? 'tournament.shared' : 'tournament.won_by', { name });
  return factsOf([
    source === 'void'
      ? t('tournament.void')
      : won || t(tie ? 'tournament.tie' : 'tournament.none_won'),
    points && (places ? byPlace({ sides, points, places }, entrants) : scoresOf(points)),
    source === 'forfeited' && t('tournament.forfeited'),
    source === 'decided' && t('tournament.decided', { note: note || '…' }),
  ]);
}

/**
 * The points at a table of several, in the order of the places; without the players who did not come or left.
 * @param {{ sides: number[][], points: number[], places: number[] }} table
 * @param {TournamentEntrant[]} entrants
 */
function byPlace({ sides, points, places }, entrants) {
  const order = [...sides.keys()].filter((side) => places[side] > 0);
  const words = order
    .sort((a, b) => places[a] - places[b])
    .map((side) => `${sideName(sides[side], entrants)}\u00a0${written(points[side])}`);
  return words.join(', ');
}

/** What decides the place, the most important first. @param {Pick<TournamentHead, 'boards'>} head */
export const figureNames = ({ boards }) =>
  boards === undefined
    ? [t('tournament.points'), t('tournament.difference'), t('tournament.buchholz')]
    : [t('tournament.mean_share'), t('tournament.margin')];

/**
 * The figures of an entrant by these names.
 * @param {TournamentEntrant} entrant
 * @param {Pick<TournamentHead, 'boards'>} head
 * @param {boolean} hasKnockout whether somebody has won in the knockout
 */
export function figuresOf(entrant, { boards }, hasKnockout) {
  const { knockout = 0, points, difference, buchholz, share, margin = 0 } = entrant;
  if (boards === undefined) {
    const won = hasKnockout ? `${knockout} · ${points}` : String(points);
    return [won, signed(difference), String(buchholz)];
  }
  return share === undefined ? ['', ''] : [percent.format(share / 10_000), signed(margin / 100)];
}

/** By how much the first side was better on each board; '' if no board was played. @param {TournamentMatch} match */
export function boardsWords({ result }) {
  const margins = (result?.boards ?? []).map((one) => (one === null ? '–' : signed(one)));
  return margins.length > 0 ? t('tournament.by_board', { margins: factsOf(margins) }) : '';
}
