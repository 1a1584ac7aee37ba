//! Limits of tables, their clocks, computer players and chat.

use std::time::Duration;

// ---- Tables ----

/// If a table has at most this number of followers, the session that makes a move sends the update to all of
/// them directly. If there are more, the table's own task sends the update to the watchers, to this number of
/// them at a time. Between these groups, the players' next move can be handled.
pub const WATCHERS_AT_ONCE: usize = 16;

/// The greatest number of rounds in one match. With an exact target, a match can become long or never end.
/// The longest of a million random matches had far fewer rounds. A match that has no winner after this number
/// of rounds ends.
pub const ROUNDS_MAX: u32 = 1_000;

/// The greatest number of lots and deals before a round begins. At most one deal in seven needs a redeal, so
/// this number of redeals in a row is practically impossible.
pub const DEALS_MAX: usize = 100;

/// When all players of a match are ready, how long the server waits for the seeds that they have promised, in
/// milliseconds. A browser sends its seed within a round trip, and a closed browser never does.
pub const REVEAL_MS_MAX: i64 = 5_000;

/// After a match was called off because a seed didn't come, how long the server waits for the promises of the
/// next match, in milliseconds. A browser promises within a round trip.
pub const PROMISE_MS_MAX: i64 = 5_000;

/// How many matches one seat may let be called off before it can promise no more seeds, until tiles have been
/// dealt. A reload of the page may cost one match, and no seat can keep a table from dealing for ever.
pub const MISSED_SEEDS_MAX: u8 = 2;

/// When the first player is ready for the next round, how long the server waits for the other players, in
/// milliseconds. That is long enough to read a summary, and short enough that players don't leave.
pub const NEXT_ROUND_MS_MAX: i64 = 15_000;

/// The greatest number of visitors whom a host can ban from one table. The table stores each of them.
pub const REMOVED_PER_TABLE_MAX: usize = 64;

/// How many times a command is tried again if another node has appended a row first. Each time, another
/// command has succeeded. So only a very large number of commands makes all tries fail.
pub const APPEND_TRIES_MAX: usize = 5;

/// The greatest size in bytes of a row that a node sends to the other nodes. For a larger row, the node sends
/// only the row's number, and the other nodes read the row from the log. A deal has 29 to 57 bytes, so only a
/// row with many redeals is larger. Several rows fit into a packet.
pub const TOLD_ROW_BYTES_MAX: usize = 1_024;

/// After loading a table, how long a node waits at most for the answers of the other nodes about which players
/// are present: a node that is busy with many tables may need seconds. An answer may also be lost.
pub const NODE_SETTLE: Duration = Duration::from_secs(5);

/// After loading a table, how long plays wait at most for these answers, if players play through another node. Nodes
/// answer in milliseconds, and a killed one counts as silent after 1.25 seconds. Longer than that a page would ask
/// whether its node still answers.
pub const NEW_TABLE_WAIT: Duration = Duration::from_secs(2);

/// How often a request that waits for these answers looks whether they have come.
pub const NODE_ANSWER_CHECK: Duration = Duration::from_millis(20);

/// If a player's node fails, the time until the player comes to another node is given back, but at most so much. A
/// page notices a node that hangs after nine seconds, and connects again within two.
pub const LOST_PLAYER_WAIT: Duration = Duration::from_secs(15);

/// The delay after which another node does what is due at a table, if the node in charge of the table has not
/// done it at the deadline. The node in charge has most likely died, and the other nodes will soon notice.
pub const STAND_BY: Duration = Duration::from_secs(5);

/// How often a node reads the numbers of the last rows of tables without recent events. If a message was
/// lost, a table is out of date for at most this long.
pub const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// A node checks every [`CHECK_INTERVAL`] whether it can reach the database. After this number of failed
/// checks in a row, the node sends its players to the other nodes, if another node reaches the database or if
/// this node is cut off from the others. In this time, each node has looked for itself, and has sent beats that
/// say whether it reaches the database.
pub const USELESS_LOOKS: u32 = 3;

