// @ts-check
/** Addresses and pages, both ways. Pure. */

/** @typedef {import('./state.js').Route} Route */

/**
 * The page behind an address; an unknown path is the lobby.
 * @param {{ pathname: string, search: string }} address
 * @returns {Route}
 */
export function parseRoute({ pathname, search }) {
  const rules = /^\/rules(?:\/([^/]*))?$/.exec(pathname);
  if (rules) return { page: 'rules', preset: rules[1] ? decodeURIComponent(rules[1]) : null };
  const table = /^\/t\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (!table) return { page: 'lobby' };
  return {
    page: 'table',
    table: decodeURIComponent(table),
    invite: new URLSearchParams(search).get('invite'),
  };
}

/**
 * The address of a page.
 * @param {Route} route
 */
export function pathOf(route) {
  if (route.page === 'rules') {
    return route.preset ? `/rules/${encodeURIComponent(route.preset)}` : '/rules';
  }
  if (route.page === 'lobby') return '/';
  const path = `/t/${encodeURIComponent(route.table)}`;
  return route.invite ? `${path}?invite=${encodeURIComponent(route.invite)}` : path;
}
