/** What others see of the account, and whom its owner plays with. */
import { t } from '../../i18n/index.js';
import { setPreferences } from '../../people/api.js';
import { attempt, errorLine } from '../attempt.js';
import { switchRow } from '../switch_row.js';
import { part } from './page.js';

/** @import { Actions } from '../../actions.js' */
/** @import { AccountBody } from '../../protocol.js' */
/** @import { Part } from './kept.js' */

const NAMES = /** @type {const} */ ([
  'ratings_public',
  'matches_public',
  'presence_public',
  'friends_welcome',
]);

/** @param {Actions} actions @returns {Part} */
export function preferencesPart(actions) {
  const error = errorLine();
  /** The account as it is. @type {AccountBody | null} */
  let known = null;

  /** @param {typeof NAMES[number]} name @param {boolean} on */
  async function change(name, on) {
    if (!known) return;
    const before = known;
    const preferences = { ...before.preferences, [name]: on };
    const done = await attempt(error, () => setPreferences(preferences));
    actions.knowAccount(done ? { ...before, preferences } : { ...before });
  }

  const rows = NAMES.map((name) => ({
    name,
    ...switchRow(`prefers-${name}`, t(`prefers.${name}`), t(`prefers.${name}_hint`), (on) =>
      change(name, on),
    ),
  }));
  return {
    element: part('prefers', t('prefers.part'), ...rows.map(({ element }) => element), error),
    draw(account) {
      known = account;
      for (const row of rows) row.draw(account.preferences[row.name]);
    },
  };
}