/// How often a node checks whether the sessions of its sockets are still valid. If a message was lost, a
/// socket that was signed out at another node stays open for at most this long.
pub const SESSIONS_INTERVAL: Duration = Duration::from_secs(10);

/// The number of sessions that one query checks.
pub const CHECKED_SESSIONS_MAX: usize = 5_000;

/// How often a node reads which tables the lobby lists. A message about a change may have been lost.
pub const LISTINGS_INTERVAL: Duration = Duration::from_secs(15);

/// A node reads the listings that changed within this time before the query, in milliseconds. The time is
/// longer than the difference between the clocks of two nodes, and longer than an interruption of a node's
/// connections.
pub const LISTINGS_READ_MS: i64 = 5 * 60_000;

/// The number of tables in one message from a node about which players are present.
pub const TOLD_TABLES_MAX: usize = 500;

/// If all tables must handle a message, this number of tables handles it at the same time.
pub const TABLES_AT_ONCE: usize = 64;

/// The number of tables whose last row numbers one query reads.
pub const CHECKED_TABLES_MAX: usize = 5_000;

/// After a failed append, how long a table waits before it tries the storage again.
pub const STORE_RETRY_DELAY: Duration = Duration::from_secs(2);

/// The longest time for which a table's task sleeps, if the table has no deadline.
pub const TABLE_SLEEP_MAX: Duration = Duration::from_hours(1);

/// How long a table without followers stays in memory. A page that reloads in this time finds it there.
pub const TABLE_IDLE_TIMEOUT: Duration = Duration::from_mins(1);

/// The number of tables that the lobby shows. A visitor reads fewer. The list has about 50 KB.
pub const LOBBY_TABLES_MAX: usize = 200;

/// The number of clients to which the lobby sends the list, or changes of the list, before it lets other
/// tasks run. Writing the list to a socket takes about 30 microseconds.
pub const LOBBY_PEERS_AT_ONCE: usize = 8;

/// How long the lobby waits after it has sent the whole list to [`LOBBY_PEERS_AT_ONCE`] clients, before it
/// sends the list to more clients. So the lists need at most a fifth of a CPU core, for about 4,000 lists in
/// a second. 500 clients get the list within 150 milliseconds.
pub const LOBBY_LISTS_REST: Duration = Duration::from_millis(1);

/// If there are more tables than the lobby shows, or more followers than [`LOBBY_CROWD`]: the shortest time
/// between two selections of the tables that the lobby shows, and between two messages to its followers.
/// Selecting from 100,000 tables takes about 20 milliseconds, and sending to 500 followers two milliseconds.
pub const LOBBY_INTERVAL: Duration = Duration::from_millis(250);

/// If the lobby has at most this number of followers, it sends each change to them at once.
pub const LOBBY_CROWD: usize = 100;

/// The number of tables in the list of a visitor's own tables: those that the visitor joined last. A visitor
/// plays at fewer tables at once, also over days. The list has 12 KB. When a visitor connects, the server reads
/// at most this number of logs. The rows that store a visitor's tables need no limit of their own, since the
/// limit on rows of the log also limits them.
pub const OWN_TABLES_MAX: usize = 32;

/// The shortest time between two messages to a visitor about their own tables. Without it, a program with
/// many tables would get a message for each move.
pub const OWN_TABLES_INTERVAL: Duration = Duration::from_secs(1);

/// The size in bits of the IPv6 networks whose visitors are counted together by some limits. It is the
/// largest network that a provider gives a customer.
pub const NETWORK_BITS: u32 = 48;

/// If a listed table has only one person and no match yet, how long it may be without a connected player
/// before it is closed. That is enough for a reload, a meal, or a phone without power.
pub const LONE_TABLE_LIFE: Duration = Duration::from_mins(30);

/// How often the server looks for tables that must be closed after [`LONE_TABLE_LIFE`].
pub const LONE_TABLES_INTERVAL: Duration = Duration::from_mins(1);

/// How long a table without a match counts against its host's limit
/// [`TABLES_PER_VISITOR_MAX`](super::TABLES_PER_VISITOR_MAX), in milliseconds.
pub const WAITING_TABLE_MS_MAX: i64 = 24 * 60 * 60 * 1000;

