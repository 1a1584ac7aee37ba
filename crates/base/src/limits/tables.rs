//! Tables, their clocks, computer players and chat.

use std::time::Duration;

// ---- Tables ----

/// Watchers of one table to whom the session of a move sends the update itself. With more watchers, the
/// table's own task sends to so many at a time, and the players' next move comes in between.
pub const WATCHERS_AT_ONCE: usize = 16;

/// Rounds in one match. Exact targets can make a match run on, or never be reached; the longest of a million
/// random matches is far below. A match that is undecided after these rounds is over.
pub const ROUNDS_MAX: u32 = 1_000;

/// Lots and deals until a round begins. At most one deal in seven needs a redeal, so this many in a row don't
/// happen in the life of the universe.
pub const DEALS_MAX: usize = 100;

/// How long the server waits for promised seeds of a match when all players are ready, in milliseconds. A
/// browser reveals its seed within a round trip; a closed one never does.
pub const REVEAL_MS_MAX: i64 = 5_000;

/// How long after the first player is ready for the next round the server waits for the others, in
/// milliseconds. Long enough to read a summary, short enough that nobody leaves.
pub const NEXT_ROUND_MS_MAX: i64 = 15_000;

/// Visitors that a host can remove from one table for good; the table remembers each.
pub const REMOVED_PER_TABLE_MAX: usize = 64;

/// How often a command is tried again after another node's row came first. Each time, another command
/// succeeded, so only a storm of commands loses this often.
pub const APPEND_TRIES_MAX: usize = 5;

/// Largest row, in bytes, that a node sends to the other nodes together with its number; they read a larger
/// row from the log. A deal takes 29 to 57 bytes, so only a row with many redeals is larger. Several rows fit
/// into a packet.
pub const TOLD_ROW_BYTES_MAX: usize = 1_024;

/// How long a node that has loaded a table waits for the other nodes to say which players are present: a
/// message there and back, and time for a busy node.
pub const NODE_SETTLE: Duration = Duration::from_secs(1);

/// How much later than the node in charge of a table another node does what is due there: the node in charge
/// has most likely died, and the others are about to notice.
pub const STAND_BY: Duration = Duration::from_secs(5);

/// How often a node reads the last row numbers of tables without recent events: after a lost message, a table
/// stands still for at most this long.
pub const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// How often in a row, every [`CHECK_INTERVAL`], a node must find that other nodes reach the database and it
/// doesn't, before it sends its players to them: by then each node has said in two beats whether it does.
pub const USELESS_LOOKS: u32 = 3;

/// How often a node checks whether the sign-ins of its sockets are still valid: if the message is lost, a
/// socket that was signed out at another node stays open for at most this long.
pub const SESSIONS_INTERVAL: Duration = Duration::from_secs(10);

/// Sign-ins that one query checks.
pub const CHECKED_SESSIONS_MAX: usize = 5_000;

/// How often a node reads which tables the lobby lists, in case a message was lost.
pub const LISTINGS_INTERVAL: Duration = Duration::from_secs(15);

/// How far back a node reads changed listings, in milliseconds: longer than the clocks of nodes differ and
/// than a connection is lost.
pub const LISTINGS_READ_MS: i64 = 5 * 60_000;

/// Tables in one message of a node about which players are present.
pub const TOLD_TABLES_MAX: usize = 500;

/// Tables that handle a message for all tables at once.
pub const TABLES_AT_ONCE: usize = 64;

/// Tables whose last row number one query asks for.
pub const CHECKED_TABLES_MAX: usize = 5_000;

/// How long after a failed append a table waits before it checks whether the storage answers again.
pub const STORE_RETRY_DELAY: Duration = Duration::from_secs(2);

/// How long a table's task sleeps at most when it has no deadline.
pub const TABLE_SLEEP_MAX: Duration = Duration::from_hours(1);

/// How long a table without followers stays in memory: a page that reloads finds it there.
pub const TABLE_IDLE_TIMEOUT: Duration = Duration::from_mins(1);

