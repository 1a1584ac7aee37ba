/** The games that this client knows. Each is fetched when a table of its kind is first told of. */
import * as line from './line/terms.js';
import * as race from './race/terms.js';
import * as trains from './trains/terms.js';

/** @import { Dealing, Game, GameRules, GameViews, HouseRules, Terms } from './contract.js' */
/** @import { Room, ServerMessage, Update } from '../protocol.js' */

/** The games of the line. */
export const LINE = 'line';

/** What each game says of rules before it is there, and what fetches its parts: what it says of itself, how it is dealt, what draws it, what explains and what teaches it. */
const GAMES = {
  [LINE]: {
    terms: line,
    game: () => import('./line/game.js'),
    dealing: () => import('./line/dealing.js'),
    views: () => import('./line/views/table.js'),
    rules: () => import('./line/views/rules_article.js'),
    lesson: () => import('./line/views/lesson/felt.js'),
  },
  race: {
    terms: race,
    game: () => import('./race/game.js'),
    dealing: () => import('./race/dealing.js'),
    views: () => import('./race/views/table.js'),
    rules: () => import('./race/views/rules_article.js'),
  },
  trains: {
    terms: trains,
    game: () => import('./trains/game.js'),
    dealing: () => import('./trains/dealing.js'),
    house: () => import('./trains/house.js'),
    views: () => import('./trains/views/table.js'),
    rules: () => import('./trains/views/rules_article.js'),
  },
};

/** @param {string} kind */
const partsOf = (kind) => GAMES[/** @type {typeof LINE} */ (kind)];

/** The games that are there. @type {Map<string, Game>} */
const there = new Map();

/** @param {string} kind @param {Game} game */
export const addGame = (kind, game) => void there.set(kind, game);

/** Whether a game is there. @param {string} kind */
export const hasGame = (kind) => there.has(kind);

/** Fetches a game, so that `gameOf` has it. @param {string} kind */
export async function fetchGame(kind) {
  if (!hasGame(kind)) addGame(kind, await partsOf(kind).game());
}

/** @param {string} kind @returns {Promise<GameViews>} */
export async function fetchViews(kind) {
  const [views] = await Promise.all([partsOf(kind).views(), fetchGame(kind)]);
  return views;
}

/** Whether the rules of a game can be read here. @param {string} kind */
export const hasRules = (kind) => partsOf(kind)?.rules !== undefined;

/** @param {string} kind @returns {Promise<GameRules>} */
export const fetchRules = (kind) => partsOf(kind).rules();

/** What fetches the rules that are read out before the first round; left out by games that have none. @param {string} kind */
const houseOf = (kind) =>
  /** @type {{ house?: () => Promise<HouseRules> } | undefined} */ (partsOf(kind))?.house;

/** @param {string} kind */
export const hasHouseRules = (kind) => houseOf(kind) !== undefined;

/** @param {Pick<Room, 'rules'>} room @returns {Promise<string[]>} a sentence for each */
export async function fetchHouseRules(room) {
  const house = await houseOf(kindOf(room))?.();
  return house?.houseRules(room) ?? [];
}

/** What is read beside the rules of the games. */
export const fetchReading = () => GAMES[LINE].rules();

/** @param {string} kind */
export async function fetchLesson(kind) {
  const [lesson] = await Promise.all([partsOf(kind).lesson(), fetchGame(kind)]);
  return lesson;
}

/** What is said to one game: the value of an object whose only key names the game. @param {Record<string, any>} told */
export const inner = (told) => Object.values(told)[0];

/** @param {Pick<Room, 'rules'>} room */
export const kindOf = ({ rules }) => Object.keys(rules)[0];

/**
 * What an update tells of its game: of which, and what; null if it tells nothing of it. `begins`: a view can begin with
 * it.
 * @param {Omit<Update, 'type'>} update
 */
export function toldIn({ change, own }) {
  const [kind] = Object.keys(change ?? own ?? {});
  return kind === undefined
    ? null
    : {
        kind,
        told: { change: change && inner(change), own: own && inner(own) },
        begins: change !== undefined,
      };
}

/** What has happened with an update. @param {Omit<Update, 'type'>} update @returns {readonly any[]} */
export const eventsIn = ({ change }) =>
  Object.entries(change ?? {}).flatMap(([kind, told]) => there.get(kind)?.eventsOf(told) ?? []);

/** Whether an update ends a round. @param {Omit<Update, 'type'>} update */
export const endsRound = ({ change }) =>
  Object.entries(change ?? {}).some(([kind, told]) => there.get(kind)?.endsRound(told));

/** The kind of the game of which a message tells; null if it tells of none. @param {ServerMessage} message */
export function kindTold(message) {
  if (message.type === 'table') return message.view && kindOf(message.room);
  if (message.type === 'update') return toldIn(message)?.kind ?? null;
  if (message.type !== 'missed') return null;
  return message.updates.flatMap((update) => toldIn(update)?.kind ?? []).at(0) ?? null;
}

/** The game of a table with a view, which is told of only when its game is there. @param {Pick<Room, 'rules'>} room */
export const gameOf = (room) => /** @type {Game} */ (there.get(kindOf(room)));

/** Whether an expert knows the game: gives hints, and analyses matches. @param {Pick<Room, 'rules'>} room */
export const hasExpert = (room) => gameOf(room)?.advice !== undefined;

/**
 * How rounds of a game are dealt. Deals are checked on every page, so the rest of the game needn't be there.
 * @param {{ rules: object }} room
 * @returns {Promise<Dealing>}
 */
export async function fetchDealing(room) {
  const ruled = /** @type {Room} */ (room);
  return (gameOf(ruled) ?? (await partsOf(kindOf(ruled)).dealing())).dealing(ruled);
}

/** @param {Pick<Room, 'rules'>} room @returns {Terms} */
const termsOf = (room) => partsOf(kindOf(room))?.terms ?? gameOf(room) ?? {};

/** What a match is played for; null if that isn't known. @param {Pick<Room, 'rules'>} room */
export const aimOf = (room) => termsOf(room).aim?.(room) ?? null;

/** Whether a match is one round, so that rounds aren't counted. @param {Pick<Room, 'rules'>} room */
export const isOneRound = (room) => termsOf(room).isOneRound === true;

/** The way that turns go round the table; null if that isn't known. @param {Pick<Room, 'rules'>} room */
export const turnsOf = (room) => termsOf(room).turns?.(room) ?? null;

/** How many rounds a match has; null if their number doesn't end it. @param {Pick<Room, 'rules'>} room */
export const roundsOf = (room) => termsOf(room).rounds?.(room) ?? null;

/** What each game says of its rules. */
const TERMS = Object.values(GAMES).map(({ terms }) => /** @type {Terms} */ (terms ?? {}));

/** The presets whose matches have a number of rounds. */
export const IN_ROUNDS = TERMS.flatMap(({ rounds, minutes = {} }) =>
  rounds ? Object.keys(minutes) : [],
);

/** How long matches take, by preset. @type {NonNullable<Terms['minutes']>} */
export const MINUTES = Object.assign({}, ...TERMS.map(({ minutes }) => minutes));
