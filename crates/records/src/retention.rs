//! How long records are kept, and the task that deletes old records and unused accounts.

use boneyard_base::{Clock, Timestamp, limits};
use boneyard_store::Store;

use crate::pictures::Pictures;

/// How long records are kept, counted from the end of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeepRecords {
    days: u32,
}

impl KeepRecords {
    /// Keeps records for this number of days.
    #[must_use]
    pub const fn days(days: u32) -> Self {
        Self { days }
    }

    /// The time that decides which records are deleted: those of matches that ended before it.
    #[must_use]
    pub fn oldest(self, now: Timestamp) -> Timestamp {
        const DAY_MS: i64 = 24 * 60 * 60 * 1000;
        now.plus_ms(-i64::from(self.days) * DAY_MS)
    }
}

/// Deletes records that are too old, and accounts that were never used, regularly until the server stops. Without
/// `keep`, records are kept for ever. While the clock isn't trusted yet, nothing is deleted.
pub async fn forget_old(
    store: &Store,
    pictures: &Pictures,
    clock: &Clock,
    keep: Option<KeepRecords>,
) {
    let mut interval = tokio::time::interval(limits::FORGET_OLD_INTERVAL);
    loop {
        interval.tick().await;
        if clock.even_for() < limits::CLOCK_TRUSTED_AFTER {
            continue;
        }
        let now = clock.now();
        if let Err(error) = store.forget_future(now).await {
            tracing::error!(%error, "stored times that are in the future can't be mended");
        }
        let oldest = keep.map(|keep| keep.oldest(now));
        if let Some(oldest) = oldest {
            match store.records().delete_before(oldest).await {
                Ok(0) => {}
                Ok(records) => {
                    pictures.clear();
                    tracing::info!(records, "old records were deleted");
                }
                Err(error) => tracing::error!(%error, "old records could not be deleted"),
            }
        }
        let unseen_since = now.plus_ms(-limits::UNUSED_ACCOUNT_MS);
        let made_after = oldest.unwrap_or(Timestamp(i64::MIN));
        match store
            .accounts()
            .delete_unused(unseen_since, made_after)
            .await
        {
            Ok(0) => {}
            Ok(accounts) => tracing::info!(accounts, "unused accounts were deleted"),
            Err(error) => tracing::error!(%error, "unused accounts could not be deleted"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_that_ended_within_the_days_are_kept() {
        let day_ms = 86_400_000;
        let now = Timestamp(100 * day_ms);
        assert_eq!(KeepRecords::days(30).oldest(now), Timestamp(70 * day_ms));
    }
}
