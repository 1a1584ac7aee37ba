//! Quick match.

use std::time::Duration;

use super::TABLE_ABANDONED_MS;

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