/// How long a table with only computer players as opponents counts against its host's limit
/// [`TABLES_PER_VISITOR_MAX`](super::TABLES_PER_VISITOR_MAX), in milliseconds. A person can't play so many
/// matches in ten minutes, and each table is a row in the log.
pub const BEGUN_TABLE_MS_MAX: i64 = 10 * 60 * 1000;

/// The greatest number of hosts whose tables are counted. If it is reached, hosts with only old tables are
/// dropped.
pub const COUNTED_HOSTS_MAX: usize = 10_000;

// ---- Tables over days ----

/// A day, in milliseconds.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// How long a table over days waits for a promise or a seed of a player who isn't there, in milliseconds: until
/// that player's browser comes the next time. Most people who play over days come once a day.
pub const OVER_DAYS_SEED_MS: i64 = DAY_MS;

/// How long the end of a round waits at a table over days for the players who have not seen it, in
/// milliseconds.
pub const OVER_DAYS_NEXT_ROUND_MS: i64 = DAY_MS;

/// How long the turn of a player who is away lasts at a table over days, in milliseconds.
pub const OVER_DAYS_AWAY_TURN_MS: i64 = DAY_MS;

/// How long a table over days at which no match is played stays open without any event, in milliseconds: two
/// turns of the slowest clock.
pub const OVER_DAYS_ABANDONED_MS: i64 = 14 * DAY_MS;

/// When a computer player is on turn at a table over days that is not in memory, how long after the last event
/// the table is loaded so that it plays, in milliseconds.
pub const OVER_DAYS_COMPUTER_MS: i64 = 60_000;

/// A deadline at a table over days that is further ahead than this was stored while the clock was wrong, in
/// milliseconds: a turn of seven days and the longest holiday end in less time.
pub const OVER_DAYS_DUE_MS_MAX: i64 = 60 * DAY_MS;

/// How often the server looks for tables over days at which something is due.
pub const DUE_TABLES_INTERVAL: Duration = Duration::from_mins(1);

/// If no server used the database for this long, in milliseconds, the time is given back to the turns of tables
/// over days. A shorter outage is small against a day. A server records every [`DUE_TABLES_INTERVAL`] that it
/// runs.
pub const OUTAGE_MS_MIN: i64 = 10 * 60 * 1000;

/// The greatest number of such tables that one search returns. Loading each of them reads its log.
pub const DUE_TABLES_MAX: i64 = 64;

// ---- Time ----

/// A player whose turn it is gets a warning this long before the clock runs out, in milliseconds. In a short
/// turn, the warning comes when half of the turn's time is left. Ten seconds are enough to return to the page
/// and choose a tile.
pub const CLOCK_WARNING_MS: i64 = 10_000;

/// The server places a tile for a player this long after the player's clock has run out, in milliseconds. So
/// a play that was sent in time over a slow connection still counts.
pub const CLOCK_LAG_MS: i64 = 1_000;

/// The shortest turn when a player's time bank is used up, in milliseconds. That is enough to play a tile
/// that was chosen before.
pub const TURN_MS_MIN: i64 = 5_000;

/// After this number of placements in a row that the server made for a player, the player counts as away. A
/// short failure of the connection can cause one such placement.
pub const MISSED_MAX: u8 = 2;

/// How long the turn of a player who is away lasts, in milliseconds. So the other players see that the match
/// continues, and have time to decide what to do.
pub const AWAY_TURN_MS: i64 = 15_000;

/// How long the turn of a player who is away must last before the other players may act on it, in
/// milliseconds. They can't act at once, since the player may be returning.
pub const AWAY_CHOICE_MS: i64 = 5_000;

/// At a table without a clock, how long a player must be disconnected before the other players may place a
/// tile for the player or claim the win, in milliseconds. A phone that changes networks is disconnected for a
/// much shorter time.
pub const GONE_MS: i64 = 3 * 60_000;

/// At a table without a clock, how long the turn of a disconnected player must have lasted before the other
/// players may act, in milliseconds. The player must also have been disconnected for [`GONE_MS`].
pub const GONE_TURN_MS: i64 = 30_000;

