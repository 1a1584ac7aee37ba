//! The time. All code that needs the time gets a [`Clock`] or a [`Timestamp`], so tests can set the time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

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

/// A clock. Clones return the same time.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// The time that a test has set. `None` for the system's clock.
    manual: Option<Arc<AtomicI64>>,
}

impl Clock {
    /// The system's clock.
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
        };
        (clock, ManualClock { time_ms })
    }

    /// The present time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        if let Some(time_ms) = &self.manual {
            return Timestamp(time_ms.load(Ordering::SeqCst));
        }
        // If the system's clock is before 1970, it is wrong. With the time 0, the server continues to run
        // until the host sets the clock.
        let since_epoch = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Timestamp(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
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
    fn the_system_clock_tells_this_century() {
        assert!(Clock::system().now() > Timestamp(1_600_000_000_000));
    }
}
