//! Limits of tournaments.

use std::time::Duration;

/// The greatest number of characters in the name of a tournament: a line of its page on a phone.
pub const TOURNAMENT_NAME_CHARS_MAX: usize = 60;

/// The greatest number of characters in the organiser's reason for a result: two lines.
pub const TOURNAMENT_NOTE_CHARS_MAX: usize = 200;

/// The greatest number of texts of a tournament that are stored with a report: as many as lines of chat at a table.
pub const REPORTED_TEXTS_MAX: usize = 20;

/// The greatest number of characters in the password of a tournament.
pub const TOURNAMENT_PASSWORD_CHARS_MAX: usize = 60;

/// The greatest number of players. The pairing of a round of a Swiss takes memory for the square of it.
pub const TOURNAMENT_PLAYERS_MAX: u16 = 1_000;

/// The greatest number of players of a round robin: 31 rounds of a match are more than an evening already.
pub const ROUND_ROBIN_PLAYERS_MAX: u16 = 32;

/// The greatest number of players of the format with other partners in each round. Up to this number there are
/// schedules in which everybody has everybody as a partner.
pub const INDIVIDUAL_PLAYERS_MAX: u16 = 41;

/// The greatest number of players of a round robin of pairs: as many pairs as single players otherwise.
pub const ROUND_ROBIN_PAIR_PLAYERS_MAX: u16 = 2 * ROUND_ROBIN_PLAYERS_MAX;

/// The greatest number of days between a tournament and the one that follows it: four weeks.
pub const REPEAT_DAYS_MAX: u8 = 28;

/// The greatest number of tournaments that follow by themselves: each week of a year. Then the organiser must say
/// that somebody still comes.
pub const REPEATS_MAX: u8 = 52;

/// The smallest number of minutes that an arena lasts: a few short matches.
pub const ARENA_MINUTES_MIN: u16 = 10;

/// The greatest number of minutes that an arena lasts: half a day. Each round of it is in the log.
pub const ARENA_MINUTES_MAX: u16 = 720;

/// How many matches that have ended the followers of an arena are shown beside those that are being played: a
/// page of results.
pub const ARENA_ENDED_MATCHES_SHOWN: usize = 20;

/// The greatest number of rounds before a knockout. With 1,000 players, ten are enough for one winner.
pub const TOURNAMENT_ROUNDS_MAX: u8 = 15;

/// The greatest number of players of the knockout after a Swiss.
pub const TOURNAMENT_CUT_MAX: u16 = 64;

/// The greatest number of players up to which computer players fill up. Their matches among themselves use the
/// threads of the computer players.
pub const TOURNAMENT_COMPUTERS_MAX: u16 = 64;

/// The greatest number of rounds in a match between computer players of a tournament, so that no target makes it long.
/// Then the side with more points wins.
pub const COMPUTER_ROUNDS_MAX: u32 = 100;

/// The part of a tournament's places that the players of one network may have at most: one in so many.
pub const NETWORK_SHARE_OF_PLACES: u16 = 8;

/// How many places the players of one network may have in any tournament: those of a family.
pub const NETWORK_PLACES_MIN: u16 = 4;

/// How old an account must be for a tournament of known accounts, in milliseconds: 30 days.
pub const KNOWN_ACCOUNT_MS: i64 = 30 * 24 * 60 * 60 * 1_000;

/// How many rated matches an account must have played for a tournament of known accounts. Matches with players of one's
/// own network are never rated.
pub const KNOWN_ACCOUNT_MATCHES: i64 = 10;

/// How often a player may miss a match, or a promised seed of a section, before the player is withdrawn: each time others
/// wait.
pub const TOURNAMENT_MISSES_MAX: u8 = 3;

/// The greatest number of minutes that a player has to come to a match.
pub const COME_MINUTES_MAX: u8 = 30;

/// How long before the start players can say that they are there, in milliseconds: a quarter of an hour.
pub const CHECK_IN_MS: i64 = 15 * 60 * 1_000;

