//! Limits of quick match.

use std::time::Duration;

use super::TABLE_ABANDONED_MS;

/// The greatest difference between the ratings of two seekers at first, in rating points. `docs/matching.md`
/// contains the waiting times measured with this value.
pub const SEEK_GAP: i32 = 100;

/// How much the allowed difference grows in each second of waiting, in rating points.
pub const SEEK_GAP_PER_SECOND: i32 = 12;

/// After this waiting time, in milliseconds, any difference is allowed: a match now is better than an even
/// match later.
pub const SEEK_ANY_GAP_MS: i64 = 30_000;

/// The time limit for the players of a quick match to arrive at their table, in milliseconds. A page loads in
/// a few seconds, also on a slow phone. The other players shouldn't wait longer for a player who doesn't
/// arrive.
pub const PAIRED_COME_MS: i64 = 20_000;

/// How often a node checks its searches, and sends them to the other nodes again.
pub const SEEK_TICK: Duration = Duration::from_secs(1);

/// The number of ticks of [`SEEK_TICK`] between two waves: three seconds. A wave is one search for groups
/// among all seekers.
pub const SEEK_WAVE_TICKS: u64 = 3;

/// How long a node stores a seeker after the last message from the seeker's node. Two messages may get lost.
pub const SEEKER_LEASE: Duration = Duration::from_secs(3);

/// The greatest number of seekers in one message to other nodes. Such a message has a few dozen KB.
pub const TOLD_SEEKERS_MAX: usize = 200;

/// How long a proposal waits for the answers from the nodes of its seekers.
pub const PROPOSAL_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a seat is reserved for a proposal without a further message. The answers, and the append that
/// opens the table, must arrive within this time.
pub const SEAT_PROMISE: Duration = Duration::from_secs(8);

/// How long a node that has opened a table repeats the message about the table, every second. This time must
/// be shorter than [`SEAT_PROMISE`].
pub const OPENED_TOLD_FOR: Duration = Duration::from_secs(4);

/// How long a node tries to find a new table of quick match in the storage. If the node doesn't find the
/// table in this time, it stops trying, and the players search again.
pub const PAIRED_GIVEN_UP: Duration = Duration::from_mins(1);

/// The greatest number of presets in one search: more than a player plays, and few enough for a wave.
pub const SEEK_PRESETS_MAX: usize = 16;

/// The assumed rating of a seeker who has none.
pub const SEEK_RATING: i32 = 1_500;

/// After this waiting time, in milliseconds, a seeker is offered a match against a computer player until
/// opponents are found.
pub const SEEK_OFFER_MS: i64 = 15_000;

/// The cost of a seat at a table of quick match in the budgets, as a number of rows: the seat's part of the
/// rows of the table, the listing and the public log, the row by which the player finds the table again, and
/// the row of the seat itself.
pub const ROWS_OF_A_PAIRED_SEAT: u32 = 3;

/// The average time between two searches of one connection. Each search reads ratings from the storage.
pub const SEEK_INTERVAL: Duration = Duration::from_secs(2);

/// How long a connection may save up searches that it did not make: at most ten at once.
pub const SEEK_BURST: Duration = Duration::from_secs(20);

/// How long the storage keeps the row that gives a player's seat at a table of quick match, in milliseconds:
/// as long as a table without any event stays open.
pub const QUICK_SEAT_MS: i64 = TABLE_ABANDONED_MS;

/// How often seats older than [`QUICK_SEAT_MS`] are deleted, as a number of ticks of [`SEEK_TICK`]: once an
/// hour.
pub const FORGET_QUICK_SEATS_TICKS: u64 = 3_600;

/// The number of other seekers that a wave compares with each seeker of a preset: those with the nearest
/// ratings.
pub const SEEK_LOOKS: usize = 16;

/// How many times a wave searches again for seekers whose best opponents have been taken.
pub const SEEK_ROUNDS: usize = 4;

/// The number of seekers with the longest waits for whom a wave compares all other seekers. So no seeker in a
/// large group is left over because the nearest seekers are taken, or may not play with the seeker.
pub const SEEK_WHOLE_LOOKS: usize = 64;
