import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TRIED, triedInTree } from '../../static/js/games/trains/figures.js';
import { FEET, TRAINS } from '../../static/js/games/trains/positions.js';
import { rulesInWords } from '../../static/js/games/trains/rules.js';
import { strategyInWords } from '../../static/js/games/trains/strategy.js';
import { OFFERED } from './trains_match.js';
import {
  endOf,
  halves,
  isDouble,
  longest,
  onTable,
  pips,
  placesFor,
  withTile,
} from './trains_oracle.js';

/** @import { Trains, Tree } from '../../static/js/games/trains/figures.js' */
/** @import { Play, Position } from '../../static/js/games/trains/positions.js' */
/** @import { TrainsOptions } from '../../static/js/games/trains/types.js' */

/** @type {TrainsOptions} */
const FOOT = { ...OFFERED, game: 'chickenfoot', tile_set: 'double_nine', hand_size: 7, rounds: 10 };

/** Every tile must be there once. @param {readonly string[]} tiles @param {string} name */
const mustBeOfOneSet = (tiles, name) => assert.equal(new Set(tiles).size, tiles.length, name);

/** Each tile must be allowed where it was played. @param {Tree} lies */
function mustBePlayed(lies) {
  for (const [at, [tile, on]] of lies.laid.entries()) {
    const before = { ...lies, laid: lies.laid.slice(0, at) };
    assert.ok(placesFor(before, tile).includes(String(on)), `${tile} on ${on}`);
  }
}

test('what the rules draw as allowed is allowed, and what they draw as refused is refused', () => {
  for (const [word, { lies, tried }] of Object.entries(TRIED)) {
    mustBeOfOneSet([...onTable(lies), tried.tile], word);
    const places = placesFor(lies, tried.tile, word !== 'plain');
    assert.equal(places.includes(tried.on), tried.allowed, word);
    // It fits there all the same: what is refused has another reason.
    const from = endOf(lies.engine, lies.trains[tried.on]);
    assert.ok(halves(tried.tile).includes(from), word);
  }
});

test('the drawn feet are played by the law, with every number of arms', () => {
  for (const arms of /** @type {const} */ ([4, 6, 8]))
    for (const [word, { lies, tried }] of Object.entries(triedInTree({ arms }))) {
      mustBePlayed(lies);
      mustBeOfOneSet([...onTable(lies), tried.tile], word);
      assert.equal(
        placesFor(lies, tried.tile).includes(tried.on),
        tried.allowed,
        `${arms} ${word}`,
      );
      const full = { ...lies, arms: 0 };
      if (word === 'before') assert.ok(placesFor(full, tried.tile).includes(tried.on));
    }
});

/** @type {[string, Position][]} */
const POSITIONS = [...Object.entries(TRAINS), ...Object.entries(FEET)];

test('positions of the advice can come up, and both tiles may be played', () => {
  for (const [name, { lies, hand, best, rival }] of POSITIONS) {
    mustBeOfOneSet([...onTable(lies), ...hand], name);
    if ('laid' in lies) mustBePlayed(lies);
    else for (const tiles of Object.values(lies.trains)) endOf(lies.engine, tiles);
    for (const { tile, on } of [best, rival]) {
      assert.ok(hand.includes(tile), `${name}: ${tile}`);
      assert.ok(placesFor(lies, tile).includes(on), `${name}: ${tile} on ${on}`);
    }
  }
});

/** @param {Position} position @param {Play} play */
function played({ lies, hand }, { tile, on }) {
  return { lies: withTile(lies, tile, on), hand: hand.filter((other) => other !== tile) };
}

/** The pips of the own train. @param {Trains | Tree} lies */
const ownEnd = (lies) => endOf(lies.engine, /** @type {Trains} */ (lies).trains[0]);

test('the planned train is the longest, and twice as long as the other', () => {
  const { lies, hand } = TRAINS.plan;
  const lengths = (/** @type {Play} */ play) => {
    const next = played(TRAINS.plan, play);
    return 1 + longest(ownEnd(next.lies), next.hand);
  };
  assert.deepEqual([lengths(TRAINS.plan.best), lengths(TRAINS.plan.rival)], [4, 2]);
  assert.equal(longest(ownEnd(lies), hand), 4);
});

test('a tile that goes elsewhere isn’t of the own train, which stays as long', () => {
  const { lies, hand, best } = TRAINS.elsewhere;
  const next = played(TRAINS.elsewhere, best);
  assert.equal(longest(ownEnd(lies), hand), 3);
  assert.equal(longest(ownEnd(next.lies), next.hand), 3);
  assert.deepEqual(placesFor(lies, best.tile), ['m']);
});

test('the better tile closes the own train, and the other doesn’t', () => {
  const markers = (/** @type {Play} */ play) =>
    /** @type {Trains} */ (played(TRAINS.close, play).lies).markers;
  assert.deepEqual(markers(TRAINS.close.best), []);
  assert.deepEqual(markers(TRAINS.close.rival), ['0']);
});

test('the better double is covered from the hand, and the other can’t be', () => {
  const covers = (/** @type {Play} */ play) => {
    const next = played(TRAINS.cover, play);
    return next.hand.filter((tile) => placesFor(next.lies, tile).includes(play.on));
  };
  assert.ok(isDouble(TRAINS.cover.best.tile) && isDouble(TRAINS.cover.rival.tile));
  assert.deepEqual(covers(TRAINS.cover.best), ['6-3']);
  assert.deepEqual(covers(TRAINS.cover.rival), []);
});

