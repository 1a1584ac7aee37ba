/** The visitor's friends: those who are online, those who can be invited, and those who ask. */
import { RefusedError } from '../../api.js';
import { fetchCatalogue } from '../../catalogue.js';
import { h, keyed, keyedViews, setText, show } from '../../dom.js';
import { nameOf } from '../../format/names.js';
import { notationInWords, presetInWords } from '../../format/notation.js';
import { t } from '../../i18n/index.js';
import { befriend, fetchFriends, inviteFriend, unfriend } from '../../people/api.js';
import { fetchRecordBody } from '../../records/api.js';
import { attempt, errorLine } from '../attempt.js';
import { fetchedView } from '../fetched.js';
import { sitePage } from '../site.js';
import { button, pageLink, titledSection } from '../widgets.js';
import './looks.js';
import { personLabel } from '../name.js';
import { playedWithView } from './played_with.js';

/** @import { Actions } from '../../actions.js' */
/** @import { View } from '../../app.js' */
/** @import { FriendBody, Options, OwnTable } from '../../protocol.js' */
/** @import { State } from '../../state.js' */

/** The game of a table that is opened for a friend. */
const GAME = 'Fives';

/** @param {Actions} actions @returns {View} */
export function pageView(actions) {
  const status = fetchedView();
  const error = errorLine();
  const where = h('p.hint', { hidden: true });
  const content = h('div.friends.stack', { testid: 'friends-list' });
  const guest = forKept();
  const played = playedWithView((match) =>
    attempt(error, () => sendLink(match.id, table, actions)),
  );
  let heard = -1;
  /** The table to which an invitation leads. @type {OwnTable | null} */
  let table = null;

  function load() {
    status.load({
      fetch: fetchFriends,
      show(body) {
        show(
          where,
          body.friends.some(({ online }) => online),
        );
        show(guest, false);
        drawLists(content, body.friends, ways);
      },
      refused(problem) {
        const isGuest =
          problem instanceof RefusedError && ['only_kept', 'not_found'].includes(problem.code);
        show(guest, isGuest);
        return isGuest;
      },
    });
  }

  /** Does something and shows the friends anew, or says why it can't be done. @param {() => Promise<unknown>} run */
  async function change(run) {
    if (await attempt(error, run)) load();
  }

  /** @type {Ways} */
  const ways = {
    actions,
    change,
    invite: (person) => change(() => invite(person, table, actions)),
  };
  const title = h('h1', t('people.friends'));
  const parts = [title, error, where, status.element, content, played.element, guest];
  played.load();
  return {
    element: sitePage(actions, 'friends-page', ...parts),
    draw(state) {
      table = tableFor(state);
      setText(
        where,
        table
          ? t('friends.invite_here', { game: notationInWords(table.notation) })
          : t('friends.invite_new', { game: presetInWords(GAME) }),
      );
      if (state.friends === heard) return;
      heard = state.friends;
      load();
    },
    end() {
      status.stop();
      played.end();
    },
  };
}

/**
 * @typedef {object} Ways
 * @property {Actions} actions
 * @property {(run: () => Promise<unknown>) => Promise<void>} change
 * @property {(person: string) => Promise<void>} invite
 */

/** The visitor's own table that waits for others. @param {State} state */
const tableFor = ({ own }) =>
  own?.find(({ status, seats }) => status === 'open' && seats.includes(null)) ?? null;

/**
 * Shows a friend the way to a table, and goes there: to one that is there, or a new one.
 * @param {string} person
 * @param {OwnTable | null} there
 * @param {Actions} actions
 */
async function invite(person, there, actions) {
  if (there) {
    await inviteFriend(person, there.table);
    return actions.go({ page: 'table', table: there.table, invite: null });
  }
  const { presets } = await fetchCatalogue();
  const known = presets.find(({ name }) => name === GAME) ?? presets[0];
  const rules = /** @type {any} */ ({ [known.game.kind]: known.rules });
  const table = await openFor(rules);
  await inviteFriend(person, table);
  return actions.join(table);
}

/**
 * Goes to a table whose link can be sent: to one that is there, or a new one.
 * @param {string} record of a match whose rules the new table has
 * @param {OwnTable | null} there
 * @param {Actions} actions
 */
async function sendLink(record, there, actions) {
  if (there) return actions.go({ page: 'table', table: there.table, invite: null });
  const { rules } = await fetchRecordBody(record);
  return actions.join(await openFor(rules));
}

/** Opens a table for friends. Its id. @param {Options} rules */
async function openFor(rules) {
  const { openTable } = await import('../../fair/promise.js');
  return openTable({ rules, access: 'link', kept_seats: 0 });
}

