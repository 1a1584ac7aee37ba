//! Records of finished matches, and the public log.

use std::time::Duration;

// ---- Records ----

/// The longest time that the settings may keep records for, in days. A host who wants more keeps them for
/// ever.
pub const KEEP_RECORDS_DAYS_MAX: u32 = 36_500;

/// How often the server looks for matches that wait to be rated: players look at their ratings a moment after
/// a match's end.
pub const RATING_INTERVAL: Duration = Duration::from_secs(1);

/// Matches that are rated in one transaction. Moves wait for it, for some milliseconds.
pub const RATED_AT_ONCE: i64 = 16;

/// Rated matches, or players' ratings, that are read at once while all ratings are computed again.
pub const RECOMPUTED_AT_ONCE: i64 = 500;

/// Differences that are printed one by one after all ratings were computed again: as many as a host reads.
pub const DIFFERENCES_TOLD_MAX: usize = 20;

/// Points of the rating's curve on a player's page: as many as a phone's screen can show.
pub const CURVE_POINTS_MAX: i64 = 200;

/// Matches in the list of a player's page.
pub const PERSON_MATCHES_MAX: i64 = 20;

/// Wins against the strongest opponents on a player's page.
pub const PERSON_BEST_MAX: i64 = 5;

/// Opponents in the list of a player's page.
pub const PERSON_OPPONENTS_MAX: i64 = 10;

/// The last matches from which a player's page is made: the page takes the same time for an account with
/// years of play.
pub const PERSON_MATCHES_READ: i64 = 200;

/// Rows of a leaderboard.
pub const LEADERBOARD_ROWS: i64 = 100;

/// How long a leaderboard is kept before it is read again: many visitors look at it after a match, and a
/// match seldom changes it.
pub const LEADERBOARD_LIFE: Duration = Duration::from_secs(5);

/// How often the server looks for records whose time is over.
pub const FORGET_RECORDS_INTERVAL: Duration = Duration::from_hours(1);

/// Records that are deleted or changed in one transaction. Moves wait for it, for some milliseconds.
pub const RECORDS_AT_ONCE: i64 = 250;

/// Matches in one answer to a player who asks for their own matches: more than a page shows at once.
pub const MATCHES_PER_PAGE: u32 = 50;

/// Positions after which an answer with a replay contains no further round: with about 500 bytes each, before
/// compression, the answer stays under a megabyte. Nearly every match fits into one answer.
pub const REPLAY_STEPS_PER_ANSWER: usize = 1_500;

/// Bytes of a transcript that a visitor sends to have it replayed. The longest matches of the tests have a
/// tenth of that.
pub const TRANSCRIPT_BYTES_MAX: usize = 512 * 1024;

/// Bytes of a request with such a transcript: JSON writes a line's end as two bytes.
pub const REPLAY_BODY_BYTES_MAX: usize = TRANSCRIPT_BYTES_MAX * 9 / 8;

/// Replays, pictures, and answers from the public log that are made at once. Each takes some milliseconds of
/// a core, and a proof from an old tree takes some 2 MB.
pub const TURNS_AT_ONCE: usize = 2;

/// Requests of one address that may wait for a turn of [`TURNS_AT_ONCE`]. Each address gets a turn equally
/// often.
pub const WAITING_PER_ADDRESS: usize = 32;

/// Bytes of pictures that are kept for further requests.
pub const PICTURES_BYTES_MAX: usize = 32 * 1024 * 1024;

/// Bytes of a picture, roughly.
pub const PICTURE_BYTES: usize = 32 * 1024;

// ---- The public log ----

/// How long entries of the public log wait for the next signed head. A head is published only after it is
/// stored, so the next start after a crash has at most this much of the log to do.
pub const PUBLIC_LOG_INTERVAL: Duration = Duration::from_secs(2);

/// Entries of one Merkle tree, after which a new tree begins: each entry takes some 150 bytes of memory, and
/// a proof from an old tree reads all its entries.
pub const TREE_ENTRIES_MAX: usize = 16_384;

/// Entries in one answer: some 300 KB of JSON.
pub const ENTRIES_PER_PAGE: usize = 1_000;

/// Entries of one chain of secrets that are proved in one answer. A chain seldom lasts for more than a
/// hundred matches.
pub const ENTRIES_OF_CHAIN_MAX: i64 = 1_000;
