//! Every bound of the server, with its reason. A number that stops somebody from using up memory,
//! time or the patience of others belongs here and nowhere else.

use std::time::Duration;

use crate::people::Pace;

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

/// For how long the answer to whether the storage answers holds. Whoever asks more often is told
/// the same.
pub const READY_FRESH: Duration = Duration::from_secs(1);

/// How long the storage may take for that.
pub const READY_TIMEOUT: Duration = Duration::from_secs(2);

/// How long `boneyard-server health` waits for each step of its question.
pub const HEALTH_TIMEOUT: Duration = Duration::from_secs(3);

// ---- People ----

/// Characters (Unicode scalar values, after normalisation) of a display name: it must fit beside a
/// hand on a phone.
pub const NAME_CHARS_MAX: usize = 24;

/// Columns of a display name as a terminal counts them: letters of East Asia and emoji take two.
pub const NAME_COLUMNS_MAX: usize = 32;

/// Marks on one letter of a text: as many as any language puts there.
pub const MARKS_PER_LETTER_MAX: usize = 4;

/// Bytes of a text as it comes in for each of the characters that it may have, before it is looked
/// at: normalisation costs time. A character is at most 4 bytes, and composed from combining marks
/// it may come in as a few more.
pub const TEXT_BYTES_PER_CHARACTER_MAX: usize = 20;

/// How long an identity cookie lives. Somebody who comes back after a year is a stranger.
pub const COOKIE_LIFE: time::Duration = time::Duration::days(365);

/// How often an account may get another name, in milliseconds: friends must know each other again, and each
/// name that an account had is taken for good.
pub const NAME_CHANGE_MS: i64 = 30 * 24 * 60 * 60_000;

/// Browsers at which an account may be signed in: those that weren't seen for longest are signed out.
pub const DEVICES_PER_ACCOUNT_MAX: i64 = 32;

/// How long a transfer code can be used, in milliseconds: to type eight characters at another device, and to
/// answer at the first.
pub const TRANSFER_MS: i64 = 5 * 60_000;

/// Wrong codes that an address, and a visitor, may give in a time: people mistype one, rarely two.
pub const TRIES: (u32, Duration) = (5, Duration::from_mins(5));

/// Wrong codes that may be given for the account of one name: its owner gets in beside somebody who guesses from
/// several addresses. The code has 100 bits.
pub const TRIES_OF_ACCOUNT: (u32, Duration) = (30, Duration::from_mins(5));

/// Wrong codes that everybody together may give at one server: docs/security.md says how long it takes to guess
/// a transfer code at this rate.
pub const TRIES_OF_SERVER: (u32, Duration) = (3_000, Duration::from_mins(5));

/// Accounts that may be kept from one address in a time: a school class at once. Each takes a name for good.
pub const ACCOUNTS_PER_ADDRESS: (u32, Duration) = (60, Duration::from_hours(1));

/// Whose tries are known before those are forgotten that may try as much as anybody: more than
/// [`TRIES_OF_SERVER`] are, at some 100 bytes each.
pub const TRIES_KNOWN_MAX: usize = 20_000;

/// How often codes whose time is over are deleted.
pub const FORGET_CODES_INTERVAL: Duration = Duration::from_mins(5);

/// Rows of each kind in an export of an account, the latest: 20,000 rated matches are ten years of five a day,
/// and some MB.
pub const EXPORT_ROWS_MAX: i64 = 20_000;

/// How exactly is known when a device was seen last, in milliseconds: each visit within an hour writes
/// nothing.
pub const DEVICE_SEEN_MS: i64 = 60 * 60_000;

/// Tables that one visitor may have open as their host. More than a tournament desk needs.
pub const TABLES_PER_VISITOR_MAX: usize = 16;

/// Programs that one visitor may let play. Each is a row in the database and a name that others see.
pub const BOTS_PER_VISITOR_MAX: usize = 8;

/// Passkeys that one account may have: one for each device or password manager, and spare ones.
pub const PASSKEYS_PER_ACCOUNT_MAX: usize = 10;

/// How long a passkey may take to answer, in milliseconds: long enough to find the phone that has it.
pub const PASSKEY_QUESTION_MS: i64 = 5 * 60 * 1000;

/// Bytes of a passkey's id, as `WebAuthn` bounds it.
pub const CREDENTIAL_ID_BYTES_MAX: usize = 1023;

/// How long a code that was sent by email can be used, in milliseconds: some mails take minutes.
pub const EMAIL_CODE_MS: i64 = 10 * 60 * 1000;

/// How often one code may be tried, of a million that it could be. Somebody who has a code sent to the same
/// address three times in every hour of a year, 26,280 mails, and tries each five times, is let in with a
/// chance of one in eight.
pub const EMAIL_CODE_TRIES: i64 = 5;