/// How far in the future a tournament may begin, in milliseconds: a season of half a year.
pub const TOURNAMENT_AHEAD_MS: i64 = 183 * 24 * 60 * 60 * 1_000;

/// A tournament that waits for its organiser, because it is paused or a match has no result, ends after this
/// time without an event, in milliseconds: two days.
pub const TOURNAMENT_ABANDONED_MS: i64 = 2 * 24 * 60 * 60 * 1_000;

/// A tournament into which nobody has entered ends this long after its last event, in milliseconds: four weeks, as
/// far as the next one of a series ([`REPEAT_DAYS_MAX`]). Until then its place counts against others.
pub const TOURNAMENT_EMPTY_MS: i64 = 28 * 24 * 60 * 60 * 1_000;

/// How long after its end the network of a tournament's organiser stays stored, in milliseconds, so that the list of
/// ended tournaments is shared fairly: a day.
pub const TOURNAMENT_NETWORK_MS: i64 = 24 * 60 * 60 * 1_000;

/// The greatest number of ended tournaments that stay in memory because visitors look at them. A tournament of
/// 1,000 players needs half a megabyte.
pub const ENDED_TOURNAMENTS_MAX: usize = 32;

/// Of how many ended tournaments, which visitors look at, a node reads each [`TOURNAMENT_TICK`] what other nodes have
/// appended. Few are looked at, and such a change may be seen some seconds later.
pub const ENDED_TOURNAMENTS_READ_MAX: usize = 32;

/// How often a node looks what is due in its tournaments, and sends changes to those who follow one.
pub const TOURNAMENT_TICK: Duration = Duration::from_secs(1);

/// If nothing has happened at the table of a tournament's match for this time, in milliseconds, all its people
/// are away: a connected player's clock would have run out. Then those people lose.
pub const TOURNAMENT_MATCH_IDLE_MS: i64 = 10 * 60 * 1_000;

/// How many tables of a round are opened or looked at together: as many as the storage commits at once without
/// keeping players waiting.
pub const TOURNAMENT_TABLES_AT_ONCE: usize = 32;

/// How often an append to a tournament's log is tried if other nodes take its number. The node that has won can
/// append again at once, and the others must read first, so they can lose as often as it has entries waiting.
pub const TOURNAMENT_TRIES: usize = 64;

/// The number of matches on a page of all matches of a tournament: a round of 500 players.
pub const TOURNAMENT_MATCHES_PER_PAGE: usize = 250;

/// The greatest number of coming and running tournaments in the list: more than a page shows.
pub const LISTED_TOURNAMENTS_MAX: i64 = 50;

/// The greatest number of ended tournaments in the list, and of an organiser's own ones.
pub const LISTED_ENDED_TOURNAMENTS_MAX: i64 = 20;

/// How long the list of tournaments that was read from the storage is shown.
pub const TOURNAMENT_LIST_LIFE: Duration = Duration::from_secs(2);

/// The cost of a new tournament in the budgets, as a number of rows: its first event, and its row in the list.
pub const ROWS_OF_A_TOURNAMENT: u32 = 2;

/// The cost of an entry in the budgets, as a number of rows: its event, the row in the list, and the rows of the
/// seats at the tables of the matches.
pub const ROWS_OF_AN_ENTRY: u32 = 4;

/// How long a node must have watched a match before a player's absence is counted, in milliseconds: half of the
/// shortest time that a player has to come. If a node has just started or taken over, the match gets another
/// table, because its players may have found no server.
pub const TOURNAMENT_WATCH_MS: i64 = 30_000;

/// By how many minutes at most visitors see the tables of a tournament later than they are played. The rows of this
/// time stay in memory.
pub const WATCH_DELAY_MINUTES_MAX: u8 = 10;

/// The largest number of boards of a match in a duplicate tournament.
pub const BOARDS_MAX: u8 = 6;

/// The largest number of players of a duplicate tournament. Each table of a round stores the seeds of all others.
pub const DUPLICATE_PLAYERS_MAX: u16 = 128;
