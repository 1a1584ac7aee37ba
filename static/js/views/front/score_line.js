/** The line over the front page's table: both players with their points, the tiles of the other one, and the count. */
import { fill, h, setText } from '../../dom.js';
import { nameOf } from '../../format/names.js';
import { t } from '../../i18n/index.js';
import { drawBack } from '../../tile.js';

/** The seat of the computer player at the front page's table. */
export const OTHER = 1;

/** The name of the computer player at the front page's table. */
export const otherName = () => nameOf({ name: '', computer: 'beginner' }, OTHER);

export function scoreLine() {
  const sum = h('p', { class: 'lesson-sum', 'data-testid': 'lesson-sum' });
  const backs = h('span', { class: 'lesson-backs', 'aria-hidden': 'true' });
  const points = [h('b', {}), h('b', {})];
  const own = h('span', { class: 'lesson-player' }, t('name.you'), ' ', points[0]);
  const other = h('span', { class: 'lesson-player' }, otherName(), ' ', points[1], backs);
  return {
    element: h('div', { class: 'lesson-head' }, own, sum, other),
    /** @param {number[]} scores @param {number} held how many tiles the other player holds @param {string} count */
    draw(scores, held, count) {
      for (const [side, b] of points.entries()) setText(b, String(scores[side]));
      setText(sum, count);
      if (backs.children.length !== held) fill(backs, ...Array.from({ length: held }, drawBack));
    },
  };
}
