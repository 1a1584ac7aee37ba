/** A drawn example of the rules: tiles as they lie, and hands beneath, with a line of words. */
import { h } from '../../dom.js';
import { joinList, t } from '../../i18n/index.js';
import { bone } from '../tile.js';
import { unbroken } from '../words.js';

/**
 * @param {Element | null} table what lies
 * @param {object} more
 * @param {{ label: string, tiles: string[] }[]} more.hands
 * @param {string} more.caption
 * @param {boolean} more.good whether it scores
 * @param {string | null} more.best the tile of the hands to play
 * @param {boolean} more.isWide whether it has a row of its own
 */
export function exampleView(table, { hands, caption, good, best, isWide }) {
  return h(
    'figure.example',
    { 'data-good': good, 'data-wide': isWide },
    table,
    ...hands.map(({ label, tiles }) =>
      h(
        'div.example-hand.in-line',
        h('span.example-label', label),
        h('span.unseen', handWords(tiles, best)),
        h(
          'span.example-tiles.row',
          ...tiles.map((tile) => bone(tile, tile === best ? 'bone best' : 'bone')),
        ),
      ),
    ),
    h('figcaption', unbroken(caption)),
  );
}

/** A hand for who doesn't see it. @param {string[]} tiles @param {string | null} best */
function handWords(tiles, best) {
  const all = joinList(tiles);
  return best === null ? all : t('figure.tiles_best', { tiles: all, tile: best });
}
