/** What the table says of its deal by itself: a shield by its name, and a line if something is wrong. */
import { attr, changes, fill, h, setText, show } from '../../dom.js';
import { dealVerdict } from '../../fair/verdict.js';
import { calledOffWords, verdictInWords } from '../../format/deal.js';
import { gameOf } from '../../games/index.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { button, iconButton } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Table } from '../../state.js' */

/** What was found is told by the form as well as by the colour. */
const PICTURES = /** @type {const} */ ({
  good: 'shield',
  unseen: 'shield_dash',
  bad: 'shield_mark',
});

/** @param {Actions} actions */
export function shieldView(actions) {
  const press = () => actions.sheet('verify');
  const element = button(null, { class: 'shield', testid: 'shield', press });
  const isNew = changes();
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const verdict = dealVerdict(table);
      const { result } = verdict;
      show(element, result !== null);
      if (!result) return;
      if (isNew(result)) fill(element, icon(PICTURES[result]));
      const words = verdictInWords(verdict);
      attr(element, 'data-result', result);
      attr(element, 'aria-label', words);
      attr(element, 'title', words);
    },
  };
}

/** Whether anything was played in the round. @param {Table['room']} room @param {Table['view']} view */
const isBegun = (room, view) =>
  view !== null &&
  gameOf(room)
    .history(view)
    .some((event) => gameOf(room).played(event) !== null);

/** What a visitor must know at once: that the deal is bad, or that it was called off. */
export function dealLineView() {
  const words = h('span');
  const close = iconButton('close', t('app.close'), { testid: 'deal-line-close', press: putAway });
  const props = { class: 'deal-line', role: 'alert', testid: 'deal-line', hidden: true };
  const element = h('div', props, words, close);
  const isOther = changes();
  let shown = '';
  let closed = '';
  let calledOff = '';
  /** How many deals had been called off when the words were found. */
  let counted = 0;

  function putAway() {
    closed = shown;
    show(element, false);
  }

  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const { id, room, view } = table;
      const { called_off } = room.fairness;
      if (isOther(id)) [closed, calledOff, counted] = ['', '', called_off];
      // Another player may have sat down at the seat of the one who didn't answer, so the words are found once.
      if (called_off > counted) {
        [calledOff, closed, counted] = [calledOffWords(table), '', called_off];
      }
      // The tiles are dealt anew at once: there is time to read it until the first one lies. A fast match may be over
      // before it is drawn.
      const isDealt = room.fairness.missed.every((times) => times === 0);
      if (isDealt && isBegun(room, view)) calledOff = '';
      const verdict = dealVerdict(table);
      const isBad = verdict.result === 'bad';
      shown = isBad ? verdictInWords(verdict) : calledOff;
      attr(element, 'data-result', isBad ? 'bad' : null);
      setText(words, shown);
      show(element, shown !== '' && shown !== closed);
    },
  };
}
