/** A round of two seats with the values of the published vectors, whose terms have rules that a test plays by. */
import { readFileSync } from 'node:fs';
import { agreedHash, bytesOf, hex, orderOf, termsOf } from '../../static/js/fair/scheme.js';
import { tilesOf } from '../../static/js/tiles/sets.js';

export const vectors = JSON.parse(readFileSync('docs/fair-deal-vectors.json', 'utf8'));

/** @param {any} line the rules */
export async function dealtBy(line) {
  const agreed = { rules: { line }, computers: [null, null] };
  const fixed = { ...vectors.terms[0], agreed: await agreedHash(agreed) };
  const [published] = vectors.orders;
  const terms = await termsOf(fixed);
  const seeds = published.seeds.map((/** @type {string} */ seed) => bytesOf(seed));
  const order = await orderOf(bytesOf(published.secret), { ...published, terms, seeds });
  return {
    fixed,
    agreed,
    vector: { ...published, terms: hex(terms), order, tiles: tilesOf(order) },
  };
}
