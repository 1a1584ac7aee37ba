// @ts-check
/** Somebody asks for a computer player's seat while a match is played: what each reads about it. */
import { nameAt, nameOf } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { mayAnswer, requestIn } from '../../select.js';

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
  const { seat, may_answer, asked_ms, yours } = request;
  const { room } = table;
  const who = nameAt(room, seat);
  if (yours) {
    const host = room.seats.findIndex((sitter) => sitter?.host);
    const text = may_answer[host]
      ? t('request.waiting_host', { who, host: nameAt(room, host) })
      : t('request.waiting_players', { who });
    const withdraw = t('request.withdraw');
    const choices = [{ id: 'request-withdraw', name: withdraw, run: actions.withdrawRequest }];
    return [{ id: 'request-waiting', text, choices, of: asked_ms }];
  }
  const text = t('request.asks', { name: nameOf(request), who });
  const answer = (/** @type {boolean} */ agree) => () => actions.answerRequest(asked_ms, agree);
  const choices = mayAnswer(table)
    ? [
        { id: 'request-yes', name: t('request.let_in'), primary: true, run: answer(true) },
        { id: 'request-no', name: t('request.decline'), run: answer(false) },
      ]
    : [];
  return [{ id: 'request', text, choices, of: asked_ms }];
}
