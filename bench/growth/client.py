"""A visitor of the server: requests over HTTP, and messages over a WebSocket."""

import base64
import http.client
import json
import os
import socket
import struct
import time

# How long any answer may take.
ANSWER_S = 30

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10

PROTOCOL = 1


class Visitor:
    """Somebody with a cookie. Each request has a connection of its own, as that of a new page has."""

    def __init__(self, address, cookie=None):
        self.address = address
        self.cookie = cookie
        if cookie is None:
            _, headers = self.request("GET", "/api/me")
            self.cookie = headers["Set-Cookie"].split(";")[0]

    def request(self, method, path, body=None):
        """The JSON of an answer, and its headers."""
        connection = http.client.HTTPConnection(self.address, timeout=ANSWER_S)
        headers = {"Content-Type": "application/json"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        connection.request(method, path, json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        if answer.status not in (200, 201):
            raise RuntimeError(f"{method} {path} was answered with {answer.status}: {text[:200]}")
        return json.loads(text), answer.headers

    def connect(self):
        """A WebSocket that has been welcomed."""
        return WebSocket(self)


class WebSocket:
    """Messages of the protocol, and what the last ones said of a table."""

    def __init__(self, visitor):
        host, port = visitor.address.split(":")
        self.socket = socket.create_connection((host, int(port)), ANSWER_S)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {visitor.address}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {visitor.cookie}\r\n\r\n".encode()
        )
        head = self.take_until(b"\r\n\r\n").decode()
        if " 101 " not in head.splitlines()[0]:
            raise RuntimeError(f"no WebSocket: {head.splitlines()[0]}")
        self.version = self.ply = self.phase = self.offer = None
        self.send(type="hello", protocol=PROTOCOL)
        self.receive("welcome")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, **message):
        self.send_frame(TEXT, json.dumps(message).encode())

    def receive(self, kind):
        """The next message of this kind. Those before it are taken in as well."""
        while True:
            opcode, payload = self.receive_frame()
            if opcode == PING:
                self.send_frame(PONG, payload)
            elif opcode == CLOSE:
                raise RuntimeError(f"the server closed the connection: {payload[2:].decode()}")
            elif opcode == TEXT:
                message = json.loads(payload)
                if message["type"] == "error":
                    raise RuntimeError(f"the server refused a message: {message}")
                self.fold(message)
                if message["type"] == kind:
                    return message

    def fold(self, message):
        """Remembers what a table's message says of the match. What it leaves out is as before."""
        if message["type"] not in ("table", "update"):
            return
        self.version = message["v"]
        about = message.get("view") or {} if message["type"] == "table" else message
        board = about.get("board")
        if board is None:
            return
        self.ply = board.get("ply", self.ply)
        if "turn" in board:
            self.phase = "playing"
        self.phase = (board.get("phase") or {"type": self.phase})["type"]
        placements = (about.get("own") or {}).get("placements")
        self.offer = placements[0] if placements else None

    def take_until(self, end):
        while end not in self.received:
            self.read_more()
        taken, self.received = self.received.split(end, 1)
        return taken

    def take(self, length):
        while len(self.received) < length:
            self.read_more()
        taken, self.received = self.received[:length], self.received[length:]
        return taken

    def read_more(self):
        more = self.socket.recv(65_536)
        if not more:
            raise RuntimeError("the server closed the connection")
        self.received += more

    def receive_frame(self):
        """A frame of the server: whole, and not masked."""
        first, length = self.take(2)
        if length == 126:
            (length,) = struct.unpack(">H", self.take(2))
        elif length == 127:
            (length,) = struct.unpack(">Q", self.take(8))
        return first & 0x0F, self.take(length)

    def send_frame(self, opcode, payload):
        """A frame of a client, masked with zeros. It is shorter than 64 KiB."""
        length = len(payload)
        head = bytes([0x80 | opcode])
        head += bytes([0x80 | length]) if length < 126 else struct.pack(">BH", 0xFE, length)
        self.socket.sendall(head + bytes(4) + payload)


class Players:
    """Two people who sit at a table, over connections that follow it."""

    def __init__(self, address, table, cookies):
        self.table = table
        self.sockets = [Visitor(address, cookie).connect() for cookie in cookies]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for player in self.sockets:
            player.socket.close()

    def open(self):
        """Each opens the table, the first one first; how long each waits for it, in seconds."""
        waits = []
        for player in self.sockets:
            began = time.perf_counter()
            player.send(type="open", table=self.table)
            player.receive("table")
            waits.append(time.perf_counter() - began)
        return waits

    def move(self):
        """Makes the next move; how long its player waits for the update, in seconds."""
        while not any(player.offer for player in self.sockets):
            self.go_on()
        player = next(player for player in self.sockets if player.offer)
        ply, offer = player.ply, player.offer
        began = time.perf_counter()
        player.send(type="play", table=self.table, ply=ply, tile=offer["tile"], arm=offer.get("arm"))
        while player.ply == ply:
            player.receive("update")
        waited = time.perf_counter() - began
        self.catch_up()
        return waited

    def go_on(self):
        """Everybody is ready for the next round, or for a rematch."""
        phase = self.sockets[0].phase
        kinds = {"round_over": {"type": "next"}, "match_over": {"type": "ready", "ready": True}}
        if phase not in kinds:
            raise RuntimeError(f"nobody can go on in the phase {phase}")
        for player in self.sockets:
            before = player.version
            player.send(table=self.table, **kinds[phase])
            while player.version == before:
                player.receive("update")
            self.catch_up()

    def catch_up(self):
        """Reads until everybody knows the latest version that somebody knows."""
        latest = max(player.version for player in self.sockets)
        for player in self.sockets:
            while player.version < latest:
                player.receive("update")