/// For how long codes are counted, in milliseconds.
pub const EMAIL_CODES_COUNTED_MS: i64 = 60 * 60 * 1000;

/// Codes that may be sent to one email address in that time: a mail that got lost, and another one.
pub const EMAIL_CODES_PER_EMAIL: usize = 3;

/// Codes that one visitor may ask for in that time, whatever the email address.
pub const EMAIL_CODES_PER_VISITOR: usize = 5;

/// Between two codes that are asked for from one network address, on average, and for how long they may be
/// saved up: twenty in an hour, for a class that signs in. A stranger's mailbox isn't filled from there.
pub const EMAIL_CODE_INTERVAL: Duration = Duration::from_mins(3);

/// For how long they may be saved up: the hour that they are counted by.
pub const EMAIL_CODES_BURST: Duration = Duration::from_hours(1);

/// Between two mails of one node, on average: what providers let a small sender send.
pub const MAIL_INTERVAL: Duration = Duration::from_secs(5);

/// For how long a node may save mails up: 120.
pub const MAILS_BURST: Duration = Duration::from_mins(10);

/// Mails that wait to be sent. More than [`MAILS_BURST`] allows at once can't come.
pub const MAILS_QUEUED_MAX: usize = 128;

/// Mails that are sent at once, each over a connection of its own: a slow one holds up few others.
pub const MAILS_AT_ONCE: usize = 4;

/// How long each step of sending a mail may take. The answer to whoever waits for the mail doesn't wait.
pub const MAIL_TIMEOUT: Duration = Duration::from_secs(20);

/// Bytes of an email address (RFC 5321, 4.5.3.1.3, without the brackets).
pub const EMAIL_BYTES_MAX: usize = 254;

/// Sockets that one visitor may have open: tabs and devices.
pub const SOCKETS_PER_VISITOR_MAX: usize = 12;

/// Tables that one socket may follow at once.
pub const TABLES_PER_SOCKET_MAX: usize = 16;

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

// ---- Tables ----

/// Watchers of one table that the session of a move writes to itself. If there are more, the table's own
/// task writes to so many at a time, and the players' next move comes in between.
pub const WATCHERS_AT_ONCE: usize = 16;

/// Rounds in one match. Exact targets can make a match run on, or never be reached; the longest of
/// a million random matches is far below. Undecided after these, the match is over.
pub const ROUNDS_MAX: u32 = 1_000;

/// Lots and deals until a round begins. A redeal is needed after at most one deal in seven, so
/// this many in a row don't happen in the life of the universe.
pub const DEALS_MAX: usize = 100;

/// How long seeds that were promised for a match are waited for when everybody is ready, in
/// milliseconds. A browser reveals its seed within a round trip; a closed one never does.
pub const REVEAL_MS_MAX: i64 = 5_000;

/// How long after the first player is ready for the next round the others are waited for, in
/// milliseconds. Long enough to read a summary, short enough that nobody leaves.
pub const NEXT_ROUND_MS_MAX: i64 = 15_000;

/// Visitors that a host can remove from one table for good; the table remembers each.
pub const REMOVED_PER_TABLE_MAX: usize = 64;

/// How often a command is judged again when another node was faster. Each time somebody got
/// their command through; only a storm of them loses this often.
pub const APPEND_TRIES_MAX: usize = 5;

/// Largest row, in bytes, that a node tells the others together with its number; they read a larger one,
/// such as a deal, from the log. Several fit into a packet.
pub const TOLD_ROW_BYTES_MAX: usize = 1_024;

/// How long a node that has loaded a table waits for the others to say who is there: a message there and
/// back, and time for a busy node.
pub const NODE_SETTLE: Duration = Duration::from_secs(1);

/// How much later than the node that does what is due at a table another one does it: that one has most
/// likely died, and the others are about to find it gone.
pub const STAND_BY: Duration = Duration::from_secs(5);

/// How often a node reads the last numbers of tables at which nothing has happened: so long a table stands
/// still at most when a message was lost.
pub const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// So often in a row a node must find, every [`CHECK_INTERVAL`], that others reach the database and it doesn't,
/// before it sends its players to them: by then each has said in two beats whether it does.
pub const USELESS_LOOKS: u32 = 3;

/// How often a node looks whether the sessions of its sockets still hold: so long one goes on at most that was
/// ended at another node, if the message was lost.
pub const SESSIONS_INTERVAL: Duration = Duration::from_secs(10);

/// Sessions that are asked for in one query.
pub const CHECKED_SESSIONS_MAX: usize = 5_000;

/// How often a node reads which tables the lobby lists, in case it wasn't told.
pub const LISTINGS_INTERVAL: Duration = Duration::from_secs(15);

