/** The board of Mexican Train: a train for each seat and the Mexican one, round the hub or one below the other. */
import { attr, changes, fill, h, keyedViews, s, setText, show } from '../../../dom.js';
import { faceFor } from '../../../face.js';
import { nameAt } from '../../../format/names.js';
import { factsOf, t } from '../../../i18n/index.js';
import { roundOf } from '../../../select.js';
import { bone } from '../../../tiles/tile.js';
import { viewOf } from '../fold.js';
import { lanesOf, lineAlong, spotAt, tileAt, trainOn } from '../layout/lanes.js';
import { trainsOf } from '../tracks.js';
import { flyIn, lyingTile, put } from './lying.js';
import { offered, placesView } from './places.js';
import { markerView, mexicanSign, stopSign } from './signs.js';

/** @import { Sitter } from '../../../format/names.js' */
/** @import { Place } from '../../contract.js' */
/** @import { Table } from '../../../state.js' */
/** @import { Lane, Lanes, Lying, Spot } from '../layout/lanes.js' */
/** @import { Train } from '../types.js' */

/** How wide the hub is, and a rail of a way is beside its middle, in short sides of a tile. */
const HUB = 3.7;
const GAUGE = 0.24;
/** The short side of a tile whose pips can be counted, in pixels. */
const READABLE = 20;
/** The smallest height of a row that is to be touched, in pixels. */
const ROW_TOUCH = 44;

/**
 * How a train stands to the visitor: `now`: a tile may be laid there; `open`: to all, or to its owner; `closed`; `ended`.
 * @typedef {'now' | 'open' | 'closed' | 'ended'} Stand
 */

/**
 * A train on its lane.
 * @typedef {object} Drawn
 * @property {Train} train
 * @property {Lane} lane
 * @property {number} unit
 * @property {ReturnType<typeof trainOn>} on
 * @property {Stand} stand
 * @property {string} name of its owner
 * @property {Sitter | null} sitter its owner
 * @property {string} says what is to be known of it
 */

/** @param {Pick<Place, 'actions' | 'origin'>} place */
export function layoutBoard({ actions, origin }) {
  const rails = s('svg.trains-rails', { 'aria-hidden': 'true' });
  const hub = hubView();
  const slots = h('div.trains-layer', { 'aria-hidden': 'true' });
  const signs = h('div.trains-layer', { 'aria-hidden': 'true' });
  const tiles = tilesView(origin);
  const places = placesView(actions);
  const element = h(
    'div.trains-field',
    rails,
    hub.element,
    slots,
    signs,
    tiles.element,
    places.element,
  );
  const size = () => ({ width: element.clientWidth, height: element.clientHeight });
  let unit = 1;
  /** @type {{ table: Table, home: number } | null} */
  let shown = null;

  /** @param {Table} table @param {number} [home] the seat at the lower side */
  function draw(table, home = table.me.seat ?? 0) {
    shown = { table, home };
    const { width, height } = size();
    if (width === 0 || height === 0) return;
    const all = drawnTrains(table, home, { width, height });
    unit = all.lanes.unit;
    attr(element, 'data-list', all.lanes.list);
    attr(element, 'data-numerals', unit < READABLE ? 'true' : null);
    attr(rails, 'viewBox', `0 0 ${width} ${height}`);
    hub.draw(viewOf(table)?.table.engine, all.lanes);
    keyedViews(rails, all.trains, ({ train }) => [train.on], railsView);
    keyedViews(slots, all.trains, ({ train }) => [train.on], slotView);
    keyedViews(signs, all.trains, ({ train }) => [train.on], signView);
    tiles.draw(table, all.trains);
    places.draw(
      offered(table, (on, tile) => {
        const drawn = all.trains.find(({ train }) => train.on === on);
        if (!drawn) return null;
        const { lane, train, on: laid } = drawn;
        const lying = tileAt(lane, unit, tile, freeEnd(tile, train.end), laid.next);
        const name = placeInWords(drawn, table.me.seat);
        return all.lanes.hub ? { name, lying } : { name, lying, hit: rowOf(lane) };
      }),
    );
  }
  new ResizeObserver(() => shown && draw(shown.table, shown.home)).observe(element);

  return {
    element,
    draw,
    targets: places.targets,
    aim: places.aim,
    size: () => ({ ...size(), unit }),
  };
}

/** The row of a train in a list, from its sign to its end. @param {Lane} lane */
function rowOf({ way, sign }) {
  const [left, right] = [sign.x - sign.width / 2, way[way.length - 1].x];
  const height = Math.max(ROW_TOUCH, sign.height);
  return { x: (left + right) / 2, y: sign.y, width: right - left, height };
}

