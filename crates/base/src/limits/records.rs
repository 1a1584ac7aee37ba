//! Records of finished matches, and the public log.

use std::time::Duration;

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
