//! How strong players are, worked out from the results of their matches. Pure: no clock, no storage.
//!
//! docs/ratings.md says what is rated, and how good the ratings are.

mod board;
mod method;
mod rating;

pub use board::{Weight, board_of};
pub use method::{Outcome, Played, Side, expected, rate};
pub use rating::{LEADERBOARD_MS, LEADERBOARD_TO, PROVISIONAL_ABOVE, Rating, on_leaderboard};

/// How many rated matches of the same two players may end in [`DAY_MS`]; further ones are unrated, so
/// that two who arrange their results gain little.
pub const RATED_MATCHES_A_DAY: u32 = 3;

/// How many rated matches of a player that end in [`DAY_MS`] may be against people with provisional ratings
/// at tables, where players choose each other; further ones are unrated, so that accounts that are made to
/// lose are worth little.
pub const NEW_OPPONENTS_A_DAY: u32 = 3;

/// How many times in [`DAY_MS`] a player who was left by the partner keeps the rating as it is; after that
/// the match counts as lost, so that a partner who leaves what is going to be lost is worth little.
pub const SPARED_A_DAY: u32 = 1;

/// A day in milliseconds.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;
