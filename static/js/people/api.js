/** The HTTP requests about people: one function for each route. */
import { changesIdentity, request, withBody } from '../api.js';

/** @import { AccountBody, BlocksBody, DevicesBody, FriendsBody, LeaderboardBody, PasskeyChallenge, PersonBody, Preferences, RatingBoard, RatingChanges, RecoveryCode, ReportBody, ReportPlayer, ReportsBody, SignInAttempt, SignInState, SignedIn, TablePeople, TakeAct, TransferBody } from '../protocol.js' */

/** A part of a path. @param {string | number} part */
const encode = (part) => encodeURIComponent(part);

/** @param {string} path @param {object} [body] */
const post = (path, body) =>
  request(`/api${path}`, body === undefined ? { method: 'POST' } : withBody('POST', body));

/** @param {string} path @param {object} [body] */
const put = (path, body) =>
  request(`/api${path}`, body === undefined ? { method: 'PUT' } : withBody('PUT', body));

/** @param {string} path @param {object} [body] */
const remove = (path, body) =>
  request(`/api${path}`, body === undefined ? { method: 'DELETE' } : withBody('DELETE', body));

/** @param {string} path @param {AbortSignal} [signal] */
const get = (path, signal) => request(`/api${path}`, { signal });

/** The visitor's account; a guest has none. @param {AbortSignal} [signal] @returns {Promise<AccountBody>} */
export const fetchAccount = (signal) => get('/account', signal);

/** Makes an account of the guest that the visitor is. @param {string} name @returns {Promise<SignedIn>} */
export const keepAccount = (name) => changesIdentity(post('/account', { name }));

/** Closes the account. @param {string} name the account's, so that nobody does it by accident */
export const closeAccount = (name) => changesIdentity(remove('/account', { name }));

/** @param {string} name @returns {Promise<AccountBody>} */
export const changeName = (name) => put('/account/name', { name });

/** @param {Preferences} preferences */
export const setPreferences = (preferences) => put('/account/preferences', preferences);

/** A new recovery code in place of the last. @returns {Promise<RecoveryCode>} */
export const newRecoveryCode = () => post('/account/recovery');

/** Tells the server that the visitor has read the moderators' warnings. */
export const markWarningsSeen = () => post('/account/warnings/seen');

/** Everything that is kept of the account, in JSON: the address of a download. */
export const EXPORT_PATH = '/api/account/export';

/** @param {AbortSignal} [signal] @returns {Promise<DevicesBody>} */
export const fetchDevices = (signal) => get('/account/devices', signal);

/** @param {string} id */
export const signOutDevice = (id) => remove(`/account/devices/${encode(id)}`);

/** Signs this device out. */
export const signOut = () => changesIdentity(post('/account/sign-out'));

/** Signs all devices out but this one. */
export const signOutOthers = () => post('/account/sign-out-others');

/** Makes a code that lets another device in. @returns {Promise<TransferBody>} */
export const startTransfer = () => post('/account/transfer');

/** The state of the transfer: the device that has entered the code, if any. @param {AbortSignal} [signal] @returns {Promise<TransferBody>} */
export const fetchTransfer = (signal) => get('/account/transfer', signal);

/** Takes the code back. */
export const withdrawTransfer = () => remove('/account/transfer');

/** @param {string} device that was shown @param {boolean} agree whether it is let in */
export const answerTransfer = (device, agree) =>
  post('/account/transfer/answer', { device, agree });

/** @returns {Promise<PasskeyChallenge>} */
export const startAddingPasskey = () => post('/account/passkeys/start');

/** @param {string} challenge @param {unknown} credential @returns {Promise<AccountBody>} */
export const addPasskey = (challenge, credential) =>
  post('/account/passkeys', { challenge, credential });

/** @param {string} id */
export const removePasskey = (id) => remove(`/account/passkeys/${encode(id)}`);

/** Sends a code to an address. @param {string} email @returns {Promise<SignInAttempt>} */
export const addEmail = (email) => post('/account/email', { email });

/** @param {string} attempt @param {string} code @returns {Promise<AccountBody>} */
export const confirmEmail = (attempt, code) => post('/account/email/confirm', { attempt, code });

/** Forgets the address. */
export const removeEmail = () => remove('/account/email');

/** Gives the code that another device shows. @param {string} code @returns {Promise<SignInAttempt>} */
export const signInByTransfer = (code) => post('/sign-in/transfer', { code });

/** Whether the other device has answered. @param {string} attempt @returns {Promise<SignInState>} */
export const fetchSignInState = (attempt) =>
  changesIdentity(post(`/sign-in/attempts/${encode(attempt)}`));