/// At a table without a clock, how long a player whose turn it is must be disconnected before a computer
/// player may stand in, in milliseconds. It is shorter than [`GONE_MS`], since a player who returns gets the
/// seat back and loses nothing. It is longer than a reload or a change of networks, so that these don't cost
/// a turn.
pub const STAND_IN_MS: i64 = 30_000;

/// How long a player must be disconnected before the other players get a message about when they may act, in
/// milliseconds. So a reload doesn't show a countdown.
pub const GONE_TOLD_MS: i64 = 5_000;

/// At a table without a clock, how long a turn may last before the other players may act on it, in
/// milliseconds, even if the player is connected. The player may have left the page open.
pub const IDLE_TURN_MS: i64 = 10 * 60_000;

/// How long before the end of [`IDLE_TURN_MS`] all players get a message about it, in milliseconds. So the
/// player whose turn it is has time to play, and the other players don't see a countdown while the player
/// thinks.
pub const IDLE_TOLD_MS: i64 = 3 * 60_000;

/// After the server was down, a player's clock continues with at least this much time, in milliseconds. If
/// the turn began with less time, the clock continues with all of it.
pub const RESUME_GRACE_MS: i64 = 15_000;

/// After an interruption in which the player on turn could not play, the player gets the time of the
/// interruption back, but only if the interruption lasted at least this long, in milliseconds. So a turn costs
/// less than half a second too much. Each time that is given back is a row in the log: a storage that stops for
/// a moment causes one for each table with an append under way, and these rows share a few commits.
pub const IDLE_MS_MIN: i64 = 400;

/// How often the server looks whether its process was paused.
pub const PAUSE_CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// The process was paused if it did not look for longer than this. A busy server looks late by some
/// milliseconds.
pub const PAUSE_MIN: Duration = Duration::from_millis(1_500);

/// When the next match begins, at least this number of a table's rows stays in memory. They are needed for
/// clients that were disconnected for a short time. A round has fewer than 60 rows.
pub const HISTORY_APPENDS: i64 = 32;

/// A table keeps an earlier state and the rows after it. A client that has missed updates gets them: the
/// server calculates them from that state and these rows. After this number of rows, the table keeps a newer
/// state, even if no new match has begun. The calculation takes about a microsecond for each row.
pub const HISTORY_ROWS: i64 = 512;

/// If the rows of a running match have more bytes than this, not all of them stay in memory. The longest
/// matches need half of it. Players who change their names all the time must not fill the memory. The record
/// of such a match is made from the log.
pub const HISTORY_BYTES_MAX: usize = 65_536;

/// How long a table without any event stays open, in milliseconds: three days. So players can continue a
/// match on the next evening, or the evening after.
pub const TABLE_ABANDONED_MS: i64 = 3 * 24 * 60 * 60 * 1000;

/// How long after a table was closed its rows are removed from the log, in milliseconds. Until then, a
/// visitor may still be looking at the table.
pub const CLOSED_TABLE_MS: i64 = 24 * 60 * 60 * 1000;

/// The greatest number of closed tables that one search returns.
pub const CLOSED_TABLES_MAX: i64 = 64;

/// How often the server looks for abandoned tables.
pub const ABANDONED_CHECK_INTERVAL: Duration = Duration::from_mins(10);

/// The greatest number of abandoned tables that one search returns. Loading each of them reads its log.
pub const ABANDONED_TABLES_MAX: i64 = 64;

/// How long a request for a computer player's seat waits for an answer, in milliseconds. The host has time to
/// finish a turn, and one visitor's request doesn't prevent other requests for long.
pub const SEAT_REQUEST_MS: i64 = 60_000;

/// The average time between two requests for seats by one visitor at one table. A visitor whose request was
/// declined must not disturb the players.
pub const SEAT_REQUEST_INTERVAL: Duration = Duration::from_mins(1);

/// How long a visitor may save up requests for seats that the visitor did not make: at most two at once,
/// since a visitor may withdraw one by mistake.
pub const SEAT_REQUEST_BURST: Duration = Duration::from_mins(2);