/// Tables that the lobby shows: more than a visitor reads, and 50 KB to send.
pub const LOBBY_TABLES_MAX: usize = 200;

/// Clients to whom the lobby sends the list, or its changes, before it lets other tasks run: writing the list
/// to a socket takes some 30 microseconds.
pub const LOBBY_PEERS_AT_ONCE: usize = 8;

/// How long the lobby then rests before it sends the whole list to further clients, so that lists take at
/// most a fifth of a core, some 4,000 a second. A crowd of 500 has the list within 150 milliseconds.
pub const LOBBY_LISTS_REST: Duration = Duration::from_millis(1);

/// The shortest time between two choices of the tables that the lobby shows, and two messages to its
/// followers, while there are more tables than that or more followers than [`LOBBY_CROWD`]: choosing among
/// 100,000 tables takes some 20 milliseconds, and telling 500 followers two.
pub const LOBBY_INTERVAL: Duration = Duration::from_millis(250);

/// Up to this number of followers, the lobby tells them each change at once.
pub const LOBBY_CROWD: usize = 100;

/// Tables in the list of a visitor's own tables, those that the visitor came to last: more than a visitor
/// plays at once, and 6 KB to send. When a visitor comes, the server reads at most so many logs; the number
/// of rows that say where a visitor sits is bounded by the rows of the log that seated the visitor.
pub const OWN_TABLES_MAX: usize = 16;

/// How often at most a visitor is told what has changed at their own tables: a program at many tables would
/// otherwise get a message with each move.
pub const OWN_TABLES_INTERVAL: Duration = Duration::from_secs(1);

/// Bits of an IPv6 network that counts as one visitor where places are few: the most that a provider gives
/// one customer.
pub const NETWORK_BITS: u32 = 48;

/// How long a listed table with a single person and no match so far may be empty before it is closed: long
/// enough for a reload, a meal, or a phone without power.
pub const LONE_TABLE_LIFE: Duration = Duration::from_mins(30);

/// How often the server looks for such tables.
pub const LONE_TABLES_INTERVAL: Duration = Duration::from_mins(1);

/// How long a table without a match counts against its host's [`TABLES_PER_VISITOR_MAX`](super::TABLES_PER_VISITOR_MAX).
pub const WAITING_TABLE_MS_MAX: i64 = 24 * 60 * 60 * 1000;

/// How long a table that was opened against computer players alone counts against its host's
/// [`TABLES_PER_VISITOR_MAX`](super::TABLES_PER_VISITOR_MAX). Nobody plays so many matches in ten minutes, and each is a row in the
/// log.
pub const BEGUN_TABLE_MS_MAX: i64 = 10 * 60 * 1000;

/// Hosts whose tables are counted. Beyond this number, hosts with only old tables are dropped.
pub const COUNTED_HOSTS_MAX: usize = 10_000;

// ---- Time ----

/// How long before a clock runs out its player is warned, in milliseconds, but at most half of what the turn
/// began with. Long enough to come back to the page and choose a tile.
pub const CLOCK_WARNING_MS: i64 = 10_000;

/// How long after a clock has run out the server places a tile, in milliseconds: a play that was sent in time
/// over a slow connection still counts.
pub const CLOCK_LAG_MS: i64 = 1_000;

/// The shortest turn when the player's time bank is used up, in milliseconds: enough to play a tile that was
/// chosen before.
pub const TURN_MS_MIN: i64 = 5_000;

/// Placements in a row that the server makes for a player before the player counts as away. A connection that
/// fails for a moment can cause one.
pub const MISSED_MAX: u8 = 2;

/// How long the turn of a player who is away lasts, in milliseconds: the others see the table move, and have
/// time to decide what to do about it.
pub const AWAY_TURN_MS: i64 = 15_000;

/// How long the turn of a player who is away must have lasted before the others may act on it, in
/// milliseconds. Not at once, since the player may be on the way back.
pub const AWAY_CHOICE_MS: i64 = 5_000;

