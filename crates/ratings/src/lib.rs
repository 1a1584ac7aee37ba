//! Ratings: how strong players are, computed from the results of their matches. The crate is pure
//! and uses no clock and no storage.
//!
//! docs/ratings.md describes which matches are rated, and how accurate the ratings are.

mod leaderboard;
mod method;
mod rating;

pub use leaderboard::{Weight, compares_places, leaderboard_of};
pub use method::{Played, PlayerOutcome, Side, expected, rate};
pub use rating::{LEADERBOARD_MS, LEADERBOARD_TO, PROVISIONAL_ABOVE, Rating, on_leaderboard};

/// The number of rated matches between the same two players within [`DAY_MS`]. Further matches between
/// them are unrated, so that two players who arrange their results gain little.
pub const RATED_MATCHES_A_DAY: u32 = 3;

/// How often matches against players with provisional ratings change a rating: within [`DAY_MS`] if it is
/// provisional itself, within [`NEW_OPPONENTS_OF_KNOWN_MS`] otherwise. Further such matches keep it as it is, so
/// that a player gains little from accounts that are made only to lose.
pub const NEW_OPPONENTS_MAX: u32 = 3;

/// A week in milliseconds. A rating that isn't provisional is worth more to a cheat, and doesn't need matches
/// against new players.
pub const NEW_OPPONENTS_OF_KNOWN_MS: i64 = 7 * DAY_MS;

/// How often within [`DAY_MS`] a player keeps the rating because the partner left. Further such matches
/// count as lost, so that a player gains little from a partner who leaves shortly before a defeat.
pub const SPARED_A_DAY: u32 = 1;

/// A day in milliseconds.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;
