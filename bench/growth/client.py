"""A visitor of the server: requests over HTTP, and messages over a WebSocket."""

import base64
import http.client
import json
import os
import socket
import struct
import time

# The time that an answer may take.
ANSWER_S = 30

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10

PROTOCOL = 1


class Visitor:
    """A person with a cookie. Each request has a connection of its own, like the request of a new page."""

    def __init__(self, address, cookie=None):
        self.address = address
        self.cookie = cookie
        if cookie is None:
            _, headers = self.request("GET", "/api/me")
            self.cookie = headers["Set-Cookie"].split(";")[0]

    def request(self, method, path, body=None):
        """Sends a request. Returns the JSON and the headers of the answer."""
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
        """Opens a WebSocket, and waits for the welcome message."""
        return WebSocket(self)


class WebSocket:
    """A WebSocket with the messages of the protocol, and the last known state of a table."""

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
        self.version = self.ply = self.is_over = self.offer = None
        self.send(type="hello", protocol=PROTOCOL)
        self.receive("welcome")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, **message):
        self.send_frame(TEXT, json.dumps(message).encode())

    def receive(self, kind):
        """Waits for a message of this kind. Messages before it update the state too."""
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
        """Updates the state from a message about a table. Fields that are absent are unchanged."""
        if message["type"] not in ("table", "update"):
            return
        self.version = message["v"]
        standing = message.get("standing")
        if standing is None:
            return
        self.ply = standing["ply"]
        self.is_over = standing.get("over", False)
        if message["type"] == "table":
            own = message["view"]["line"].get("own")
        else:
            own = message.get("own", {}).get("line")
        placements = (own or {}).get("placements")
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
        """Reads a frame of the server, which is never fragmented or masked."""
        first, length = self.take(2)
        if length == 126:
            (length,) = struct.unpack(">H", self.take(2))
        elif length == 127:
            (length,) = struct.unpack(">Q", self.take(8))
        return first & 0x0F, self.take(length)

    def send_frame(self, opcode, payload):
        """Sends a frame of less than 64 KiB, masked with zeros."""
        length = len(payload)
        head = bytes([0x80 | opcode])
        head += bytes([0x80 | length]) if length < 126 else struct.pack(">BH", 0xFE, length)
        self.socket.sendall(head + bytes(4) + payload)


class Players:
    """Two people who are seated at a table, with connections that follow it."""

    def __init__(self, address, table, cookies):
        self.table = table
        self.sockets = [Visitor(address, cookie).connect() for cookie in cookies]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for player in self.sockets:
            player.socket.close()

    def open(self):
        """Opens the table for both players in turn. Returns the waiting time of each, in seconds."""
        waits = []
        for player in self.sockets:
            began = time.perf_counter()
            player.send(type="open", table=self.table)
            player.receive("table")
            waits.append(time.perf_counter() - began)
        return waits

    def move(self):
        """Makes the next move. Returns how long its player waits for the update, in seconds."""
        while not any(player.offer for player in self.sockets):
            self.go_on()
        player = next(player for player in self.sockets if player.offer)
        ply, offer = player.ply, player.offer
        began = time.perf_counter()
        move = {"line": {"play": {"tile": offer["tile"], "arm": offer.get("arm")}}}
        player.send(type="move", table=self.table, ply=ply, move=move)
        while player.ply == ply:
            player.receive("update")
        waited = time.perf_counter() - began
        self.catch_up()
        return waited

    def go_on(self):
        """Makes both players ready for the next round or for a rematch."""
        goes_on = {"type": "ready", "ready": True} if self.sockets[0].is_over else {"type": "next"}
        for player in self.sockets:
            before = player.version
            player.send(table=self.table, **goes_on)
            while player.version == before:
                player.receive("update")
            self.catch_up()

    def catch_up(self):
        """Reads until both players have the latest version."""
        latest = max(player.version for player in self.sockets)
        for player in self.sockets:
            while player.version < latest:
                player.receive("update")
