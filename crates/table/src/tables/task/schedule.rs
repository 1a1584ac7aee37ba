//! When a table's own task must wake.

use boneyard_base::limits;
use tokio::time::Instant;

/// The time at which a table must act without an input, and the time until which its own task sleeps.
#[derive(Debug)]
pub(crate) struct Schedule {
    /// When the table must act next; `None` if no action is planned.
    due: Option<Instant>,
    sleeps_until: Instant,
}

impl Schedule {
    /// The schedule of a table that was just loaded.
    pub(super) const fn new(now: Instant) -> Self {
        Self {
            due: None,
            sleeps_until: now,
        }
    }

    /// Sets when the table must act next. If the table retries to read the log (`is_retry`), a retry that is
    /// already planned for an earlier time is kept.
    pub(super) fn set(&mut self, due: Option<Instant>, is_retry: bool, now: Instant) {
        let retry = self.due.filter(|&due| is_retry && due > now);
        self.due = due.into_iter().chain(retry).min();
    }

    /// Whether the table must act now.
    pub(super) fn is_due(&self) -> bool {
        self.due.is_some_and(|due| due <= Instant::now())
    }

    /// Whether the table waits for a time in the future.
    pub(super) fn waits(&self) -> bool {
        self.due.is_some_and(|due| due > Instant::now())
    }

    /// Whether the task would still sleep at the next time at which the table must act.
    pub(super) fn sleeps_too_long(&self) -> bool {
        self.due.is_some_and(|due| due < self.sleeps_until)
    }

    /// Records that the task sleeps from now on. Returns when it must wake.
    pub(super) fn sleep(&mut self) -> Instant {
        let far = Instant::now() + limits::TABLE_SLEEP_MAX;
        self.sleeps_until = self.due.unwrap_or(far).min(far);
        self.sleeps_until
    }
}
