/** What the table's page shows of High Tile: the trick, the hand, and how the round stands. */
import { fill, h, setText, show } from '../../../static/js/dom.js';
import { nameAt } from '../../../static/js/format/names.js';
import { overPhase } from '../../../static/js/format/over.js';
import { sentencesOf } from '../../../static/js/i18n/index.js';
import { handsAt, placeOf, tableAt } from '../../../static/js/records/timeline.js';
import { offersOf, standing } from '../../../static/js/select.js';
import { narrowed } from '../../../static/js/table/choose.js';
import { historyView } from '../../../static/js/table/views/sheets.js';
import { bone, drawTile } from '../../../static/js/tiles/tile.js';
import { handView } from '../../../static/js/tiles/views/hand.js';
import { heaviest, outcome, sentences, trickInWords } from './game.js';

/** @import { Board, Finish, Place, PositionView, Target } from '../../../static/js/games/contract.js' */
/** @import { Actions } from '../../../static/js/actions.js' */
/** @import { Table } from '../../../static/js/state.js' */
/** @import { Event, View } from './game.js' */

/** A tile's short side on the table, in pixels, and in a small window. */
const TILE = 34;
const TILE_SIZE = `min(${TILE}px, 8vmin)`;
/** The room for a tile and the name beneath it. */
const ROOM = 'min(72px, 20vmin)';
const TRICKS = 3;

/** The view of a table, as this game knows it. @param {Table} table @returns {View | null} */
const viewOf = ({ view }) => /** @type {View | null} */ (view);

/** @template {HTMLElement} E @param {E} element @param {Partial<CSSStyleDeclaration>} style @returns {E} */
function styled(element, style) {
  Object.assign(element.style, style);
  return element;
}

/** A drawn tile. @param {string} tile @param {string} width */
const drawn = (tile, width) =>
  styled(bone(tile), { inlineSize: width, blockSize: `calc(2 * ${width})` });

/** @param {Place} place @returns {Board} */
export function open({ actions }) {
  return {
    board: trickView(),
    hand: handView(actions, () => {}),
    controls: nothing(),
    chips: nothing(),
    status: statusView(),
    callouts: calloutsView(),
    worth: worthView(),
  };
}

/** @param {Actions} _ */
export const boardView = (_) => trickView();

/** A part that shows nothing. */
const nothing = () => ({ element: h('div', { hidden: true }), draw() {} });

/** The tiles of the trick, each over the name of its seat; the one that takes the trick is outlined. */
function trickView() {
  const spoken = h('p.unseen', { testid: 'board-text' });
  const tiles = styled(h('div', { 'aria-hidden': 'true' }), {
    position: 'absolute',
    inset: '0',
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px min(14px, 2vmin)',
    placeContent: 'center',
  });
  const named = { role: 'group', 'aria-label': 'Trick', testid: 'board' };
  const element = styled(h('div.board', named, spoken, tiles), { borderRadius: '12px' });
  const size = () => ({ width: element.clientWidth, height: element.clientHeight, unit: TILE });
  /** @type {Table | null} */
  let current = null;
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      current = table;
      const view = viewOf(table);
      const trick = view?.trick ?? [];
      const best = heaviest(trick);
      setText(spoken, trickInWords(view, table.room));
      const laid = trick.map(({ seat, tile }, at) =>
        laidTile(tile, nameAt(table.room, seat), at === best),
      );
      fill(tiles, ...laid);
    },
    /** The trick is the only place; nothing goes there while no tile is in hand. @returns {Target[]} */
    targets() {
      const picked = current?.ui.picked ?? [];
      if (!current || picked.length === 0) return [];
      const { width, height } = size();
      const ghost = { x: width / 2, y: height / 2, width: TILE, height: 2 * TILE, angle: 0 };
      return narrowed(offersOf(current), picked).map(({ steps }) => ({
        steps,
        ahead: false,
        ghost,
      }));
    },
    /** @param {number} at */
    aim: (at) => void styled(element, { outline: at < 0 ? '' : '3px dashed var(--mark)' }),
    size,
  };
}

/** @param {string} tile @param {string} name @param {boolean} isBest */
function laidTile(tile, name, isBest) {
  const bone = drawn(tile, TILE_SIZE);
  if (isBest) styled(bone, { outline: '3px solid var(--mark)', borderRadius: '6px' });
  const label = styled(h('span.one-line', name), {
    maxInlineSize: ROOM,
    fontSize: 'var(--text-xs)',
  });
  return styled(h('span', { testid: `laid-${tile}` }, bone, label), {
    display: 'grid',
    gap: '4px',
    justifyItems: 'center',
    inlineSize: ROOM,
  });
}

