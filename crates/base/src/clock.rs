//! The time. All code that needs the time gets a [`Clock`] or a [`Timestamp`], so tests can set the time.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

/// A point in time, in milliseconds since 1970-01-01 00:00 UTC.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The time that is `duration_ms` milliseconds later.
    #[must_use]
    pub fn plus_ms(self, duration_ms: i64) -> Self {
        Self(self.0.saturating_add(duration_ms))
    }

    /// The number of milliseconds since `earlier`. 0 if `earlier` is later than this time, which can happen
    /// after the system's clock was set back.
    #[must_use]
    pub fn ms_since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0).max(0)
    }
}

/// How often the server's time is compared with the system's clock.
const COMPARE_INTERVAL: Duration = Duration::from_secs(1);

/// After the system's clock was set, the server's time approaches it by at most one part in this many of the
/// time that passes.
const APPROACH: i64 = 100;

/// The server's time. It begins with the system's clock and then runs evenly: if the system's clock is set,
/// or the machine was asleep, the server's time doesn't jump but approaches the system's clock slowly. So no
/// deadline comes early or late by more than one part in [`APPROACH`].
#[derive(Debug)]
struct SteadyTime {
    /// When the time was last compared with the system's clock, and the time then.
    compared: Instant,
    time_ms: i64,
}

static STEADY_TIME: LazyLock<Mutex<SteadyTime>> = LazyLock::new(|| {
    Mutex::new(SteadyTime {
        compared: Instant::now(),
        time_ms: system_time_ms(),
    })
});

impl SteadyTime {
    /// The time at `now`, when the system's clock shows `system_ms`.
    fn at(&mut self, now: Instant, system_ms: impl FnOnce() -> i64) -> i64 {
        let passed = now.saturating_duration_since(self.compared);
        let passed_ms = i64::try_from(passed.as_millis()).unwrap_or(i64::MAX);
        let time_ms = self.time_ms.saturating_add(passed_ms);
        if passed >= COMPARE_INTERVAL {
            return self.compare(now, passed, time_ms, system_ms());
        }
        time_ms
    }

    /// Lets `time_ms` approach the system's clock.
    fn compare(&mut self, now: Instant, passed: Duration, time_ms: i64, system_ms: i64) -> i64 {
        let passed_ms = time_ms - self.time_ms;
        let approach_ms = passed_ms / APPROACH;
        let behind_ms = system_ms.saturating_sub(time_ms);
        // The part of a millisecond that has passed in addition stays for the next comparison.
        let rest = Duration::from_nanos(u64::from(passed.subsec_nanos() % 1_000_000));
        self.compared = now.checked_sub(rest).unwrap_or(now);
        self.time_ms = time_ms + behind_ms.clamp(-approach_ms, approach_ms);
        self.time_ms
    }
}

/// What the system's clock shows, in milliseconds since 1970-01-01 00:00 UTC. If it shows a time before 1970,
/// it is wrong. With the time 0, the server continues to run until the host sets the clock.
fn system_time_ms() -> i64 {
    let since_epoch = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX)
}

/// A clock. Clones return the same time.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// The time that a test has set. `None` for the server's time.
    manual: Option<Arc<AtomicI64>>,
    /// By how much a test has made the system's clock wrong, in milliseconds.
    error_ms: i64,
    correction: Arc<Correction>,
}

/// What makes the time of a node agree with the times of the other nodes.
#[derive(Debug, Default)]
struct Correction {
    /// What is added to the server's time, in milliseconds.
    offset_ms: AtomicI64,
    /// The latest time that was returned. Neither a smaller offset nor the system's clock makes the time run
    /// backward.
    latest_ms: AtomicI64,
}

impl Clock {
    /// The clock of the server. It begins with the system's clock and runs evenly: it doesn't jump when the
    /// system's clock is set.
    #[must_use]
    pub fn system() -> Self {
        Self::default()
    }

    /// A clock for tests. Its time changes only through the returned [`ManualClock`].
    #[must_use]
    pub fn manual(start: Timestamp) -> (Self, ManualClock) {
        let time_ms = Arc::new(AtomicI64::new(start.0));
        let clock = Self {
            manual: Some(Arc::clone(&time_ms)),
            ..Self::default()
        };
        (clock, ManualClock { time_ms })
    }