/** The free end of a tile that joins some pips. @param {string} tile @param {number} pips */
function freeEnd(tile, pips) {
  const [high, low] = tile.split('-').map(Number);
  return high === pips ? low : high;
}

/** The trains with their lanes: that of the seat at the lower side first, the others in turn order, the Mexican one last. @param {Table} table @param {number} home @param {{ width: number, height: number }} size @returns {{ lanes: Lanes, trains: Drawn[] }} */
function drawnTrains(table, home, size) {
  const view = viewOf(table);
  const all = view ? trainsOf(view) : [];
  const ordered = [...all.slice(home, -1), ...all.slice(0, home), ...all.slice(-1)];
  const lanes = lanesOf(size, Math.max(1, ordered.length));
  const trains = ordered.map((train, at) => {
    const lane = lanes.lanes[at];
    const stand = standOf(train, table.me.seat);
    return {
      train,
      lane,
      unit: lanes.unit,
      on: trainOn(lane, lanes.unit, train.tiles),
      stand,
      name: ownerName(train, table),
      sitter: train.owner === null ? null : table.room.seats[train.owner],
      says: saysOf(train, stand),
    };
  });
  return { lanes, trains };
}

/** @param {Train} train @param {number | null} seat the visitor's @returns {Stand} */
function standOf({ isDead, canPlay, isMarked, owner }, seat) {
  if (isDead) return 'ended';
  if (canPlay) return 'now';
  return owner === null || owner === seat || isMarked ? 'open' : 'closed';
}

/** @param {Train} train @param {Table} table */
function ownerName({ owner }, { room, me }) {
  if (owner === null) return t('trains.view.mexican');
  return owner === me.seat ? t('trains.view.own') : nameAt(room, owner);
}

/** What is to be known of a train: what its double asks for, or who may play on it. @param {Train} train @param {Stand} stand */
function saysOf({ tiles, isOpenDouble, isOldest, isMarked }, stand) {
  const tile = tiles.at(-1)?.tile ?? '';
  if (isOldest) return t('trains.view.cover', { tile });
  if (isOpenDouble) return t('trains.view.cover_later', { tile });
  if (stand === 'ended') return t('trains.view.ended');
  if (isMarked) return t('trains.view.open');
  return stand === 'closed' ? t('trains.view.closed') : '';
}

/** A place of the picked tile in words: "On your train, which ends with 6". @param {Drawn} drawn @param {number | null} seat the visitor's */
function placeInWords({ train: { owner, tiles, end: pips }, name, says }, seat) {
  const whose = owner === null ? 'mexican' : owner === seat ? 'own' : 'other';
  const is = tiles.length === 0 ? 'begins' : 'ends';
  return factsOf([t(`trains.view.on_${whose}_${is}`, { name, pips }), says]);
}

/** The rails of a train, as far as its lane goes. @param {Drawn} drawn */
function railsView({ train }) {
  const sleepers = s('path.trains-sleepers');
  const lines = s('path.trains-lines');
  const element = s('g.trains-way', sleepers, lines);
  const isNew = changes();
  attr(element, 'data-on', train.on);
  return {
    element,
    /** @param {Drawn} drawn */
    draw({ train, lane, unit, on, stand }) {
      attr(element, 'data-stand', stand);
      attr(element, 'data-marked', train.isMarked ? 'true' : null);
      const until = stand === 'ended' ? on.next : lane.length;
      if (!isNew(lane, unit, until)) return;
      attr(sleepers, 'd', lineAlong(lane, 0, until));
      attr(sleepers, 'stroke-width', unit * 0.8);
      attr(sleepers, 'stroke-dasharray', `${unit * 0.12} ${unit * 0.36}`);
      const sides = [-GAUGE, GAUGE].map((aside) => lineAlong(lane, aside * unit, until));
      attr(lines, 'd', sides.join(''));
    },
  };
}

/** The hub with the engine, in the middle of a star. */
function hubView() {
  const element = h('div.trains-hub.centre', { 'aria-hidden': 'true' });
  const isNew = changes();
  return {
    element,
    /** @param {string | undefined} engine @param {Lanes} lanes */
    draw(engine, { hub, unit }) {
      show(element, hub !== null && engine !== undefined);
      if (!hub || !engine) return;
      put(element, { ...hub, width: HUB * unit, height: HUB * unit });
      if (isNew(engine)) fill(element, bone(engine, 'trains-engine'));
    },
  };
}

