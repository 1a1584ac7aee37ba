//! How fast a client may send.

use std::time::Duration;

use tokio::time::Instant;

use crate::limits;

/// A bucket of messages that fills at the allowed average up to the allowed burst. Kept as the
/// moment at which it will be full again.
#[derive(Debug)]
pub(super) struct Rate {
    /// Between two messages at the allowed average.
    interval: Duration,
    full_at: Instant,
}

impl Rate {
    /// A full bucket, for so many messages a second on average.
    pub(super) fn new(per_second: u32, now: Instant) -> Self {
        Self {
            interval: Duration::from_secs(1) / per_second.max(1),
            full_at: now,
        }
    }

    /// Takes one message out; `false` if there is none.
    pub(super) fn allows(&mut self, now: Instant) -> bool {
        let full_at = self.full_at.max(now) + self.interval;
        let allowed = full_at - now <= limits::MESSAGES_BURST;
        if allowed {
            self.full_at = full_at;
        }
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_the_average() {
        let start = Instant::now();
        let mut rate = Rate::new(20, start);
        let mut allowed = |after_s| {
            let now = start + Duration::from_secs(after_s);
            (0..1_000).filter(|_| rate.allows(now)).count()
        };
        assert_eq!(allowed(0), 60);
        assert_eq!(allowed(1), 20);
        assert_eq!(allowed(3600), 60);
    }
}
