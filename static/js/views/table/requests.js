// @ts-check
/** Somebody asks for a computer player's seat while a match is played: what each reads about it. */
import { nameAt } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { requestIn } from '../../select.js';

/** @typedef {import('../../state.js').Outside} Outside */
/** @typedef {import('./affairs.js').Affair} Affair */

/**
 * @param {Outside} table
 * @param {import('../../actions.js').Actions} actions
 * @returns {Affair[]}
 */
export function requests(table, actions) {
  const request = requestIn(table);
  if (!request) return [];
  const { seat, answers, asked_ms, yours } = request;
  const { room, me } = table;
  const who = nameAt(room, seat);
  if (yours) {
    const asked = answers.filter((answer) => answer !== null);
    const yes = asked.filter(Boolean).length;
    const withdraw = t('request.withdraw');
    const choices = [{ id: 'request-withdraw', name: withdraw, run: actions.withdrawRequest }];
    const text = t('request.waiting', { who, yes, n: asked.length });
    return [{ id: 'request-waiting', text, choices, of: asked_ms }];
  }
  const name = request.bot ? t('seat.bot', { name: request.name }) : request.name;
  const mine = me.seat === null ? null : answers[me.seat];
  const text = t(mine ? 'request.agreed' : 'request.asks', { name, who });
  const answer = (/** @type {boolean} */ agree) => () => actions.answerRequest(asked_ms, agree);
  const choices =
    mine === false
      ? [
          { id: 'request-yes', name: t('request.let_in'), primary: true, run: answer(true) },
          { id: 'request-no', name: t('request.no'), run: answer(false) },
        ]
      : [];
  return [{ id: 'request', text, choices, of: asked_ms }];
}
