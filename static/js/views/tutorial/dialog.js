/** The tutorial: a minute of small tasks at a table of its own, and then a real one. */
import '../later.js';
import { attr, fill, h, setText, show } from '../../dom.js';
import { notationInWords } from '../../format/notation.js';
import { countSum } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { settings } from '../../settings.js';
import { bone } from '../../tile.js';
import { fetchedDialog } from '../fetched.js';
import { unbroken } from '../figure.js';
import { boardView } from '../table/board.js';
import { handView } from '../table/hand.js';
import { button } from '../widgets.js';
import { STEPS, tutorialGame } from './steps.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Listing } from '../../protocol.js' */
/** @import { Moment, Step } from './steps.js' */

/** @param {Actions} actions those of the real page */
export function tutorialDialog(actions) {
  let at = 0;
  const shell = dialogShell();
  const { element, say, place, forward } = shell;
  /** @type {Moment} */
  let moment = 'do';
  const game = tutorialGame(tell);
  const felt = feltView(game);
  /** Asked of the page when the tutorial ends. @type {() => Listing[]} */
  let tables = () => [];
  /** Gives up what is being fetched for where the tutorial ends. */
  let cancel = () => {};

  /** @param {Moment} next */
  function tell(next) {
    moment = next;
    const { name } = STEPS[at];
    say(t(`tutorial.${name}.title`), unbroken(textOf(name, moment)), moment);
  }

  /** @param {number} step */
  function begin(step) {
    at = step;
    shell.progress(at);
    if (at >= STEPS.length) return end();
    if (felt.element.parentElement !== place) fill(place, felt.element);
    game.begin(at);
    felt.focus();
    // What is to be done stands above the hand.
    element.scrollTop = 0;
  }

  function end() {
    say(t('tutorial.end_title'), t('tutorial.end_text'), null);
    const close = () => element.close();
    const ways = farewell(actions, tables(), close, () => begin(0));
    fill(place, ways.element);
    cancel = ways.cancel;
  }

  forward.addEventListener('click', () => begin(moment === 'other' ? at : at + 1));
  element.addEventListener('close', () => {
    game.stop();
    cancel();
  });

  return {
    element,
    /** @param {() => Listing[]} [listed] tells which tables there are in the end */
    open(listed = () => []) {
      tables = listed;
      settings.set({ tutorial: true });
      element.showModal();
      begin(0);
    },
  };
}

/**
 * The tutorial's table: the tiles that lie there, what their ends count, and the visitor's hand.
 * @param {ReturnType<typeof tutorialGame>} game
 */
function feltView({ actions, store }) {
  const board = boardView(actions, () => null);
  const hand = handView(actions, board.focusEnd);
  const sum = h('p', { class: 'tutorial-sum', 'data-testid': 'tutorial-sum' });
  store.subscribe(({ table }) => {
    if (!table) return;
    board.draw(table);
    hand.draw(table);
    const count = table.view?.board.count ?? null;
    setText(sum, count ? `${countSum(count)} = ${count.total}` : '');
  });
  return {
    element: h('div', { class: 'tutorial-felt' }, board.element, sum, hand.element),
    focus: hand.focus,
  };
}

/** What a step says. @param {Step['name']} name @param {Moment} moment */
function textOf(name, moment) {
  if (moment === 'play') return t('tutorial.draw.play');
  if (moment === 'other') return t('tutorial.count.other', { n: 3 });
  return t(`tutorial.${name}.${moment}`);
}

/** The dialog without the table. */
function dialogShell() {
  const title = h('h3', {});
  const text = h('p', { class: 'tutorial-text', 'data-testid': 'tutorial-text' });
  const place = h('div', { class: 'tutorial-place' });
  const dots = STEPS.map(({ name }) => h('span', { 'data-step': name }));
  const step = h('p', { class: 'unseen' });
  const forward = button(t('tutorial.next'), { kind: 'primary', testid: 'tutorial-next' });
  const skip = button([t('tutorial.skip'), icon('close')], {
    kind: 'quiet small tutorial-skip',
    testid: 'tutorial-skip',
    press: () => element.close(),
  });
  const heading = h('h2', { id: 'tutorial-title' }, t('tutorial.title'));
  const element = h(
    'dialog',
    { class: 'dialog tutorial', 'aria-labelledby': 'tutorial-title', 'data-testid': 'tutorial' },
    h('div', { class: 'tutorial-head' }, heading, skip),
    h('div', { class: 'tutorial-dots', 'aria-hidden': 'true' }, ...dots),
    step,
    h('div', { class: 'tutorial-words', 'aria-live': 'polite' }, title, text),
    place,
    h('div', { class: 'tutorial-foot' }, forward),
  );
  return {
    element,
    /** @param {string} about @param {string} words @param {Moment | null} moment */
    say(about, words, moment) {
      setText(title, about);
      setText(text, words);
      attr(text, 'data-moment', moment);
      show(forward, moment === 'done' || moment === 'other');
      setText(forward, t(moment === 'other' ? 'app.retry' : 'tutorial.next'));
      if (!forward.hidden) forward.focus();
    },
    place,
    forward,
    /** @param {number} at how many steps are behind */
    progress(at) {
      const params = { n: Math.min(at + 1, STEPS.length), of: STEPS.length };
      setText(step, t('tutorial.step', params));
      for (const [i, dot] of dots.entries()) {
        attr(dot, 'data-done', i < at);
        attr(dot, 'data-now', i === at);
      }
    },
  };
}

/**
 * Where the tutorial ends: at a real table.
 * @param {Actions} actions
 * @param {Listing[]} tables those in the lobby
 * @param {() => void} close puts the tutorial away
 * @param {() => void} again begins it once more
 */
function farewell(actions, tables, close, again) {
  const free = tables.find((one) => one.status === 'open' && one.open_seats > 0);
  const create = fetchedDialog(
    async () => (await import('../create.js')).createDialog(actions),
    close,
  );
  /** @param {string} id @param {string} text @param {string} kind @param {() => unknown} press */
  const way = (id, text, kind, press) => button(text, { kind, testid: `tutorial-${id}`, press });
  const join = () => {
    close();
    if (free) actions.join(free.table);
  };
  const readRules = () => {
    close();
    actions.go({ page: 'rules', preset: null });
  };
  const tiles = ['6-4', '4-4', '4-2'].map((tile) => bone(tile));
  const notation = free ? notationInWords(free.notation) : '';
  const big = free ? 'big' : 'primary big';
  const element = h(
    'div',
    { class: 'tutorial-end' },
    h('div', { class: 'hero-tiles', 'aria-hidden': 'true' }, ...tiles),
    free && way('sit', t('lobby.join_at', { table: notation }), 'primary big', join),
    way('computer', t('lobby.play_computer'), big, () => create.open('computer')),
    way('open', t('tutorial.open'), 'big', () => create.open('public')),
    create.element,
    way('rules', t('tutorial.rules'), 'quiet', readRules),
    way('again', t('tutorial.again'), 'quiet', again),
  );
  return { element, cancel: create.cancel };
}
