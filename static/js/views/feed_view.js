/** The secret link by which a calendar or a program reads which tables wait for this visitor. */
import { request } from '../api.js';
import { fill, h, show } from '../dom.js';
import { language, locale, t } from '../i18n/index.js';
import { attempt, errorLine } from './attempt.js';
import { fetchedView } from './fetched.js';
import './later.js';
import { button, copyButton, copyInput } from './widgets.js';

/** @import { FeedBody, FeedCreated } from '../protocol.js' */

/** This visitor's feed of turns. @param {AbortSignal} signal @returns {Promise<FeedBody>} */
const fetchFeed = (signal) => request('/api/me/feed', { signal });

/** Makes the secret token of the feed. It is in the answer, and can't be had again. @returns {Promise<FeedCreated>} */
const makeFeed = () => request('/api/me/feed', { method: 'POST' });

/** Withdraws the token of the feed. */
const deleteFeed = () => request('/api/me/feed', { method: 'DELETE' });

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/** The settings of the visitor's feed of turns. */
export function feedView() {
  const error = errorLine();
  const status = fetchedView();
  const since = h('span.push-name', { testid: 'feed-since' });
  const remove = button(t('feed.remove'), {
    kind: 'small',
    testid: 'feed-remove',
    press: () =>
      attempt(error, async () => {
        await deleteFeed();
        draw(null);
      }),
  });
  const row = h('div.setting-row.in-line', since, remove);
  const make = button(t('feed.make'), {
    testid: 'feed-make',
    press: () =>
      attempt(error, async () => {
        const { created_ms, token } = await makeFeed();
        draw(created_ms);
        fill(made, secret(token));
      }),
  });
  const made = h('div', { role: 'status' });
  const parts = h('div.stack', { hidden: true }, row, make, error, made);

  /** @param {number | null} created_ms null without a feed */
  function draw(created_ms) {
    show(parts, true);
    show(row, created_ms !== null);
    show(make, created_ms === null);
    since.textContent =
      created_ms === null ? '' : t('feed.since', { day: day.format(new Date(created_ms)) });
    fill(made);
  }

  status.load({ fetch: fetchFeed, show: ({ created_ms }) => draw(created_ms ?? null) });
  const hint = h('p.setting-hint', t('feed.hint'));
  return h('div.setting.stack', { testid: 'feed' }, hint, status.element, parts);
}

/** The address for a calendar and the token for a program, this once. @param {string} token */
function secret(token) {
  const address = new URL('/api/me/turns.ics', location.origin);
  address.search = String(new URLSearchParams({ language, token }));
  return h(
    'div.bots-token',
    h('p.bots-once', t('feed.once')),
    ...field(t('feed.calendar'), address.href, 'feed-calendar'),
    ...field(t('feed.token'), token, 'feed-token'),
  );
}

/** @param {string} label @param {string} value @param {string} testid */
function field(label, value, testid) {
  const input = copyInput({ value, 'aria-label': label, testid: testid });
  const copy = copyButton(t('app.copy'), input, { kind: 'small' });
  return [h('b', label), h('div.setting-row.in-line', input, ...copy)];
}
