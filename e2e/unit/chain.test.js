import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { orders } from '../../static/js/games/trains/orders.js';
import { chained } from '../../static/js/tiles/chain.js';
import { without } from '../../static/js/tiles/copies.js';
import { ordered, sortsOf } from '../../static/js/tiles/orders.js';
import { halvesOf, pipSum } from '../../static/js/tiles/pips.js';
import { tilesOf } from '../../static/js/tiles/sets.js';

const ALL = tilesOf(Array.from({ length: 91 }, (_, thing) => thing));

/** @param {number} least @param {number} most */
const hands = (least, most) =>
  fc.uniqueArray(fc.constantFrom(...ALL), { minLength: least, maxLength: most });
/** Hands of few numbers, so that much fits. @param {number} most */
const dense = (most) => fc.uniqueArray(fc.constantFrom(...ALL.slice(0, 21)), { maxLength: most });

/** The pips at which a chain goes on behind a tile. @param {string} tile @param {number} end */
const behind = (tile, end) => pipSum([tile]) - end;

/** All chains, tile by tile. @param {readonly string[]} hand @param {number} end @returns {string[][]} */
const chains = (hand, end) => [
  [],
  ...hand
    .filter((tile) => halvesOf(tile).includes(end))
    .flatMap((tile) =>
      chains(without(hand, [tile]), behind(tile, end)).map((rest) => [tile, ...rest]),
    ),
];

test('the longest chain lies in front, and what is left by weight', () => {
  const hand = ['5-3', '12-12', '3-1', '12-5', '11-10', '9-3', '12-0', '10-2'];
  assert.deepEqual(chained(hand, [12]), {
    tiles: ['12-12', '12-5', '5-3', '9-3', '11-10', '12-0', '10-2', '3-1'],
    turned: ['12-5'],
    gap: 4,
  });
  assert.deepEqual(chained(hand, [7]).gap, 0);
  assert.deepEqual(chained(hand, []).tiles, ordered(hand, 'high', []));
  assert.equal(chained(hand, [7, 10]).tiles[0], '11-10', 'the heaviest of equally long ones');
});

test('halves that touch lie side by side, the first on top', () => {
  fc.assert(
    fc.property(hands(1, 20), fc.nat(12), (hand, begin) => {
      const { tiles, turned, gap } = chained(hand, [begin]);
      assert.deepEqual([...tiles].sort(), [...hand].sort());
      assert.deepEqual(tiles.slice(gap), ordered(tiles.slice(gap), 'high', []));
      const lying = tiles.slice(0, gap).map((tile) => {
        const [upper, lower] = halvesOf(tile);
        return turned.includes(tile) ? [lower, upper] : [upper, lower];
      });
      lying.reduce((end, [upper, lower], at) => {
        assert.equal(at % 2 === 0 ? upper : lower, end);
        return at % 2 === 0 ? lower : upper;
      }, begin);
    }),
  );
});

test('no chain is longer, and none as long is heavier', () => {
  fc.assert(
    fc.property(dense(7), fc.nat(5), (hand, begin) => {
      const { tiles, gap } = chained(hand, [begin]);
      const found = tiles.slice(0, gap);
      for (const one of chains(hand, begin)) {
        assert.ok(one.length <= found.length);
        if (one.length === found.length) assert.ok(pipSum(one) <= pipSum(found));
      }
    }),
  );
});

test('a chain stays while tiles leave the hand', () => {
  fc.assert(
    fc.property(dense(8), fc.nat(5), (hand, begin) => {
      const before = chained(hand, [begin]);
      const [first, ...others] = before.tiles;
      if (before.gap > 0) {
        const next = chained(others, [behind(first, begin)], before.tiles);
        assert.deepEqual(next.tiles, others);
        assert.equal(next.gap, before.gap - 1);
      }
      const kept = before.tiles.slice(0, -1);
      if (before.gap < hand.length)
        assert.deepEqual(chained(kept, [begin], before.tiles).tiles, kept);
      // Tiles that came meanwhile lie elsewhere in the hand.
      assert.deepEqual(chained([...hand].reverse(), [begin], before.tiles), before);
    }),
  );
});

test('the chain of trains begins at the own train, and in Chickenfoot at any end', () => {
  const played = [
    { seat: 0, tile: '9-4', on: '0', to: 4 },
    { seat: 1, tile: '9-7', on: '0', to: 7 },
  ];
  const table = { engine: '9-9', hand_sizes: [3, 3] };
  const own = { hand: ['8-4', '7-7', '9-1'] };
  /** @param {'mexican_train' | 'chickenfoot'} game @param {number} seat @param {object} [more] */
  const first = (game, seat, more = {}) => {
    const view = { table: { ...table, ...more }, played, history: [], own };
    const at = { view, room: { rules: { trains: { game } } }, me: { seat } };
    const { tiles, gap } = orders.chain(/** @type {any} */ (at), []);
    return tiles.slice(0, gap);
  };
  assert.deepEqual(first('mexican_train', 0), ['7-7']);
  assert.deepEqual(first('mexican_train', 1), ['9-1']);
  assert.deepEqual(first('chickenfoot', 0), ['7-7']);
  assert.deepEqual(first('chickenfoot', 0, { fill: { on: '0', missing: 2 } }), ['9-1']);
});

test('the button goes through the orders of all games, and then those of the game', () => {
  assert.deepEqual(sortsOf({}), ['dealt', 'high', 'suit']);
  assert.deepEqual(sortsOf({ orders }), ['dealt', 'high', 'suit', 'chain']);
});
