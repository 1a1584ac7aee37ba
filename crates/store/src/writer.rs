//! The one writer of a process: a thread that takes all that waits, commits it in one transaction,
//! each append judged by itself, and answers each waiter directly.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use boneyard_base::limits;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

use super::database::{Database, Verdict, Writer};
use super::overdue::Overdue;
use super::public_log;
use super::records::{self, Packed};
use super::{Append, AppendError, Meters, StoreError, conduct, table_players};

/// Something to be written.
pub(super) enum Job {
    Append(Append, Waiting),
    Other(Box<dyn Work>),
}

/// The rest of an append on its way, and who waits for it.
pub(super) struct Waiting {
    /// What is kept of the match that it ends.
    pub(super) record: Option<Packed>,
    pub(super) answer: oneshot::Sender<Result<(), AppendError>>,
    /// When it was asked for.
    pub(super) since: Instant,
}

/// What is seldom written: names, settings and the like.
pub(super) trait Work: Send {
    /// Writes it, in a transaction that is open.
    fn run(&mut self, writer: &mut dyn Writer) -> Result<(), StoreError>;

    /// Answers, once it is known what became of the transaction.
    fn answer(self: Box<Self>, committed: Result<(), StoreError>);
}

/// Work as a function, and where its result goes.
pub(super) struct Task<T, F> {
    /// None once it has been run.
    pub(super) write: Option<F>,
    /// Closed until it has been run.
    pub(super) result: Result<T, StoreError>,
    pub(super) answer: oneshot::Sender<Result<T, StoreError>>,
    /// Its room among what waits.
    pub(super) _room: OwnedSemaphorePermit,
}

impl<T, F> Work for Task<T, F>
where
    T: Send,
    F: FnOnce(&mut dyn Writer) -> Result<T, StoreError> + Send,
{
    fn run(&mut self, writer: &mut dyn Writer) -> Result<(), StoreError> {
        let write = self.write.take().ok_or(StoreError::Closed)?;
        self.result = write(writer);
        self.result.as_ref().map(|_| ()).map_err(Clone::clone)
    }

    fn answer(self: Box<Self>, committed: Result<(), StoreError>) {
        // A waiter that is gone needs no answer.
        let _ = self.answer.send(committed.and(self.result));
    }
}

/// All that is written in one transaction.
#[derive(Default)]
struct Batch {
    appends: Vec<Append>,
    /// Of each append.
    waiting: Vec<Waiting>,
    others: Vec<Box<dyn Work>>,
}

impl Batch {
    /// Whether there is nothing in it but rows of the log, as in the course of play.
    fn is_rows_alone(&self) -> bool {
        self.others.is_empty()
            && self.appends.iter().all(|append| {
                append.listing.is_none() && append.players.is_none() && append.entries.is_empty()
            })
            && self.waiting.iter().all(|waiting| waiting.record.is_none())
    }
}

/// The thread's state.
pub(super) struct WriterThread {
    pub(super) database: Database,
    /// None after an error: whatever state the connection was in, a new one is clean.
    pub(super) connection: Option<Box<dyn Writer>>,
    pub(super) queue: mpsc::Receiver<Job>,
    pub(super) meters: Meters,
    pub(super) overdue: Arc<Overdue>,
    /// What waits for its share of a batch, beside appends.
    pub(super) others: VecDeque<Box<dyn Work>>,
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

    /// Fills a batch: all appends, and of the rest as much as doesn't hold them up.
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

    /// Takes what else is about to be written: where the writer shares a core with those who write,
    /// they go first, for as long as they have more, and one commit is for all of them. A writer with a
    /// core of its own doesn't wait.
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

    /// Commits a batch, answers each waiter, and leaves the batch empty.
    fn commit_and_answer(&mut self, batch: &mut Batch) {
        let started = Instant::now();
        let overdue = Arc::clone(&self.overdue);
        let committed = overdue.commit(|| self.commit(batch));
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
                    // A waiter that is gone needs no answer; its append stays in the log.
                    let _ = waiting.answer.send(result);
                }
            }
            Err(error) => {
                tracing::error!(appends = batch.appends.len(), %error, "appends failed");
                self.meters.failed(batch.appends.len());
                // Its transaction may still be open; closing it rolls that back.
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

    /// Commits a batch in one transaction; a verdict for each append.
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
                if let Some(packed) = &waiting.record {
                    records::insert(session, packed)?;
                    let left = packed.record.leavers.iter();
                    leavers.extend(left.map(|&player| (player, append.at)));
                }
                public_log::insert(session, &append.entries)?;
            }
        }
        conduct::note_leavers(session, leavers)?;
        for work in &mut batch.others {
            run_apart(work.as_mut(), connection.as_mut())?;
        }
        connection.commit()?;
        Ok(verdicts)
    }

    /// Does housekeeping on the connection. No waiter depends on it, so an error is only logged.
    fn look_after(&mut self, what: impl FnOnce(&mut dyn Writer) -> Result<(), StoreError>) {
        if let Some(connection) = &mut self.connection
            && let Err(error) = what(connection.as_mut())
        {
            tracing::warn!(%error, "the database can't be looked after");
            self.connection = None;
        }
    }
}

/// Runs work so that its failure leaves the rest of the transaction as it was. The work itself keeps
/// the error for its answer.
fn run_apart(work: &mut dyn Work, writer: &mut dyn Writer) -> Result<(), StoreError> {
    writer.session().run("SAVEPOINT work")?;
    let end = match work.run(writer) {
        Ok(()) => "RELEASE SAVEPOINT work",
        Err(_) => "ROLLBACK TO SAVEPOINT work; RELEASE SAVEPOINT work",
    };
    writer.session().run(end)
}
