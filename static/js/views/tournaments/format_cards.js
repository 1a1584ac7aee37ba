/** The formats of tournaments as cards with pictures, of which one is chosen. */
import { h, s } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { lying, standing, turned } from '../../tiles/views/picture.js';

/** @import { TournamentFormat } from '../../protocol.js' */

/** The length of a small tile in these pictures, as a part of the usual one. */
const SMALL = 0.6;

/** @param {string} tile @param {number} x @param {number} y the corner at its left */
const small = (tile, x, y) => turned(lying(tile, 0, 0), x, y, 0, SMALL);

/** @param {string} path */
const line = (path) => s('path.game-line', { d: path });

/** Five points of a circle, the first at its top. */
const RING = [0, 1, 2, 3, 4].map((n) => {
  const angle = (n * 2 * Math.PI) / 5;
  return { x: 64 + 27 * Math.sin(angle), y: 36 - 25 * Math.cos(angle) };
});

/** @type {Record<TournamentFormat, () => SVGElement[]>} */
const PARTS = {
  // Players with similar scores meet, row by row.
  swiss: () => [
    ...[14, 36, 58].map((y) => line(`M58 ${y}h12`)),
    ...['6-6', '4-3', '1-1'].map((tile, i) => lying(tile, 16, 4 + i * 22)),
    ...['6-5', '3-3', '1-0'].map((tile, i) => lying(tile, 72, 4 + i * 22)),
  ],
  // The winner of four.
  knockout: () => [
    line('M28 11h12v16h-12M28 45h12v16h-12M40 19h10M40 53h10M74 19h8v34h-8M82 36h8'),
    ...['5-3', '2-1', '6-4', '4-0'].map((tile, i) => small(tile, 4, [5, 21, 39, 55][i])),
    small('5-3', 50, 13),
    small('6-4', 50, 47),
    turned(standing('6-4', 0, 0), 92, 12, 0, 1.2),
  ],
  // Everybody against everybody.
  round_robin: () => [
    ...RING.flatMap(({ x, y }, i) =>
      RING.slice(i + 1).map((to) => line(`M${x} ${y}L${to.x} ${to.y}`)),
    ),
    ...RING.map(({ x, y }, i) => small(`${6 - i}-${i}`, x - 12, y - 6)),
  ],
  // Four at a table, who change places.
  individual: () => [
    s('circle.game-line', { cx: 64, cy: 36, r: 13 }),
    line('M86 12a32 32 0 0 1 9 11M42 60a32 32 0 0 1-9-11M84 17l2-5 5 2M44 55l-2 5-5-2'),
    small('5-5', 52, 4),
    small('5-2', 52, 56),
    small('3-3', 14, 30),
    small('3-1', 90, 30),
  ],
  // A clock runs, and pairs come and go.
  arena: () => [
    s('circle.game-line', { cx: 64, cy: 36, r: 24 }),
    line('M64 20v16l11 7M64 6v6M64 60v6M34 36h6M88 36h6'),
    turned(standing('6-5', 0, 0), 8, 20, -14, 0.8),
    turned(standing('4-2', 0, 0), 104, 16, 14, 0.8),
  ],
  // Several at each table, who change tables.
  tables: () => [
    ...[30, 98].map((cx) => s('circle.game-line', { cx, cy: 36, r: 13 })),
    line('M56 30h14l-4-4M72 42h-14l4 4'),
    ...['6-6', '3-1'].flatMap((tile, i) => [
      small(tile, 18 + 68 * i, 4),
      small(i === 0 ? '5-2' : '4-4', 18 + 68 * i, 56),
    ]),
  ],
};

const FORMATS = /** @type {TournamentFormat[]} */ (Object.keys(PARTS));

/**
 * @param {(format: TournamentFormat) => boolean} isOffered
 * @param {() => void} changed is called when another one was chosen
 */
export function formatCards(isOffered, changed) {
  const formats = FORMATS.filter(isOffered);
  const inputs = formats.map((format, at) =>
    h('input', {
      type: 'radio',
      name: 'event-format',
      id: `event-format-${format}`,
      value: format,
      checked: at === 0,
      testid: `event-format-${format}`,
      onchange: changed,
    }),
  );
  const cards = inputs.map((input, at) =>
    h(
      'label.game',
      input,
      s(
        'svg.game-picture',
        { viewBox: '0 0 128 72', 'aria-hidden': 'true' },
        ...PARTS[formats[at]](),
      ),
      h('span.game-name', t(`tournament.${formats[at]}`)),
    ),
  );
  const legend = h('legend.unseen', t('tournament.field_format'));
  return {
    element: h('fieldset.games.stack', legend, h('div.event-formats', ...cards)),
    first: inputs[0],
    chosen: () => formats.find((_, at) => inputs[at].checked) ?? formats[0],
  };
}
