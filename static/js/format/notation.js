/** A table's rules on one line, in the visitor's language. Pure. */
import { IN_ROUNDS } from '../games/index.js';
import { factsOf, t, textOrNull } from '../i18n/index.js';
import { amount } from './amounts.js';

/** @import { OfferedPreset } from '../catalogue.js' */

const SEPARATOR = ' · ';

const CALLS = 'muggins calls';

const PARTY = 'party';

/** The part of a notation that names a seating which isn't the preset's own. */
export const SEATING = /^(?:\d (?:players|seats)|partners)$/;

/** Each board begins as the first round does, so that isn't said of a match of boards. */
const EACH_BOARD = 'opening';

/** What a preset is called here; one that is unknown keeps its name. @param {string} name the server's */
export function presetInWords(name) {
  return textOrNull(`preset_name.${name}`) ?? name;
}

/**
 * The presets that differ from another choice of `namedChoices` by one switch: that one, and the switch as a part of the
 * short notation.
 * @type {Record<string, { base: string, way: string }>}
 */
const WAYS = {
  'Draw, winner leads': { base: 'Draw', way: 'winner leads' },
  'Quick Draw': { base: 'Draw', way: 'quick' },
  'Party Draw': { base: 'Draw', way: PARTY },
  'Block, winner leads': { base: 'Block', way: 'winner leads' },
  'Party Block': { base: 'Block', way: PARTY },
  'Quick All Fives': { base: 'Fives', way: 'quick' },
  Muggins: { base: 'Muggins · muggins calls', way: 'automatic scoring' },
  'Mexican Train, long start': { base: 'Mexican Train', way: 'long start' },
  'Mexican Train, free doubles': { base: 'Mexican Train', way: 'free doubles' },
  'Mexican Train, double-nine': { base: 'Mexican Train', way: 'double-nine' },
  'Chickenfoot, double-twelve': { base: 'Chickenfoot', way: 'double-twelve' },
};

/** Which game a choice of rules belongs to, and what is otherwise in it. @param {string} name @returns {{ base: string, way?: string }} */
export const wayOf = (name) => WAYS[name] ?? { base: name };

/** What is otherwise in a choice of rules, for a choice among the ways to play a game. @param {string} name */
export const wayInWords = (name) => partInWords(wayOf(name).way ?? '');

/**
 * Under which name a preset has its words. The server's Muggins is played without calls unless the
 * line says otherwise, but to players Muggins is the game with calls: each has words of its own.
 * @param {string} preset the server's name
 * @param {boolean} calls whether it is played with muggins calls
 */
export function namedRules(preset, calls) {
  const called = preset + SEPARATOR + CALLS;
  return calls && textOrNull(`preset_name.${called}`) !== null ? called : preset;
}

/**
 * Every choice of rules that has a name: the presets, and those with muggins calls that are called
 * otherwise.
 * @param {OfferedPreset[]} presets
 */
export function namedChoices(presets) {
  return presets.flatMap((offered) => {
    const { name, rules } = offered;
    const plain = { name, preset: name, rules, offered };
    const called = namedRules(name, true);
    if (called === name) return [plain];
    return [plain, { ...plain, name: called, rules: { ...rules, calls: 'muggins' } }];
  });
}

/** The server's name of the preset that a line of short notation begins with. @param {string} notation */
export function presetIn(notation) {
  return headOf(notation.split(SEPARATOR)[0]).name;
}

/** A preset's name and the length behind it: the target, or the rounds. @param {string} head */
function headOf(head) {
  const [, name, target] = /^(.+) (\d+)$/.exec(head) ?? [head, head, ''];
  return { name, target };
}

/**
 * The parts of the server's short notation: the game, the points to which it goes ('' without), its rounds ('' where
 * their number doesn't end it), and what else is chosen. A part that is unknown stays as it is.
 * @param {string} notation
 * @param {number} [boards] how many boards the match has: then no target wins it
 */
export function notationParts(notation, boards) {
  const [first, ...parts] = notation.split(SEPARATOR);
  const { name, target } = headOf(first);
  const named = namedRules(name, parts.includes(CALLS));
  const said = boards === undefined ? parts : parts.filter((part) => part !== EACH_BOARD);
  const others = named === name ? said : said.filter((part) => part !== CALLS);
  const { base, way } = wayOf(named);
  // Where more than two play, it is a party.
  const isPlain = !way || (way === PARTY && others.some((part) => SEATING.test(part)));
  const all = isPlain ? others : [way, ...others];
  const inRounds = IN_ROUNDS.includes(name);
  return {
    game: presetInWords(base),
    target: inRounds ? '' : target,
    rounds: inRounds ? amount(Number(target), 'rounds') : '',
    others: all.map((part) => partInWords(part, inRounds)),
  };
}

/**
 * The server's short notation, such as "All Fives 200 · 9 tiles · rotate", in words.
 * @param {string} notation
 * @param {number} [boards] how many boards the match has
 */
export function notationInWords(notation, boards) {
  const { game, target, rounds, others } = notationParts(notation, boards);
  const whole = factsOf([game, rounds]);
  const head = target === '' ? whole : t('join.game_to', { game, points: target });
  const length = boards === undefined ? head : factsOf([game, t('count.boards', { n: boards })]);
  return factsOf([length, ...others]);
}

/** One number of a part, or several with strokes between them. */
const NUMBERS = /\d+(\/\d+)*/;

/** The points of 0-0: for who goes out with it, or, in games of rounds, against who holds it at the end. */
const DOUBLE_BLANK = /^double blank \d+$/;

/** @param {string} part @param {boolean} [inRounds] whether the game is played in rounds */
function partInWords(part, inRounds = false) {
  const n = NUMBERS.exec(part)?.[0] ?? '';
  if (inRounds && DOUBLE_BLANK.test(part)) return t('notation.double blank held n', { n });
  if (part === `${n} tiles`) return amount(Number(n), 'tiles');
  if (part === `${n} players` || part === `${n} seats`) return amount(Number(n), 'players');
  const key = `notation.${part.replaceAll("'", '').replaceAll('-', ' ')}`;
  return textOrNull(key) ?? textOrNull(key.replace(NUMBERS, 'n'), { n }) ?? part;
}
