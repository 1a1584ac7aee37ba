/** The table to which a visitor is called, and whether the page may lead there by itself. */

/** @import { Route, State } from './state.js' */

/** Whether a page may be left for a table by itself: not while its visitor looks at something else. @type {Record<Route['page'], (state: State) => boolean>} */
const MAY_LEAVE = {
  lobby: () => true,
  games: () => true,
  rules: () => true,
  leaderboard: () => true,
  friends: () => true,
  person: () => true,
  me: () => true,
  unknown: () => true,
  tournaments: () => true,
  // The screen for a hall is everybody's.
  tournament: ({ route }) => !isHall(route),
  // Whether the visitor plays or watches it.
  table: ({ table }) => table?.room.status !== 'playing',
  record: () => false,
  // These are forms.
  import: () => false,
  account: () => false,
  moderation: () => false,
};

/** Whether a page is the screen for a hall. @param {Route} route */
export const isHall = (route) => route.page === 'tournament' && route.screen === true;

/** Whether the visitor is filling a form, or has opened a dialog. */
function isBusy() {
  if (document.querySelector('dialog[open]')) return true;
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = document.querySelectorAll('form :is(input, textarea, select)');
  return [...fields].some(
    (field) =>
      (field === document.activeElement || field.matches(':is(:user-valid,:user-invalid)')) &&
      field.value !== '' &&
      field.checkVisibility(),
  );
}

/** Whether the page may be left for a table by itself. @param {State} state */
export const mayLeave = (state) => MAY_LEAVE[state.route.page](state) && !isBusy();

/**
 * The table of the visitor's match of a tournament that begins, until its tiles are dealt: then all have come. Pure.
 * @param {State} state
 */
export function matchTable({ entered, own, route }) {
  const table = entered?.fresh ? entered.table : undefined;
  if (table === undefined || (route.page === 'table' && route.table === table)) return null;
  const known = own?.find((one) => one.table === table);
  return known && known.status !== 'open' ? null : table;
}
