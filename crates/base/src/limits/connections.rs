//! Connections, requests and sockets.

use std::time::Duration;

use super::TABLES_PER_SOCKET_MAX;

// ---- Connections and HTTP ----

/// Open TCP connections of the server, where the limit of open files allows as many. Each connection costs
/// about 25 KB with its socket buffers in use.
pub const CONNECTIONS_MAX: usize = 20_000;

/// Of [`CONNECTIONS_MAX`], the last places, which are kept for newcomers: networks that have few connections,
/// and the machine itself, which asks for the server's health.
pub const CONNECTIONS_KEPT: usize = 256;

/// Connections up to which a network counts as a newcomer: those that a browser opens at once, and a
/// WebSocket.
pub const CONNECTIONS_OF_NEWCOMER: usize = 8;

/// Open files that are kept for everything but connections: the database, the host's listener, and
/// connections that the server accepts only to refuse them.
pub const FILES_KEPT: usize = 128;

/// A connection over which nothing has come for this long may have to give way to others. A page that shows a
/// table sends something at each turn.
pub const IDLE_CONNECTION: Duration = Duration::from_secs(10);

/// Idle connections that a network may have without having to give way: as many as a family needs.
pub const IDLE_CONNECTIONS_LEFT: usize = 16;

/// Connections that give way at once: to find them, the server looks at all connections.
pub const GIVE_WAY_AT_ONCE: usize = 64;

/// The shortest time between two searches for idle connections while nearly all places are taken: a search
/// through 20,000 takes some milliseconds.
pub const MAKE_ROOM_INTERVAL: Duration = Duration::from_millis(100);

/// Bits of the IPv6 networks that are compared when connections have to give way: providers give a customer a
/// /48 at most, and most give a /56 or a /64. An IPv4 address is compared by itself.
pub const NETWORKS: [u32; 3] = [48, 56, 64];

/// Connections that one address may have open, and, counted apart, WebSockets through a trusted proxy, if the
/// settings don't say otherwise. A school behind one address stays well below; the rest of
/// [`CONNECTIONS_MAX`] is left to other addresses.
pub const CONNECTIONS_PER_ADDRESS: u32 = 1_024;

/// Average time between two requests from one address. A page makes a dozen.
pub const REQUEST_INTERVAL: Duration = Duration::from_millis(5);

/// How long an address may save requests up: 2,000 of them, for a school whose 150 browsers all open the page
/// at once.
pub const REQUESTS_BURST: Duration = Duration::from_secs(10);

/// Time between two lines in the log about the same mistake in the host's settings: any visitor can cause
/// such lines.
pub const MISTAKE_INTERVAL: Duration = Duration::from_mins(1);

/// How much of a header's value is written to the log, in bytes: a host name has at most 253.
pub const LOGGED_HEADER_BYTES_MAX: usize = 300;

/// Average time between two refusals for asking too often, before the server slows the address's sockets and
/// requests down: no person is refused so often.
pub const REFUSAL_INTERVAL: Duration = Duration::from_secs(3);

/// How long an address may save refusals up: ten of them.
pub const REFUSALS_BURST: Duration = Duration::from_secs(30);

/// How long the server doesn't read a socket that is refused more often than that, and how long the answer to
/// such a request waits. A connection has one request under way at a time.
pub const REFUSED_REST: Duration = Duration::from_secs(1);

/// Time between two lookups of a trusted proxy's name. When the proxy starts at another address, its visitors
/// count as one address for at most this long.
pub const PROXY_LOOKUP_INTERVAL: Duration = Duration::from_secs(5);

/// How long a lookup of a trusted proxy's name may take. After that the name has no address: another host may
/// have the old one by now.
pub const PROXY_LOOKUP_TIMEOUT: Duration = Duration::from_secs(5);

/// Addresses that a trusted proxy's name may have: the peer of each connection is compared with all of them.
/// A proxy has two for each of its machines.
pub const PROXY_ADDRESSES_MAX: usize = 64;

/// Tables and bots that one address may create in an hour, if the settings don't say otherwise.
pub const TABLES_PER_ADDRESS: u32 = 1_000;

/// How long an address may save up tables and bots: the hour by which they are counted.
pub const TABLES_BURST: Duration = Duration::from_hours(1);

/// Rows that may be written from one address in a minute, if the settings don't say otherwise: a hundred a
/// second, which a school full of players doesn't reach.
pub const ROWS_PER_ADDRESS: u32 = 6_000;

/// The share of an address's rows that one visitor may use: a 25th, which is four a second for a minute, at
/// all tables together. People play one tile in some seconds, programs one or two a second.
pub const VISITOR_SHARE_OF_ROWS: u32 = 25;

/// The share of an address's rows that one table may use, for all its visitors together: a tenth, which is
/// ten a second.
pub const TABLE_SHARE_OF_ROWS: u32 = 10;

/// How many IPv6 addresses (networks of /64) one network of /48 may use the rows of: a customer may have
/// 65,536 such addresses.
pub const ADDRESSES_OF_NETWORK: u32 = 8;

/// Bytes that may be written in a day for each row that may be written in a minute. An address that writes
/// rows of 100 bytes as fast as it may can do so for six hours, which makes 216 MB.
pub const WRITTEN_BYTES_PER_ROW: u64 = 36_000;

/// Bytes that the database needs for a row besides its content.
pub const ROW_BYTES: usize = 40;

/// Bytes in a row that is seldom written: a listing, a name, a bot.
pub const SMALL_ROW_BYTES: usize = 200;