/// How far back it reads, in milliseconds: beyond what the clocks of nodes differ and a loss of the
/// connection lasts.
pub const LISTINGS_READ_MS: i64 = 5 * 60_000;

/// Tables of which a node tells in one message who is there.
pub const TOLD_TABLES_MAX: usize = 500;

/// Tables that deal at once with what concerns all of them.
pub const TABLES_AT_ONCE: usize = 64;

/// Tables of which the last number is asked for in one query.
pub const CHECKED_TABLES_MAX: usize = 5_000;

/// How long after a failed append a table looks whether the storage answers again.
pub const STORE_RETRY_DELAY: Duration = Duration::from_secs(2);

/// How long the task of a table sleeps at most that has nothing to wait for.
pub const TABLE_SLEEP_MAX: Duration = Duration::from_hours(1);

/// How long a table that nobody follows stays in memory: a page that reloads finds it there.
pub const TABLE_IDLE_TIMEOUT: Duration = Duration::from_mins(1);

/// Tables that the lobby shows: more than anybody reads,
/// and 50 KB to send.
pub const LOBBY_TABLES_MAX: usize = 200;

/// Clients that the lobby sends the list, or what has changed in it, before others come in between: the
/// list takes some 30 microseconds to be written to a socket.
pub const LOBBY_PEERS_AT_ONCE: usize = 8;

/// How long the lobby rests then before it sends the next ones the whole list, so that lists take a fifth of a
/// core at most, some 4,000 a second. A crowd of 500 has it within 150 milliseconds.
pub const LOBBY_LISTS_REST: Duration = Duration::from_millis(1);

/// How often at most the lobby chooses anew which tables it shows while there are more than that, and how
/// often its followers are told: choosing among 100,000 takes some 20 milliseconds.
pub const LOBBY_INTERVAL: Duration = Duration::from_millis(250);

/// Tables in the list of a visitor's own, those that the visitor came to last: more than anybody plays at
/// once, and 6 KB to send. So many logs at most are read for a visitor who comes; how many rows say where a
/// visitor sits is bounded by the rows of the log that seated them there.
pub const OWN_TABLES_MAX: usize = 16;

/// How often at most a visitor is told what has changed at their own tables: a program at many tables would
/// be told something with each move.
pub const OWN_TABLES_INTERVAL: Duration = Duration::from_secs(1);

/// Bits of an IPv6 network that counts as one where places are few: what a provider gives one customer at
/// most.
pub const NETWORK_BITS: u32 = 48;

/// How long nobody may be at a listed table with a single person and no match so far before it is closed:
/// long enough for a reload, a meal, or a phone without power.
pub const LONE_TABLE_LIFE: Duration = Duration::from_mins(30);

/// How often such tables are looked for.
pub const LONE_TABLES_INTERVAL: Duration = Duration::from_mins(1);

/// How long a table without a match counts against its host's [`TABLES_PER_VISITOR_MAX`].
pub const WAITING_TABLE_MS_MAX: i64 = 24 * 60 * 60 * 1000;

/// How long a table that was opened against computer players alone counts against its host's
/// [`TABLES_PER_VISITOR_MAX`]. Nobody plays so many matches in ten minutes, and each is a row in the
/// log.
pub const BEGUN_TABLE_MS_MAX: i64 = 10 * 60 * 1000;

/// Hosts whose tables are counted before those of old tables are forgotten.
pub const COUNTED_HOSTS_MAX: usize = 10_000;

// ---- Time ----

/// How long before a clock runs out its player is warned, in milliseconds, but at most half of what
/// the turn began with. Long enough to come back to the page and choose a tile.
pub const CLOCK_WARNING_MS: i64 = 10_000;

/// How long after a clock has run out a tile is placed, in milliseconds: a play that was sent in
/// time over a slow connection still counts.
pub const CLOCK_LAG_MS: i64 = 1_000;

/// What a turn has at least when a bank is used up, in milliseconds: enough to play a tile that was
/// chosen before.
pub const TURN_MS_MIN: i64 = 5_000;

/// Placements in a row that are made for somebody before they count as away. One can happen to
/// anybody whose connection fails for a moment.
pub const MISSED_MAX: u8 = 2;

/// How long a turn of somebody who is away lasts, in milliseconds: the others see the table move,
/// and have time to decide what to do about it.
pub const AWAY_TURN_MS: i64 = 15_000;

/// How long the turn of somebody who is away has lasted when the others may do something about it, in
/// milliseconds. Never at once: they may be on their way back.
pub const AWAY_CHOICE_MS: i64 = 5_000;

/// How long somebody must have been gone before the others may do something about it at a table
/// without a clock, in milliseconds. A phone that changes networks, or a reload, is far below.
pub const GONE_MS: i64 = 3 * 60_000;