/// How long a player must have been gone before the others may place a tile for the player or claim the win
/// at a table without a clock, in milliseconds. A phone that changes networks is gone for far less.
pub const GONE_MS: i64 = 3 * 60_000;

/// How long the turn of a gone player must also have lasted, in milliseconds.
pub const GONE_TURN_MS: i64 = 30_000;

/// How long a player must have been gone without a break, and on turn, before a computer player may stand in
/// at a table without a clock, in milliseconds. Less than [`GONE_MS`], since the player gets the seat back by
/// returning, and loses nothing; more than a reload or a change of networks takes, so that these cost no
/// turn.
pub const STAND_IN_MS: i64 = 30_000;

/// How long a player must have been gone before the others are told from when on they may act on it, in
/// milliseconds: a reload shows no countdown.
pub const GONE_TOLD_MS: i64 = 5_000;

/// How long one turn may last at a table without a clock before the others may act on it, in milliseconds,
/// even if its player is connected: the player may have left the page open.
pub const IDLE_TURN_MS: i64 = 10 * 60_000;

/// How long before the end of [`IDLE_TURN_MS`] all players are told of it, in milliseconds: the player on
/// turn has time to play, and the others don't watch a countdown while a player thinks.
pub const IDLE_TOLD_MS: i64 = 3 * 60_000;

/// The least time on a clock that runs again after the server was down, in milliseconds.
pub const RESUME_GRACE_MS: i64 = 15_000;

/// An outage in which no player could play is given back only if it was longer than this, in milliseconds:
/// [`CLOCK_LAG_MS`] makes up for a shorter one.
pub const IDLE_MS_MIN: i64 = 1_000;

/// The least number of a table's rows that are held in memory when the next match begins, for clients that
/// were gone for a moment: a round has under 60.
pub const HISTORY_APPENDS: i64 = 32;

/// Rows after which a client's missed updates are made from a later state, although no match has begun:
/// making them again takes about a microsecond for each row.
pub const HISTORY_ROWS: i64 = 512;

/// Bytes of rows above which the rows of a running match are no longer all held in memory: the longest
/// matches need half of it, and players who change their names all the time must not fill the memory. The
/// record of such a match is made from the log.
pub const HISTORY_BYTES_MAX: usize = 65_536;

/// How long a table without any event stays open, in milliseconds: three days. A match that was put off to
/// the next evening, or the one after, is still there.
pub const TABLE_ABANDONED_MS: i64 = 3 * 24 * 60 * 60 * 1000;

/// How long after a table is closed its rows leave the log, in milliseconds. A visitor may still be looking
/// at the table.
pub const CLOSED_TABLE_MS: i64 = 24 * 60 * 60 * 1000;

/// Closed tables that one search finds at most.
pub const CLOSED_TABLES_MAX: i64 = 64;

/// How often the server looks for abandoned tables.
pub const ABANDONED_CHECK_INTERVAL: Duration = Duration::from_mins(10);

/// Abandoned tables that one search finds at most: loading each costs a read of its log.
pub const ABANDONED_TABLES_MAX: i64 = 64;

/// How long a request for a computer player's seat waits for an answer, in milliseconds: the host has time to
/// finish a turn, and a stranger's request doesn't keep others from asking for long.
pub const SEAT_REQUEST_MS: i64 = 60_000;

/// Average time between two requests for seats of one visitor at one table: a visitor who was declined must
/// leave the players alone.
pub const SEAT_REQUEST_INTERVAL: Duration = Duration::from_mins(1);

/// How long a visitor may save requests up: two of them, since one may be withdrawn by mistake.
pub const SEAT_REQUEST_BURST: Duration = Duration::from_mins(2);

/// Average time between two requests of all visitors at one table: a visitor costs nothing to make up, and a
/// crowd of them would keep the players busy.
pub const SEAT_REQUESTS_INTERVAL: Duration = Duration::from_secs(15);

/// Average time between two requests of the visitors of one network at one table; three at once are let
/// through, and the fourth place is left to another network.
pub const SEAT_REQUESTS_OF_NETWORK_INTERVAL: Duration = Duration::from_secs(20);

