/** A rating as it stands on pages. */
import { h } from '../../dom.js';
import { ratingAloud } from '../../format/ratings.js';
import { t } from '../../i18n/index.js';

/** @import { ShownRating } from '../../protocol.js' */

/** Its number, how certain it is, and whether it is provisional. @param {ShownRating} shown */
export function ratingView(shown) {
  const { rating, margin, provisional } = shown;
  const mark = { class: 'rating-provisional', title: t('rating.provisional_hint') };
  return h(
    'span.rating',
    h('span.unseen', ratingAloud(shown)),
    h('b', { 'aria-hidden': 'true' }, rating),
    h('span.rating-margin', { 'aria-hidden': 'true' }, ` ± ${margin}`),
    provisional && h('span', mark, t('rating.provisional')),
  );
}
