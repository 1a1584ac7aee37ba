/** The rules of a game to read, with drawn examples, and what else can be read or played of it: for every game. */
import { changes, fill, h, setText } from '../dom.js';
import { t } from '../i18n/index.js';
import { unbroken } from '../tiles/words.js';
import { fetchedView } from './fetched.js';
import './later.js';
import { segments } from './widgets.js';

/** @import { Lesson, RulesPart, Section } from '../games/contract.js' */

/**
 * What a game has to read and to play.
 * @template O
 * @typedef {object} Readable
 * @property {(options: O, preset: string, boards?: number) => Section[]} rules
 * @property {() => Promise<{ strategyInWords(options: O): Section[] }>} strategy
 * @property {(figure: any) => Element} figureView draws an example of its sections
 * @property {() => Promise<{ lessonView(options: O): Lesson }>} [lesson]
 */

/** The words of the parts. */
const HEADINGS = /** @type {const} */ ({
  rules: 'app.rules',
  strategy: 'rules.strategy',
  lesson: 'rules.lesson',
});

/**
 * A table's rules, and advice on how to play by them.
 * @template O
 * @param {Readable<O>} readable
 * @param {((part: RulesPart) => void) | undefined} go goes to the part that the reader picks, on a page that names the
 *   game itself; without it the article shows the part, and the name
 */
export function articleOf(readable, go) {
  const title = h('h2', { class: go ? 'unseen' : 'rules-name' });
  const status = fetchedView();
  const place = h('div.rules-sections.stack');
  const choice = partChoice(readable.lesson !== undefined, (part) => {
    picked = part;
    if (go) go(part);
    else if (last) draw(...last);
  });
  /** @type {RulesPart} */
  let picked = 'rules';
  /** @type {[O, string, string, { boards?: number }] | null} */
  let last = null;
  /** What is played now. @type {Lesson | null} */
  let lesson = null;
  /** What is shown: the same options come anew with every message of the table. */
  const isNew = changes();

  /** @param {Section[]} sections */
  const tell = (sections) =>
    fill(place, ...sections.map((one) => sectionView(one, readable.figureView)));

  /**
   * @param {O} options
   * @param {string} preset the server's name of the preset that they are nearest to
   * @param {string} name the rules' name or short notation
   * @param {{ boards?: number, part?: RulesPart }} [more] `boards`: how many boards the match has, if they end it
   */
  function draw(options, preset, name, { boards, part = picked } = {}) {
    last = [options, preset, name, { boards }];
    if (!isNew(options, name, part)) return;
    setText(title, go ? t(HEADINGS[part]) : name);
    choice.choose(part);
    stop();
    if (part === 'rules') return tell(readable.rules(options, preset, boards));
    fill(place);
    if (part === 'lesson' && readable.lesson)
      return status.loadProgram(readable.lesson, ({ lessonView }) => {
        lesson = lessonView(options);
        fill(place, lesson.element);
        lesson.begin();
      });
    status.loadProgram(readable.strategy, ({ strategyInWords }) => tell(strategyInWords(options)));
  }

  function stop() {
    status.stop();
    lesson?.stop();
    lesson = null;
  }

  const parts = [title, choice.element, status.element, place];
  return { element: h('article.rules.stack', { testid: 'rules' }, ...parts), draw, end: stop };
}

/** @param {boolean} hasLesson @param {(part: RulesPart) => void} pick */
function partChoice(hasLesson, pick) {
  /** @type {RulesPart[]} */
  const values = ['rules', 'strategy', ...(hasLesson ? [/** @type {const} */ ('lesson')] : [])];
  const parts = values.map((value) => ({ value, label: t(HEADINGS[value]) }));
  const { element, choose } = segments('part', parts, 'rules', (value) =>
    pick(/** @type {RulesPart} */ (value)),
  );
  const legend = h('legend.unseen', t('rules.parts'));
  return { element: h('fieldset', legend, element), choose };
}

/** @param {Section} section @param {(figure: any) => Element} figureView @param {'h2' | 'h3'} [tag] of its heading */
export const sectionView = ({ heading, lines, figures, terms, rows }, figureView, tag = 'h3') =>
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