/// How long the turn of somebody who is gone must have lasted besides, in milliseconds.
pub const GONE_TURN_MS: i64 = 30_000;

/// How long one turn may last at a table without a clock before the others may do something about
/// it, in milliseconds, even if its player is connected: a page may be open and nobody there.
pub const IDLE_TURN_MS: i64 = 10 * 60_000;

/// What is left at least on a clock that runs again after the server was down, in milliseconds.
pub const RESUME_GRACE_MS: i64 = 15_000;

/// Shorter than this, in milliseconds, a time in which nobody could play is not given back: it is
/// no more than [`CLOCK_LAG_MS`] makes good.
pub const IDLE_MS_MIN: i64 = 1_000;

/// Rows of a table that are kept at hand, at least, for clients that were gone for a moment when the next
/// match begins: a round has under 60.
pub const HISTORY_APPENDS: i64 = 32;

/// Rows after which a client's missed updates are made from a later state, though no match has begun:
/// making them again takes about a microsecond for each row.
pub const HISTORY_ROWS: i64 = 512;

/// Bytes of rows above which those of a running match are no longer all kept at hand: the longest matches
/// need half of it, and players who change their names all the time must not fill the memory. The record
/// of such a match is made of the log.
pub const HISTORY_BYTES_MAX: usize = 65_536;

/// How long nothing may happen at a table before it is closed, in milliseconds. Three
/// days: a match that was put off to the next evening, or the one after, is still there.
pub const TABLE_ABANDONED_MS: i64 = 3 * 24 * 60 * 60 * 1000;

/// How long after a table is closed its rows leave the log, in milliseconds. Somebody may just be looking
/// at what happened there.
pub const CLOSED_TABLE_MS: i64 = 24 * 60 * 60 * 1000;

/// So many closed tables are looked for at a time.
pub const CLOSED_TABLES_MAX: i64 = 64;

/// How often such tables are looked for.
pub const ABANDONED_CHECK_INTERVAL: Duration = Duration::from_mins(10);

/// So many of them are looked for at a time: loading each costs a read of its log.
pub const ABANDONED_TABLES_MAX: i64 = 64;

/// How long a request for a computer player's seat waits for an answer, in milliseconds: the host has
/// time to finish a turn, and a stranger doesn't keep others from asking for long.
pub const SEAT_REQUEST_MS: i64 = 60_000;

/// Between two requests for seats of one visitor at one table, on average: whoever was declined lets
/// the players play.
pub const SEAT_REQUEST_INTERVAL: Duration = Duration::from_mins(1);

/// For how long a visitor may save them up: two, one of which may be withdrawn by mistake.
pub const SEAT_REQUEST_BURST: Duration = Duration::from_mins(2);

/// Between two requests at one table, on average, whoever asks: a visitor costs nothing, and a crowd
/// of them would keep the players busy.
pub const SEAT_REQUESTS_INTERVAL: Duration = Duration::from_secs(15);

/// The same for the visitors of one network, of which three at once are let through: the fourth is for others.
pub const SEAT_REQUESTS_OF_NETWORK_INTERVAL: Duration = Duration::from_secs(20);

/// For how long a table saves them up: four.
pub const SEAT_REQUESTS_BURST: Duration = Duration::from_mins(1);

// ---- Computer players ----

/// How long a position is on the table before a computer player acts in it, in milliseconds, if the
/// settings don't say otherwise: people see what has happened before the next thing does.
pub const BOT_DELAY_MS: u64 = 900;

/// The longest delay that the settings may ask for, in milliseconds. Longer is a broken table.
pub const BOT_DELAY_MS_MAX: u64 = 60_000;

/// So many such delays a computer player waits with a play while a person could still call
/// "Muggins!": that takes a look at the table and a sum.
pub const BOT_DELAYS_FOR_A_CALL: u32 = 4;

/// How long after it was asked a computer player must have decided, with the best play that it has
/// found until then. An expert's passes take 10 ms of a core on average in Block and 100 in Five-Up with
/// partners, so only a loaded server comes near this, and half of [`BOT_DELAY_MS`] is left for what
/// else delays a play.
pub const THINKING_TIME_MAX: Duration = Duration::from_millis(450);

/// Jobs that wait for a computer players' thread. Past its time a job takes a millisecond or two, so
/// these are a few seconds' work. A computer player whose job is refused plays its first placement.
pub const COMPUTER_JOBS_MAX: usize = 2048;

/// Rules whose computer players are kept when no table with them is left: more than are popular at
/// once. Each takes 20 KB, and up to half a second of a thread to make anew.
pub const PLAYERS_KEPT: usize = 32;

