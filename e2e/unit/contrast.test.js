import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const TOKENS = readFileSync('static/css/tokens.css', 'utf8');
const TILES = readFileSync('static/css/tile.css', 'utf8');
const TRAINS = readFileSync('static/css/trains.css', 'utf8');

/**
 * The tokens of one rule.
 * @param {string} css
 * @param {string} selector the last of the rule's selectors
 */
function tokens(css, selector) {
  const start = css.indexOf(`${selector} {`);
  assert.ok(start >= 0, selector);
  const body = css.slice(start, css.indexOf('}', start));
  return new Map([...body.matchAll(/(--[\w-]+): ([^;]+);/g)].map((match) => [match[1], match[2]]));
}

/**
 * A colour as red, green and blue from 0 to 255; the first of `light-dark()` is the light one.
 * @param {string} value
 * @param {'light' | 'dark'} theme
 */
function colour(value, theme) {
  const both = /light-dark\((#\w+), (#\w+)\)/.exec(value);
  const hex = (both ? both[theme === 'light' ? 1 : 2] : value).slice(1);
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16));
}

/** What a token is, also where it is another one. @param {Map<string, string>} page @param {string} name @returns {string} */
function tokenOf(page, name) {
  const value = page.get(name);
  assert.ok(value, name);
  const other = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return other ? tokenOf(page, other) : value;
}

/** @param {number[]} rgb */
function luminance(rgb) {
  const [r, g, b] = rgb.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG's contrast ratio. @param {number[]} one @param {number[]} other */
function contrast(one, other) {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const PAGE = tokens(TOKENS, ':root');

/** The tokens of the page with each look of the table. */
const SURFACES = {
  felt: PAGE,
  wood: new Map([...PAGE, ...tokens(TOKENS, '[data-surface="wood"]')]),
  sea: new Map([...PAGE, ...tokens(TOKENS, '[data-surface="sea"]')]),
};

const looks = ['ivory', 'ebony', 'contrast'].flatMap((set) =>
  Object.entries(SURFACES).map(([surface, page]) => ({ set, surface, page })),
);
for (const { set, surface, page } of looks) {
  const rule = `[data-tiles="${set}"]`;
  const tiles = new Map([...tokens(TILES, rule), ...tokens(TRAINS, rule)]);
  /** @param {string} name @param {'light' | 'dark'} theme */
  const of = (name, theme) => {
    return colour(tiles.get(name) ?? tokenOf(page, name), theme);
  };

  test(`${set} tiles can be read on ${surface} in both themes`, () => {
    const least = set === 'contrast' ? 21 : 10;
    assert.ok(contrast(of('--tile-pip', 'light'), of('--tile-face', 'light')) >= least);
    for (let n = 1; n <= 12; n++) {
      const pips = `--tile-pip-${n}`;
      assert.ok(contrast(of(pips, 'light'), of('--tile-face', 'light')) >= 5, pips);
      assert.ok(contrast(of(pips, 'dark'), of('--tile-face', 'dark')) >= 4.5, pips);
    }
    for (const theme of /** @type {const} */ (['light', 'dark'])) {
      for (const ground of ['--felt', '--felt-edge', '--rail']) {
        const parts = ['--tile-face', '--tile-rim', '--tile-edge'];
        const best = Math.max(...parts.map((part) => contrast(of(part, theme), of(ground, theme))));
        assert.ok(best >= 3, `${ground}, ${theme}: ${best.toFixed(2)}`);
      }
    }
  });
}

test('words on bars and chips can be read in both themes', () => {
  const pairs = [
    ['--ink', '--page'],
    ['--ink-soft', '--page-high'],
    ['--ink-soft', '--page'],
    ['--ink', '--accent-soft'],
    ['--ink-soft', '--accent-soft'],
    ['--accent-ink', '--accent'],
    ['--accent', '--page'],
    ['--link', '--page'],
    ['--link', '--page-high'],
    ['--link', '--accent-soft'],
    ['--warn', '--page-high'],
    ['--page-high', '--warn'],
    ['--turn-ink', '--turn'],
    ['--ivory-ink', '--ivory'],
    ['--ivory', '--felt'],
    ['--rail-ink', '--rail'],
    ['--felt-ink', '--felt'],
    ['--felt-ink-soft', '--felt'],
    ['--felt-ink-soft', '--felt-edge'],
    ['--turn', '--rail'],
    ['--score-ink', '--score'],
  ];
  for (const [ink, ground] of pairs) {
    for (const theme of /** @type {const} */ (['light', 'dark'])) {
      for (const [surface, page] of Object.entries(SURFACES)) {
        const [one, other] = [ink, ground].map((name) => colour(tokenOf(page, name), theme));
        const ratio = contrast(one, other);
        assert.ok(ratio >= 4.5, `${ink} on ${ground}, ${surface}, ${theme}: ${ratio.toFixed(2)}`);
      }
    }
  }
});
