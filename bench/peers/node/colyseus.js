// A Colyseus room for each table. Only the owner of a hand sees it, and each play sends one patch. The
// transport uses `ws`; the one that uses µWebSockets is not on npm.

import http from 'node:http';
import { Room, Server } from '@colyseus/core';
import { ArraySchema, StateView, schema, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { deal, SEATS, serving, settings } from './dominoes.js';

const { host, port } = settings();

const Seat = schema({
  hand: t.array('string').view(),
  size: t.uint8(),
  score: t.uint16(),
});

const Board = schema({
  ply: t.uint32(),
  turn: t.uint8(),
  boneyard: t.uint8(),
  layout: t.array('string'),
  seats: t.array(Seat),
});

class Domino extends Room {
  maxClients = SEATS;
  // A patch is sent for each play, and not at a fixed rate.
  patchRate = null;
  state = new Board({ ply: 0, turn: 0, boneyard: 0 });

  onCreate() {
    this.ready = 0;
    this.seatOf = new Map();
    for (let seat = 0; seat < SEATS; seat++) {
      this.state.seats.push(new Seat({ size: 0, score: 0 }));
    }
    this.onMessage('ready', () => {
      this.ready += 1;
      if (this.ready === SEATS) {
        this.deal();
        this.broadcastPatch();
      }
    });
    this.onMessage('play', (client, play) => {
      const { state } = this;
      if (play.ply !== state.ply || this.seatOf.get(client.sessionId) !== state.turn) {
        client.leave();
        return;
      }
      const seat = state.seats[state.turn];
      state.layout.push(seat.hand.shift());
      seat.size = seat.hand.length;
      state.ply += 1;
      state.turn = state.ply % SEATS;
      if (seat.size === 0) {
        seat.score += 5;
        this.deal();
      }
      this.broadcastPatch();
    });
  }

  onJoin(client, { seat }) {
    this.seatOf.set(client.sessionId, seat);
    client.view = new StateView();
    client.view.add(this.state.seats[seat]);
  }

  deal() {
    const { hands, boneyard } = deal();
    this.state.layout = new ArraySchema();
    this.state.boneyard = boneyard.length;
    for (const [seat, hand] of hands.entries()) {
      this.state.seats[seat].hand = new ArraySchema(...hand);
      this.state.seats[seat].size = hand.length;
    }
    for (const client of this.clients) {
      client.view.add(this.state.seats[this.seatOf.get(client.sessionId)]);
    }
  }
}

const server = http.createServer();
const game = new Server({ transport: new WebSocketTransport({ server }), greet: false });
game.define('domino', Domino);
await game.listen(port, host);
serving(server.address());
