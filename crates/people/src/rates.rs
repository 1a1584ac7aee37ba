//! Rate limits for actions that other visitors notice.

use std::sync::Arc;

use boneyard_base::{KeyedRates, Pace, PlayerId, Rate, limits};
use parking_lot::Mutex;
use tokio::time::Instant;

/// The visitors whose actions count for one limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Doer {
    /// One visitor.
    Player(PlayerId),
    /// The first of these two visitors, for actions that affect the second one.
    Pair(PlayerId, PlayerId),
}

impl From<PlayerId> for Doer {
    fn from(player: PlayerId) -> Self {
        Self::Player(player)
    }
}

/// The recent actions of all visitors. Clones share the same data.
#[derive(Clone, Debug)]
pub(crate) struct Rates(Arc<Mutex<KeyedRates<(Doer, Pace)>>>);

impl Default for Rates {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(KeyedRates::new(
            limits::PEOPLE_RATES_MAX,
        ))))
    }
}

impl Rates {
    /// Whether one more action is allowed. If it is, the action is counted.
    pub(crate) fn allow(&self, who: impl Into<Doer>, pace: Pace) -> bool {
        let now = Instant::now();
        let full = |(_, pace): &(Doer, Pace)| Rate::new(pace.interval, pace.burst, now);
        self.0.lock().allow((who.into(), pace), full, now)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn each_has_a_pace_of_their_own() {
        let rates = Rates::default();
        let pace = Pace {
            what: "test",
            interval: Duration::from_secs(10),
            burst: Duration::from_secs(20),
        };
        let (one, other) = (PlayerId::random(), PlayerId::random());
        let allowed = |who: PlayerId| (0..5).filter(|_| rates.allow(who, pace)).count();
        assert_eq!((allowed(one), allowed(other)), (2, 2));
        assert!(rates.allow(Doer::Pair(one, other), pace));
        tokio::time::advance(pace.interval).await;
        assert_eq!(allowed(one), 1);
    }
}
