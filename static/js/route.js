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

/** The parts of the page of a game's rules that have an address of their own. */
const PARTS = /^#(strategy|lesson)$/;
/** Where the lobby lists the matches that are being played. */
const WATCH = '#watch';

/** An address without the slashes at its end. @typedef {{ path: string, query: URLSearchParams, hash: string }} Address */

/**
 * A page as addresses have it: how it is read, or null if an address isn't of this page, and how it is written.
 * @template {Route['page']} P
 * @typedef {{ read(address: Address): Extract<Route, { page: P }> | null, write(route: Extract<Route, { page: P }>): string }} Addressed
 */

/**
 * A page whose address is its name.
 * @template {'me' | 'import' | 'friends' | 'account' | 'moderation' | 'tournaments'} P
 * @param {P} page
 */
const plain = (page) =>
  /** @type {Addressed<P>} */ ({
    read: ({ path }) => (path === `/${page}` ? { page } : null),
    write: () => `/${page}`,
  });

/** What follows a letter in a path: `/t/…`. @param {string} letter @param {string} path */
function idIn(letter, path) {
  const [, id] = new RegExp(`^/${letter}/([^/]+)$`).exec(path) ?? [];
  return id === undefined ? null : decoded(id);
}

/** Every page and its addresses. @type {{ [P in Route['page']]: Addressed<P> }} */
const PAGES = {
  lobby: {
    read({ path, query, hash }) {
      if (path === '/') return lobbyOf(query, hash);
      const game = GAMES.find((preset) => path === `/${slugOf(preset)}`);
      return game ? { page: 'lobby', game } : null;
    },
    write: lobbyPath,
  },
  rules: {
    read({ path, hash }) {
      const [known, preset] = /^\/rules(?:\/([^/]+))?$/.exec(path) ?? [];
      if (known === undefined) return null;
      const part = /** @type {'strategy' | undefined} */ (PARTS.exec(hash)?.[1]);
      return { page: 'rules', preset: preset ? decoded(preset) : null, ...(part && { part }) };
    },
    write({ preset, part }) {
      const path = preset ? `/rules/${encodeURIComponent(preset)}` : '/rules';
      return part ? `${path}#${part}` : path;
    },
  },
  table: {
    read({ path, query }) {
      const table = idIn('t', path);
      return table === null ? null : { page: 'table', table, invite: query.get('invite') };
    },
    write({ table, invite }) {
      const path = `/t/${encodeURIComponent(table)}`;
      return invite ? `${path}?invite=${encodeURIComponent(invite)}` : path;
    },
  },
  record: {
    read({ path, query }) {
      const record = idIn('m', path);
      return record === null
        ? null
        : { page: 'record', record, at: query.get('at'), ...seatOf(query) };
    },
    write({ record, at, seat }) {
      const query = new URLSearchParams({
        ...(seat !== undefined && { seat: String(seat + 1) }),
        ...(at && { at }),
      });
      return `/m/${encodeURIComponent(record)}${query.size > 0 ? `?${query}` : ''}`;
    },
  },
  person: {
    read({ path }) {
      const person = idIn('p', path);
      return person === null ? null : { page: 'person', person };
    },
    write: ({ person }) => `/p/${encodeURIComponent(person)}`,
  },
  leaderboard: {
    read({ path }) {
      const [known, board = FIRST_BOARD] = /^\/leaderboard(?:\/([a-z_]+))?$/.exec(path) ?? [];
      if (known === undefined) return null;
      return { page: 'leaderboard', board: /** @type {RatingBoard} */ (board) };
    },
    write: ({ board }) => `/leaderboard/${board}`,
  },
  tournament: {
    read({ path, query }) {
      const [, event, screen] = /^\/e\/([^/]+)(\/screen)?$/.exec(path) ?? [];
      if (event === undefined) return null;
      const partner = query.get('partner') ?? '';
      return {
        page: 'tournament',
        tournament: decoded(event),
        ...(screen && { screen: true }),
        ...(PARTY.test(partner) && { partner }),
      };
    },
    write({ tournament, screen, partner }) {
      const path = `/e/${encodeURIComponent(tournament)}${screen ? '/screen' : ''}`;
      return partner ? `${path}?partner=${partner}` : path;
    },
  },
  games: {
    read({ path, query }) {
      const family = query.get('family');
      return path === '/games' ? { page: 'games', ...(family && { family }) } : null;
    },
    write: ({ family }) => (family ? `/games?${new URLSearchParams({ family })}` : '/games'),
  },
  me: plain('me'),
  import: plain('import'),
  friends: plain('friends'),
  account: plain('account'),
  moderation: plain('moderation'),
  tournaments: plain('tournaments'),
  unknown: { read: ({ path }) => ({ page: 'unknown', path }), write: ({ path }) => path },
};

/**
 * The page behind an address; slashes at its end mean nothing.
 * @param {{ pathname: string, search: string, hash?: string }} address
 * @returns {Route}
 */
export function parseRoute({ pathname, search, hash = '' }) {
  const path = pathname.replace(/\/+$/, '') || '/';
  const address = { path, query: new URLSearchParams(search), hash };
  for (const { read } of Object.values(PAGES)) {
    const route = read(address);
    if (route) return route;
  }
  return { page: 'unknown', path };
}

/** The address of a page. @param {Route} route */
export function pathOf(route) {
  const { write } = /** @type {Addressed<any>} */ (PAGES[route.page]);
  return write(route);
}

/** The seat whose play a record shows, counted from 1 in its address. @param {URLSearchParams} query */
function seatOf(query) {
  const seat = query.get('seat') ?? '';
  return /^[1-8]$/.test(seat) ? { seat: Number(seat) - 1 } : {};
}

/** The lobby, to which a partner's link may lead. @param {URLSearchParams} query @param {string} hash @returns {Extract<Route, { page: 'lobby' }>} */
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

/** The lobby's address; with a party, the link for a partner. @param {Extract<Route, { page: 'lobby' }>} route */
function lobbyPath({ party, from, game = '', watch }) {
  if (!party) return watch ? `/${WATCH}` : `/${slugOf(game)}`;
  return `/?${new URLSearchParams({ partner: party, ...(from && { from }) })}`;
}
