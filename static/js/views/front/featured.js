/** One match that is being played, small and live. */
import { attr, fill, h, setText, show } from '../../dom.js';
import { namesWithLevels } from '../../format/names.js';
import { notationInWords } from '../../format/notation.js';
import { fetchViews, kindOf } from '../../games/index.js';
import { factsOf, t } from '../../i18n/index.js';
import { INITIAL_UI } from '../../table/ui.js';
import { fetchedPart } from '../fetched.js';
import { personLabel } from '../name.js';
import { ticker } from '../ticker.js';
import { button } from '../widgets.js';
import { seatingInWords } from './listings.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Listing } from '../../protocol.js' */
/** @import { State, Table } from '../../state.js' */

/** How often it is looked whether the page has gone into the background. */
const SEEN_EVERY_MS = 10_000;

/** @param {Actions} actions */
export function featuredView(actions) {
  let table = '';
  /** The kind of its game. */
  let kind = '';
  let isSeen = false;
  // In a small window the board has no room, and the visitor would pay for what they don't see.
  const roomy = matchMedia('(width >= 620px)');
  const rules = h('p.featured-rules');
  const names = h('p.featured-names.row');
  // Without the board the match is named all the same.
  const board = fetchedPart(
    'featured-board',
    async () => (await fetchViews(kind)).boardView(actions, () => null),
    { isExtra: true },
  );
  const watch = button(t('lobby.watch'), {
    icon: 'eye',
    testid: 'watch-featured',
    press: () => actions.go({ page: 'table', table, invite: null }),
  });
  const element = h('div.featured', names, rules, board.element, watch);
  const ticking = ticker(element, follow, SEEN_EVERY_MS);
  new IntersectionObserver(([{ isIntersecting }]) => {
    isSeen = isIntersecting;
    follow();
  }).observe(element);
  new ResizeObserver(follow).observe(element);

  /** Follows the match only while it can be seen. */
  function follow() {
    const isWanted = table !== '' && isSeen && element.isConnected && roomy.matches;
    actions.feature(isWanted && !document.hidden ? table : null);
  }

  return {
    element,
    /** @param {{ listing: Listing | null, state: State }} shown */
    draw({ listing, state: { featured } }) {
      show(element, listing !== null);
      table = listing?.table ?? '';
      ticking.run(listing !== null);
      if (!listing) return;
      const notation = notationInWords(listing.notation);
      setText(rules, factsOf([notation, seatingInWords(listing)]));
      const words = namesWithLevels(listing.seats);
      fill(
        names,
        ...listing.seats.map((sitter, seat) => sitter && personLabel(sitter, words[seat])),
      );
      attr(watch, 'aria-label', t('lobby.watch_at', { table: notation }));
      const facts = featured?.id === table ? featured.facts : null;
      show(board.element, facts !== null && facts.view !== null);
      if (!facts?.view) return;
      kind = kindOf(facts.room);
      board.draw(/** @type {Table} */ ({ ...facts, ui: INITIAL_UI }));
    },
  };
}
