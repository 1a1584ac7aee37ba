/** The three ways to a match on the front page, and what a way needs beyond one tap. */
import { attr, h, setText, show } from '../../dom.js';
import { nameOf, namesWithLevels } from '../../format/names.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { mixes } from '../../settings.js';
import { preloadMatch } from '../../table/views/page.js';
import { fetchedDialog, fetchedPart } from '../fetched.js';
import { button } from '../widgets.js';
import { byFreeSeats, gamesOf, isJoinable, othersTables, seekerRows } from './listings.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Opponents } from '../../create_model.js' */
/** @import { Wish } from '../../matching.js' */
/** @import { State } from '../../state.js' */

/**
 * @param {Actions} actions
 * @param {() => string} game the chosen game, by its preset
 * @param {(isOpen: boolean, isChoice: boolean) => void} opened is told whether something stands in place of the
 *   doors, and whether it is a choice, which needs the room of the table as well
 */
export function doorsView(actions, game, opened) {
  const create = fetchedDialog(
    async () => (await import('../create.js')).createDialog(actions),
    preloadMatch,
  );
  /** Whether the visitor chooses what to look for. */
  let choosing = false;
  /** @type {State | null} */
  let latest = null;
  const quick = fetchedPart('quick', async () =>
    (await import('../people/quick.js')).quickView(actions, game, () => choose(false)),
  );
  const friend = doorOf('friend', 'create-table', () => create.open('link', game()));
  const computer = doorOf('computer', 'play-computer', () => playComputer(actions, game()));
  const anybody = doorOf('anybody', 'anybody', () => seek({ presets: [game()], mixed: mixes() }));
  computer.more('computer-choices', () => create.open('computer', game()));
  anybody.more('anybody-choices', () => choose(true));
  const all = [friend, computer, anybody].map(({ element }) => element);
  const named = { class: 'doors', role: 'group', 'aria-label': t('nav.play') };
  const doors = h('div', named, ...all);

  /** @param {Wish} wish */
  function seek(wish) {
    actions.seek(wish);
    quick.element.focus();
  }

  /** @param {boolean} now */
  function choose(now) {
    choosing = now;
    if (latest) draw(latest);
    if (now) quick.element.focus();
    else anybody.focus();
  }

  /** @param {State} state */
  function draw(state) {
    latest = state;
    const isLooking = state.matching.search !== null;
    const isCalled = state.route.page === 'lobby' && state.route.party !== undefined;
    if (isLooking) choosing = false;
    const isOpen = choosing || isLooking || isCalled;
    const isLeft =
      !isOpen && !quick.element.hidden && quick.element.contains(document.activeElement);
    show(quick.element, isOpen);
    show(doors, !isOpen);
    opened(isOpen, isOpen && !isLooking);
    if (isOpen) quick.draw(state);
    if (isLeft) anybody.focus();
    anybody.tell(waitingInWords(state, game()));
  }

  attr(quick.element, 'tabindex', -1);
  show(quick.element, false);
  return {
    element: h('div.front-doors', doors, quick.element, create.element),
    draw,
    /** Opens the dialog for a table that everybody may find. */
    openPublic: () => create.open('public', game()),
    seek,
    end: create.end,
  };
}

/** Opens a table against the computer, and goes there. @param {Actions} actions @param {string} game */
export async function playComputer(actions, game) {
  preloadMatch();
  try {
    const { openComputerTable } = await import('../../create_model.js');
    actions.join(await openComputerTable(game));
  } catch {
    await actions.sorry();
  }
}

/** The person who waits for a player of this game, or that a search calls its visitor. @param {State} state @param {string} game */
function waitingInWords(state, game) {
  const rows = [...othersTables(state).filter(isJoinable), ...seekerRows(state, game, mixes())];
  const row = byFreeSeats(rows.filter((one) => gamesOf(one).includes(game)))[0];
  const sitters = row && ('wish' in row ? [nameOf(row.seeker)] : namesWithLevels(row.seats));
  const name = sitters?.find(Boolean);
  return name ? t('front.anybody_waits', { name }) : t('front.anybody_about');
}

/**
 * One way to a match.
 * @param {'friend' | 'computer' | 'anybody'} name
 * @param {string} testid
 * @param {() => unknown} press
 */
function doorOf(name, testid, press) {
  const about = h('span.door-about', t(`front.${name}_about`));
  const title = h('span.door-name', t(`front.${name}`));
  const main = button([title, about], { class: 'door stack', 'data-door': name, testid, press });
  const element = h('div.door-place.column', main);
  return {
    element,
    focus: () => main.focus(),
    /** @param {string} text */
    tell: (text) => setText(about, text),
    /** A small way to more choices. @param {string} testid @param {() => unknown} press */
    more(testid, press) {
      const choices = t('front.choices');
      const label = t('join.label', { before: choices, after: t(`front.${name}`) });
      const more = { class: 'door-more', 'aria-label': label, testid, press };
      element.append(button([h('span', choices), icon('more')], more));
    },
  };
}
