//! When a table's own task has something to do.

use boneyard_base::limits;
use tokio::time::Instant;

/// When a table has something to do without an input, and until when its own task sleeps.
#[derive(Debug)]
pub(crate) struct Schedule {
    /// None if the table waits for nothing.
    due: Option<Instant>,
    sleeps_until: Instant,
}

impl Schedule {
    /// Of a table that was just loaded.
    pub(super) const fn new(now: Instant) -> Self {
        Self {
            due: None,
            sleeps_until: now,
        }
    }

    /// Sets when there is something to do next. While the log is tried again, the time of the next try
    /// stays.
    pub(super) fn set(&mut self, due: Option<Instant>, is_retry: bool, now: Instant) {
        let retry = self.due.filter(|&due| is_retry && due > now);
        self.due = due.into_iter().chain(retry).min();
    }

    /// Whether there is something to do now.
    pub(super) fn is_due(&self) -> bool {
        self.due.is_some_and(|due| due <= Instant::now())
    }

    /// Whether the table waits for a time that hasn't come.
    pub(super) fn waits(&self) -> bool {
        self.due.is_some_and(|due| due > Instant::now())
    }

    /// Whether the task sleeps past the time when there is something to do.
    pub(super) fn sleeps_too_long(&self) -> bool {
        self.due.is_some_and(|due| due < self.sleeps_until)
    }

    /// The task sleeps from now on: until when.
    pub(super) fn sleep(&mut self) -> Instant {
        let far = Instant::now() + limits::TABLE_SLEEP_MAX;
        self.sleeps_until = self.due.unwrap_or(far).min(far);
        self.sleeps_until
    }
}
