// boardgame.io with matches in memory. Its player view hides the hands. It sends the whole state with
// each move: patches (`deltaState`) are shorter, but need twice the CPU time.

import { createRequire } from 'node:module';
import { deal, serving, settings } from './dominoes.js';

const require = createRequire(import.meta.url);
const { Server } = require('boardgame.io/server');
const { PlayerView } = require('boardgame.io/core');

const { host, port } = settings();

function dealt() {
  const { hands, boneyard } = deal();
  return {
    secret: { boneyard },
    players: Object.fromEntries(hands.map((hand, seat) => [seat, { hand }])),
    boneyard: boneyard.length,
    layout: [],
  };
}

const domino = {
  name: 'domino',
  setup: () => ({ ...dealt(), scores: [0, 0] }),
  playerView: PlayerView.STRIP_SECRETS,
  disableUndo: true,
  moves: {
    play({ G, playerID }) {
      const { hand } = G.players[playerID];
      G.layout.push(hand.shift());
      if (hand.length === 0) {
        G.scores[playerID] += 5;
        Object.assign(G, dealt());
      }
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};

const server = Server({ games: [domino], origins: ['http://127.0.0.1'] });
await server.db.connect();
// The `run` of the library would listen on all addresses, and add a lobby that is not needed here.
const listener = server.app.listen(port, host, () => serving(listener.address()));