test('where somebody is short, and with the double blank, the better tile leaves the fewest points', () => {
  for (const position of [TRAINS.heavy, TRAINS.blank, FEET.heavy, FEET.blank]) {
    const { lies, hand, best } = position;
    const playable = hand.filter((tile) => placesFor(lies, tile).length > 0);
    const left = (/** @type {string} */ tile) => pips(hand.filter((other) => other !== tile));
    const least = Math.min(...playable.map(left));
    assert.deepEqual(
      playable.filter((tile) => left(tile) === least),
      [best.tile],
    );
  }
  for (const { others } of [TRAINS.heavy, FEET.heavy]) assert.equal(others[0], 1);
  const next = played(TRAINS.blank, TRAINS.blank.best);
  assert.deepEqual(placesFor(next.lies, '4-0'), ['0']);
  const toe = played(FEET.blank, FEET.blank.best);
  assert.deepEqual(placesFor(toe.lies, '4-0'), ['5']);
});

test('all sevens lie or are in the hand, and end the Mexican train', () => {
  const { lies, hand } = TRAINS.dead;
  const sevens = (/** @type {readonly string[]} */ tiles) =>
    tiles.filter((tile) => halves(tile).includes(7)).length;
  assert.deepEqual([sevens(onTable(lies)), sevens(hand)], [8, 2]);
  assert.equal(endOf(lies.engine, /** @type {Trains} */ (lies).trains.m), 7);
  const next = played(TRAINS.dead, TRAINS.dead.best);
  assert.equal(sevens(next.hand), 2);
});

/** The tiles of the hand that fit after a play. @param {Position} position @param {Play} play */
function fitting(position, play) {
  const next = played(position, play);
  return next.hand.filter((tile) => placesFor(next.lies, tile).length > 0);
}

test('after the better tile of Chickenfoot more of the hand fits', () => {
  const { many, toes } = FEET;
  assert.deepEqual(fitting(many, many.best), ['6-4', '5-2', '4-2']);
  assert.deepEqual(fitting(many, many.rival), ['4-2']);
  assert.deepEqual(fitting(toes, toes.best), ['7-2', '7-5']);
  assert.deepEqual(fitting(toes, toes.rival), []);
});

test('a double keeps a place for its toe while the two others play', () => {
  const { keep } = FEET;
  const { lies, hand } = played(keep, keep.best);
  assert.equal(keep.others.length, 2);
  const others = ['6-5', '6-3'].reduce((before, toe) => withTile(before, toe, '5'), lies);
  for (const one of [lies, others]) assert.deepEqual(placesFor(one, hand[0]), ['5']);
  assert.deepEqual(fitting(keep, keep.rival), []);
});

/** All that is read. @param {TrainsOptions} rules */
const page = (rules) =>
  [rulesInWords, strategyInWords]
    .flatMap((read) => read(rules))
    .flatMap(({ heading, lines, figures }) => [
      heading,
      ...lines,
      ...figures.map(({ caption }) => caption),
    ]);

test('every option changes what is read, and no place is empty', () => {
  /** @type {TrainsOptions[]} */
  const all = [
    OFFERED,
    { ...OFFERED, seating: 'three' },
    { ...OFFERED, tile_set: 'double_nine', hand_size: 10 },
    { ...OFFERED, hand_size: 12 },
    { ...OFFERED, rounds: 1 },
    { ...OFFERED, rounds: 13 },
    { ...OFFERED, double_blank: 0 },
    { ...OFFERED, double_blank: 25 },
    { ...OFFERED, first_turn: 'whole_train' },
    { ...OFFERED, own_first: 'for_mexican' },
    { ...OFFERED, own_first: 'for_all' },
    { ...OFFERED, double_turn: 'free_second' },
    { ...OFFERED, double_turn: 'none' },
    { ...OFFERED, last_double: 'must_cover' },
    { ...OFFERED, tile_set: 'double_nine', seating: 'six', hand_size: 9 },
    FOOT,
    { ...FOOT, seating: 'two' },
    { ...FOOT, arms: 6 },
    { ...FOOT, arms: 8 },
  ];
  const pages = all.map(page);
  assert.equal(new Set(pages.map((texts) => texts.join('\n'))).size, all.length);
  for (const text of pages.flat()) assert.doesNotMatch(text, /[{}]|trains\.\w|undefined|NaN/);
});

test('the numbers of the deal are those of the set', () => {
  const text = page(OFFERED).join('\n');
  assert.match(text, /91 tiles/);
  assert.match(text, /The other 30 lie face down/);
  assert.match(text, /round 1 is the 12-12; .* down to the 6-6/);
  assert.match(
    page({ ...OFFERED, tile_set: 'double_nine', seating: 'six', hand_size: 9 }).join(),
    /No tile is left over/,
  );
});

test('advice is given where the rules make it good', () => {
  const about = (/** @type {TrainsOptions} */ rules) =>
    strategyInWords(rules).map(({ heading }) => heading);
  assert.equal(about(OFFERED).length, Object.keys(TRAINS).length);
  assert.equal(about({ ...OFFERED, double_turn: 'none' }).length, about(OFFERED).length - 1);
  assert.equal(about({ ...OFFERED, double_blank: 0 }).length, about(OFFERED).length - 1);
  assert.equal(about({ ...FOOT, seating: 'three' }).length, Object.keys(FEET).length);
  assert.equal(about(FOOT).length, Object.keys(FEET).length - 1);
});
