//! Rate limits for actions that other visitors notice.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use boneyard_base::{Address, Pace, PlayerId, Rate, limits};
use parking_lot::Mutex;
use tokio::time::Instant;

/// The visitors whose actions count for one limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Doer {
    /// One visitor.
    Player(PlayerId),
    /// One visitor, for actions that affect the second visitor.
    Pair(PlayerId, PlayerId),
    /// All visitors with this network address.
    Address(Address),
}

impl From<PlayerId> for Doer {
    fn from(player: PlayerId) -> Self {
        Self::Player(player)
    }
}

/// The recent actions of all visitors. Clones share the same data.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rates(Arc<Mutex<HashMap<(Doer, Pace), Rate>>>);

impl Rates {
    /// Whether one more action is allowed. If it is, the action is counted.
    pub(crate) fn allow(&self, who: impl Into<Doer>, pace: Pace) -> bool {
        let now = Instant::now();
        let mut rates = self.0.lock();
        if rates.len() >= limits::PEOPLE_RATES_MAX {
            rates.retain(|_, rate| !rate.is_full(now));
        }
        let fresh = || Rate::new(pace.interval, pace.burst, now);
        let rate = rates.entry((who.into(), pace)).or_insert_with(fresh);
        rate.allows(now)
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
