/** Addresses and pages, both ways. Pure. */

/** @import {Route} from './state.js' */

/** Where the page of a game's rules shows how to play well. */
const STRATEGY = '#strategy';

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
  if (pathname === '/') return { page: 'lobby' };
  if (pathname === '/me') return { page: 'me' };
  if (pathname === '/import') return { page: 'import' };
  const [, kind, id] = /^\/([mt])\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (id === undefined) return { page: 'unknown', path: pathname };
  const query = new URLSearchParams(search);
  return kind === 'm'
    ? { page: 'record', record: decoded(id), at: hash.slice(1) || query.get('at') }
    : { page: 'table', table: decoded(id), invite: query.get('invite') };
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
  if (route.page === 'lobby') return '/';
  if (route.page === 'unknown') return route.path;
  if (route.page === 'me' || route.page === 'import') return `/${route.page}`;
  if (route.page === 'record') {
    const path = `/m/${encodeURIComponent(route.record)}`;
    return route.at ? `${path}?at=${encodeURIComponent(route.at)}` : path;
  }
  const path = `/t/${encodeURIComponent(route.table)}`;
  return route.invite ? `${path}?invite=${encodeURIComponent(route.invite)}` : path;
}