/** Where the next tile of a train will lie, and the number of its tiles for which there is no room. */
function slotView() {
  const slot = h('span.trains-slot');
  const fold = h('b.trains-fold');
  const stop = stopSign();
  const element = h('div', slot, fold, stop);
  return {
    element,
    /** @param {Drawn} drawn */
    draw({ train, lane, unit, on, stand }) {
      const middle = spotAt(lane, on.next + unit);
      const isAsked = train.isOpenDouble && stand !== 'ended';
      attr(slot, 'data-stand', isAsked && stand === 'closed' ? 'open' : stand);
      attr(slot, 'data-cover', train.isOldest ? 'true' : null);
      turned(slot, middle, 2 * unit, unit);
      show(fold, on.fold !== null);
      if (on.fold) put(fold, { ...on.fold, width: 1.6 * unit, height: unit });
      fold.style.fontSize = `${Math.max(9, unit * 0.5)}px`;
      setText(fold, `+${on.folded}`);
      attr(stop, 'hidden', stand === 'ended' ? null : true);
      turned(stop, spotAt(lane, on.next + unit * 0.3), unit * 0.5, unit * 1.1);
    },
  };
}

/** Puts an element on the way of a train. @param {HTMLElement | SVGElement} element @param {Spot} spot @param {number} width along the way @param {number} height */
function turned(element, { x, y, angle }, width, height) {
  put(/** @type {HTMLElement} */ (element), { x, y, width, height });
  element.style.rotate = `${angle.toFixed(1)}deg`;
}

/** Whose train it is, with its marker, its free end, and what is to be known of it. @param {Drawn} drawn */
function signView({ train }) {
  const isMexican = train.owner === null;
  const marker = markerView();
  const name = h('span.trains-name.one-line');
  const end = h('b.trains-end');
  const says = h('span.trains-says.if-any');
  const plate = isMexican ? mexicanSign() : h('span.face.trains-face.centre');
  const isNew = changes();
  const element = h('div.trains-sign', plate, name, end, marker, says);
  return {
    element,
    /** @param {Drawn} drawn */
    draw({ train, lane, stand, name: owner, sitter, says: words }) {
      if (sitter && isNew(sitter.name, sitter.computer)) fill(plate, faceFor(sitter));
      attr(plate, 'data-computer', sitter?.computer ? train.owner : null);
      put(element, lane.sign);
      attr(element, 'data-stand', stand);
      attr(element, 'data-side', lane.side);
      attr(element, 'data-owner', train.owner);
      attr(element, 'data-cover', train.isOldest ? 'true' : null);
      attr(element, 'data-testid', `train-${train.on}`);
      attr(marker, 'hidden', train.isMarked ? null : true);
      setText(name, owner);
      setText(end, stand === 'ended' ? '' : String(train.end));
      setText(says, words);
      attr(element, 'data-told', words ? 'true' : null);
    },
  };
}

/** A drawn tile of a train. @typedef {{ number: number, tile: string, lying: Lying, isLast: boolean, double: 'oldest' | 'open' | null }} DrawnTile */

/** The tiles of all trains. @param {Place['origin']} origin where a tile that is played comes from */
function tilesView(origin) {
  const element = h('div.trains-layer', { 'aria-hidden': 'true' });
  const isOther = changes();
  let count = 0;
  return {
    element,
    /** @param {Table} table @param {readonly Drawn[]} trains */
    draw(table, trains) {
      const played = viewOf(table)?.played ?? [];
      const isNext = !isOther(table.id, ...roundOf(table)) && played.length === count + 1;
      count = played.length;
      const all = trains.flatMap(({ train, on }) =>
        on.tiles.map((lying) => drawnTile(train, lying, count)),
      );
      keyedViews(
        element,
        all,
        ({ number, tile }) => [...roundOf(table), number, tile],
        ({ tile }) => tileView(tile),
      );
      const last = element.querySelector('[data-last]');
      if (isNext && last) flyIn(/** @type {HTMLElement} */ (last), origin(played[count - 1].tile));
    },
  };
}

/** @param {Train} train @param {Lying} lying @param {number} last the number of the last tile of all @returns {DrawnTile} */
function drawnTile({ tiles, isOldest, isOpenDouble }, lying, last) {
  const { number, tile } = tiles[lying.index];
  const isEnd = lying.index === tiles.length - 1;
  const double = isEnd && isOldest ? 'oldest' : isEnd && isOpenDouble ? 'open' : null;
  return { number, tile, lying, isLast: number === last, double };
}

/** @param {string} tile */
function tileView(tile) {
  const { element, draw } = lyingTile(tile, 'trains-tile');
  attr(element, 'data-testid', `laid-${tile}`);
  return {
    element,
    /** @param {DrawnTile} drawn */
    draw({ lying, isLast, double }) {
      draw(lying);
      attr(element, 'data-last', isLast ? 'true' : null);
      attr(element, 'data-double', double);
    },
  };
}
