/** The tutorial: a minute of small tasks at a table of its own, and then a real one. */
import '../../i18n/later.js';
import { attr, fill, h, setText, show } from '../../dom.js';
import { countSum } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { settings } from '../../settings.js';
import { unbroken } from '../figure.js';
import { boardView } from '../table/board.js';
import { handView } from '../table/hand.js';
import { farewell } from './farewell.js';
import { tutorialGame } from './game.js';
import { STEPS } from './steps.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Listing } from '../../protocol.js' */
/** @import { Moment } from './game.js' */
/** @import { Step } from './steps.js' */

/** @param {Actions} actions those of the real page */
export function tutorialDialog(actions) {
  let at = 0;
  const shell = dialogShell();
  const { element, words, place, forward } = shell;
  const game = tutorialGame((moment) => tell(moment));
  const board = boardView(game.actions, () => null);
  const hand = handView(game.actions, board.focusEnd);
  const sum = h('p', { class: 'tutorial-sum', 'data-testid': 'tutorial-sum' });
  const felt = h('div', { class: 'tutorial-felt' }, board.element, sum, hand.element);
  /** Asked of the page when the tutorial ends. @type {() => Listing[]} */
  let tables = () => [];
  /** Gives up what is being fetched for where the tutorial ends. */
  let cancel = () => {};

  game.store.subscribe(({ table }) => {
    if (!table) return;
    board.draw(table);
    hand.draw(table);
    const count = table.view?.board.count ?? null;
    setText(sum, count ? `${countSum(count)} = ${count.total}` : '');
  });

  /** @param {Moment} moment */
  function tell(moment) {
    const { name } = STEPS[at];
    setText(words.title, t(`tutorial.${name}`));
    setText(words.text, unbroken(textOf(name, moment)));
    attr(words.text, 'data-moment', moment);
    show(forward, moment === 'done' || moment === 'other');
    setText(forward, t(moment === 'other' ? 'app.retry' : 'tutorial.next'));
    if (!forward.hidden) forward.focus();
  }

  /** @param {number} step */
  function begin(step) {
    at = step;
    if (at >= STEPS.length) return end();
    shell.progress(at);
    if (felt.parentElement !== place) fill(place, felt);
    game.begin(at);
    hand.focus();
    // What is to be done stands above the hand.
    element.scrollTop = 0;
    return undefined;
  }

  function end() {
    shell.progress(at);
    setText(words.title, t('tutorial.end_title'));
    setText(words.text, t('tutorial.end_text'));
    show(forward, false);
    const close = () => element.close();
    const ways = farewell({ actions, tables: tables(), close, again: () => begin(0) });
    fill(place, ways.element);
    cancel = ways.cancel;
  }

  forward.addEventListener('click', () => {
    begin(words.text.getAttribute('data-moment') === 'other' ? at : at + 1);
  });
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
 * What a step says.
 * @param {Step['name']} name
 * @param {Moment} moment
 */
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
  const dots = h('div', { class: 'tutorial-dots', 'aria-hidden': 'true' });
  const step = h('p', { class: 'unseen' });
  const forward = h(
    'button',
    { type: 'button', class: 'button primary', 'data-testid': 'tutorial-next' },
    t('tutorial.next'),
  );
  const skip = h(
    'button',
    {
      type: 'button',
      class: 'button quiet small tutorial-skip',
      'data-testid': 'tutorial-skip',
      onclick: () => element.close(),
    },
    t('tutorial.skip'),
    icon('close'),
  );
  for (const { name } of STEPS) dots.append(h('span', { 'data-step': name }));
  const element = h(
    'dialog',
    { class: 'dialog tutorial', 'aria-labelledby': 'tutorial-title', 'data-testid': 'tutorial' },
    h(
      'div',
      { class: 'tutorial-head' },
      h('h2', { id: 'tutorial-title' }, t('tutorial.title')),
      skip,
    ),
    dots,
    step,
    h('div', { class: 'tutorial-words', 'aria-live': 'polite' }, title, text),
    place,
    h('div', { class: 'tutorial-foot' }, forward),
  );
  return {
    element,
    words: { title, text },
    place,
    forward,
    /** @param {number} at how many steps are behind */
    progress(at) {
      const params = { n: Math.min(at + 1, STEPS.length), of: STEPS.length };
      setText(step, t('tutorial.step', params));
      [...dots.children].forEach((dot, i) => {
        attr(dot, 'data-done', i < at);
        attr(dot, 'data-now', i === at);
      });
    },
  };
}
