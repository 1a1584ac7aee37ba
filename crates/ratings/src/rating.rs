//! What is known of how strong somebody is.
#![expect(
    clippy::cast_precision_loss,
    reason = "means and deviations stay far below the 52 bits of an f64, and so do two years"
)]

use crate::DAY_MS;

/// Millionths in one unit of the method.
const UNIT: i64 = 1_000_000;

/// Above this deviation, in millionths, a rating is provisional.
pub const PROVISIONAL_ABOVE: i64 = 3_700_000;

/// Up to this deviation, in millionths, a rating stands in the leaderboard.
pub const LEADERBOARD_TO: i64 = 2_500_000;

/// A leaderboard shows the players whose last rated match is not older than this: seven days, in milliseconds.
pub const LEADERBOARD_MS: i64 = 7 * DAY_MS;

/// After two years away as little is known of a player as of a new one.
const FORGOTTEN_MS: i64 = 2 * 365 * DAY_MS;

/// A belief about a player's strength: a normal distribution. Whole millionths, so that the same matches
/// give the same figures wherever they are worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The likeliest strength, in millionths.
    pub mean: i64,
    /// The standard deviation, in millionths, above 0.
    pub deviation: i64,
}

impl Default for Rating {
    fn default() -> Self {
        Self::NEW
    }
}

impl Rating {
    /// The rating of a player without a rated match: a mean of 25, and a deviation of a third of it.
    pub const NEW: Self = Self {
        mean: 25 * UNIT,
        deviation: 25 * UNIT / 3,
    };

    /// The rating as it is shown: 1500 for a new player, 29.5 points for each unit, rounded.
    #[must_use]
    pub fn shown(&self) -> i32 {
        1500 + points(self.mean - Self::NEW.mean)
    }

    /// How far the true strength may lie from what is shown, to either side and in the same points: two
    /// standard deviations.
    #[must_use]
    pub fn margin(&self) -> i32 {
        points(2 * self.deviation)
    }

    /// Whether too little is known for the rating to be relied on: the deviation is above 3.7.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL_ABOVE
    }

    /// The rating after so many milliseconds without a rated match on its board. The variance grows with
    /// the square of the time, so that days count for next to nothing, up to that of a new player after
    /// two years.
    #[must_use]
    pub fn aged(self, ms: i64) -> Self {
        let away = ms.clamp(0, FORGOTTEN_MS) as f64 / FORGOTTEN_MS as f64;
        let deviation = self
            .deviation()
            .hypot(Self::NEW.deviation() * away)
            .min(Self::NEW.deviation());
        Self {
            deviation: millionths(deviation).max(self.deviation),
            ..self
        }
    }

    pub(crate) fn of(mean: f64, deviation: f64) -> Self {
        Self {
            mean: millionths(mean),
            deviation: millionths(deviation),
        }
    }

    pub(crate) fn mean(self) -> f64 {
        self.mean as f64 / UNIT as f64
    }

    pub(crate) fn deviation(self) -> f64 {
        self.deviation as f64 / UNIT as f64
    }
}

/// Whether a rating whose last match ended at `last_ms` stands in the leaderboard at `now_ms`: its
/// deviation is 2.5 or less, and the match ended in the last seven days.
#[must_use]
pub fn on_leaderboard(rating: &Rating, last_ms: i64, now_ms: i64) -> bool {
    rating.deviation <= LEADERBOARD_TO && now_ms.saturating_sub(last_ms) <= LEADERBOARD_MS
}

/// 29.5 points for each unit.
fn points(millionths: i64) -> i32 {
    (millionths as f64 / UNIT as f64 * 29.5).round() as i32
}

fn millionths(value: f64) -> i64 {
    (value * UNIT as f64).round() as i64
}
