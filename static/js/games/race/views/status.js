/** How many tiles are left: in the boneyard, and in the pits of the seats. */
import { attr, fill, h, setText, show } from '../../../dom.js';
import { amount } from '../../../format/amounts.js';
import { nameAt } from '../../../format/names.js';
import { overPhase } from '../../../format/over.js';
import { sentencesOf, t } from '../../../i18n/index.js';
import { homeLeft } from '../../../tiles/views/left.js';
import { viewOf } from '../fold.js';
import { sentences } from '../words.js';

/** @import { Table } from '../../../state.js' */

/** How many sentences are told beside the board, and in how many of the last events they are looked for. */
const TOLD = 3;
const EVENTS = 16;

export function statusView() {
  const left = leftView();
  const story = storyView();
  const home = homeLeft();
  const named = {
    class: 'status row race-status',
    role: 'group',
    'aria-label': t('race.view.status'),
  };
  return {
    element: h('div', named, left.element, story.element, home.element),
    /** @param {Table} table */
    draw(table) {
      left.draw(table);
      story.draw(table);
      home.draw(table);
    },
  };
}

/** What happened last, where there is room for it. The history tells it, too. */
function storyView() {
  const element = h('ol.race-story', { 'aria-hidden': 'true' });
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const events = (viewOf(table)?.history ?? []).slice(-EVENTS);
      const from = Math.max(
        0,
        events.findIndex(({ type }) => type !== 'scored'),
      );
      const told = sentences(events.slice(from), table.room, table.me.seat).slice(-TOLD);
      show(element, !overPhase(table));
      fill(element, ...told.map(({ text, scores }) => h('li', { 'data-scores': scores }, text)));
    },
  };
}

/** The tiles of the boneyard and of the pits. */
export function leftView() {
  const boneyard = countView('boneyard', t('table.boneyard'), 'pill-tile');
  const pit = countView('pit', t('race.view.pit'), 'race-pit');
  return {
    element: h('div.race-left', boneyard.element, pit.element),
    /** @param {Table} table */
    draw(table) {
      const view = viewOf(table);
      const isShown = view !== null && !overPhase(table);
      const n = view?.boneyard ?? 0;
      boneyard.draw(isShown, t('race.play.left', { tiles: amount(n, 'tiles') }), n);
      const pits = view?.pits ?? [];
      const all = pits.reduce((sum, n) => sum + n, 0);
      const whose = pits.flatMap((n, seat) =>
        n > 0 ? [t('race.view.pit_of', { name: nameAt(table.room, seat), n })] : [],
      );
      pit.draw(isShown && all > 0, sentencesOf(whose), all);
    },
  };
}

/** @param {string} testid @param {string} name @param {string} picture */
function countView(testid, name, picture) {
  const word = h('span.pill-word', name);
  const number = h('b');
  const words = h('span.unseen');
  const drawing = h('span', { class: picture, 'aria-hidden': 'true' });
  const seen = h('span.race-count', { 'aria-hidden': 'true' }, word, number);
  const element = h('p.pill', { testid }, drawing, seen, words);
  return {
    element,
    /** @param {boolean} isShown @param {string} label @param {number} n */
    draw(isShown, label, n) {
      show(element, isShown);
      setText(number, String(n));
      setText(words, label);
      attr(element, 'title', label);
    },
  };
}
