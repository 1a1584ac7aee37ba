import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawNumbered, turnNumbered } from '../../static/js/tiles/numerals.js';
import { halvesOf } from '../../static/js/tiles/pips.js';
import { tilesOf } from '../../static/js/tiles/sets.js';
import { drawTile } from '../../static/js/tiles/tile.js';
import { fakePage, seenIn } from './fake_page.js';

const ALL = tilesOf(Array.from({ length: 91 }, (_, thing) => thing));

/** @param {{ getAttribute(name: string): string | null }} element @param {string} name */
const number = (element, name) => Number(element.getAttribute(name));

test('each tile up to 12-12 has its pips, apart from each other and within their half', (context) => {
  fakePage(context);
  for (const tile of ALL) {
    const pips = seenIn(drawTile(tile))
      .querySelectorAll('.tile-pip')
      .map((pip) => ({ x: number(pip, 'cx'), y: number(pip, 'cy'), r: number(pip, 'r') }));
    const upper = pips.filter(({ y, r }) => y + r < 0);
    const lower = pips.filter(({ y, r }) => y - r > 0);
    assert.deepEqual([upper.length, lower.length], halvesOf(tile), tile);
    assert.equal(pips.length, upper.length + lower.length, tile);
    for (const { x, y, r } of pips) {
      assert.ok(Math.abs(x) + r < 46 && Math.abs(y) + r < 96, tile);
      const near = pips.filter((one) => Math.hypot(one.x - x, one.y - y) < 2 * r + 2);
      assert.equal(near.length, 1, tile);
    }
  }
});

test('numerals stand in the middles of the halves, however a tile lies', (context) => {
  fakePage(context);
  const drawing = drawNumbered('12-5');
  const places = () =>
    seenIn(drawing)
      .querySelectorAll('.tile-numeral')
      .map((text) => [text.seen, number(text, 'x'), number(text, 'y')]);
  const upright = [
    ['12', 0, -50],
    ['5', 0, 50],
  ];
  assert.deepEqual(places(), upright);
  turnNumbered(drawing, 90);
  assert.deepEqual(places(), [
    ['12', 50, 0],
    ['5', -50, 0],
  ]);
  turnNumbered(drawing, 180);
  assert.deepEqual(places(), [
    ['12', 0, 50],
    ['5', 0, -50],
  ]);
  turnNumbered(drawing, 270);
  assert.deepEqual(places(), [
    ['12', -50, 0],
    ['5', 50, 0],
  ]);
  turnNumbered(drawing, 0);
  assert.deepEqual(places(), upright);
});