    /// A clock for tests: the system's clock, if it were set wrong by `error_ms` milliseconds.
    #[must_use]
    pub fn wrong_by(error_ms: i64) -> Self {
        Self {
            error_ms,
            ..Self::default()
        }
    }

    /// The present time, with the correction. It never runs backward.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        if let Some(time_ms) = &self.manual {
            return Timestamp(time_ms.load(Ordering::SeqCst));
        }
        let corrected = self.uncorrected().plus_ms(self.offset_ms());
        let latest = &self.correction.latest_ms;
        let before = latest.fetch_max(corrected.0, Ordering::Relaxed);
        Timestamp(corrected.0.max(before))
    }

    /// What is added to this server's time, in milliseconds. Negative if that time is fast. 0 without a
    /// correction.
    #[must_use]
    pub fn offset_ms(&self) -> i64 {
        self.correction.offset_ms.load(Ordering::Relaxed)
    }

    /// Sets what is added to this server's time. A clock that a test has set doesn't change.
    pub fn correct(&self, offset_ms: i64) {
        let offset = &self.correction.offset_ms;
        offset.store(offset_ms, Ordering::Relaxed);
    }

    /// This server's time without the correction. It may step back by some milliseconds.
    #[must_use]
    pub fn uncorrected(&self) -> Timestamp {
        let time_ms = STEADY_TIME.lock().at(Instant::now(), system_time_ms);
        Timestamp(time_ms).plus_ms(self.error_ms)
    }
}

/// Sets the time of a clock that [`Clock::manual`] has made.
#[derive(Clone, Debug)]
pub struct ManualClock {
    time_ms: Arc<AtomicI64>,
}

impl ManualClock {
    /// Sets the time of the clock forward.
    pub fn advance_ms(&self, duration_ms: i64) {
        self.time_ms.fetch_add(duration_ms, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manual_clock_stands_until_it_is_moved() {
        let (clock, hand) = Clock::manual(Timestamp(1_000));
        assert_eq!(clock.now(), Timestamp(1_000));
        hand.advance_ms(250);
        assert_eq!(clock.clone().now(), Timestamp(1_250));
        assert_eq!(clock.now().ms_since(Timestamp(1_000)), 250);
        assert_eq!(Timestamp(1_000).ms_since(clock.now()), 0);
    }

    #[test]
    fn a_correction_moves_the_time_and_never_backward() {
        const HOUR_MS: i64 = 60 * 60 * 1_000;
        let (right, wrong) = (Clock::system(), Clock::wrong_by(-HOUR_MS));
        assert!(right.now().ms_since(wrong.clone().now()) > HOUR_MS / 2);
        wrong.clone().correct(HOUR_MS);
        assert_eq!(wrong.offset_ms(), HOUR_MS);
        assert!(wrong.now() >= right.now());
        wrong.correct(2 * HOUR_MS);
        let latest = wrong.now();
        wrong.correct(HOUR_MS);
        assert_eq!(wrong.now(), latest, "it waits until the time is reached");
    }

    #[test]
    fn a_system_clock_that_is_set_changes_the_time_slowly() {
        const HOUR_MS: i64 = 3_600_000;
        for step_ms in [HOUR_MS, -HOUR_MS] {
            let start = Instant::now();
            let mut steady = SteadyTime {
                compared: start,
                time_ms: HOUR_MS * 2,
            };
            for passed_ms in (1..=60_000_i64).step_by(7) {
                let now = start + Duration::from_millis(passed_ms.unsigned_abs());
                let true_ms = HOUR_MS * 2 + passed_ms;
                let time_ms = steady.at(now, || true_ms + step_ms);
                let off_ms = (time_ms - true_ms) * step_ms.signum();
                assert!((0..=passed_ms / APPROACH).contains(&off_ms));
            }
        }
    }

    #[test]
    fn time_approaches_the_system_clock() {
        let start = Instant::now();
        let mut steady = SteadyTime {
            compared: start,
            time_ms: 0,
        };
        for second in 1..=60_i64 {
            let now = start + Duration::from_secs(second.unsigned_abs());
            steady.at(now, || second * 1_000 + 500);
        }
        assert_eq!(steady.time_ms, 60_500);
    }

    #[test]
    fn the_system_clock_tells_this_century() {
        assert!(Clock::system().now() > Timestamp(1_600_000_000_000));
    }
}
