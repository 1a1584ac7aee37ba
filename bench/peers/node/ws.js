// A relay on `ws`. It sends each play to both players, and stores nothing.

import http from 'node:http';
import { WebSocketServer } from 'ws';
import { SEATS, serving, settings } from './dominoes.js';

const { host, port, updateBytes } = settings();
const tables = new Map();

function update(table, ply) {
  const turn = ply % SEATS;
  const head = `{"type":"update","table":${table},"ply":${ply},"turn":${turn},"board":"`;
  return `${head.padEnd(updateBytes - 2, 'x')}"}`;
}

function publish(number, table) {
  // One buffer for both players, because `ws` would otherwise encode the text twice.
  const frame = Buffer.from(update(number, table.ply));
  for (const seat of table.seats) {
    seat.send(frame, { binary: false });
  }
}

const server = http.createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket, request) => {
  const query = new URL(request.url, 'http://relay').searchParams;
  const number = Number(query.get('table'));
  const seat = Number(query.get('seat'));
  let table = tables.get(number);
  if (!table) {
    table = { seats: [], ply: 0 };
    tables.set(number, table);
  }
  table.seats[seat] = socket;
  socket.on('message', (data) => {
    const play = JSON.parse(data);
    if (play.ply !== table.ply || table.ply % SEATS !== seat) {
      socket.close();
      return;
    }
    table.ply += 1;
    publish(number, table);
  });
  if (table.seats[0] && table.seats[1]) {
    publish(number, table);
  }
});
server.listen(port, host, () => serving(server.address()));
