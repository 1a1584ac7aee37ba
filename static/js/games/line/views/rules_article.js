/** The rules of one table of the line to read, as a short article with drawn examples. */
import { changes, fill, h } from '../../../dom.js';
import { fetchedView } from '../../../views/fetched.js';
import { articleOf, sectionView } from '../../../views/rules_article.js';
import { rulesInWords } from '../rules.js';
import { figureView } from './figure.js';

/** @import { Reading, RulesPart } from '../../contract.js' */

/** @param {(part: RulesPart) => void} [go] as `articleOf` takes it */
export const rulesArticle = (go) =>
  articleOf({ rules: rulesInWords, strategy: () => import('../strategy.js'), figureView }, go);

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
          fill(place, ...readingInWords(name).map((one) => sectionView(one, figureView, 'h2'))),
      );
    },
  };
}
