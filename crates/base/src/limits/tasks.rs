//! Limits of the tasks that live as long as the server.

use std::time::Duration;

/// How long a task that has panicked for the first time waits until it goes on.
pub const TASK_REST_MIN: Duration = Duration::from_secs(1);

/// The longest wait of a task that panics again and again. A panic that repeats for ever costs a line of the log
/// each minute, and nothing else.
pub const TASK_REST_MAX: Duration = Duration::from_mins(1);

/// A task that has panicked so often, without [`TASK_WELL_AFTER`] between two panics, counts as failing. A single
/// panic may come from one damaged input, which is over then.
pub const TASK_FAILING_PANICS: u32 = 3;

/// A task that has not panicked for this time is well again. Longer than [`TASK_REST_MAX`], so a task that panics
/// whenever it goes on keeps failing.
pub const TASK_WELL_AFTER: Duration = Duration::from_mins(5);

/// The largest number of pieces of work of one kind that rest after panics at the same time. Others are tried again
/// at once.
pub const RESTING_PIECES_MAX: usize = 1_000;
