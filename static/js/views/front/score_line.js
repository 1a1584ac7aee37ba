/** The line over the front page's table: both players with their points, and the tiles of the other one. */
import { fill, h, setText } from '../../dom.js';
import { nameOf } from '../../format/names.js';
import { t } from '../../i18n/index.js';
import { drawBack } from '../../tiles/tile.js';

/** The game that is played at the front page's table, by its preset. */
export const TAUGHT = 'Draw';

/** The seat of the computer player at the front page's table. */
export const OTHER = 1;

/** The name of the computer player at the front page's table. */
export const otherName = () => nameOf({ name: '', computer: 'beginner' }, OTHER);

export function scoreLine() {
  const backs = h('span.lesson-backs', { 'aria-hidden': 'true' });
  const points = [h('b'), h('b')];
  const own = h('span.lesson-player', t('name.you'), ' ', points[0]);
  const other = h('span.lesson-player', otherName(), ' ', points[1], backs);
  return {
    element: h('div.lesson-head.in-line', own, other),
    /** @param {number[]} scores @param {number} held how many tiles the other player holds */
    draw(scores, held) {
      for (const [side, b] of points.entries()) setText(b, String(scores[side]));
      if (backs.children.length !== held) fill(backs, ...Array.from({ length: held }, drawBack));
    },
  };
}
