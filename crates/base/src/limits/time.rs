//! Limits of the clock.

use std::time::Duration;

/// If the server's time differs from the system's clock by more than this, it is set at once, by a step. A smaller
/// difference is made good by one part in a hundred of the time that passes: two minutes in less than four hours, in
/// which no deadline moves by more than a second in a hundred. NTP sets a clock that is right to within milliseconds,
/// and people set clocks by eye to within a minute; a difference that is greater comes from a machine that slept, or
/// from a clock that was wrong, and would take days or years.
pub const CLOCK_STEP_MS: i64 = 2 * 60_000;

/// Nothing is deleted or closed because it is old until the time has run evenly for so long. A machine whose clock is
/// wrong at its start has the time from the network within minutes.
pub const CLOCK_TRUSTED_AFTER: Duration = Duration::from_hours(1);

/// A tournament whose start was missed begins when the server has had the time for so long: players come back to their
/// pages, and a clock that is far ahead is set right before the tournaments of the next months begin.
pub const LATE_START_WAIT: Duration = Duration::from_mins(5);
