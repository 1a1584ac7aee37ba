//! Tables, their clocks, computer players and chat.

use std::time::Duration;

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

/// Largest row, in bytes, that a node tells the others together with its number; they read a larger one
/// from the log. A deal takes 29 to 57 bytes, so only a row with many redeals is larger. Several fit into a
/// packet.
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

/// How often at most the lobby chooses anew which tables it shows, and tells its followers, while there are more
/// tables than that or more followers than [`LOBBY_CROWD`]: choosing among 100,000 tables takes some 20
/// milliseconds, and telling 500 followers two.
pub const LOBBY_INTERVAL: Duration = Duration::from_millis(250);

/// So many followers of the lobby are told of each change at once.
pub const LOBBY_CROWD: usize = 100;

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

/// How long a table without a match counts against its host's [`TABLES_PER_VISITOR_MAX`](super::TABLES_PER_VISITOR_MAX).
pub const WAITING_TABLE_MS_MAX: i64 = 24 * 60 * 60 * 1000;

/// How long a table that was opened against computer players alone counts against its host's
/// [`TABLES_PER_VISITOR_MAX`](super::TABLES_PER_VISITOR_MAX). Nobody plays so many matches in ten minutes, and each is a row in the
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

/// How long a player must have been gone before the others may place a tile for the player or claim the
/// win at a table without a clock, in milliseconds. A phone that changes networks is far below.
pub const GONE_MS: i64 = 3 * 60_000;

/// How long the turn of a player who is gone must have lasted besides, in milliseconds.
pub const GONE_TURN_MS: i64 = 30_000;

/// How long a player must have been gone in one piece, and in the turn, before a computer player may stand
/// in at a table without a clock, in milliseconds. Less than [`GONE_MS`], since the player has the seat back
/// by coming, and loses nothing; more than a reload or a change of networks takes, so that these cost no turn.
pub const STAND_IN_MS: i64 = 30_000;

/// How long a player must have been gone before the others are told from when on they may do something
/// about it, in milliseconds: a reload shows nobody a countdown.
pub const GONE_TOLD_MS: i64 = 5_000;

/// How long one turn may last at a table without a clock before the others may do something about
/// it, in milliseconds, even if its player is connected: a page may be open and nobody there.
pub const IDLE_TURN_MS: i64 = 10 * 60_000;

/// How long before the end of [`IDLE_TURN_MS`] all players are told of it, in milliseconds: the player on turn
/// has time to play, and the others are not kept counting while a player thinks.
pub const IDLE_TOLD_MS: i64 = 3 * 60_000;

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
