//! How often something may be done.

use std::time::Duration;

use tokio::time::Instant;

/// A rate limit: an average and a burst.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pace {
    /// The name of the limited action. Each action is counted by itself.
    pub what: &'static str,
    /// The average time between two actions.
    pub interval: Duration,
    /// How long unused actions may be saved up.
    pub burst: Duration,
}

/// A token bucket: it fills at the allowed average rate, up to the allowed burst. It is stored as the moment
/// at which it will be full again.
#[derive(Debug)]
pub struct Rate {
    /// The average time between two tokens.
    interval: Duration,
    /// How long tokens can be saved up.
    burst: Duration,
    full_at: Instant,
}

impl Rate {
    /// A full bucket that gains one token in each interval, and holds as many as it gains in `burst`.
    pub fn new(interval: Duration, burst: Duration, now: Instant) -> Self {
        Self {
            interval,
            burst,
            full_at: now,
        }
    }

    /// Takes one token out; `false` if the bucket has none.
    pub fn allows(&mut self, now: Instant) -> bool {
        let after = self.after(1, now);
        if let Some(full_at) = after {
            self.full_at = full_at;
        }
        after.is_some()
    }

    /// When the bucket will be full again if `count` tokens are taken out now; none if it has fewer.
    pub fn after(&self, count: u32, now: Instant) -> Option<Instant> {
        let full_at = self.full_at.max(now) + self.interval.saturating_mul(count);
        (full_at - now <= self.burst).then_some(full_at)
    }

    /// The moment from which on the bucket has at least one token.
    pub fn allows_from(&self) -> Instant {
        self.full_at + self.interval - self.burst
    }

    /// Takes out the tokens that [`Self::after`] was asked for.
    pub fn set_full_at(&mut self, full_at: Instant) {
        self.full_at = full_at;
    }

    /// Puts `count` tokens back that were taken out.
    pub fn put_back(&mut self, count: u32) {
        self.full_at -= self.interval.saturating_mul(count);
    }

    /// Whether the bucket is full, like a new one.
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
