// The game for the frameworks: a minimal form of dominoes with a partly hidden state. Players in turn
// play the first tile of their hand, which always fits. When a hand is empty, the tiles are dealt again.

import { randomInt } from 'node:crypto';

export const SEATS = 2;
const HAND = 7;
const PIPS = 7;

/** All tiles in a random order. */
function shuffled() {
  const tiles = [];
  for (let high = 0; high < PIPS; high++) {
    for (let low = 0; low <= high; low++) {
      tiles.push(`${high}-${low}`);
    }
  }
  for (let i = tiles.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [tiles[i], tiles[j]] = [tiles[j], tiles[i]];
  }
  return tiles;
}

/** Deals the tiles. Returns the players' hands and the remaining tiles. */
export function deal() {
  const boneyard = shuffled();
  const hands = Array.from({ length: SEATS }, () => boneyard.splice(0, HAND));
  return { hands, boneyard };
}

/** Parses the command line of these servers. */
export function settings() {
  const value = (name, otherwise) => {
    const at = process.argv.indexOf(`--${name}`);
    return at < 0 ? otherwise : process.argv[at + 1];
  };
  const [host, port] = value('listen', '127.0.0.1:0').split(':');
  return { host, port: Number(port), updateBytes: Number(value('update-bytes', 400)) };
}

/** Prints the address, which means that the server accepts connections. */
export function serving({ address, port }) {
  console.log(`http://${address}:${port}`);
}