/// Rows that a change of name counts as: the name itself, and a row at each table that the socket follows.
/// Other players see each change, so a dozen changes in a minute are enough.
pub const ROWS_OF_A_NAME: u32 = 1 + TABLES_PER_SOCKET_MAX as u32;

/// Visitors and addresses whose budgets are held. Beyond this number, full budgets are dropped, then all
/// budgets of visitors. It is more than can be connected, at some 150 bytes each.
pub const BUDGETS_MAX: usize = 2 * CONNECTIONS_MAX;

/// Average time between two changes of one kind that a player may take back ("ready", a name) at a table. A
/// change that comes sooner waits, and a later one replaces it.
pub const CHANGE_INTERVAL: Duration = Duration::from_secs(3);

/// How long a player may save such changes up: three of them.
pub const CHANGE_BURST: Duration = Duration::from_secs(9);

/// Addresses that are counted. Beyond this number, addresses with nothing open are dropped. It is more than
/// can be connected, at about 150 bytes each.
pub const ADDRESSES_MAX: usize = 2 * CONNECTIONS_MAX;

/// How long a client may take to send a request's line and headers, and how long an idle
/// connection is kept for its next request. A browser needs one round trip.
pub const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a request may take from its headers to its answer, including its body.
pub const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// Bytes of one request's line and headers. A request of the client has one cookie and what browsers add:
/// under 2 KiB.
pub const HEADER_BYTES_MAX: usize = 16 * 1024;

/// Bytes of a request's body. The largest that the client sends is a table's options, under 1 KiB.
pub const HTTP_BODY_BYTES_MAX: usize = 16 * 1024;

/// Bytes of a `Host` header from which the server makes an address: the longest name that DNS allows, and a
/// port.
pub const HOST_BYTES_MAX: usize = 253 + ":65535".len();

/// Time between the closing of two sockets at a shutdown, where there are few sockets: the two players of a
/// table are told at once.
pub const DRAIN_INTERVAL: Duration = Duration::from_millis(1);

/// How long a shutdown takes at most to close all sockets one after another. Their clients come back within
/// two seconds more, so 20,000 clients make 3,300 connections a second elsewhere. Together with
/// [`SHUTDOWN_TIMEOUT`] this stays below the ten seconds that Docker gives a container to end.
pub const DRAIN_SPREAD: Duration = Duration::from_secs(4);

/// How long a shutdown then waits for requests, sockets and appends that are under way.
pub const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// How long the accept loop rests after the system has refused it a connection, most often because the
/// process has no file descriptor left. Without a rest the loop would spin.
pub const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

/// Connections that the accept loop takes or refuses before it lets other tasks run: each takes some 20
/// microseconds.
pub const ACCEPTED_AT_ONCE: usize = 8;

/// Tasks that a thread of the server runs before it asks the system which sockets can be read. With tokio's
/// default of 61, a player's move waited behind milliseconds of requests while a flood of requests kept the
/// threads busy. Asking costs a few microseconds.
pub const TASKS_BETWEEN_LOOKS: u32 = 8;

/// The priority, from 0 to 99, of the thread that serves visitors who don't sit at a table. Linux makes it a
/// nice value of 10, with which the thread gets a tenth of the time of a players' thread on the same core.
pub const VISITORS_PRIORITY: u8 = 25;

/// How long an answer of the readiness check is kept. Requests within this time get the same answer.
pub const READY_FRESH: Duration = Duration::from_secs(1);

/// How long the storage may take to answer the readiness check.
pub const READY_TIMEOUT: Duration = Duration::from_secs(2);

/// How long `boneyard-server health` waits for each step of its request.
pub const HEALTH_TIMEOUT: Duration = Duration::from_secs(3);

// ---- Sockets ----

/// Bytes of a frame from a client. The longest message is a full line of chat, of which each character may be
/// written as two escaped halves of six bytes: 2,400 bytes, and the JSON around them.
pub const FRAME_BYTES_MAX: usize = 4096;

/// Bytes that may come over a socket until a message is complete: twice the longest message, since a message
/// may come in several frames, whose headers count as well.
pub const MESSAGE_BYTES_MAX: usize = 2 * FRAME_BYTES_MAX;

/// How long a new socket may take to say hello.
pub const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// Messages that one socket may send in a second on average, if the settings don't say otherwise. A person
/// makes a few.
pub const MESSAGES_PER_SECOND: u32 = 20;

/// How long a socket may save messages up to send them at once: a page follows all its tables again after a
/// reconnect.
pub const MESSAGES_BURST: Duration = Duration::from_secs(3);

/// Messages that wait to be sent over one socket. A round has under 60 events; a client that is further
/// behind is closed, and starts over.
pub const SOCKET_QUEUE_MAX: usize = 128;

/// Bytes of a socket's read buffer, which is allocated for as long as the socket is open: most messages of a
/// client are shorter than 200 bytes. The buffer grows for a longer frame.
pub const SOCKET_READ_BUFFER_BYTES: usize = 512;

/// How long a socket may be silent before the server sends it a ping.
pub const PING_AFTER: Duration = Duration::from_secs(20);

/// How long a client may take to answer a ping. Together with [`PING_AFTER`], a connection that has died is
/// found within 30 seconds.
pub const PONG_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a client may take to receive what the server has written to it, over HTTP as well.
pub const SOCKET_WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// Frames that are read from a closing socket: those that were on their way. More of them are a flood, and
/// reading them would cost more than the messages for which the socket was closed.
pub const CLOSING_FRAMES_MAX: usize = 256;

/// How long a closing socket waits for the client's answer.
pub const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
