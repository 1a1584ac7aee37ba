/** The rules of Mexican Train and Chickenfoot at one table to read, advice on how to play it, and the lesson. */
import { articleOf } from '../../../views/rules_article.js';
import { styleSheet } from '../../../views/style_sheet.js';
import { rulesInWords } from '../rules.js';
import { figureView } from './figure.js';

await styleSheet('css/trains_learn.css');

/** @import { RulesPart } from '../../contract.js' */

/** @param {(part: RulesPart) => void} [go] as `articleOf` takes it */
export const rulesArticle = (go) =>
  articleOf(
    {
      rules: rulesInWords,
      strategy: () => import('../strategy.js'),
      figureView,
      lesson: () => import('./lesson/felt.js'),
    },
    go,
  );
