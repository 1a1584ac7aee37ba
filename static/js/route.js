/** Addresses and pages, both ways. Pure. */
import { namesIn } from './i18n/index.js';

/** @import {RatingBoard} from './protocol.js' */
/** @import {Route} from './state.js' */

/** What two partners give to look together: as the server writes it. */
const PARTY = /^[0-9a-f]{32}$/;
/** How many characters the server lets a name have at most. */
export const NAME_MAX = 24;
/** The board of ratings that an address without one means. */
const FIRST_BOARD = 'all_fives';

/** In place of a position, a record's first mistake of the seat that is shown. */
export const MISTAKE = 'mistake';

/**
 * The games, by their presets. Each has an address of its own, which opens the lobby with that game: `/six-love`.
 * The server has the same addresses.
 */
export const GAMES = namesIn('preset_name').filter((name) => !name.includes(' · '));

/** The address of a game, without its stroke. @param {string} preset */
const slugOf = (preset) => preset.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** Where the page of a game's rules shows how to play well. */
const STRATEGY = '#strategy';
/** Where the lobby lists the matches that are being played. */
const WATCH = '#watch';

/**
 * The page behind an address.
 * @param {{ pathname: string, search: string, hash?: string }} address
 * @returns {Route}
 */
export function parseRoute({ pathname, search, hash = '' }) {
  const rules = /^\/rules(?:\/([^/]*))?$/.exec(pathname);
  if (rules) {
    const preset = rules[1] ? decoded(rules[1]) : null;
    return { page: 'rules', preset, ...(hash === STRATEGY && { strategy: true }) };
  }
  if (pathname === '/') return lobbyOf(new URLSearchParams(search), hash);
  const game = GAMES.find((preset) => pathname === `/${slugOf(preset)}`);
  if (game) return { page: 'lobby', game };
  if (pathname === '/friends') return { page: 'friends' };
  if (pathname === '/me') return { page: 'me' };
  if (pathname === '/import') return { page: 'import' };
  if (pathname === '/account') return { page: 'account' };
  if (pathname === '/moderation') return { page: 'moderation' };
  if (pathname === '/tournaments') return { page: 'tournaments' };
  const [, event, screen] = /^\/e\/([^/]+)(\/screen)?\/?$/.exec(pathname) ?? [];
  if (event !== undefined) {
    const partner = new URLSearchParams(search).get('partner') ?? '';
    return {
      page: 'tournament',
      tournament: decoded(event),
      ...(screen && { screen: true }),
      ...(PARTY.test(partner) && { partner }),
    };
  }
  const board = /^\/leaderboard(?:\/([a-z_]+))?\/?$/.exec(pathname);
  if (board) {
    const named = /** @type {RatingBoard} */ (board[1] ?? FIRST_BOARD);
    return { page: 'leaderboard', board: named };
  }
  const [, kind, id] = /^\/([mpt])\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (id === undefined) return { page: 'unknown', path: pathname };
  const query = new URLSearchParams(search);
  if (kind === 'p') return { page: 'person', person: decoded(id) };
  return kind === 'm'
    ? { page: 'record', record: decoded(id), at: query.get('at'), ...seatOf(query) }
    : { page: 'table', table: decoded(id), invite: query.get('invite') };
}

/** The seat whose play a record shows, counted from 1 in its address. @param {URLSearchParams} query */
function seatOf(query) {
  const seat = query.get('seat') ?? '';
  return /^[1-4]$/.test(seat) ? { seat: Number(seat) - 1 } : {};
}

/** The lobby, to which a partner's link may lead. @param {URLSearchParams} query @param {string} hash @returns {Route} */
function lobbyOf(query, hash) {
  const party = query.get('partner') ?? '';
  if (!PARTY.test(party)) return { page: 'lobby', ...(hash === WATCH && { watch: true }) };
  const from = query.get('from')?.trim().slice(0, NAME_MAX);
  return { page: 'lobby', party, ...(from && { from }) };
}

/**
 * A part of a path as it was before it was encoded. A part that isn't encoded rightly stands for
 * itself: the server knows no such table, record or preset, and the page of each says so.
 * @param {string} part
 */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a page. @param {Route} route */
export function pathOf(route) {
  if (route.page === 'rules') {
    const path = route.preset ? `/rules/${encodeURIComponent(route.preset)}` : '/rules';
    return route.strategy ? path + STRATEGY : path;
  }
  if (route.page === 'lobby') return lobbyPath(route);
  if (route.page === 'person') return `/p/${encodeURIComponent(route.person)}`;
  if (route.page === 'leaderboard') return `/leaderboard/${route.board}`;
  if (route.page === 'unknown') return route.path;
  if (route.page === 'tournament') {
    const path = `/e/${encodeURIComponent(route.tournament)}${route.screen ? '/screen' : ''}`;
    return route.partner ? `${path}?partner=${route.partner}` : path;
  }
  if (route.page === 'record') {
    const { record, at, seat } = route;
    const query = new URLSearchParams({
      ...(seat !== undefined && { seat: String(seat + 1) }),
      ...(at && { at }),
    });
    return `/m/${encodeURIComponent(record)}${query.size > 0 ? `?${query}` : ''}`;
  }
  if (route.page === 'table') {
    const path = `/t/${encodeURIComponent(route.table)}`;
    return route.invite ? `${path}?invite=${encodeURIComponent(route.invite)}` : path;
  }
  return `/${route.page}`;
}

/** The lobby's address; with a party, the link for a partner. @param {Extract<Route, { page: 'lobby' }>} route */
function lobbyPath({ party, from, game = '', watch }) {
  if (!party) return watch ? `/${WATCH}` : `/${slugOf(game)}`;
  return `/?${new URLSearchParams({ partner: party, ...(from && { from }) })}`;
}
