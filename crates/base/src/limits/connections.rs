//! Limits on connections, requests and sockets.

use std::time::Duration;

use super::TABLES_PER_SOCKET_MAX;

// ---- Connections and HTTP ----

/// The greatest number of open TCP connections of the server. It is lower if the system allows fewer open
/// files. Each connection needs about 25 KB with its socket buffers in use.
pub const CONNECTIONS_MAX: usize = 20_000;

/// The number of connections, out of [`CONNECTIONS_MAX`], that are reserved for networks with few
/// connections, and for health checks from the server's own machine.
pub const CONNECTIONS_KEPT: usize = 256;

/// A network with fewer connections than this may use the reserved connections. A browser opens this many at
/// once, including a WebSocket.
pub const CONNECTIONS_OF_NEWCOMER: usize = 8;

/// The number of open files that are reserved for other uses than connections: the database, the host's
/// listener, and connections that the server accepts only to refuse them.
pub const FILES_KEPT: usize = 128;

/// A connection counts as idle if the client has sent nothing for this long. The server may close idle
/// connections to free space for others. A page that shows a table sends something at each turn.
pub const IDLE_CONNECTION: Duration = Duration::from_secs(10);

/// The number of idle connections of one network that the server never closes to free space: as many as a
/// family needs.
pub const IDLE_CONNECTIONS_LEFT: usize = 16;

/// The greatest number of idle connections that the server closes after one search. A search goes through all
/// connections.
pub const GIVE_WAY_AT_ONCE: usize = 64;

/// The shortest time between two searches for idle connections, if nearly all connections are in use: a
/// search through 20,000 connections takes some milliseconds.
pub const MAKE_ROOM_INTERVAL: Duration = Duration::from_millis(100);

/// The sizes of the IPv6 networks, in bits, that are compared to find the network with the most idle
/// connections. A provider gives a customer at most a /48, and most often a /56 or a /64. An IPv4 address
/// counts as one network.
pub const NETWORKS: [u32; 3] = [48, 56, 64];

/// The greatest number of open connections from one address, unless the settings contain another number.
/// WebSockets through a trusted proxy are counted separately. A school behind one address needs far fewer.
/// The rest of [`CONNECTIONS_MAX`] is left for other addresses.
pub const CONNECTIONS_PER_ADDRESS: u32 = 1_024;

/// The shortest time between two log lines about the same mistake in the host's settings. Without it, any
/// visitor could cause many such lines.
pub const MISTAKE_INTERVAL: Duration = Duration::from_mins(1);

/// The greatest length of a header's value in the log, in bytes. A host name has at most 253 bytes.
pub const LOGGED_HEADER_BYTES_MAX: usize = 300;

/// If an address gets too many refusals, the server waits this long before it reads the next message from the
/// refused socket, and before it sends the answer to a refused HTTP request. An HTTP connection has only one
/// running request at a time.
pub const REFUSED_REST: Duration = Duration::from_secs(1);

/// The time between two DNS lookups of a trusted proxy's name. If the proxy gets a new address, its visitors
/// count as one address for at most this long.
pub const PROXY_LOOKUP_INTERVAL: Duration = Duration::from_secs(5);

/// The time limit of a DNS lookup of a trusted proxy's name. After a lookup that took too long, the name
/// counts as having no address, since another host may have the old address now.
pub const PROXY_LOOKUP_TIMEOUT: Duration = Duration::from_secs(5);

/// The greatest number of addresses of a trusted proxy's name. The server compares the peer of each
/// connection with all of them. A proxy has two addresses for each of its machines.
pub const PROXY_ADDRESSES_MAX: usize = 64;

/// The greatest number of tables and bots that can be created from one address in an hour, unless the
/// settings contain another number.
pub const TABLES_PER_ADDRESS: u32 = 1_000;

/// The greatest number of rows that may be written for one address in a minute, unless the settings contain
/// another number. That makes a hundred in a second, more than a school full of players needs.
pub const ROWS_PER_ADDRESS: u32 = 6_000;

/// One visitor may write a 25th of the rows that a network address may write, at all tables together. That
/// makes four rows in a second. A person plays a tile every few seconds, and a program one or two in a
/// second.
pub const VISITOR_SHARE_OF_ROWS: u32 = 25;

/// At one table, all visitors together may write a tenth of the rows that a network address may write. That
/// makes ten rows in a second.
pub const TABLE_SHARE_OF_ROWS: u32 = 10;

/// A network of 24 bits (IPv4) or 48 bits (IPv6) may have as much as this number of addresses together. One IPv6
/// address counts as a network of 64 bits, and a customer of a provider may have 65,536 of these networks.
pub const ADDRESSES_OF_NETWORK: u32 = 8;

/// The number of bytes that may be written in a day, for each row that may be written in a minute. An address
/// that writes rows of 100 bytes as fast as allowed reaches this limit after six hours, with 216 MB.
pub const WRITTEN_BYTES_PER_ROW: u64 = 36_000;

/// The number of bytes that the database needs for a row, in addition to the content.
pub const ROW_BYTES: usize = 40;

/// The assumed size in bytes of a row that is written seldom: a listing, a name, a bot.
pub const SMALL_ROW_BYTES: usize = 200;

/// The cost of a change of name in the budgets, as a number of rows: the name itself, and a row at each table
/// that the socket follows. Other players see each change, so a dozen changes in a minute are enough.
pub const ROWS_OF_A_NAME: u32 = 1 + TABLES_PER_SOCKET_MAX as u32;

