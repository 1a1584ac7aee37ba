//! Limits of the records of finished matches, and of the public log.

use std::time::Duration;

// ---- Records ----

/// The longest time for which the settings may keep records, in days. For a longer time, the host can keep
/// records for ever.
pub const KEEP_RECORDS_DAYS_MAX: u32 = 36_500;

/// How often the server looks for matches that wait to be rated. Players look at their ratings soon after a
/// match ends.
pub const RATING_INTERVAL: Duration = Duration::from_secs(1);

/// The number of matches that are rated in one transaction. Moves wait some milliseconds for such a
/// transaction.
pub const RATED_AT_ONCE: i64 = 16;

/// The number of rated matches, or players' ratings, that are read at once when all ratings are calculated
/// again.
pub const RECOMPUTED_AT_ONCE: i64 = 500;

/// The number of differences that are printed after all ratings were calculated again. A host doesn't read
/// more.
pub const DIFFERENCES_TOLD_MAX: usize = 20;

/// The number of points of the rating curve on a player's page. A phone's screen can't show more.
pub const CURVE_POINTS_MAX: i64 = 200;

/// The number of matches in the list on a player's page.
pub const PERSON_MATCHES_MAX: i64 = 20;

/// The number of wins against the strongest opponents on a player's page.
pub const PERSON_BEST_MAX: i64 = 5;

/// The number of opponents in the list on a player's page.
pub const PERSON_OPPONENTS_MAX: i64 = 10;

/// The number of a player's last matches from which the player's page is made. It is limited, so that making
/// the page doesn't take longer for an account that was used for years.
pub const PERSON_MATCHES_READ: i64 = 200;

/// The number of rows of a leaderboard.
pub const LEADERBOARD_ROWS: i64 = 100;

/// How long a leaderboard is used before it is read again. Many visitors look at it after a match, and a
/// match seldom changes it.
pub const LEADERBOARD_LIFE: Duration = Duration::from_secs(5);

/// How often the server looks for records that are older than the host wants to keep, and for unused accounts.
pub const FORGET_OLD_INTERVAL: Duration = Duration::from_hours(1);

/// The number of records that are deleted or changed in one transaction. Moves wait some milliseconds for
/// such a transaction.
pub const RECORDS_AT_ONCE: i64 = 250;

/// The number of matches in one answer to a player who lists their own matches. A page shows fewer at once.
pub const MATCHES_PER_PAGE: u32 = 50;

/// When an answer with a replay has this number of positions, it contains no further round. Each position has
/// about 500 bytes before compression, so the answer is smaller than a megabyte. Nearly every match fits into
/// one answer.
pub const REPLAY_STEPS_PER_ANSWER: usize = 1_500;

/// The number of moves in one answer with a part of an analysis. Each takes about 20 ms of a CPU core, so an
/// answer keeps one of the [`TURNS_AT_ONCE`] for less than a fifth of a second.
pub const ANALYSED_MOVES_PER_ANSWER: usize = 8;

/// The greatest number of moves of one match that are analysed, from the beginning. A match of a thousand rounds
/// would keep the threads busy for many minutes. The longest match of a preset has fewer than 400 moves.
pub const ANALYSED_MOVES_MAX: usize = 600;

/// The number of choices of rules whose expert is kept for analyses. The preparation of an expert takes up to
/// 0.3 s.
pub const EXPERTS_KEPT: usize = 32;

/// The greatest size of a transcript that a visitor sends for a replay, in bytes. The longest matches of the
/// tests have a tenth of that.
pub const TRANSCRIPT_BYTES_MAX: usize = 512 * 1024;

/// The greatest size of a request with such a transcript, in bytes. JSON writes the end of a line as two
/// bytes.
pub const REPLAY_BODY_BYTES_MAX: usize = TRANSCRIPT_BYTES_MAX * 9 / 8;

/// The number of replays, pictures, and answers from the public log that are made at the same time. Each
/// takes some milliseconds of a CPU core.
pub const TURNS_AT_ONCE: usize = 2;

/// How long a turn may last. Longer work is done in pieces, with a turn for each. The pairing of a round is the one
/// piece that can take longer: see docs/tournaments.md.
pub const TURN: Duration = Duration::from_millis(200);

/// The greatest number of requests from one address that may wait for one of the [`TURNS_AT_ONCE`]. The
/// waiting networks get turns in rotation, and so do the waiting addresses of a network.
pub const WAITING_PER_ADDRESS: usize = 32;

/// The greatest number of addresses of one network of 24 bits (IPv4) or 48 bits (IPv6) from which requests wait.
pub const WAITING_ADDRESSES_OF_NETWORK: usize = 64;

/// The total size of the pictures that are kept for further requests, in bytes.
pub const PICTURES_BYTES_MAX: usize = 32 * 1024 * 1024;

/// The approximate size of a picture in bytes.
pub const PICTURE_BYTES: usize = 32 * 1024;

// ---- The public log ----

/// The number of entries of the public log in one answer. So many entries need about 300 KB of JSON.
pub const ENTRIES_PER_PAGE: u32 = 1_000;

/// The greatest number of entries about one table for which an answer contains proofs. So many proofs need
/// about 2 MB of JSON. Few tables last for more than a hundred matches, and each match has its own answer too.
pub const ENTRIES_OF_TABLE_MAX: u32 = 1_000;