/** Which trick of the round it is. */
function statusView() {
  const text = h('p.pill', { testid: 'trick' });
  return {
    element: h('div.status.row', { role: 'group', 'aria-label': 'Round' }, text),
    /** @param {Table} table */
    draw(table) {
      const history = viewOf(table)?.history ?? [];
      const taken = history.filter(({ type }) => type === 'took').length;
      show(text, !overPhase(table));
      setText(text, `Trick ${Math.min(taken + 1, TRICKS)} of ${TRICKS}`);
    },
  };
}

/** Who has taken the trick, until the next tile. */
function calloutsView() {
  const text = h('p.pill', { 'aria-hidden': 'true', testid: 'callout' });
  const element = styled(h('div', text), {
    gridArea: 'felt',
    zIndex: '14',
    placeSelf: 'end center',
    paddingBlockEnd: '52px',
    pointerEvents: 'none',
  });
  return {
    element,
    /** @param {{ table: Table, shown: readonly Event[] }} now */
    draw({ table, shown }) {
      const last = shown.findLast(({ type }) => type === 'took' || type === 'played');
      if (last)
        setText(
          text,
          last.type === 'took' ? sentences([last], table.room, table.me.seat)[0].text : '',
        );
      show(element, text.textContent !== '' && !overPhase(table));
    },
  };
}

/** The tiles that have taken the tricks of the round. */
function worthView() {
  const element = styled(h('div.row', { testid: 'summary-worth' }), { gap: '6px 14px' });
  return {
    element,
    /** @param {{ table: Table }} now */
    draw({ table }) {
      const view = viewOf(table);
      const history = view?.history ?? [];
      const taking = history.flatMap((event, at) => {
        if (event.type !== 'took') return [];
        const trick = history.slice(0, at);
        const tile = trick.findLast((one) => one.type === 'played' && one.seat === event.seat);
        return tile?.type === 'played' ? [drawn(tile.tile, '16px')] : [];
      });
      fill(element, ...taking);
    },
  };
}

/** The tile that has taken the last trick. @param {{ table: Table }} now @returns {Promise<Finish>} */
export async function finish({ table }) {
  const trick = viewOf(table)?.trick ?? [];
  const tile = trick[heaviest(trick)]?.tile;
  const call = { words: 'Last trick!', lang: null, meaning: '', told: false };
  return { calls: [call], picture: tile ? drawTile(tile, 270) : null };
}

/** @param {Actions} _ @param {(by: number) => void} step @returns {PositionView} */
export function positionView(_, step) {
  const board = trickView();
  board.element.addEventListener('click', ({ clientX }) => {
    const { left, width } = board.element.getBoundingClientRect();
    step(clientX < left + width / 2 ? -1 : 1);
  });
  const hands = styled(h('ul.row', { role: 'list', 'aria-label': 'Hands' }), {
    flexWrap: 'wrap',
    gap: '4px 18px',
    justifyContent: 'center',
    padding: '8px',
  });
  const history = historyView('replay-');
  const status = h('p.replay-status', { testid: 'replay-status' });
  return {
    table: styled(h('div.replay-table', board.element, hands), {
      gridTemplate: '"board" minmax(0, 1fr) "hands" auto / minmax(0, 1fr)',
    }),
    lines: h('div.replay-lines', { tabindex: 0 }, status),
    history: history.element,
    draw(timeline, at, home) {
      const place = placeOf(timeline, at);
      const table = tableAt(timeline, place);
      const held = handsAt(timeline, place);
      if (!table || !held) return '';
      const seated = { ...table, me: { ...table.me, seat: home } };
      board.draw(seated);
      history.draw(table);
      fill(hands, ...held.map((hand, seat) => handOf(table, seat, hand)));
      const text = statusOf(table);
      setText(status, text);
      return text;
    },
  };
}

/** The hand of a seat in a replay; what it has played is pale. @param {Table} table @param {number} seat @param {{ tile: string, held: boolean }[]} hand */
function handOf(table, seat, hand) {
  const tiles = hand.map(({ tile, held }) =>
    styled(drawn(tile, '18px'), { opacity: held ? '1' : '0.25' }),
  );
  const name = `${nameAt(table.room, seat)} ${standing(table).scores[seat] ?? ''}`;
  return h(
    'li',
    { testid: `replay-hand-${seat}` },
    name,
    styled(h('span.row', ...tiles), { gap: '3px' }),
  );
}

/** What happened, and at the end of a round who has taken what. @param {Table} table */
function statusOf(table) {
  const view = viewOf(table);
  const told = sentences(table.fresh, table.room).map(({ text }) => text);
  const isOver = view && overPhase(table);
  return sentencesOf([...told, ...(isOver ? outcome(view, table.room, null) : [])]);
}