/// Threads for computer players, at most: more than any machine has cores for.
pub const COMPUTER_THREADS_MAX: u16 = 1024;

/// Between two hints for one seat, on average. A hint costs as much as an expert's play.
pub const HINT_INTERVAL: Duration = Duration::from_secs(2);

/// For how long a seat may save up hints: five at once, for a quick player.
pub const HINT_BURST: Duration = Duration::from_secs(10);

/// Matches that are analysed at once. An analysis has one job at a time, which waits for all jobs
/// that a table waits for: so many don't slow a move, only each other.
/// Each holds the views of its match, under a megabyte.
pub const ANALYSES_MAX: usize = 64;

/// Of these so many may be for visitors of one network.
pub const ANALYSES_PER_NETWORK: usize = 8;

/// Moves of one match that are analysed, the first ones: a match of [`ROUNDS_MAX`] rounds would
/// keep the threads for half an hour. The longest of the presets has under 400.
pub const ANALYSED_MOVES_MAX: usize = 600;

/// Parts of an analysis after each of which those who wait are told how far it is.
pub const ANALYSIS_STEPS: usize = 20;

// ---- Chat ----

/// Characters (Unicode scalar values) of one line: a long sentence, four lines of a phone's width.
pub const CHAT_CHARS_MAX: usize = 200;

/// Between two things that one visitor says at a table, reactions included, on average. Talking
/// doesn't get faster than this; flooding does.
pub const CHAT_INTERVAL: Duration = Duration::from_secs(2);

/// For how long a visitor may save up what they say to say it at once: five short lines.
pub const CHAT_BURST: Duration = Duration::from_secs(10);

/// Between two things that are said in one room by all who are in it, reactions included, on
/// average. Ten a second is more than anybody can read. Visitors cost nothing to make up, and what
/// one says goes to everybody: without this bound a few hundred of them could use up the server.
pub const CHAT_ROOM_INTERVAL: Duration = Duration::from_millis(100);

/// Between two reactions of watchers that the players see as well, on average. More of them only the
/// watchers see: a crowd's applause must not hide the table.
pub const APPLAUSE_INTERVAL: Duration = Duration::from_secs(1);

/// For how long a quiet crowd makes up for a burst: five.
pub const APPLAUSE_BURST: Duration = Duration::from_secs(5);

/// For how long a room's silence makes up for a burst: fifty people say "well played" at once.
pub const CHAT_ROOM_BURST: Duration = Duration::from_secs(5);

// ---- People ----

/// People whom one visitor may have blocked. Who is connected has the list in memory, 8 KB of it.
pub const BLOCKS_MAX: i64 = 500;

/// Friends of one person, together with those who were asked: more than anybody plays with.
pub const FRIENDS_MAX: i64 = 200;

/// People who ask one person and have no answer yet. Further ones ask in vain: a crowd must not fill
/// anybody's list.
pub const FRIENDS_ASKING_MAX: i64 = 200;

/// How often one person may ask others to be friends: twenty after a tournament, then one a minute.
pub(crate) const FRIEND_QUESTIONS: Pace = Pace {
    what: "friend questions",
    interval: Duration::from_mins(1),
    burst: Duration::from_mins(20),
};

/// How often one person may invite friends to tables: a table's worth of friends at once, several times.
pub(crate) const INVITATIONS: Pace = Pace {
    what: "invitations",
    interval: Duration::from_secs(10),
    burst: Duration::from_mins(2),
};

/// How often one friend may be invited by another: again if it was overlooked, and not to be a nuisance.
pub(crate) const INVITATIONS_OF_FRIEND: Pace = Pace {
    what: "invitations of a friend",
    interval: Duration::from_secs(30),
    burst: Duration::from_mins(1),
};

/// How often friends hear that one person has come or gone. Who reloads a page does both.
pub(crate) const PRESENCE_NEWS: Pace = Pace {
    what: "presence",
    interval: Duration::from_secs(10),
    burst: Duration::from_secs(40),
};

/// Visitors, pairs and addresses whose rates are held before those that have rested are forgotten.
pub const PEOPLE_RATES_MAX: usize = 65_536;

/// Reports of one visitor in [`REPORTS_MS`]: a table full of offenders, and one more.
pub const REPORTS_MAX: i64 = 5;

/// The time in which a visitor's reports are counted, in milliseconds: an hour.
pub const REPORTS_MS: i64 = 60 * 60 * 1000;

/// How often reports come from one address. Visitors cost nothing to make up; a family has one address.
pub(crate) const REPORTS_OF_ADDRESS: Pace = Pace {
    what: "reports",
    interval: Duration::from_mins(3),
    burst: Duration::from_hours(1),
};

