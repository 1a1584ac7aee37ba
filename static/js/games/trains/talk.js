/** What the page says while trains are played: what is to be done and why, and what lies and is held, read aloud. Pure. */
import { amount, capitalized } from '../../format/amounts.js';
import { sideName } from '../../format/sides.js';
import { joinList, sentencesOf, t } from '../../i18n/index.js';
import { offersOf, standing } from '../../select.js';
import { tileOf } from '../../tiles/steps.js';
import { viewOf } from './fold.js';
import { rulesOf } from './terms.js';
import { trainsOf, treeOf } from './tracks.js';
import { askedInWords, placeInWords } from './words.js';

/** @import { Room } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */
/** @import { Offer } from '../contract.js' */
/** @import { Train, TreeTile, View } from './types.js' */

/** More open trains than these are told by their number: the line must fit into a small window. */
const TOLD_MAX = 3;

/** What the visitor is to do on their turn, and why. @param {View} view @param {Table} table */
export function line(view, table) {
  const tile = tileOf(table.ui.picked);
  if (tile) return t('trains.play.where', { tile });
  const drawn = view.history.at(-1)?.type === 'drew' ? (view.own?.hand.at(-1) ?? '') : '';
  const says = rulesOf(table.room).game === 'chickenfoot' ? footLine(view) : trainLine(view, table);
  return sentencesOf([drawn && t('trains.play.you_drew_tile', { tile: drawn }), says]);
}

/** @param {readonly Train[]} trains @param {number | null} seat the visitor's */
const ownFirst = (trains, seat) =>
  trains.toSorted((a, b) => Number(b.owner === seat) - Number(a.owner === seat));

/** @param {View} view @param {Table} table */
function trainLine(view, { room, me }) {
  const { state, doubles = [] } = view.table;
  const trains = ownFirst(trainsOf(view), me.seat);
  const own = trains.find(({ owner }) => owner === me.seat);
  const place = (/** @type {Train} */ { on }) => placeInWords(on, view, room, me.seat);
  const open = trains.filter(({ canPlay }) => canPlay);
  if (state === 'cover') {
    const train = trains.find(({ on }) => on === doubles[0]);
    if (train)
      return t('trains.play.line.cover', {
        double: train.tiles.at(-1)?.tile ?? '',
        place: place(train),
      });
  }
  if (own && own.tiles.length === 0 && open.every((train) => train === own))
    return t('trains.play.line.begin', { pips: own.end });
  if (state === 'first' && own)
    return t(view.own?.stop ? 'trains.play.line.go_on_or_stop' : 'trains.play.line.go_on', {
      pips: own.end,
    });
  // A frame before the seat draws shows no place.
  if (open.length === 0) return t('turn.you');
  const told = open.length > TOLD_MAX ? TOLD_MAX - 1 : open.length;
  const places = joinList([
    ...open.slice(0, told).map((one) => t('trains.play.end', { place: place(one), pips: one.end })),
    ...(told < open.length ? [t('trains.play.others', { n: open.length - told })] : []),
  ]);
  return t(state === 'more' ? 'trains.play.line.more' : 'trains.play.line.free', { places });
}

/** @param {View} view */
function footLine(view) {
  const { fill } = view.table;
  const base = treeOf(view).find(({ missing }) => missing > 0);
  if (!fill || !base) return t('trains.play.line.any_end');
  const said = { double: base.tile, n: base.missing };
  return t(base.number === 0 ? 'trains.play.line.hub' : 'trains.play.line.foot', said);
}

/** That the only move follows. @param {Pick<Offer, 'steps'>} offer */
export const soon = ({ steps }) => t('trains.play.soon', { tile: tileOf(steps) });

// Nothing is chosen ahead.
export const waits = () => '';
export const gone = () => '';

export const asks = () => [];

/** What lies, by trains or by ends. @param {Table} table */
function boardInWords(table) {
  const view = viewOf(table);
  const { engine } = view?.table ?? {};
  if (!view || engine === undefined) return t('trains.play.empty');
  const { room, me } = table;
  const hub = t('trains.play.engine', { engine });
  if (rulesOf(room).game === 'chickenfoot')
    return sentencesOf([hub, ...treeInWords(treeOf(view), room)]);
  const trains = ownFirst(trainsOf(view), me.seat);
  return sentencesOf([hub, ...trains.map((train) => trainInWords(train, view, room, me.seat))]);
}

