/** How well each player chose: the way to the analysis of a match, its progress, and the seat that is looked at. */
import { attr, h, keyedViews, setText, show } from '../../dom.js';
import { accuracyInWords, accuracyOf } from '../../format/accuracy.js';
import { nameAt } from '../../format/names.js';
import { t } from '../../i18n/index.js';
import { setName } from '../name.js';
import { button } from '../widgets.js';

/** @import { Analysed } from '../../records/study.js' */
/** @import { Room } from '../../protocol.js' */

/** @param {(() => void) | undefined} analyse without it there is nothing to see @param {(seat: number) => void} choose */
export function studyView(analyse, choose) {
  const start = button(t('analysis.start'), { testid: 'analyse', press: analyse });
  const bar = h('progress', { 'aria-label': t('analysis.waiting') });
  const count = h('span', { class: 'hint' });
  const wait = h('div', { class: 'study-wait', role: 'status', hidden: true }, bar, count);
  const label = h('span', { class: 'study-label', 'aria-hidden': 'true' }, t('analysis.accuracy'));
  const group = { role: 'group', 'aria-label': t('analysis.accuracy'), title: t('analysis.hint') };
  const seats = h('div', { class: 'study-seats', hidden: true, 'data-testid': 'study', ...group });
  return {
    element: h('div', { class: 'study', hidden: analyse === undefined }, start, wait, label, seats),
    /** @param {Room} room @param {number} home the seat that is looked at @param {Analysed | null} analysed */
    draw(room, home, analysed) {
      const { moves, all } = analysed ?? { moves: [], all: null };
      const isDone = moves.length === all;
      show(start, analysed === null);
      show(wait, analysed !== null && !isDone);
      for (const one of [label, seats]) show(one, isDone);
      attr(bar, 'max', all);
      attr(bar, 'value', all && moves.length);
      setText(count, all === null ? '' : t('analysis.progress', { n: moves.length, moves: all }));
      const shown = room.seats.map((_, seat) => ({
        name: nameAt(room, seat),
        accuracy: accuracyInWords(accuracyOf(moves, seat)),
        pressed: seat === home,
      }));
      keyedViews(
        seats,
        shown,
        (_, seat) => [seat],
        (_, seat) => seatView(() => choose(seat)),
      );
    },
  };
}

/** @param {() => void} press */
function seatView(press) {
  const name = h('span', { class: 'study-name' });
  const figure = h('b', {});
  const element = button([name, figure], { class: 'study-seat', press });
  return {
    element,
    /** @param {{ name: string, accuracy: string, pressed: boolean }} seat */
    draw({ name: of, accuracy, pressed }) {
      setName(name, of);
      setText(figure, accuracy);
      attr(element, 'aria-pressed', String(pressed));
    },
  };
}
