//! Rates finished matches.

use boneyard_base::{PlayerId, limits};
use boneyard_store::{MatchToRate, Store, StoreError};
use tokio::time::{MissedTickBehavior, interval};

use super::method::{to_rate, work_out};
use crate::People;

impl People {
    /// Regularly rates the matches that have ended at any node, until the server stops. A match that ended
    /// just before the stop is rated after the next start.
    pub async fn rate_for_ever(&self) {
        let mut ticks = interval(limits::RATING_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            match rate_waiting(&self.store).await {
                Ok(players) => {
                    for player in players {
                        self.account_changed(player);
                    }
                }
                // The server is stopping, so the task ends.
                Err(StoreError::Closed) => return,
                Err(error) => tracing::error!(%error, "matches can't be rated"),
            }
        }
    }
}

/// Rates all waiting matches, a limited number in each transaction. Returns the players whose ratings have
/// changed.
///
/// # Errors
///
/// When the store fails. Matches that were rated before the failure stay rated.
pub async fn rate_waiting(store: &Store) -> Result<Vec<PlayerId>, StoreError> {
    let mut changed = Vec::new();
    loop {
        let waiting = store
            .ratings()
            .waiting_matches(limits::RATED_AT_ONCE)
            .await?;
        if waiting.is_empty() {
            return Ok(changed);
        }
        let matches = waiting.iter().map(|finished| {
            to_rate(finished).unwrap_or_else(|error| {
                // A match that can't be read is not rated, so that the other matches don't wait for it.
                tracing::error!(record = finished.number, %error, "a match is not rated");
                MatchToRate {
                    number: finished.number,
                    rated: None,
                    unrated: None,
                }
            })
        });
        changed.extend(store.ratings().rate(matches.collect(), work_out).await?);
    }
}
