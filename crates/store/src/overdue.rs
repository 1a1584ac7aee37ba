//! Finds commits that take too long, for example on a disk that doesn't respond. One check per second serves
//! all waiting appends. A timer for each append would wake the runtime once more for every move.

use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_base::{Role, Supervisor};
use futures_util::FutureExt as _;
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::sleep;

use super::StoreError;

/// The time between two checks.
const INTERVAL: Duration = Duration::from_secs(1);

/// Measures the running commit, and notifies the tasks that wait for it.
#[derive(Debug)]
pub(super) struct Overdue {
    limit: Duration,
    /// When the running commit began. `None` if no commit runs.
    begun: Mutex<Option<Instant>>,
    /// Notifies the waiting tasks when the commit takes too long.
    found: Notify,
}

impl Overdue {
    /// Starts the checks. The checks end when all other references to this value are dropped.
    pub(super) fn watch(limit: Duration) -> Arc<Self> {
        let overdue = Arc::new(Self {
            limit,
            begun: Mutex::default(),
            found: Notify::new(),
        });
        let watched = Arc::downgrade(&overdue);
        // The store is opened before anything else, and may outlive a server: its task isn't one of the server's.
        Supervisor::default().supervise("slow commits", Role::Serving, watched, |watched| {
            async {
                while let Some(overdue) = watched.upgrade() {
                    let begun = *overdue.begun();
                    if begun.is_some_and(|begun| begun.elapsed() >= overdue.limit) {
                        overdue.found.notify_waiters();
                    }
                    drop(overdue);
                    sleep(INTERVAL).await;
                }
            }
            .boxed()
        });
        overdue
    }

    /// Runs a commit, and measures how long it takes.
    pub(super) fn commit<T>(&self, commit: impl FnOnce() -> T) -> T {
        *self.begun() = Some(Instant::now());
        let committed = commit();
        *self.begun() = None;
        committed
    }

    /// Waits for an answer from the thread that writes. Fails with [`StoreError::Timeout`] if that thread has
    /// not answered, and a commit has been running for too long.
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
    async fn a_waiting_task_is_told_that_a_commit_takes_too_long() {
        let overdue = Overdue::watch(Duration::ZERO);
        let waited = overdue.commit(|| overdue.wait(pending::<()>()));
        tokio::pin!(waited);
        // The task waits outside a commit. No commit is running, so the task is not notified.
        let soon = tokio::time::timeout(3 * INTERVAL, &mut waited).await;
        assert!(soon.is_err());
        *overdue.begun() = Some(Instant::now());
        assert!(matches!(waited.await, Err(StoreError::Timeout)));
        assert!(matches!(overdue.wait(ready(1)).await, Ok(1)));
    }
}
