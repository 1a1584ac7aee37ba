//! Connections, requests and sockets.

use std::time::Duration;

use super::TABLES_PER_SOCKET_MAX;

// ---- Connections and HTTP ----

/// Open TCP connections, where the limit of open files allows as many. Each costs about 25 KB with its
/// socket buffers in use.
pub const CONNECTIONS_MAX: usize = 20_000;

/// Of these the last ones are kept for newcomers: networks that have few connections, the machine itself
/// among them, which asks for the server's health.
pub const CONNECTIONS_KEPT: usize = 256;

/// Connections with which a network still counts as a newcomer: what a browser opens at once, and a
/// WebSocket.
pub const CONNECTIONS_OF_NEWCOMER: usize = 8;

/// Open files that are kept for everything but connections: the database, the host's listener, and
/// connections that are looked at before they are refused.
pub const FILES_KEPT: usize = 128;

/// How long nothing may come over a connection before it may have to give way to others: a page that is
/// looked at says something at each turn.
pub const IDLE_CONNECTION: Duration = Duration::from_secs(10);

/// Idle connections that a network may have without having to give way: a family's.
pub const IDLE_CONNECTIONS_LEFT: usize = 16;

/// Connections that give way at once: finding them means looking at all.
pub const GIVE_WAY_AT_ONCE: usize = 64;

/// How often idle connections are looked for at most while nearly all places are taken: looking through
/// 20,000 takes some milliseconds.
pub const MAKE_ROOM_INTERVAL: Duration = Duration::from_millis(100);

/// Bits of the IPv6 networks that are compared when some have to give way: providers give a customer a /48
/// at most, most a /56 or a /64. An IPv4 address is compared by itself.
pub const NETWORKS: [u32; 3] = [48, 56, 64];

/// Connections that one address may have open, and again WebSockets through a trusted proxy, if the
/// settings don't say otherwise. A school behind one address is well below; what is left of
/// [`CONNECTIONS_MAX`] is everybody else's.
pub const CONNECTIONS_PER_ADDRESS: u32 = 1_024;

/// Between two requests from one address, on average. A page is a dozen.
pub const REQUEST_INTERVAL: Duration = Duration::from_millis(5);

/// For how long an address may save requests up: 2,000, a school whose 150 browsers all open the page
/// at once.
pub const REQUESTS_BURST: Duration = Duration::from_secs(10);

/// Between two lines in the log about the same mistake of the host's: strangers can cause them.
pub const MISTAKE_INTERVAL: Duration = Duration::from_mins(1);

/// How much of a header's value is written to the log, in bytes: a host name has 253 at most.
pub const LOGGED_HEADER_BYTES_MAX: usize = 300;

/// Between two refusals of what an address wants too often, on average, before its sockets and requests
/// wait for more of them: no person is refused so often.
pub const REFUSAL_INTERVAL: Duration = Duration::from_secs(3);

/// For how long refusals may be saved up: ten.
pub const REFUSALS_BURST: Duration = Duration::from_secs(30);

/// How long a socket that was refused more often is not read after each refusal, and how long the answer
/// to such a request waits. A connection has one request under way.
pub const REFUSED_REST: Duration = Duration::from_secs(1);

/// Between two lookups of a trusted proxy's name. For as long, at most, the proxy's visitors count as
/// one address after it has started at another one.
pub const PROXY_LOOKUP_INTERVAL: Duration = Duration::from_secs(5);

/// How long a lookup of that name may take. Then the name has no address: the one that it had may
/// belong to another host by now.
pub const PROXY_LOOKUP_TIMEOUT: Duration = Duration::from_secs(5);

/// Addresses that one such name may have: each is compared with the far end of each connection. A
/// proxy has two for each of its machines.
pub const PROXY_ADDRESSES_MAX: usize = 64;

/// Tables and bots that one address may make in an hour, if the settings don't say otherwise.
pub const TABLES_PER_ADDRESS: u32 = 1_000;

/// For how long an address may save them up: the hour that they are counted by.
pub const TABLES_BURST: Duration = Duration::from_hours(1);

/// Rows that may be written from one address in a minute, if the settings don't say otherwise: a hundred a
/// second, which a school full of players stays below.
pub const ROWS_PER_ADDRESS: u32 = 6_000;

/// One visitor may have a 25th of them: four a second for a minute, at all tables together. People play
/// one tile in some seconds, programs one or two a second.
pub const VISITOR_SHARE_OF_ROWS: u32 = 25;

/// One table may have a tenth of them, for all its visitors together: ten a second.
pub const TABLE_SHARE_OF_ROWS: u32 = 10;

/// IPv6 addresses (networks of /64) whose rows one network of /48 may have written together: a customer may
/// have 65,536 of them.
pub const ADDRESSES_OF_NETWORK: u32 = 8;

/// Bytes that may be written in a day for each row that may be written in a minute: so that an address
/// that writes rows of 100 bytes as fast as it may can do so for six hours, some 216 MB.
pub const WRITTEN_BYTES_PER_ROW: u64 = 36_000;

/// Bytes that a row costs besides what is in it.
pub const ROW_BYTES: usize = 40;

/// Bytes in a row that is seldom written: a listing, a name, a bot.
pub const SMALL_ROW_BYTES: usize = 200;

