//! A player's rating.
#![expect(
    clippy::cast_precision_loss,
    reason = "means and deviations stay far below the 52 bits of an f64, and so do two years"
)]

use crate::DAY_MS;

/// The number of millionths in one unit of the rating method.
const UNIT: i64 = 1_000_000;

/// A rating is provisional if its deviation, in millionths, is higher than this.
pub const PROVISIONAL_ABOVE: i64 = 3_700_000;

/// A rating can be on the leaderboard if its deviation, in millionths, is at most this.
pub const LEADERBOARD_TO: i64 = 2_500_000;

/// The leaderboard shows only players whose last rated match ended within this time: seven days, in
/// milliseconds.
pub const LEADERBOARD_MS: i64 = 7 * DAY_MS;

/// After two years without a rated match, a rating is as uncertain as that of a new player.
const UNCERTAIN_AFTER_MS: i64 = 2 * 365 * DAY_MS;

/// An estimate of a player's strength, as a normal distribution. The fields are whole numbers, so
/// that the same matches give the same ratings on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The mean, in millionths.
    pub mean: i64,
    /// The standard deviation, in millionths; greater than 0.
    pub deviation: i64,
}

impl Default for Rating {
    fn default() -> Self {
        Self::NEW
    }
}

impl Rating {
    /// The rating of a player without rated matches: mean 25, deviation 25/3.
    pub const NEW: Self = Self {
        mean: 25 * UNIT,
        deviation: 25 * UNIT / 3,
    };

    /// The rating as players see it: 1500 for a new player, 29.5 points for each unit, rounded.
    #[must_use]
    pub fn shown(&self) -> i32 {
        1500 + points(self.mean - Self::NEW.mean)
    }

    /// The margin of the rating: two standard deviations, in shown points. The true strength is likely to
    /// be within this distance of the shown rating.
    #[must_use]
    pub fn margin(&self) -> i32 {
        points(2 * self.deviation)
    }

    /// Whether the rating is too uncertain to rely on: its deviation is above 3.7.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL_ABOVE
    }

    /// The rating after `ms` milliseconds without a rated match on its board. The variance grows with the
    /// square of the time, so that a few days change almost nothing. After two years the variance is that
    /// of a new player.
    #[must_use]
    pub fn aged(self, ms: i64) -> Self {
        let elapsed = ms.clamp(0, UNCERTAIN_AFTER_MS) as f64 / UNCERTAIN_AFTER_MS as f64;
        let deviation = self
            .deviation()
            .hypot(Self::NEW.deviation() * elapsed)
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

/// Whether a rating can be on the leaderboard at `now_ms`: its deviation must be at most 2.5, and its
/// last match, at `last_ms`, must have ended within the last seven days.
#[must_use]
pub fn on_leaderboard(rating: &Rating, last_ms: i64, now_ms: i64) -> bool {
    rating.deviation <= LEADERBOARD_TO && now_ms.saturating_sub(last_ms) <= LEADERBOARD_MS
}

/// Converts millionths to shown points, 29.5 for each unit.
fn points(millionths: i64) -> i32 {
    (millionths as f64 / UNIT as f64 * 29.5).round() as i32
}

fn millionths(value: f64) -> i64 {
    (value * UNIT as f64).round() as i64
}
