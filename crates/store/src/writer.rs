//! The only thread of a process that writes to the database. It takes all waiting jobs and commits their
//! writes in one transaction. Then it sends an answer to each task that waits for a job. An append has its
//! own result: it can fail because of its step number although the transaction is committed.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use boneyard_base::limits;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

use super::connection::{Verdict, Writer};
use super::database::Database;
use super::due_tables::{self, Due};
use super::overdue::Overdue;
use super::public_log;
use super::records::{self, Packed};
use super::{Append, AppendError, Meters, StoreError, conduct, table_players};

/// A job for the thread that writes.
pub(super) enum Job {
    Append(Append, Waiting),
    Other(Box<dyn Work>),
}

/// The parts of an append that are not in its row of the log, and the channel to which the result of the
/// append is sent.
pub(super) struct Waiting {
    /// The record of the match that the append ends.
    pub record: Option<Packed>,
    pub answer: oneshot::Sender<Result<(), AppendError>>,
    /// When the append was requested.
    pub since: Instant,
}

/// A write that isn't an append, for example of a name or a setting.
pub(super) trait Work: Send {
    /// Writes in the transaction that the thread has opened.
    fn run(&mut self, writer: &mut dyn Writer) -> Result<(), StoreError>;

    /// Sends the answer, after the transaction was committed or has failed.
    fn answer(self: Box<Self>, committed: Result<(), StoreError>);
}

/// A [`Work`] that runs a function.
pub(super) struct Task<T, F> {
    /// The function. `None` after it has run.
    pub write: Option<F>,
    /// The result of the function. [`StoreError::Closed`] before it has run.
    pub result: Result<T, StoreError>,
    pub answer: oneshot::Sender<Result<T, StoreError>>,
    /// The permit of this write; see [`limits::OTHER_WRITES_MAX`].
    pub(crate) _room: OwnedSemaphorePermit,
}

impl<T, F> Work for Task<T, F>
where
    T: Send,
    F: FnOnce(&mut dyn Writer) -> Result<T, StoreError> + Send,
{
    fn run(&mut self, writer: &mut dyn Writer) -> Result<(), StoreError> {
        let write = self.write.take().ok_or(StoreError::Closed)?;
        self.result = contained(|| write(writer));
        self.result.as_ref().map(|_| ()).map_err(Clone::clone)
    }

    fn answer(self: Box<Self>, committed: Result<(), StoreError>) {
        // If the task that waits for the answer was dropped, the answer can't be sent, and this is no error.
        let _ = self.answer.send(committed.and(self.result));
    }
}

/// The writes of one transaction.
#[derive(Default)]
struct Batch {
    appends: Vec<Append>,
    /// For each append: its other data, and the channel for its result.
    waiting: Vec<Waiting>,
    others: Vec<Box<dyn Work>>,
}

impl Batch {
    /// Whether the batch only adds rows to the log. This is the usual case during a match.
    fn is_rows_alone(&self) -> bool {
        self.others.is_empty()
            && self.appends.iter().all(|append| {
                append.listing.is_none()
                    && append.players.is_none()
                    && append.entries.is_empty()
                    && append.due == Due::NotStored
            })
            && self.waiting.iter().all(|waiting| waiting.record.is_none())
    }
}

/// The thread that writes.
pub(super) struct WriterThread {
    pub database: Database,
    /// `None` after an error. The next batch then opens a new connection.
    pub connection: Option<Box<dyn Writer>>,
    pub queue: mpsc::Receiver<Job>,
    pub meters: Meters,
    pub overdue: Arc<Overdue>,
    /// The writes other than appends that wait for a later batch.
    pub others: VecDeque<Box<dyn Work>>,
}

impl WriterThread {
    /// Runs until the store is closed and the queue is empty.
    pub(super) fn run(mut self) {
        let mut jobs = Vec::with_capacity(limits::APPEND_BATCH_MAX);
        let mut batch = Batch::default();
        while !self.others.is_empty()
            || self
                .queue
                .blocking_recv_many(&mut jobs, limits::APPEND_BATCH_MAX)
                > 0
        {
            self.wait_for_more(&mut jobs);
            self.fill(&mut batch, &mut jobs);
            self.commit_and_answer(&mut batch);
            self.look_after(|connection| connection.tidy());
        }
        self.look_after(|connection| connection.close());
    }

    /// Moves all appends into a batch, and at most [`limits::OTHER_WRITES_PER_BATCH`] of the other writes, so
    /// that the other writes don't delay the appends.
    fn fill(&mut self, batch: &mut Batch, jobs: &mut Vec<Job>) {
        for job in jobs.drain(..) {
            match job {
                Job::Append(append, waiting) => {
                    batch.appends.push(append);
                    batch.waiting.push(waiting);
                }
                Job::Other(work) => self.others.push_back(work),
            }
        }
        let share = self.others.len().min(limits::OTHER_WRITES_PER_BATCH);
        batch.others.extend(self.others.drain(..share));
    }

    /// Takes more jobs before the commit. If this thread shares a CPU core with the tasks that send jobs,
    /// those tasks run first, until they send no more jobs. So one commit serves all of them. A thread with
    /// its own core doesn't wait.
    fn wait_for_more(&mut self, jobs: &mut Vec<Job>) {
        let mut taken = None;
        while taken != Some(jobs.len()) && jobs.len() < limits::APPEND_BATCH_MAX {
            taken = Some(jobs.len());
            std::thread::yield_now();
            while jobs.len() < limits::APPEND_BATCH_MAX
                && let Ok(job) = self.queue.try_recv()
            {
                jobs.push(job);
            }
        }
    }

