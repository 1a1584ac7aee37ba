//! Rate limits: how often something may be done.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

use tokio::time::Instant;

/// A rate limit, given by an average rate and a burst.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pace {
    /// The name of the limited action. Actions with different names are counted separately.
    pub what: &'static str,
    /// The average time between two actions.
    pub interval: Duration,
    /// How long actions that were not done may be saved up. So `burst / interval` actions can be done at
    /// once.
    pub burst: Duration,
}

/// A token bucket. It fills at the allowed average rate, up to the allowed burst. Only the time when it will
/// be full again is stored.
#[derive(Debug)]
pub struct Rate {
    /// The average time between two tokens, in nanoseconds. A number is half as large as a `Duration`, and a server has
    /// several rates for each visitor.
    interval: u64,
    /// The time in which an empty bucket becomes full, in nanoseconds.
    burst: u64,
    full_at: Instant,
}

impl Rate {
    /// Makes a full bucket. It gains one token in each `interval`. An empty bucket is full again after the
    /// time `burst`.
    pub fn new(interval: Duration, burst: Duration, now: Instant) -> Self {
        Self {
            interval: nanos(interval),
            burst: nanos(burst),
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

    /// When the bucket will be full again if `count` tokens are taken now. `None` if the bucket has fewer
    /// tokens. This function takes no tokens.
    pub fn after(&self, count: u32, now: Instant) -> Option<Instant> {
        let full_at = self.full_at.max(now) + self.time_of(count);
        (full_at - now <= Duration::from_nanos(self.burst)).then_some(full_at)
    }

    /// When the bucket has a token again.
    pub fn allows_from(&self) -> Instant {
        self.full_at + self.time_of(1) - Duration::from_nanos(self.burst)
    }

    /// Takes tokens from the bucket. `full_at` is the time that [`Self::after`] has returned for these
    /// tokens.
    pub fn set_full_at(&mut self, full_at: Instant) {
        self.full_at = full_at;
    }

    /// Puts back `count` tokens that were taken.
    pub fn put_back(&mut self, count: u32) {
        self.full_at -= self.time_of(count);
    }

    /// The time in which the bucket gains `count` tokens.
    fn time_of(&self, count: u32) -> Duration {
        Duration::from_nanos(self.interval.saturating_mul(count.into()))
    }

    /// Whether the bucket is full.
    pub fn is_full(&self, now: Instant) -> bool {
        self.full_at <= now
    }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// A [`Rate`] for each key, such as each visitor. A full rate is dropped, since a new rate is full too.
#[derive(Debug)]
pub struct KeyedRates<K> {
    /// If at least this number of rates is stored, each call drops the rates that are full.
    many: usize,
    rates: HashMap<K, Rate>,
}

impl<K: Eq + Hash> KeyedRates<K> {
    /// Stores no rates at first. If at least `many` rates are stored, each call of [`Self::allow`] drops the
    /// rates that are full.
    pub fn new(many: usize) -> Self {
        let rates = HashMap::new();
        Self { many, rates }
    }

    /// Takes one token of a key. Returns `false` if the key has no token left. `full` makes the rate of a key
    /// for which no rate is stored.
    pub fn allow(&mut self, key: K, full: impl Fn(&K) -> Rate, now: Instant) -> bool {
        if self.rates.len() >= self.many {
            self.rates.retain(|_, rate| !rate.is_full(now));
        }
        let fresh = full(&key);
        self.rates.entry(key).or_insert(fresh).allows(now)
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

    #[test]
    fn full_rates_are_forgotten() {
        let now = Instant::now();
        let second = Duration::from_secs(1);
        let full = |_: &u32| Rate::new(second, second, now);
        let mut rates = KeyedRates::new(2);
        for key in 0..100 {
            assert!(rates.allow(key, full, now + second * key));
        }
        assert!(rates.rates.len() <= 3);
    }
}