/// Reports that are open: moderators who are this far behind need no more of them.
pub const REPORTS_OPEN_MAX: i64 = 10_000;

/// Characters of what is written with a report, or by a moderator: a paragraph.
pub const REPORT_CHARS_MAX: usize = 500;

/// Lines of the chat that go with a report.
pub const REPORT_LINES: usize = 20;

/// Reports in one answer to a moderator.
pub const REPORTS_PER_PAGE: i64 = 50;

/// Acts of moderators that are shown beside a report, the last ones.
pub const ACTS_PER_REPORT: i64 = 50;

/// The longest mute, in minutes: thirty days. Who shall never chat again is kept out.
pub const MUTE_MINUTES_MAX: u32 = 30 * 24 * 60;

/// How long who has left a match waits before the next quick match, by how often that was: after a warning,
/// longer each time. In minutes.
pub const WAITS_MINUTES: [i64; 7] = [0, 2, 5, 15, 60, 240, 1440];

/// How long it takes until one time of leaving is forgotten, in milliseconds: a day.
pub const LEAVE_FORGOTTEN_MS: i64 = 24 * 60 * 60 * 1000;

/// Lines of a room of a table that are kept. Who is blocked doesn't get some of them, and is to find as many
/// lines as anybody else all the same.
pub const ROOM_LINES_MAX: usize = 2 * boneyard_protocol::chat::LINES_MAX;

// ---- Records ----

/// The longest time that the settings may ask records to be kept for, in days. Who wants more wants
/// them for ever.
pub const KEEP_RECORDS_DAYS_MAX: u32 = 36_500;

/// How often matches are looked for that wait to be rated: players look at what a match did to their ratings
/// a moment after its end.
pub const RATING_INTERVAL: Duration = Duration::from_secs(1);

/// Matches that are rated in one transaction. Moves wait for it, some milliseconds.
pub const RATED_AT_ONCE: i64 = 16;

/// Rated matches, or standings, that are read at once while all are worked out again.
pub const RECOMPUTED_AT_ONCE: i64 = 500;

/// Differences that are told one by one after all ratings were worked out again: as many as a host reads.
pub const DIFFERENCES_TOLD_MAX: usize = 20;

/// Points of the curve of a rating on a person's page: as many as a phone's screen can show.
pub const CURVE_POINTS_MAX: i64 = 200;

/// Matches in the list of a person's page.
pub const PERSON_MATCHES_MAX: i64 = 20;

/// Wins against the strongest, on a person's page.
pub const PERSON_BEST_MAX: i64 = 5;

/// Opponents in the list of a person's page.
pub const PERSON_OPPONENTS_MAX: i64 = 10;

/// The last matches that a person's page is made of: a page takes the same time for those who have played
/// for years.
pub const PERSON_MATCHES_READ: i64 = 200;

/// Rows of a leaderboard.
pub const LEADERBOARD_ROWS: i64 = 100;

/// How long a leaderboard is shown as it was read: many look at it after a match, and a match seldom changes
/// it.
pub const LEADERBOARD_LIFE: Duration = Duration::from_secs(5);

/// How often records are looked for that are no longer to be kept.
pub const FORGET_RECORDS_INTERVAL: Duration = Duration::from_hours(1);

/// Records that are deleted or changed in one transaction. Moves wait for it, some milliseconds.
pub const RECORDS_AT_ONCE: i64 = 250;

/// Matches in one answer to a player who asks for their own: more than a page shows at once.
pub const MATCHES_PER_PAGE: u32 = 50;

/// Positions after which an answer with a replay takes no further round: with about 500 bytes each,
/// before compression, under a megabyte. Nearly every match fits into one answer.
pub const REPLAY_STEPS_PER_ANSWER: usize = 1_500;

/// Bytes of a transcript that is brought to be replayed. The longest of the tests' matches have a
/// tenth of that.
pub const TRANSCRIPT_BYTES_MAX: usize = 512 * 1024;

/// Bytes of a request with such a transcript: JSON writes a line's end as two.
pub const REPLAY_BODY_BYTES_MAX: usize = TRANSCRIPT_BYTES_MAX * 9 / 8;

/// Replays, pictures, and answers from the public log that are made at once. Each takes some milliseconds of
/// a core, and a proof from an old tree some 2 MB.
pub const TURNS_AT_ONCE: usize = 2;

/// How many of them may wait from one address. They get a turn as often as any other address does.
pub const WAITING_PER_ADDRESS: usize = 32;

/// Bytes of pictures that are kept for further requests for the same.
pub const PICTURES_BYTES_MAX: usize = 32 * 1024 * 1024;

/// Bytes of a picture, about.
pub const PICTURE_BYTES: usize = 32 * 1024;

// ---- Logging ----