    /// Commits a batch, sends all its answers, and empties the batch.
    fn commit_and_answer(&mut self, batch: &mut Batch) {
        let started = Instant::now();
        let overdue = Arc::clone(&self.overdue);
        let committed = overdue.commit(|| contained(|| self.commit(batch)));
        let others = committed.as_ref().map(|_| ()).map_err(Clone::clone);
        match committed {
            Ok(verdicts) => {
                tracing::trace!(
                    appends = batch.appends.len(),
                    micros = started.elapsed().as_micros(),
                    "committed"
                );
                self.meters
                    .committed(batch.waiting.iter().map(|waiting| waiting.since.elapsed()));
                for (waiting, verdict) in batch.waiting.drain(..).zip(verdicts) {
                    let result = match verdict {
                        Verdict::Committed => Ok(()),
                        Verdict::Conflict => Err(AppendError::Conflict),
                    };
                    // If the task that waits for the result was dropped, the result can't be sent. The append
                    // stays in the log.
                    let _ = waiting.answer.send(result);
                }
            }
            Err(error) => {
                tracing::error!(appends = batch.appends.len(), %error, "appends failed");
                self.meters.failed(batch.appends.len());
                // The transaction may still be open. Dropping the connection rolls it back.
                self.connection = None;
                for waiting in batch.waiting.drain(..) {
                    let failed = Err(AppendError::Unavailable(error.clone()));
                    let _ = waiting.answer.send(failed);
                }
            }
        }
        batch.appends.clear();
        for work in batch.others.drain(..) {
            work.answer(others.clone());
        }
    }

    /// Commits a batch in one transaction. Returns for each append whether it was added to the log.
    fn commit(&mut self, batch: &mut Batch) -> Result<Vec<Verdict>, StoreError> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(self.database.open_writer()?),
        };
        if batch.is_rows_alone() {
            return connection.append_alone(&batch.appends);
        }
        connection.begin()?;
        let verdicts = connection.append(&batch.appends)?;
        let session = connection.session();
        let judged = batch.appends.iter().zip(&batch.waiting).zip(&verdicts);
        let mut leavers = Vec::new();
        for ((append, waiting), verdict) in judged {
            if let Verdict::Committed = verdict {
                if let Some(players) = &append.players {
                    table_players::replace(session, append.table, players, append.at)?;
                }
                due_tables::set(session, append.table, append.due)?;
                if let Some(packed) = &waiting.record {
                    records::insert(session, packed)?;
                    let left = packed.record.leavers.iter();
                    leavers.extend(left.map(|&player| (player, append.at)));
                }
            }
        }
        conduct::note_leavers(session, leavers)?;
        for work in &mut batch.others {
            run_apart(work.as_mut(), connection.as_mut())?;
        }
        let judged = batch.appends.iter().zip(&verdicts);
        let entries = judged.filter(|(_, verdict)| **verdict == Verdict::Committed);
        let entries: Vec<_> = entries.flat_map(|(append, _)| &append.entries).collect();
        public_log::append(connection.session(), &entries)?;
        connection.commit()?;
        Ok(verdicts)
    }

    /// Runs a function that maintains the database. No task waits for the result, so an error is only logged.
    fn look_after(&mut self, what: impl FnOnce(&mut dyn Writer) -> Result<(), StoreError>) {
        if let Some(connection) = &mut self.connection
            && let Err(error) = what(connection.as_mut())
        {
            tracing::warn!(%error, "the database can't be looked after");
            self.connection = None;
        }
    }
}

/// Does a piece of a thread's work. A panic in it is its own error, and ends neither the thread nor other pieces.
pub(super) fn contained<T>(work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    let done = catch_unwind(AssertUnwindSafe(work));
    done.unwrap_or_else(|_| {
        tracing::error!("a thread of the store has panicked");
        Err(StoreError::Panicked)
    })
}

/// Runs a write in a savepoint. If the write fails, the other writes of the transaction stay as they are. The
/// error is part of the write's answer.
fn run_apart(work: &mut dyn Work, writer: &mut dyn Writer) -> Result<(), StoreError> {
    writer.session().run("SAVEPOINT work")?;
    let noted = writer.noted();
    let end = if work.run(writer).is_ok() {
        "RELEASE SAVEPOINT work"
    } else {
        writer.forget_after(noted);
        "ROLLBACK TO SAVEPOINT work; RELEASE SAVEPOINT work"
    };
    writer.session().run(end)
}

#[cfg(test)]
mod tests {
    use boneyard_base::TableId;

    use super::*;
    use crate::Store;

    #[tokio::test]
    async fn a_panic_in_one_piece_of_work_ends_no_thread_and_no_other_piece() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("boneyard.db");
        let address = format!("sqlite://{}", file.display());
        let store = Store::open(&address).await.unwrap();
        let panics = store.write(|session| {
            let sql = "INSERT INTO settings (name, value) VALUES ('half', 'x')";
            session.execute(sql, &[])?;
            panic!("a test wants it so")
        });
        // Both are in one transaction, of which only the work that panicked is undone.
        let (panicked, kept) = tokio::join!(panics, store.settings().get_or_insert("whole", "y"));
        let panicked: Result<(), _> = panicked;
        assert!(matches!(panicked, Err(StoreError::Panicked)));
        assert_eq!(kept.unwrap(), "y");
        assert_eq!(
            store.settings().get_or_insert("half", "z").await.unwrap(),
            "z"
        );
        for _ in 0..=limits::READ_CONNECTIONS_MAX {
            let read = store.read(|_| -> Result<(), _> { panic!("a test wants it so") });
            assert!(matches!(read.await, Err(StoreError::Panicked)));
        }
        assert_eq!(store.read_log(TableId::random(), 0).await.unwrap(), []);
        store.close().await;
    }
}