/// The average time between two requests for seats by all visitors at one table. An attacker can create any
/// number of visitors, and many requests would disturb the players.
pub const SEAT_REQUESTS_INTERVAL: Duration = Duration::from_secs(15);

/// The average time between two requests for seats from one network at one table. Three requests at once are
/// allowed. The table allows four at once, so one is left for another network.
pub const SEAT_REQUESTS_OF_NETWORK_INTERVAL: Duration = Duration::from_secs(20);

/// How long all visitors at one table together may save up requests for seats that they did not make: at most
/// four at once.
pub const SEAT_REQUESTS_BURST: Duration = Duration::from_mins(1);

// ---- Computer players ----

/// How long a position is shown before a computer player acts, in milliseconds, unless the settings contain
/// another number. People see each event before the next one happens.
pub const BOT_DELAY_MS: u64 = 900;

/// The longest delay that the settings may contain, in milliseconds. With a longer delay, the table would
/// seem broken.
pub const BOT_DELAY_MS_MAX: u64 = 60_000;

/// While a person can still call "Muggins!", a computer player waits this number of delays before it plays.
/// For the call, the person must look at the table and add up the count.
pub const BOT_DELAYS_FOR_A_CALL: u32 = 4;

/// How long after a request a computer player must have decided. It then uses the best play found so far. At
/// the expert level, all passes take 10 ms of a core on average in Block, and 100 ms in Five-Up with
/// partners. So only a server under load comes near this limit. Half of [`BOT_DELAY_MS`] is left for the
/// other delays of a play.
pub const THINKING_TIME_MAX: Duration = Duration::from_millis(450);

/// The greatest number of jobs that wait for a computer players' thread. A job that has no time left takes
/// one or two milliseconds, so this number of jobs takes a few seconds. If the job of a computer player is
/// refused, it plays its first legal placement.
pub const COMPUTER_JOBS_MAX: usize = 2048;

/// The number of sets of rules whose computer players stay in memory after the last table with these rules
/// was unloaded. Fewer sets of rules are popular at once. Each needs 20 KB, and up to half a second of a
/// thread to make again.
pub const PLAYERS_KEPT: usize = 32;

/// The greatest number of threads for computer players. No machine has more CPU cores.
pub const COMPUTER_THREADS_MAX: u16 = 1024;

/// The average time between two hints for one seat. A hint takes as much time as a play of the expert level.
pub const HINT_INTERVAL: Duration = Duration::from_secs(2);

/// How long a seat may save up hints that its player did not ask for: at most five at once, for a player who
/// plays fast.
pub const HINT_BURST: Duration = Duration::from_secs(10);

// ---- Chat ----

/// The greatest length of one chat line in characters (Unicode scalar values): a long sentence, which needs
/// four lines on a phone.
pub const CHAT_CHARS_MAX: usize = 200;

/// The average time between two chat lines or reactions of one visitor at a table. People don't chat faster
/// than this.
pub const CHAT_INTERVAL: Duration = Duration::from_secs(2);

/// From this number of visitors or networks on, a table looks for rate limits that are fully restored, and
/// drops them.
pub const TABLE_RATES_MANY: usize = 8;

/// How long a visitor may save up chat lines that the visitor did not write: at most five short lines at
/// once.
pub const CHAT_BURST: Duration = Duration::from_secs(10);

/// The average time between two chat lines or reactions of all visitors at one table. Nobody can read more
/// than ten in a second. An attacker can create any number of visitors, and each line is sent to all of a
/// table's visitors. Without this limit, a few hundred visitors could overload the server.
pub const CHAT_ROOM_INTERVAL: Duration = Duration::from_millis(100);

/// The average time between two reactions of watchers that the players see. Only the watchers see further
/// reactions, since many reactions would hide the table.
pub const APPLAUSE_INTERVAL: Duration = Duration::from_secs(1);

/// How long the watchers of a table may save up reactions that they did not send: at most five at once.
pub const APPLAUSE_BURST: Duration = Duration::from_secs(5);

/// How long all visitors at one table together may save up chat lines that they did not write. Fifty people
/// can write "well played" at once.
pub const CHAT_ROOM_BURST: Duration = Duration::from_secs(5);