/** @param {Train} train @param {View} view @param {Room} room @param {number | null} you */
function trainInWords(train, view, room, you) {
  const { on, owner, tiles, end, isMarked, isOpenDouble, isOldest, isDead, canPlay } = train;
  const facts = [
    tiles.length > 0
      ? t('trains.play.ends_with', { pips: end, tiles: amount(tiles.length, 'tiles') })
      : t('trains.play.not_begun', { pips: end }),
    owner !== null && t(isMarked ? 'trains.play.is_open' : 'trains.play.is_closed'),
    isOpenDouble && t(isOldest ? 'trains.play.to_cover' : 'trains.play.to_cover_later'),
    isDead && t('trains.play.is_dead'),
    canPlay && t('trains.play.may_play'),
  ].flatMap((fact) => fact || []);
  const place = capitalized(placeInWords(on, view, room, you));
  return t('trains.play.about', { place, facts: joinList(facts) });
}

/** What of the tree asks for tiles, and its ends. @param {readonly TreeTile[]} tree @param {Room} room */
function treeInWords(tree, room) {
  const asks = tree.find(({ missing }) => missing > 0);
  const ends = tree.filter(({ isFree }) => isFree).toSorted((a, b) => a.to - b.to);
  /** @param {readonly TreeTile[]} some */
  const listed = (some) =>
    joinList(some.map(({ to, tile }) => t('trains.play.end_of', { pips: to, tile })));
  const open = ends.filter(({ isDead }) => !isDead);
  const dead = ends.filter(({ isDead }) => isDead);
  return [
    asks &&
      askedInWords({ double: asks.tile, missing: asks.missing, isHub: asks.number === 0 }, room),
    open.length > 0 && t('trains.play.ends', { ends: listed(open) }),
    dead.length > 0 && t('trains.play.dead_ends', { ends: listed(dead) }),
  ].flatMap((text) => text || []);
}

/** The own hand, what of it can be played, and where. @param {Table} table @param {readonly string[]} tiles as they lie */
function handInWords(table, tiles) {
  if (tiles.length === 0) return t('trains.play.no_hand');
  const held = t('trains.play.hand', {
    held: amount(tiles.length, 'tiles'),
    tiles: joinList(tiles),
  });
  const may = new Set(offersOf(table).map(({ steps }) => tileOf(steps)));
  const usable = tiles.filter((tile) => may.has(tile));
  if (usable.length === 0) return sentencesOf([held, t('trains.play.none_now')]);
  const playable = t('trains.play.usable', { tiles: joinList(usable) });
  return sentencesOf([held, playable, ...fitsInWords(table, usable)]);
}

/** Which of some tiles fit each place, as sentences. @param {Table} table @param {readonly string[]} tiles */
function fitsInWords(table, tiles) {
  const view = viewOf(table);
  if (!view) return [];
  const { room, me } = table;
  const isTree = rulesOf(room).game === 'chickenfoot';
  const bases = isTree
    ? treeOf(view).map(({ number, to: pips, tile }) => ({
        on: String(number),
        place: t('trains.play.end_of', { pips, tile }),
      }))
    : ownFirst(trainsOf(view), me.seat).map(({ on }) => ({
        on,
        place: capitalized(placeInWords(on, view, room, me.seat)),
      }));
  return bases.flatMap(({ on, place }) => {
    const fits = view.own?.offers?.filter((offer) => offer.on.includes(on)) ?? [];
    const some = tiles.filter((tile) => fits.some((offer) => offer.tile === tile));
    return some.length > 0 ? [t('trains.play.about', { place, facts: joinList(some) })] : [];
  });
}

/** The points so far and the tiles of each seat, and how many rounds there are. @param {Table} table */
function scoresInWords(table) {
  const { room, me } = table;
  const view = viewOf(table);
  const { scores, round } = standing(table);
  const { hand_sizes = [], boneyard = 0 } = view?.table ?? {};
  const each = room.seats.map((_, seat) =>
    t('trains.play.stands', {
      name: sideName(room, seat, me.seat),
      points: amount(scores[seat] ?? 0, 'points'),
      tiles: amount(hand_sizes[seat] ?? 0, 'tiles'),
    }),
  );
  return sentencesOf([
    t('trains.play.round', { n: round, of: rulesOf(room).rounds }),
    `${each.join('; ')}.`,
    t('trains.play.left', { tiles: amount(boneyard, 'tiles') }),
  ]);
}

/**
 * The text that a reading key asks for.
 * @param {'board' | 'hand' | 'scores'} what
 * @param {Table} table
 * @param {readonly string[]} tiles the hand as it lies
 */
export function aloud(what, table, tiles) {
  if (what === 'board') return boardInWords(table);
  return what === 'hand' ? handInWords(table, tiles) : scoresInWords(table);
}