/// Lines of the log that wait until standard error takes them: some 2 MB. Further lines are lost, and the
/// server counts them.
pub const LOG_LINES_MAX: usize = 8_192;

// ---- The public log ----

/// How long entries of the public log wait for the next signed head. Nobody is told a head before it
/// is stored, so this is also how much of the log a crash leaves to the next start.
pub const PUBLIC_LOG_INTERVAL: Duration = Duration::from_secs(2);

/// Entries of a Merkle tree before another is begun: it takes some 150 bytes of memory for each, and a
/// proof from an old tree reads them all.
pub const TREE_ENTRIES_MAX: usize = 16_384;

/// Entries in one answer: some 300 KB of JSON.
pub const ENTRIES_PER_PAGE: usize = 1_000;

/// Entries that are proved in one answer. A chain of secrets seldom lasts for more than a hundred
/// matches.
pub const ENTRIES_OF_CHAIN_MAX: i64 = 1_000;

// ---- Nodes ----

/// How often a node says that it is alive.
pub const NODE_BEAT: Duration = Duration::from_secs(2);

/// How long after its last beat a node counts as gone: two beats may be lost.
pub const NODE_LEASE: Duration = Duration::from_secs(6);

/// A node that heard nothing of its own for longer than this was busy, stopped or cut off, and may have
/// the beats of the others still to read.
pub const NODE_PAUSE: Duration = Duration::from_secs(3);

/// Gone nodes that are remembered, so that it is known whether a node comes or is back.
pub const GONE_NODES_MAX: usize = 64;

/// Events of nodes and messages to all of them that wait until they are dealt with. A node deals with
/// tens of thousands a second; one that falls behind this far is told so, and reads the database.
pub const NODE_NEWS_MAX: usize = 4_096;

/// Messages to other nodes that wait until NATS takes them: what a busy node tells in half a second. For
/// those that find no room, the tables that they were about are named once there is.
pub const BUS_QUEUE_MAX: usize = 8_192;

/// Messages that the client of NATS holds besides: enough for one system call.
pub const BUS_CLIENT_QUEUE_MAX: usize = 256;

/// Messages of one subscription that wait until they are taken. Further ones are dropped, and what they
/// told is read from the database.
pub const BUS_SUBSCRIPTION_MAX: usize = 1_024;

/// Events of the connection that wait: there are at most a few in a second.
pub const BUS_EVENTS_MAX: usize = 64;

/// Between two notes that messages were dropped: each has all tables looked at.
pub const BUS_MISSED_INTERVAL: Duration = Duration::from_secs(1);

/// Nodes whose keys are held; more than a cluster has. The key of another one is derived again, which
/// takes some microseconds.
pub const BUS_SENDERS_MAX: usize = 256;

/// How long nothing may come from NATS before it is asked whether it is there. After two questions
/// without an answer the connection counts as lost.
pub const BUS_PING_INTERVAL: Duration = Duration::from_secs(5);

/// The longest wait between two tries to reach NATS.
pub const BUS_RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// How long a stop waits until the last messages to other nodes are on their way. What they tell is in
/// the database as well.
pub const BUS_CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

// ---- Storage ----

/// What waits for the writer, appends and the rest. A table has at most one append there, so this many
/// tables wait before a sender does.
pub const APPEND_QUEUE_MAX: usize = 8192;

/// Names, bots and the like that wait for the writer beside appends. Requests to write more of them wait for
/// room, in the order in which they came.
pub const OTHER_WRITES_MAX: usize = 1024;

/// How many of them are written with one batch of appends: they take some 2 ms, so that a flood of names
/// doesn't hold up moves.
pub const OTHER_WRITES_PER_BATCH: usize = 32;

/// Appends committed together. Larger batches gain nothing (the cost of a commit is spread thin
/// already) and let the first of them wait longer.
pub const APPEND_BATCH_MAX: usize = 512;

/// How long a commit may take before all that wait for it count as failed. A healthy disk needs under
/// a millisecond; longer than the wait for a lock.
pub const COMMIT_TIMEOUT: Duration = Duration::from_secs(10);

/// Connections for reading, each with a thread. Reads happen when a table wakes up, a match ends or a
/// visitor arrives, never in the course of play.
pub const READ_CONNECTIONS_MAX: usize = 4;

/// Questions that wait for one of these connections before those who ask do: as many as there may be
/// tables that wake up after a restart.
pub const READ_QUEUE_MAX: usize = 8192;

/// How long a question may take, from being asked to its answer. After a restart thousands of tables
/// may read their logs at once, so it is generous.
pub const READ_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a connection to a database may take, and how long SQLite waits for a file that another
/// program has locked, before the storage counts as unavailable.
pub const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a start waits for a database that another server has: one that is being replaced may still
/// be closing it.
pub const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// Pages of a SQLite file that the writing connection keeps in memory, in KiB: the end of the log, and
/// the indexes of some five thousand tables and records. The system keeps the file in memory as well.
pub const WRITE_CACHE_KIB: i64 = 4 * 1024;

