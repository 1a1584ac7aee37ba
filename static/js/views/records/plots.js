/** The visitor's figures: what they come to, and match by match as bars, with the numbers as a table. */
import { fill, h, s } from '../../dom.js';
import { locale, t } from '../../i18n/index.js';
import { ratesOf, topOf, totalsOf } from '../../records/figures.js';

/** @import { MatchEntry } from '../../protocol.js' */
/** @import { Rate } from '../../records/figures.js' */

/** What is plotted, and in which unit. @type {{ rate: Rate, unit: string }[]} */
const PLOTS = [
  { rate: 'points', unit: '' },
  { rate: 'outs', unit: '\u202f%' },
  { rate: 'scoring', unit: '\u202f%' },
];

/** The drawing's size, in its own units. */
const [WIDTH, HEIGHT, LEFT] = [320, 120, 34];

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** @param {number} value @param {string} unit */
const said = (value, unit) => `${number.format(value)}${unit}`;

export function plotsView() {
  const element = h('section', { class: 'figures', 'aria-labelledby': 'figures-title' });
  return {
    element,
    /** @param {MatchEntry[]} entries the latest first */
    draw(entries) {
      const oldestFirst = entries.toReversed();
      const { matches, won, ...rates } = totalsOf(entries);
      const plots = PLOTS.map(({ rate, unit }) => {
        const title = t(`me.rate.${rate}`);
        const values = oldestFirst.map((entry) => ratesOf(entry)[rate]);
        return h(
          'figure',
          { class: 'plot' },
          h('figcaption', {}, h('span', {}, title), h('b', {}, said(rates[rate], unit))),
          bars(title, values, unit),
        );
      });
      fill(
        element,
        h('h2', { id: 'figures-title' }, t('me.figures', { n: matches })),
        h(
          'p',
          { class: 'figures-won', 'data-testid': 'matches-won' },
          t('me.won'),
          ' ',
          h('b', {}, t('me.of', { n: won, all: matches })),
        ),
        h('div', { class: 'plots' }, ...plots),
        asTable(oldestFirst),
      );
    },
  };
}

/** @param {string} title @param {number[]} values one a match @param {string} unit */
function bars(title, values, unit) {
  const top = topOf(Math.max(0, ...values));
  const width = (WIDTH - LEFT) / Math.max(values.length, 8);
  const y = (/** @type {number} */ value) => HEIGHT - 8 - (value / top) * (HEIGHT - 20);
  const least = said(Math.min(...values), unit);
  const most = said(Math.max(...values), unit);
  const lines = [0, top / 2, top].flatMap((value) => [
    s('line', { class: 'plot-line', x1: LEFT, x2: WIDTH, y1: y(value), y2: y(value) }),
    s('text', { class: 'plot-text', x: LEFT - 5, y: y(value) + 4 }, number.format(value)),
  ]);
  const drawn = values.map((value, i) =>
    s('rect', {
      class: 'plot-bar',
      x: LEFT + i * width + width * 0.15,
      y: y(value),
      width: width * 0.7,
      height: Math.max(1, y(0) - y(value)),
      rx: Math.min(2, width * 0.2),
    }),
  );
  return s(
    'svg',
    {
      class: 'plot-drawing',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': t('me.plot', { title, least, most }),
    },
    ...lines,
    ...drawn,
  );
}

/** @param {MatchEntry[]} entries the oldest first */
function asTable(entries) {
  const head = h(
    'tr',
    {},
    h('th', { scope: 'col' }, t('me.match')),
    ...PLOTS.map(({ rate }) => h('th', { scope: 'col' }, t(`me.rate.${rate}`))),
  );
  const rows = entries.map((entry, i) => {
    const rates = ratesOf(entry);
    const cells = PLOTS.map(({ rate, unit }) => h('td', {}, said(rates[rate], unit)));
    return h('tr', {}, h('th', { scope: 'row' }, i + 1), ...cells);
  });
  return h(
    'details',
    { class: 'figures-table' },
    h('summary', {}, t('me.table')),
    h(
      'div',
      { class: 'figures-scroll', tabindex: 0, role: 'region', 'aria-label': t('me.table') },
      h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows)),
    ),
  );
}
