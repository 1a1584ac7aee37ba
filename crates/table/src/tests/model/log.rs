//! The model of the log of tables.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::Poll;

use boneyard_store::{Append, AppendError, LogRow, StoreError};

/// The outcome of an operation on the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LogOutcome {
    /// The operation succeeds.
    Done,
    /// The operation fails and changes nothing.
    Failed,
    /// The operation succeeds, but the answer says that it failed.
    AnswerLost,
}

/// A log for one table. A test decides the outcome of each operation.
#[derive(Clone, Default)]
pub(crate) struct ModelLog(Arc<Mutex<LogState>>);

/// The rows of the log, and the outcomes of the next operations.
#[derive(Default)]
pub(crate) struct LogState {
    pub rows: Vec<LogRow>,
    pub outcomes: VecDeque<LogOutcome>,
    /// Whether every operation succeeds at once if no outcome is given.
    pub(crate) always_done: bool,
    /// Whether the storage is down: every operation fails at once.
    pub(crate) down: bool,
}

impl ModelLog {
    pub(crate) fn state(&self) -> MutexGuard<'_, LogState> {
        self.0.lock().unwrap()
    }

    /// Waits for the next outcome. The task can be stopped here.
    async fn next_outcome(&self) -> LogOutcome {
        poll_fn(|_| {
            let mut state = self.state();
            match state.outcomes.pop_front() {
                Some(outcome) => Poll::Ready(outcome),
                None if state.down => Poll::Ready(LogOutcome::Failed),
                None if state.always_done => Poll::Ready(LogOutcome::Done),
                None => Poll::Pending,
            }
        })
        .await
    }

    pub(crate) async fn append(&self, append: Append) -> Result<(), AppendError> {
        let failed = AppendError::Unavailable(StoreError::Timeout);
        let outcome = self.next_outcome().await;
        if outcome == LogOutcome::Failed {
            return Err(failed);
        }
        {
            let Append { seq, at, body, .. } = append;
            let mut state = self.state();
            if seq.unsigned_abs() != state.rows.len() as u64 + 1 {
                return Err(AppendError::Conflict);
            }
            state.rows.push(LogRow { seq, at, body });
        }
        // The row is written, but the table has no answer yet.
        if outcome == LogOutcome::AnswerLost || self.next_outcome().await != LogOutcome::Done {
            return Err(failed);
        }
        Ok(())
    }

    pub(crate) async fn read(&self, after: i64) -> Result<Vec<LogRow>, StoreError> {
        if self.next_outcome().await == LogOutcome::Done {
            Ok(self.state().rows[after.unsigned_abs() as usize..].to_vec())
        } else {
            Err(StoreError::Timeout)
        }
    }
}
