//! Rate limits: how often something may be done.

use std::time::Duration;

use tokio::time::Instant;

/// A rate limit, given by an average rate and a burst.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pace {
    /// The name of the limited action. Actions with different names are counted separately.
    pub what: &'static str,
    /// The average time between two actions.
    pub interval: Duration,
    /// The time over which unused actions accumulate. So `burst / interval` actions can be done at once.
    pub burst: Duration,
}

/// A token bucket. It fills at the allowed average rate, up to the allowed burst. Only the time when it will
/// be full again is stored.
#[derive(Debug)]
pub struct Rate {
    /// The average time between two tokens.
    interval: Duration,
    /// The time over which tokens accumulate.
    burst: Duration,
    full_at: Instant,
}

impl Rate {
    /// Makes a full bucket. It gains one token in each `interval`, and holds at most the tokens of the time
    /// `burst`.
    pub fn new(interval: Duration, burst: Duration, now: Instant) -> Self {
        Self {
            interval,
            burst,
            full_at: now,
        }
    }

    /// Takes one token from the bucket. Returns false if the bucket is empty.
    pub fn allows(&mut self, now: Instant) -> bool {
        let after = self.after(1, now);
        if let Some(full_at) = after {
            self.full_at = full_at;
        }
        after.is_some()
    }

    /// When the bucket will be full again if `count` tokens are taken now. `None` if it has fewer tokens.
    /// Takes no tokens.
    pub fn after(&self, count: u32, now: Instant) -> Option<Instant> {
        let full_at = self.full_at.max(now) + self.interval.saturating_mul(count);
        (full_at - now <= self.burst).then_some(full_at)
    }

    /// When the bucket has a token again.
    pub fn allows_from(&self) -> Instant {
        self.full_at + self.interval - self.burst
    }

    /// Takes the tokens for which [`Self::after`] has returned this time.
    pub fn set_full_at(&mut self, full_at: Instant) {
        self.full_at = full_at;
    }

    /// Puts back `count` tokens that were taken.
    pub fn put_back(&mut self, count: u32) {
        self.full_at -= self.interval.saturating_mul(count);
    }

    /// Whether the bucket is full.
    pub fn is_full(&self, now: Instant) -> bool {
        self.full_at <= now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_the_average() {
        let start = Instant::now();
        let mut rate = Rate::new(Duration::from_millis(50), Duration::from_secs(3), start);
        let mut allowed = |after_s| {
            let now = start + Duration::from_secs(after_s);
            (0..1_000).filter(|_| rate.allows(now)).count()
        };
        assert_eq!(allowed(0), 60);
        assert_eq!(allowed(1), 20);
        assert_eq!(allowed(3600), 60);
    }

    #[test]
    fn it_fills_up_again() {
        let start = Instant::now();
        let mut rate = Rate::new(Duration::from_secs(2), Duration::from_secs(10), start);
        assert!(rate.is_full(start));
        assert!(rate.allows(start));
        assert!(!rate.is_full(start + Duration::from_millis(1_999)));
        assert!(rate.is_full(start + Duration::from_secs(2)));
    }
}