/// How long a table saves requests up: four of them.
pub const SEAT_REQUESTS_BURST: Duration = Duration::from_mins(1);

// ---- Computer players ----

/// How long a position is on the table before a computer player acts in it, in milliseconds, if the settings
/// don't say otherwise: people see each event before the next one.
pub const BOT_DELAY_MS: u64 = 900;

/// The longest delay that the settings may ask for, in milliseconds. A longer one would look like a broken
/// table.
pub const BOT_DELAY_MS_MAX: u64 = 60_000;

/// How many such delays a computer player waits before it plays while a person could still call "Muggins!":
/// the call takes a look at the table and a sum.
pub const BOT_DELAYS_FOR_A_CALL: u32 = 4;

/// How long after the request a computer player must have decided, with the best play found until then. An
/// expert's passes take 10 ms of a core on average in Block, and 100 in Five-Up with partners. Only a loaded
/// server comes near this limit, and half of [`BOT_DELAY_MS`] is left for other delays of a play.
pub const THINKING_TIME_MAX: Duration = Duration::from_millis(450);

/// Jobs that wait for a computer players' thread. A job whose time is over takes a millisecond or two, so
/// these are a few seconds' work. A computer player whose job is refused plays its first legal placement.
pub const COMPUTER_JOBS_MAX: usize = 2048;

/// Sets of rules whose computer players are kept after the last table with these rules is gone: more than are
/// popular at once. Each takes 20 KB, and up to half a second of a thread to make again.
pub const PLAYERS_KEPT: usize = 32;

/// Threads for computer players, at most: more than any machine has cores for.
pub const COMPUTER_THREADS_MAX: u16 = 1024;

/// Average time between two hints for one seat. A hint costs as much as an expert's play.
pub const HINT_INTERVAL: Duration = Duration::from_secs(2);

/// How long a seat may save up hints: five of them, for a quick player.
pub const HINT_BURST: Duration = Duration::from_secs(10);

/// Matches that are analysed at once. An analysis has one job at a time, which runs after all jobs that a
/// table waits for, so analyses don't slow a move, only each other. Each holds the views of its match, under
/// a megabyte.
pub const ANALYSES_MAX: usize = 64;

/// Analyses of [`ANALYSES_MAX`] that may be for visitors of one network.
pub const ANALYSES_PER_NETWORK: usize = 8;

/// Moves of one match that are analysed, the first ones: a match of [`ROUNDS_MAX`] rounds would keep the
/// threads busy for half an hour. The longest match of a preset has under 400.
pub const ANALYSED_MOVES_MAX: usize = 600;

/// Parts of an analysis; after each part, the waiting clients are told how far the analysis is.
pub const ANALYSIS_STEPS: usize = 20;

// ---- Chat ----

/// Characters (Unicode scalar values) of one line: a long sentence, four lines of a phone's width.
pub const CHAT_CHARS_MAX: usize = 200;

/// Average time between two lines or reactions of one visitor at a table. Talking isn't faster than this;
/// flooding is.
pub const CHAT_INTERVAL: Duration = Duration::from_secs(2);

/// How long a visitor may save lines up: five short ones at once.
pub const CHAT_BURST: Duration = Duration::from_secs(10);

/// Average time between two lines or reactions of all visitors in one room. Ten a second is more than anybody
/// can read. Visitors cost nothing to make up, and each line goes to all in the room: without this limit a
/// few hundred visitors could use up the server.
pub const CHAT_ROOM_INTERVAL: Duration = Duration::from_millis(100);

/// Average time between two reactions of watchers that the players see. Further reactions are shown to the
/// watchers only: a crowd's applause must not hide the table.
pub const APPLAUSE_INTERVAL: Duration = Duration::from_secs(1);

/// How long watchers may save reactions up: five of them.
pub const APPLAUSE_BURST: Duration = Duration::from_secs(5);

/// How long a room may save lines up: fifty people say "well played" at once.
pub const CHAT_ROOM_BURST: Duration = Duration::from_secs(5);