/// The greatest number of visitors and addresses whose budgets are in memory. If it is reached, full budgets
/// are dropped, and if that isn't enough, all budgets of visitors. So many visitors can't be connected at
/// once. Each budget needs about 150 bytes.
pub const BUDGETS_MAX: usize = 2 * CONNECTIONS_MAX;

/// The average time between two changes of the same kind by one player at a table, if the player can take
/// such a change back ("ready", a name). A change that arrives too soon waits. If the player makes another
/// change meanwhile, it replaces the waiting one.
pub const CHANGE_INTERVAL: Duration = Duration::from_secs(3);

/// How long a player may save up changes that the player did not make: at most three at once.
pub const CHANGE_BURST: Duration = Duration::from_secs(9);

/// The time limit for a client to send the request line and the headers, and for an idle connection to send
/// its next request. A browser needs one round trip.
pub const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(10);

/// The time limit of a request, from the end of its headers to its answer, including the body.
pub const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// The greatest size of the request line and the headers, in bytes. A request of the client has one cookie
/// and the headers that browsers add: less than 2 KiB.
pub const HEADER_BYTES_MAX: usize = 16 * 1024;

/// The greatest size of a request's body, in bytes. The client's largest body contains the options of a
/// table, and has less than 1 KiB.
pub const HTTP_BODY_BYTES_MAX: usize = 16 * 1024;

/// The greatest length of a `Host` header from which the server makes an address, in bytes: the longest name
/// that DNS allows, and a port.
pub const HOST_BYTES_MAX: usize = 253 + ":65535".len();

/// The time between closing two sockets at a shutdown, if there are few sockets: so both players of a table
/// are disconnected nearly at the same time.
pub const DRAIN_INTERVAL: Duration = Duration::from_millis(1);

/// The longest time in which a shutdown closes all sockets, one after another. The clients connect again
/// within two more seconds. So 20,000 clients make 3,300 connections in a second to other nodes. Together
/// with [`SHUTDOWN_TIMEOUT`], this is less than the ten seconds that Docker gives a container to end.
pub const DRAIN_SPREAD: Duration = Duration::from_secs(4);

/// After the sockets are closed, how long a shutdown waits for running requests, sockets and appends.
pub const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// How long the accept loop waits after the system has refused a connection. The usual reason is that the
/// process has no free file descriptor. Without this wait, the loop would use a whole CPU core.
pub const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

/// The number of connections that the accept loop accepts or refuses before it lets other tasks run. Each one
/// takes about 20 microseconds.
pub const ACCEPTED_AT_ONCE: usize = 8;

/// The number of tasks that a thread of the server runs before it asks the system which sockets can be read.
/// With tokio's default of 61, a player's move waited some milliseconds while a flood of requests kept the
/// threads busy. Asking the system takes a few microseconds.
pub const TASKS_BETWEEN_LOOKS: u32 = 8;

/// The priority, from 0 to 99, of the thread that serves visitors without a seat at a table. On Linux it
/// becomes a nice value of 10. With it, the thread gets a tenth of the time that a players' thread gets on
/// the same core.
pub const VISITORS_PRIORITY: u8 = 25;

/// How long the result of a readiness check is used again. Requests within this time get the same answer.
pub const READY_FRESH: Duration = Duration::from_secs(1);

/// The time limit for the storage to answer the readiness check.
pub const READY_TIMEOUT: Duration = Duration::from_secs(2);

/// The time limit of each step of the request that `boneyard-server health` makes.
pub const HEALTH_TIMEOUT: Duration = Duration::from_secs(3);

// ---- Sockets ----

/// The greatest size of a frame from a client, in bytes. The longest message is a full line of chat. Each
/// character of it may be written as two escapes of six bytes, which makes 2,400 bytes, and the JSON around
/// them.
pub const FRAME_BYTES_MAX: usize = 4096;

/// The greatest number of bytes that may arrive over a socket before a message is complete: twice the longest
/// message. A message may arrive in several frames, and their headers count too.
pub const MESSAGE_BYTES_MAX: usize = 2 * FRAME_BYTES_MAX;

/// The time limit for a client to send the first message over a new socket.
pub const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// The average number of messages that one socket may send in a second, unless the settings contain another
/// number. A person sends a few.
pub const MESSAGES_PER_SECOND: u32 = 20;

/// How long a socket may save up messages that it did not send. After a reconnect, a page follows all its
/// tables again, with many messages at once.
pub const MESSAGES_BURST: Duration = Duration::from_secs(3);

/// The greatest number of messages that wait to be sent over one socket. A round has fewer than 60 events. If
/// a client is further behind, the server closes the socket, and the client starts again.
pub const SOCKET_QUEUE_MAX: usize = 128;

/// The size of a socket's read buffer in bytes. The buffer exists as long as the socket is open. Most
/// messages of a client are shorter than 200 bytes. The buffer grows for a longer frame.
pub const SOCKET_READ_BUFFER_BYTES: usize = 512;

/// If the client sends nothing over a socket for this long, the server sends a ping.
pub const PING_AFTER: Duration = Duration::from_secs(20);

/// The time limit for a client to answer a ping. Together with [`PING_AFTER`], the server finds a dead
/// connection within 30 seconds.
pub const PONG_TIMEOUT: Duration = Duration::from_secs(10);

/// The time limit for a client to receive the data that the server has written to a socket or an HTTP
/// connection.
pub const SOCKET_WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The greatest number of frames that are read from a closing socket. They were sent before the client knew
/// of the closing. More frames are a flood. Reading a flood would cost more than the messages for which the
/// socket was closed.
pub const CLOSING_FRAMES_MAX: usize = 256;

/// How long a closing socket waits for the client's close frame.
pub const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
