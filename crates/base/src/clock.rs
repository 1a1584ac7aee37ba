//! What time it is. Everything that needs the time is handed a [`Clock`] or a [`Timestamp`]; tests
//! hand out their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// A moment, in milliseconds since 1970-01-01 00:00 UTC.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The moment so many milliseconds later.
    #[must_use]
    pub fn plus_ms(self, duration_ms: i64) -> Self {
        Self(self.0.saturating_add(duration_ms))
    }

    /// How many milliseconds have passed since an earlier moment; 0 if it is not earlier, as can
    /// happen when the system's clock is set back.
    #[must_use]
    pub fn ms_since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0).max(0)
    }
}

/// Tells the time. Clones tell the same time.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// The time set by hand; the system's time when there is none.
    manual: Option<Arc<AtomicI64>>,
}

impl Clock {
    /// The system's clock.
    #[must_use]
    pub fn system() -> Self {
        Self::default()
    }

    /// A clock that stands until somebody sets it.
    #[must_use]
    pub fn manual(start: Timestamp) -> (Self, ManualClock) {
        let time_ms = Arc::new(AtomicI64::new(start.0));
        let clock = Self {
            manual: Some(Arc::clone(&time_ms)),
        };
        (clock, ManualClock { time_ms })
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        if let Some(time_ms) = &self.manual {
            return Timestamp(time_ms.load(Ordering::SeqCst));
        }
        // A system clock before 1970 is a broken one; 0 keeps the server up until it is mended.
        let since_epoch = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Timestamp(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
    }
}

/// The hand that moves a clock made by [`Clock::manual`].
#[derive(Clone, Debug)]
pub struct ManualClock {
    time_ms: Arc<AtomicI64>,
}

impl ManualClock {
    /// Lets time pass.
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