/**
 * Draws the lists. Rows that stay keep their nodes, so a press ends on the person on whom it began.
 * @param {HTMLElement} content
 * @param {FriendBody[]} all
 * @param {Ways} ways
 */
function drawLists(content, all, ways) {
  const of = (/** @type {FriendBody['friendship']} */ one) =>
    all.filter(({ friendship }) => friendship === one);
  const [asks, friends, asked] = [of('asks'), of('friends'), of('asked')];
  // Friends who are online come first.
  const known = friends.toSorted((a, b) => Number(b.online) - Number(a.online));
  const isEmpty = asks.length + known.length === 0;
  const lists = [
    { name: 'asks', title: t('friends.asks'), people: asks, row: askRow },
    { name: 'known', title: t('people.friends'), people: known, row: friendRow },
    { name: 'none', title: '', people: [], row: friendRow },
    { name: 'asked', title: t('friends.asked'), people: asked, row: askedRow },
  ];
  const shown = lists.filter(
    ({ name, people }) => people.length > 0 || (name === 'none' && isEmpty),
  );
  keyedViews(
    content,
    shown,
    ({ name }) => [name],
    ({ name, title, row }) => (name === 'none' ? emptyView() : listView(name, title, row, ways)),
  );
}

/**
 * @param {string} name
 * @param {string} title
 * @param {(one: FriendBody, ways: Ways) => HTMLElement} row
 * @param {Ways} ways
 */
function listView(name, title, row, ways) {
  const rows = h('ul.person-list.stack', { role: 'list' });
  return {
    element: titledSection(`friends-${name}`, title, { class: 'person-part stack' }, rows),
    /** @param {{ people: FriendBody[] }} list */
    draw({ people }) {
      keyed(
        rows,
        people,
        ({ person, name, online }) => [person, name, Number(online)],
        (one) => row(one, ways),
      );
    },
  };
}

/** @param {FriendBody} friend @param {Ways} ways @param {...(Node | null | false)} rest */
function row({ person, name }, { actions }, ...rest) {
  const props = { class: 'person-link' };
  const link = pageLink(actions, { page: 'person', person }, props, personLabel({ name }));
  return h('li.friend.row.box', { testid: `friend-${name}` }, link, ...rest);
}

/** @param {FriendBody} friend @param {Ways} ways */
function friendRow(friend, ways) {
  const { person, online } = friend;
  const name = nameOf(friend);
  const there = h(
    'span.friend-there',
    h('span.dot', { 'data-here': online, 'aria-hidden': 'true' }),
    t(online ? 'friends.online' : 'friends.offline'),
  );
  const invited = button(t('table.invite'), {
    kind: 'small primary',
    'aria-label': t('friends.invite_who', { name }),
    testid: 'invite-friend',
    hidden: !online,
    press: () => ways.invite(person),
  });
  return row(friend, ways, there, invited);
}

/** @param {FriendBody} friend @param {Ways} ways */
function askRow(friend, ways) {
  const { person } = friend;
  const name = nameOf(friend);
  const accept = button(t('friends.accept'), {
    kind: 'small primary',
    'aria-label': t('friends.accept_who', { name }),
    testid: 'accept-friend',
    press: () => ways.change(() => befriend(person)),
  });
  const decline = button(t('friends.decline'), {
    kind: 'small',
    'aria-label': t('friends.decline_who', { name }),
    testid: 'decline-friend',
    press: () => ways.change(() => unfriend(person)),
  });
  return row(friend, ways, accept, decline);
}

/** @param {FriendBody} friend @param {Ways} ways */
function askedRow(friend, ways) {
  const withdraw = button(t('friends.withdraw'), {
    kind: 'small',
    'aria-label': t('friends.withdraw_who', { name: nameOf(friend) }),
    testid: 'withdraw-friend',
    press: () => ways.change(() => unfriend(friend.person)),
  });
  return row(friend, ways, withdraw);
}

/** What stands in place of friends. */
const emptyView = () => ({
  element: h(
    'div.empty.stack',
    { testid: 'no-friends' },
    h('p.empty-title', t('friends.none')),
    h('p.hint', t('friends.none_hint')),
  ),
  draw() {},
});

/** What a guest reads: friends come with a name that is kept. */
function forKept() {
  const keep = h('a.button.small', { href: '/account' }, t('friends.keep'));
  const line = h('p.hint', t('friends.kept_hint'));
  return h('div.friends-keep.row', { testid: 'friends-kept-only', hidden: true }, line, keep);
}