/// The same for each reading connection. What it reads is seldom read again, and the system keeps
/// files in memory as well.
pub const READ_CACHE_KIB: i64 = 1024;

/// Pages (of 4 KiB) in SQLite's write-ahead log when they are copied to the database file: 16 MiB. A
/// page that changes often is then copied once for hundreds of commits. The log is bounded by about
/// twice that, what is committed during a copy included; a backup that is being made lets it grow
/// until that is done.
pub const CHECKPOINT_PAGES: i32 = 4096;

/// Rows that are appended to a SQLite log before the ends of its tables' logs are written down. After
/// a crash a start reads so many rows, which takes some 20 milliseconds; writing the ends of 5,000
/// tables takes ten.
pub const LOG_TAIL_ROWS: i64 = 32_768;

/// Tables whose log's end is held in memory once it is written down: more than are played at. With
/// those of the last [`LOG_TAIL_ROWS`] rows that is under 5 MB.
pub const LOG_ENDS_MAX: usize = 16_384;

// ---- Quick match ----

/// Points between the ratings of two who are put together at once: what `docs/matching.md` measures the
/// waits for.
pub const SEEK_GAP: i32 = 100;

/// Points that are allowed more for each second of waiting.
pub const SEEK_GAP_PER_SECOND: i32 = 12;

/// After so long, in milliseconds, no gap is too large: a match now is better than an even one later.
pub const SEEK_ANY_GAP_MS: i64 = 30_000;

/// How long the people of a quick match are waited for, in milliseconds: a page loads in a few seconds, on a
/// slow phone too, and nobody else should wait longer for one who doesn't come.
pub const PAIRED_COME_MS: i64 = 20_000;

/// Between two looks of a node at its searches: it tells the other nodes of them again.
pub const SEEK_TICK: Duration = Duration::from_secs(1);

/// So many of them from one wave to the next: three seconds.
pub const SEEK_WAVE_TICKS: u64 = 3;

/// How long somebody looks whose node says nothing of them any more: two messages may be lost.
pub const SEEKER_LEASE: Duration = Duration::from_secs(3);

/// Seekers in one message to other nodes: a few dozen KB.
pub const TOLD_SEEKERS_MAX: usize = 200;

/// How long a proposal waits for the nodes of its people to answer.
pub const PROPOSAL_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a seat is kept for a proposal of which nothing more is heard: the answers, and the append that
/// opens the table.
pub const SEAT_PROMISE: Duration = Duration::from_secs(8);

/// For how long a table that was opened is told again each second; shorter than seats are kept for it.
pub const OPENED_TOLD_FOR: Duration = Duration::from_secs(4);

/// After so long a table of which the storage says nothing is given up.
pub const PAIRED_GIVEN_UP: Duration = Duration::from_mins(1);

/// Presets of one search: more than anybody plays, and few enough for a wave.
pub const SEEK_PRESETS_MAX: usize = 16;

/// The rating of somebody of whom nothing is known.
pub const SEEK_RATING: i32 = 1_500;

/// After so long, in milliseconds, a match against a computer player is offered meanwhile.
pub const SEEK_OFFER_MS: i64 = 15_000;

/// Rows that a seat at a new table counts as: its share of the table's row, of the listing and of the public
/// log, who finds the table, and who sits at a quick match.
pub const ROWS_OF_A_PAIRED_SEAT: u32 = 3;

/// Between two searches of one connection, on average: each asks the storage for ratings.
pub const SEEK_INTERVAL: Duration = Duration::from_secs(2);

/// For how long a connection may save them up: ten.
pub const SEEK_BURST: Duration = Duration::from_secs(20);

/// How long it is known who has a seat at a table of quick match, in milliseconds: so long a table can be open at
/// which nothing happens.
pub const QUICK_SEAT_MS: i64 = TABLE_ABANDONED_MS;

/// How often older ones are deleted, in ticks of [`SEEK_TICK`]: an hour.
pub const FORGET_QUICK_SEATS_TICKS: u64 = 3_600;

/// Others of a preset that are looked at for each who waits, in a wave: the nearest by rating.
pub const SEEK_LOOKS: usize = 16;

/// How often a wave looks again for those whose first choice was taken.
pub const SEEK_ROUNDS: usize = 4;

/// Of those who have waited longest, for how many a wave looks at all others: in a crowd nobody is left
/// over because the nearest are taken or kept apart.
pub const SEEK_WHOLE_LOOKS: usize = 64;