/// Rows that another name counts as: the name itself, and a row at each table of a socket. Other
/// players see each change, so a dozen changes in a minute are enough.
pub const ROWS_OF_A_NAME: u32 = 1 + TABLES_PER_SOCKET_MAX as u32;

/// Visitors and addresses whose budgets are known before those that are as good as new are forgotten: more
/// than can be connected, at some 150 bytes each.
pub const BUDGETS_MAX: usize = 2 * CONNECTIONS_MAX;

/// Between two changes of one kind that a player makes at a table and may take back ("ready", a name), on
/// average. Those that come sooner wait, and replace each other.
pub const CHANGE_INTERVAL: Duration = Duration::from_secs(3);

/// For how long a player may save them up: three.
pub const CHANGE_BURST: Duration = Duration::from_secs(9);

/// Addresses that are counted before those with nothing open are forgotten: more than can be
/// connected, at about 150 bytes each.
pub const ADDRESSES_MAX: usize = 2 * CONNECTIONS_MAX;

/// How long a client may take to send a request's line and headers, and how long an idle
/// connection is kept for its next request. A browser needs one round trip.
pub const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a request may take from its headers to its answer, its body included.
pub const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// Bytes of one request's line and headers. Ours is one cookie and what browsers add: under 2 KiB.
pub const HEADER_BYTES_MAX: usize = 16 * 1024;

/// Bytes of a request's body. The largest is a table's options, under 1 KiB.
pub const HTTP_BODY_BYTES_MAX: usize = 16 * 1024;

/// Bytes of the `Host` header where an address is made of it: the longest name that there can be,
/// and a port.
pub const HOST_BYTES_MAX: usize = 253 + ":65535".len();

/// Between two sockets that a stop closes, where there are few: two players are told at once.
pub const DRAIN_INTERVAL: Duration = Duration::from_millis(1);

/// How long a stop takes at most to close all sockets one after another. Their clients come back within
/// two seconds more, so 20,000 make 3,300 connections a second elsewhere. With [`SHUTDOWN_TIMEOUT`] it
/// stays below the ten seconds that Docker gives a container to end.
pub const DRAIN_SPREAD: Duration = Duration::from_secs(4);

/// How long a stop then waits for requests, sockets and appends that are under way.
pub const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// How long the accept loop rests after the system refused it a connection, most often because the
/// process has no file descriptor left. Without a rest it would spin.
pub const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

/// Connections that are taken, or refused, before others come in between: each takes some 20 microseconds.
pub const ACCEPTED_AT_ONCE: usize = 8;

/// Tasks that a thread of the server runs before it looks which sockets can be read again. With tokio's 61 a
/// player's move waited behind milliseconds of requests when a flood of them kept the threads busy; a
/// look costs a few microseconds.
pub const TASKS_BETWEEN_LOOKS: u32 = 8;

/// How urgent the thread of those is who don't sit at a table, from 0 to 99. Linux makes it a nice value of 10,
/// with which it has a tenth of the time of a player's thread that wants the same core.
pub const VISITORS_PRIORITY: u8 = 25;

/// For how long the answer to whether the storage answers holds. Whoever asks more often is told
/// the same.
pub const READY_FRESH: Duration = Duration::from_secs(1);

/// How long the storage may take for that.
pub const READY_TIMEOUT: Duration = Duration::from_secs(2);

/// How long `boneyard-server health` waits for each step of its question.
pub const HEALTH_TIMEOUT: Duration = Duration::from_secs(3);

// ---- Sockets ----

/// Bytes of a frame from a client. The longest message is a full line of chat, of which each
/// character may be written as two escaped halves of six bytes: 2,400, and what stands around it.
pub const FRAME_BYTES_MAX: usize = 4096;

/// Bytes that may come over a socket until a message is whole: twice the longest, for one that comes in
/// several frames, whose heads count as well.
pub const MESSAGE_BYTES_MAX: usize = 2 * FRAME_BYTES_MAX;

/// How long a new socket may take to say hello.
pub const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// Messages that one socket may send in a second, on average, if the settings don't say otherwise.
/// A person makes a few.
pub const MESSAGES_PER_SECOND: u32 = 20;

/// For how long a socket may save up messages to send them at once: a page that opens all its
/// tables again after a reconnect.
pub const MESSAGES_BURST: Duration = Duration::from_secs(3);

/// Messages that wait for one socket. A round has under 60 events; a client that far behind
/// is closed and resyncs.
pub const SOCKET_QUEUE_MAX: usize = 128;

/// Bytes of a socket's read buffer, allocated for as long as it is open: what a client sends is
/// mostly under 200. A longer frame has the buffer grow.
pub const SOCKET_READ_BUFFER_BYTES: usize = 512;

/// How long a socket may be silent before it is asked for a sign of life.
pub const PING_AFTER: Duration = Duration::from_secs(20);

/// How long the answer may take. A connection that has died is found within these 30 seconds.
pub const PONG_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a client may take to receive what was written to it, over HTTP as well.
pub const SOCKET_WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// Frames that are read from a closing socket: what was on its way. More than these is a flood, and
/// reading it would cost more than the messages that it was closed for.
pub const CLOSING_FRAMES_MAX: usize = 256;

/// How long a closing socket waits for the client's answer.
pub const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
