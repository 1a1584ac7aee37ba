//! Commits that take too long, as on a disk that hangs. One look a second serves all that wait for
//! them: a timer for each append would wake the runtime once more for every move.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::sleep;

use super::StoreError;

/// How often commits are looked at.
const INTERVAL: Duration = Duration::from_secs(1);

/// The commit that is under way, and all that wait for it.
#[derive(Debug)]
pub(super) struct Overdue {
    limit: Duration,
    /// When the commit that is under way began.
    begun: Mutex<Option<Instant>>,
    /// Tells those who wait that it takes too long.
    found: Notify,
}

impl Overdue {
    /// For commits that may take so long. They are looked at until nothing leads here any more.
    pub(super) fn watch(limit: Duration) -> Arc<Self> {
        let overdue = Arc::new(Self {
            limit,
            begun: Mutex::default(),
            found: Notify::new(),
        });
        let watched = Arc::downgrade(&overdue);
        tokio::spawn(async move {
            loop {
                sleep(INTERVAL).await;
                let Some(overdue) = watched.upgrade() else {
                    return;
                };
                let begun = *overdue.begun();
                if begun.is_some_and(|begun| begun.elapsed() >= overdue.limit) {
                    overdue.found.notify_waiters();
                }
            }
        });
        overdue
    }

    /// Makes a commit.
    pub(super) fn commit<T>(&self, commit: impl FnOnce() -> T) -> T {
        *self.begun() = Some(Instant::now());
        let committed = commit();
        *self.begun() = None;
        committed
    }

    /// Waits for the answer to something that is to be committed.
    pub(super) async fn wait<T>(&self, answer: impl Future<Output = T>) -> Result<T, StoreError> {
        tokio::select! {
            biased;
            answer = answer => Ok(answer),
            () = self.found.notified() => Err(StoreError::Timeout),
        }
    }

    fn begun(&self) -> parking_lot::MutexGuard<'_, Option<Instant>> {
        self.begun.lock()
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_waits_for_a_commit_that_hangs_is_told() {
        let overdue = Overdue::watch(Duration::ZERO);
        let waited = overdue.commit(|| overdue.wait(pending::<()>()));
        tokio::pin!(waited);
        // No commit is under way.
        let soon = tokio::time::timeout(3 * INTERVAL, &mut waited).await;
        assert!(soon.is_err());
        *overdue.begun() = Some(Instant::now());
        assert!(matches!(waited.await, Err(StoreError::Timeout)));
        assert!(matches!(overdue.wait(ready(1)).await, Ok(1)));
    }
}
