/** Names as they are shown: each in its own direction, and no two alike at a table. Pure. */
import { factsOf, locale, t } from '../i18n/index.js';

/** @import { Level, Room } from '../protocol.js' */
/** @typedef {{ name: string, computer?: Level, bot?: boolean }} Sitter */
/** @typedef {{ pseudonym: string, name: string, bot?: boolean }} Person a person at a table */
/** @typedef {{ room: Room, chat?: Person[], reactions?: Person[] }} Company who is at a table */

/** The letters of right-to-left scripts, by the blocks that Unicode keeps for them. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text begins with a letter of a right-to-left script. @param {string} text */
export function isRightToLeft(text) {
  return RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? '');
}

/**
 * A name that leaves the order of the words around it alone, wherever it is put. In our languages a name
 * without a right-to-left letter does so by itself.
 * @param {string} name
 */
const isolated = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** The name that the server makes for a person who has chosen none. */
const GUEST = /^Guest (\d{4})$/;

/** The names of computer players by seat: no two at a table share one. */
const COMPUTERS = /** @type {const} */ ([
  'computer.leo',
  'computer.ada',
  'computer.max',
  'computer.zoe',
  'computer.kim',
  'computer.tom',
  'computer.eva',
  'computer.ivo',
]);

/** The name that the server gives to a computer player of a tournament, by its number there. */
const ENTRANT = /^Computer (\d+)$/;

/** The name of a computer player of a tournament, the same on its page and at its tables. @param {number} n its number */
export function computerEntrant(n) {
  const name = t(COMPUTERS[(n - 1) % COMPUTERS.length]);
  return n > COMPUTERS.length
    ? t('name.numbered', { name, n: Math.ceil(n / COMPUTERS.length) })
    : name;
}

/**
 * The name of a person, or what a guest or a computer player is called here. A program is marked.
 * @overload
 * @param {{ name: string, computer?: undefined, bot?: boolean }} person
 * @returns {string}
 */
/**
 * @overload
 * @param {Sitter} sitter
 * @param {number} seat where they sit: computer players are named by it
 * @returns {string}
 */
/** @param {Sitter} sitter @param {number} [seat] */
export function nameOf({ name, computer, bot }, seat = 0) {
  if (bot) return t('seat.bot', { name: isolated(name) });
  if (computer) {
    const entrant = ENTRANT.exec(name);
    return entrant ? computerEntrant(Number(entrant[1])) : t(COMPUTERS[seat]);
  }
  const guest = GUEST.exec(name);
  return guest ? t('name.guest', { n: guest[1] }) : isolated(name);
}

/** The name that a visitor has chosen; '' for one who has chosen none. @param {string} name */
export const chosenName = (name) => (GUEST.test(name) ? '' : name);

/** What of a name can be seen and heard: two that agree in it are told apart. @param {string} name */
const look = (name) =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase();

/** Names with numbers behind those that stood before: "Ada", "Ada (2)". @param {string[]} names */
function apart(names) {
  const taken = new Set();
  return names.map((name) => {
    let shown = name;
    for (let n = 2; taken.has(look(shown)); n += 1) shown = t('name.numbered', { name, n });
    taken.add(look(shown));
    return shown;
  });
}

/** The names at all seats, which no two share; '' where nobody sits. @param {readonly (Sitter | null)[]} seats */
export function namesOf(seats) {
  const taken = seats.flatMap((sitter, seat) => (sitter ? [seat] : []));
  const names = apart(taken.map((seat) => nameOf(/** @type {Sitter} */ (seats[seat]), seat)));
  return seats.map((sitter, seat) => (sitter ? names[taken.indexOf(seat)] : ''));
}

/** The name at a seat. @param {Room} room @param {number} seat */
export function nameAt({ seats }, seat) {
  return seats[seat] ? namesOf(seats)[seat] : t('seat.empty');
}

/**
 * The name of a person at a table, with a seat or without: no two of those who sit there, have spoken or ask
 * for a seat share one.
 * @param {Company} table
 * @param {Person} person
 */
export function personName({ room, chat = [], reactions = [] }, person) {
  const seat = room.seats.findIndex((sitter) => sitter?.pseudonym === person.pseudonym);
  if (seat >= 0) return nameAt(room, seat);
  const seated = namesOf(room.seats);
  const pseudonyms = room.seats.map((sitter) => sitter?.pseudonym);
  /** @type {Map<string, string>} */
  const others = new Map();
  for (const one of [...chat, ...reactions, person]) {
    if (!pseudonyms.includes(one.pseudonym)) others.set(one.pseudonym, nameOf(one));
  }
  const names = apart([...seated.filter(Boolean), ...others.values()]).slice(-others.size);
  return names[[...others.keys()].indexOf(person.pseudonym)];
}

/** How strong a computer player is, such as "casual"; '' for a person. @param {{ computer?: Level } | null} sitter */
export function levelOf(sitter) {
  return sitter?.computer ? t(`level.${sitter.computer}`).toLocaleLowerCase(locale) : '';
}

/**
 * The names at all seats, such as "Ada · casual", where nothing else tells a computer player from a person.
 * @param {readonly (Sitter | null)[]} seats
 */
export function namesWithLevels(seats) {
  const names = namesOf(seats);
  return seats.map((sitter, seat) => factsOf([names[seat], levelOf(sitter)]));
}
