/** What the page says while Ringway is played: what is to be done, and what lies and is held, read aloud. Pure. */
import { amount } from '../../format/amounts.js';
import { nameAt } from '../../format/names.js';
import { sideName } from '../../format/sides.js';
import { joinList, sentencesOf, t } from '../../i18n/index.js';
import { offersOf, sides, standing } from '../../select.js';
import { tileOf } from '../../tiles/steps.js';
import { numberOn, openHalves, placedOf, squareName } from './board.js';
import { viewOf } from './fold.js';
import { mustPit, placementIn } from './offers.js';
import { rulesOf } from './terms.js';
import { gainsInWords } from './words.js';
import { gainsOf } from './worth.js';

/** @import { Table } from '../../state.js' */
/** @import { Offer } from '../contract.js' */
/** @import { View } from './fold.js' */

/** A placement in words, such as "6-4 on 8H, down". @param {string} place */
export function placeInWords(place) {
  const { tile, square, direction } = placedOf(place);
  return t('race.play.on', { tile, square, way: t(`race.play.way.${direction}`) });
}

/** What a placement of the visitor would give, such as "8 for the diamond, Ben 3 on the track". @param {View} view @param {Table} table @param {string} place */
export function previewInWords({ standing }, { room, me }, place) {
  const seat = me.seat ?? 0;
  const gains = gainsOf(standing.scores, seat, place);
  return gains.length > 0 ? gainsInWords(gains, room, seat) : t('race.play.nothing');
}

/** What the visitor is to do on their turn. @param {View} view @param {Table} table */
export function line(view, table) {
  const { picked } = table.ui;
  const tile = tileOf(picked);
  const place = placementIn(picked);
  if (mustPit(view)) return tile ? t('race.play.pit_sure', { tile }) : t('race.play.must_pit');
  if (place)
    return t('race.play.sure', {
      place: placeInWords(place),
      gains: previewInWords(view, table, place),
    });
  if (tile) return t('race.play.where', { tile });
  const last = view.board.at(-1);
  if (!last) return t('race.play.first');
  if (view.more) return t('race.play.more', { tile: placedOf(last).tile });
  const drawn = view.history.at(-1)?.type === 'drew' && view.own?.hand.at(-1);
  return drawn ? t('race.play.turn_drew', { tile: drawn }) : t('race.play.turn');
}

/** That the only placement follows. @param {Pick<Offer, 'steps'>} offer */
export const soon = ({ steps }) => t('race.play.soon', { place: placeInWords(placementIn(steps)) });

// Nothing is chosen ahead.
export const waits = () => '';
export const gone = () => '';

export const asks = () => [];

/** The tiles on the board by row and column, and the last one. @param {Table} table */
export function boardInWords(table) {
  const view = viewOf(table);
  const last = view?.board.at(-1);
  if (!view || !last) return t('race.play.empty');
  /** Where a placement begins, row by row. @param {string} place */
  const rank = (place) =>
    Math.min(...placedOf(place).halves.map(({ row, column }) => row * 100 + column));
  const all = view.board.toSorted((a, b) => rank(a) - rank(b)).map(placeInWords);
  const event = view.history.findLast(({ type }) => type === 'placed');
  const open = view.more ? openHalves(view.board, rulesOf(table.room).after_double) : [];
  return sentencesOf([
    t('race.play.board', { tiles: amount(all.length, 'tiles'), places: all.join('; ') }),
    event?.type === 'placed' &&
      t('race.play.last', { name: nameAt(table.room, event.seat), place: placeInWords(last) }),
    open.length > 0 &&
      t('race.play.at_double', {
        tile: placedOf(last).tile,
        squares: joinList(open.map(squareName)),
      }),
  ]);
}

/** The own hand, and what of it can be placed. @param {Table} table @param {readonly string[]} tiles as they lie */
function handInWords(table, tiles) {
  if (tiles.length === 0) return t('race.play.no_hand');
  const view = viewOf(table);
  const held = t('race.play.hand', {
    held: amount(tiles.length, 'tiles'),
    tiles: joinList(tiles),
  });
  const may = new Set(offersOf(table).map(({ steps }) => tileOf(steps)));
  const usable = tiles.filter((tile) => may.has(tile));
  if (usable.length === 0) return sentencesOf([held, t('race.play.none_now')]);
  if (view && mustPit(view)) return sentencesOf([held, t('race.play.must_pit')]);
  return sentencesOf([held, t('race.play.usable', { tiles: joinList(usable) })]);
}

/** Where a side stands: "12 on a 6". @param {number} points */
export function standsOn(points) {
  const number = numberOn(points);
  return number === null
    ? t('race.play.off_track', { points })
    : t('race.play.stands_on', { points, number });
}

/** The points of the sides and where they stand, and how many tiles are where. @param {Table} table */
function scoresInWords(table) {
  const { room, me } = table;
  const view = viewOf(table);
  const { scores } = standing(table);
  const each = sides(room).map((_, side) =>
    t('race.play.of', {
      name: sideName(room, side, me.seat),
      gain: standsOn(scores[side] ?? 0),
    }),
  );
  const held = (view?.hand_sizes ?? []).flatMap((n, seat) =>
    seat === me.seat ? [] : [t('race.play.held', { name: nameAt(room, seat), n })],
  );
  const { target } = rulesOf(room);
  return sentencesOf([
    `${each.join('; ')}.`,
    target !== null && t('race.play.target', { target }),
    t('race.play.left', { tiles: amount(view?.boneyard ?? 0, 'tiles') }),
    held.length > 0 && `${held.join(', ')}.`,
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
