//! Quick match.

use std::time::Duration;

use super::TABLE_ABANDONED_MS;

/// Points by which the ratings of two seekers may differ at first. `docs/matching.md` measures the waits for
/// this value.
pub const SEEK_GAP: i32 = 100;

/// Points by which the allowed gap grows in each second of waiting.
pub const SEEK_GAP_PER_SECOND: i32 = 12;

/// After this wait, in milliseconds, no gap is too large: a match now is better than an even one later.
pub const SEEK_ANY_GAP_MS: i64 = 30_000;

/// How long the players of a quick match may take to come to their table, in milliseconds: a page loads in a
/// few seconds, on a slow phone too, and the others shouldn't wait longer for a player who doesn't come.
pub const PAIRED_COME_MS: i64 = 20_000;

/// How often a node looks through its searches and tells the other nodes of them again.
pub const SEEK_TICK: Duration = Duration::from_secs(1);

/// Ticks of [`SEEK_TICK`] from one wave to the next: three seconds.
pub const SEEK_WAVE_TICKS: u64 = 3;

/// How long a seeker is kept after the last message of the seeker's node: two messages may be lost.
pub const SEEKER_LEASE: Duration = Duration::from_secs(3);

/// Seekers in one message to other nodes: a few dozen KB.
pub const TOLD_SEEKERS_MAX: usize = 200;

/// How long a proposal waits for the answers of its seekers' nodes.
pub const PROPOSAL_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a seat is kept for a proposal without further news: the answers, and the append that opens the
/// table, must come within it.
pub const SEAT_PROMISE: Duration = Duration::from_secs(8);

/// How long a node repeats each second that it has opened a table; shorter than [`SEAT_PROMISE`].
pub const OPENED_TOLD_FOR: Duration = Duration::from_secs(4);

/// After this time a node gives up a table that it can't find in the storage.
pub const PAIRED_GIVEN_UP: Duration = Duration::from_mins(1);

/// Presets of one search: more than a player plays, and few enough for a wave.
pub const SEEK_PRESETS_MAX: usize = 16;

/// The rating that is assumed for a seeker without one.
pub const SEEK_RATING: i32 = 1_500;

/// After this wait, in milliseconds, a seeker is offered a match against a computer player meanwhile.
pub const SEEK_OFFER_MS: i64 = 15_000;

/// Rows that a seat at a table of quick match counts as: the seat's share of the rows of the table, the listing
/// and the public log; the row by which the player finds the table again; and the row of the seat itself.
pub const ROWS_OF_A_PAIRED_SEAT: u32 = 3;

/// Average time between two searches of one connection: each search reads ratings from the storage.
pub const SEEK_INTERVAL: Duration = Duration::from_secs(2);

/// How long a connection may save searches up: ten of them.
pub const SEEK_BURST: Duration = Duration::from_secs(20);

/// How long the storage keeps which player has a seat at a table of quick match, in milliseconds: as long as
/// a table without any event stays open.
pub const QUICK_SEAT_MS: i64 = TABLE_ABANDONED_MS;

/// How often seats older than [`QUICK_SEAT_MS`] are deleted, in ticks of [`SEEK_TICK`]: once an hour.
pub const FORGET_QUICK_SEATS_TICKS: u64 = 3_600;

/// Candidates that a wave considers for each seeker of a preset: the nearest by rating.
pub const SEEK_LOOKS: usize = 16;

/// How often a wave repeats its search for seekers whose first choice was taken.
pub const SEEK_ROUNDS: usize = 4;

/// For how many of the longest-waiting seekers a wave considers all other seekers: so that no seeker in a
/// crowd is left over because the nearest seekers are taken or kept apart.
pub const SEEK_WHOLE_LOOKS: usize = 64;