/** @param {string} name @param {string} code @returns {Promise<SignedIn>} */
export const signInByRecovery = (name, code) =>
  changesIdentity(post('/sign-in/recovery', { name, code }));

/** @returns {Promise<PasskeyChallenge>} */
export const startPasskeySignIn = () => post('/sign-in/passkey/start');

/** @param {string} challenge @param {unknown} credential @returns {Promise<SignedIn>} */
export const signInByPasskey = (challenge, credential) =>
  changesIdentity(post('/sign-in/passkey', { challenge, credential }));

/** Sends a code to an address. @param {string} email @returns {Promise<SignInAttempt>} */
export const signInByEmail = (email) => post('/sign-in/email', { email });

/** @param {string} attempt @param {string} code @returns {Promise<SignedIn>} */
export const confirmSignIn = (attempt, code) =>
  changesIdentity(post('/sign-in/email/confirm', { attempt, code }));

/** The people at a table. @param {string} table @param {AbortSignal} [signal] @returns {Promise<TablePeople>} */
export const fetchTablePeople = (table, signal) => get(`/tables/${encode(table)}/people`, signal);

/** @param {AbortSignal} [signal] @returns {Promise<FriendsBody>} */
export const fetchFriends = (signal) => get('/friends', signal);

/** Asks a person to be a friend, or agrees. @param {string} person */
export const befriend = (person) => put(`/friends/${encode(person)}`);

/** Withdraws or declines the question, or ends the friendship. @param {string} person */
export const unfriend = (person) => remove(`/friends/${encode(person)}`);

/** Shows a friend the way to a table. @param {string} person @param {string} table */
export const inviteFriend = (person, table) => post(`/friends/${encode(person)}/invite`, { table });

/** @param {AbortSignal} [signal] @returns {Promise<BlocksBody>} */
export const fetchBlocks = (signal) => get('/blocks', signal);

/** @param {string} person */
export const blockPerson = (person) => put(`/blocks/${encode(person)}`);

/** Blocks the player of a seat, even a guest. @param {string} table @param {number} seat @param {string} pseudonym */
export const blockSeat = (table, seat, pseudonym) =>
  put(`/tables/${encode(table)}/seats/${encode(seat)}/block?pseudonym=${encode(pseudonym)}`);

/** @param {string} id the block's */
export const unblock = (id) => remove(`/blocks/${encode(id)}`);

/** @param {ReportPlayer} report */
export const sendReport = (report) => post('/reports', report);

/**
 * Reports, for moderators.
 * @param {{ all?: boolean, after?: number, before?: number }} which `all`: the closed ones too; `after` an
 *   open one or `before` a closed one the list goes on
 * @param {AbortSignal} [signal]
 * @returns {Promise<ReportsBody>}
 */
export function fetchReports({ all = false, after, before }, signal) {
  const query = new URLSearchParams();
  if (all) query.set('all', '1');
  if (after !== undefined) query.set('after', String(after));
  if (before !== undefined) query.set('before', String(before));
  return get(`/moderation/reports?${query}`, signal);
}

/** Acts on a report. @param {number} number @param {TakeAct} act @returns {Promise<ReportBody>} */
export const takeAct = (number, act) => post(`/moderation/reports/${encode(number)}/acts`, act);

/** A person's page. @param {string} id @param {AbortSignal} [signal] @returns {Promise<PersonBody>} */
export const fetchPerson = (id, signal) => get(`/people/${encode(id)}`, signal);

/**
 * @param {RatingBoard} board
 * @param {boolean} bots whether the programs' board is wanted
 * @param {AbortSignal} [signal]
 * @returns {Promise<LeaderboardBody>}
 */
export const fetchLeaderboard = (board, bots, signal) =>
  get(`/leaderboards/${encode(board)}${bots ? '?bots=1' : ''}`, signal);

/** How a rated match changed the ratings. @param {string} record @param {AbortSignal} [signal] @returns {Promise<RatingChanges>} */
export const fetchRatingChanges = (record, signal) => get(`/m/${encode(record)}/ratings`, signal);

/**
 * Runs something every so often, the first time after one pause, until it says that it is enough. A
 * failure is no answer: it is asked again.
 * @param {number} ms the pause
 * @param {() => Promise<boolean>} run whether it is to be run again
 * @param {(run: () => void, ms: number) => unknown} [later] a timer (a fake one in tests)
 * @returns {() => void} what ends it
 */
export function repeat(ms, run, later = setTimeout) {
  let ended = false;
  async function next() {
    if (ended) return;
    const again = await run().catch(() => true);
    if (again && !ended) later(next, ms);
  }
  later(next, ms);
  return () => {
    ended = true;
  };
}
