//! Limits of quick match.

use std::time::Duration;

use super::{CONNECTIONS_MAX, TABLE_ABANDONED_MS};

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
pub const TOLD_SEEKERS_MAX: usize = 100;

/// The greatest number of seekers that are listed, about as many as a page shows. The list is sent to each
/// client that follows the counts, at most each [`SEEK_TICK`].
pub const LISTED_SEEKERS_MAX: usize = 30;

/// How long a seeker's client may take to answer whether it is connected: two round trips of a slow mobile
/// network. The node looks each [`SEEK_TICK`] whether the time is over.
pub const SEEK_ANSWER: Duration = Duration::from_secs(2);

/// How long a proposal waits for the answers from the nodes of its seekers: longer than [`SEEK_ANSWER`], so
/// that each node says in time which seekers are silent.
pub const PROPOSAL_TIMEOUT: Duration = Duration::from_secs(4);

/// The number of absences of a visitor that have no effect. Anybody loses a connection once.
pub const ABSENCES_OF_VISITOR: u32 = 1;

/// The number of absences of an address that have no effect: a family searches at the same time.
pub const ABSENCES_OF_ADDRESS: u32 = 2;

/// The number of absences of a network, 24 bits of IPv4 or 48 of IPv6, that have no effect: as many as four
/// addresses have. A provider gives a customer at most such a network.
pub const ABSENCES_OF_NETWORK: u32 = 8;

/// After this time, in milliseconds, an absence counts half. At each moment it is known what seekers did in
/// the last minutes, and an address that gets another visitor has no absences soon.
pub const ABSENCE_HALF_LIFE_MS: i64 = 5 * 60 * 1_000;

/// The greatest number of absences that is told apart.
pub const SEEK_ABSENCES_MAX: u32 = 6;

/// How long a seeker waits before being put together with a seeker who has one more absence, in milliseconds.
/// With [`SEEK_ABSENCES_MAX`] this makes half a minute, after which any match is better than none.
pub const SEEK_ABSENCE_WAIT_MS: i64 = 5_000;

/// The greatest number of visitors, addresses and networks whose absences are counted. If it is reached,
/// those of visitors are dropped. Each needs about 60 bytes.
pub const ABSENCES_MAX: usize = 2 * CONNECTIONS_MAX;

/// How long a seat is reserved for a proposal without a further message. The answers, and the append that
/// opens the table, must arrive within this time.
pub const SEAT_PROMISE: Duration = Duration::from_secs(10);

/// How long a node that has opened a table repeats the message about the table, every second. This time must
/// be shorter than [`SEAT_PROMISE`].
pub const OPENED_TOLD_FOR: Duration = Duration::from_secs(4);

/// How long a node tries to find a new table of quick match in the storage. If the node doesn't find the
/// table in this time, it stops trying, and the players search again.
pub const PAIRED_GIVEN_UP: Duration = Duration::from_mins(1);

/// The greatest number of presets in one search: more than a player plays, and few enough for a wave.
pub const SEEK_PRESETS_MAX: usize = 16;

/// After this waiting time, in milliseconds, a table for a range of players begins with the usual number or more.
pub const SEEK_USUAL_MS: i64 = 20_000;

/// After this waiting time, in milliseconds, a table for a range of players begins with as many as wait.
pub const SEEK_FEWEST_MS: i64 = 40_000;

/// The assumed rating of a seeker who has none.
pub const SEEK_RATING: i32 = 1_500;

/// After this waiting time, in milliseconds, a seeker is offered a match against a computer player until
/// opponents are found.
pub const SEEK_OFFER_MS: i64 = 15_000;

/// The cost of a seat at a table of quick match in the budgets, as a number of rows: the seat's part of the
/// rows of the table, the listing and the public log, the row by which the player finds the table again, and
/// the row of the seat itself.
pub const ROWS_OF_A_PAIRED_SEAT: u32 = 3;

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
