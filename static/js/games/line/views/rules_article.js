/** The rules of one table to read, as a short article with drawn examples. */
import { changes, fill, h, setText } from '../../../dom.js';
import { t } from '../../../i18n/index.js';
import { fetchedView } from '../../../views/fetched.js';
import '../../../views/later.js';
import { segments } from '../../../views/widgets.js';
import { rulesInWords } from '../rules.js';
import { figureView, unbroken } from './figure.js';

/** @import { LineOptions } from '../../../protocol.js' */
/** @import { Section } from '../rules.js' */
/** @import { Reading, RulesPart } from '../../contract.js' */

/**
 * A table's rules, and advice on how to play by them.
 * @param {(part: RulesPart) => void} [go] goes to the part that the reader picks, on a page that names the game itself;
 *   without it the article shows the part, and the name
 */
export function rulesArticle(go) {
  const title = h('h2', { class: go ? 'unseen' : 'rules-name' });
  const status = fetchedView();
  const place = h('div.rules-sections.stack');
  const choice = partChoice((part) => {
    picked = part;
    if (go) go(part);
    else if (last) draw(...last);
  });
  /** @type {RulesPart} */
  let picked = 'rules';
  /** @type {[LineOptions, string, string, { boards?: number }] | null} */
  let last = null;
  /** What is shown: the same options come anew with every message of the table. */
  const isNew = changes();

  /**
   * @param {LineOptions} options
   * @param {string} preset the server's name of the preset that they are nearest to
   * @param {string} name the rules' name or short notation
   * @param {{ boards?: number, part?: RulesPart }} [more] `boards`: how many boards the match has, if they end it
   */
  function draw(options, preset, name, { boards, part = picked } = {}) {
    last = [options, preset, name, { boards }];
    if (!isNew(options, name, part)) return;
    setText(title, go ? t(part === 'rules' ? 'app.rules' : 'rules.strategy') : name);
    choice.choose(part);
    status.stop();
    /** @param {Section[]} sections */
    const tell = (sections) => fill(place, ...sections.map((one) => sectionView(one)));
    if (part === 'rules') return tell(rulesInWords(options, preset, boards));
    fill(place);
    status.loadProgram(
      () => import('../strategy.js'),
      ({ strategyInWords }) => tell(strategyInWords(options)),
    );
  }

  const parts = [title, choice.element, status.element, place];
  return { element: h('article.rules.stack', { testid: 'rules' }, ...parts), draw };
}

/** @param {(part: RulesPart) => void} pick */
function partChoice(pick) {
  const parts = [
    { value: 'rules', label: t('app.rules') },
    { value: 'strategy', label: t('rules.strategy') },
  ];
  const { element, choose } = segments('part', parts, 'rules', (value) =>
    pick(value === 'strategy' ? 'strategy' : 'rules'),
  );
  const legend = h('legend.unseen', t('rules.parts'));
  return { element: h('fieldset', legend, element), choose };
}

/** What is read beside the rules, on a page that names it. */
export function readingArticle() {
  const status = fetchedView();
  const place = h('div.rules-sections.stack');
  const element = h('article.rules.stack', { testid: 'reading' }, status.element, place);
  const isNew = changes();
  return {
    element,
    /** @param {Reading} name */
    draw(name) {
      if (!isNew(name)) return;
      fill(place);
      status.loadProgram(
        () => import('../reading.js'),
        ({ readingInWords }) =>
          fill(place, ...readingInWords(name).map((one) => sectionView(one, 'h2'))),
      );
    },
  };
}

/** @param {Section} section @param {'h2' | 'h3'} [tag] of its heading */
const sectionView = ({ heading, lines, figures, terms, rows }, tag = 'h3') =>
  h(
    'section',
    heading !== '' && h(tag, heading),
    ...lines.map((line) => h('p', unbroken(line))),
    figures.length > 0 && h('div.examples', ...figures.map(figureView)),
    terms &&
      h('dl.reading-terms', ...terms.flatMap(([term, means]) => [h('dt', term), h('dd', means)])),
    rows && tableView(rows),
  );

/** @param {string[][]} rows */
function tableView(rows) {
  const [columns] = rows;
  const hasHead = columns.length > 2;
  const head = columns.map((text) => (text ? h('th', { scope: 'col' }, text) : h('td')));
  return h(
    'table.reading-table',
    hasHead && h('thead', h('tr', ...head)),
    h(
      'tbody',
      ...rows
        .slice(hasHead ? 1 : 0)
        .map(([name, ...cells]) =>
          h('tr', h('th', { scope: 'row' }, name), ...cells.map((cell) => h('td', cell))),
        ),
    ),
  );
}
