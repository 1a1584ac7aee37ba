//! The threads of the store: one writes, and a few read. Each job waits in a queue for a thread.

use std::collections::VecDeque;
use std::sync::Arc;
use std::{io, thread};

use boneyard_base::limits;
use parking_lot::Mutex as SyncMutex;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Mutex, Semaphore, mpsc, oneshot};
use tokio::time::timeout;

use super::connection::{Reader, Writer};
use super::database::Database;
use super::overdue::Overdue;
use super::readers::{self, ReaderThread};
use super::session::Session;
use super::writer::{self, Job, Task, WriterThread};
use super::{Meters, Sharing, Store, StoreError};

/// The queues of the store's threads. The threads end when the queues are dropped.
pub(super) struct Queues {
    pub write: mpsc::Sender<Job>,
    pub read: mpsc::Sender<readers::Job>,
}

impl Store {
    pub(super) fn open_blocking(
        address: &str,
        sharing: Sharing,
        overdue: Arc<Overdue>,
    ) -> Result<Self, StoreError> {
        let database = Database::take(address, sharing)?;
        database.migrate()?;
        let meters = Meters::default();
        let (write, jobs) = mpsc::channel(limits::APPEND_QUEUE_MAX);
        let connection = database.open_writer()?;
        let writer = WriterThread {
            database: database.clone(),
            connection: Some(connection),
            queue: jobs,
            meters: meters.clone(),
            overdue: Arc::clone(&overdue),
            others: VecDeque::new(),
        };
        let mut threads = vec![spawn("log writer", || writer.run())?];
        let (read, jobs) = mpsc::channel(limits::READ_QUEUE_MAX);
        let jobs = Arc::new(SyncMutex::new(jobs));
        for _ in 0..limits::READ_CONNECTIONS_MAX {
            let reader = ReaderThread::new(database.clone(), Arc::clone(&jobs));
            threads.push(spawn("database reader", || reader.run())?);
        }
        Ok(Self {
            queues: Arc::new(SyncMutex::new(Some(Queues { write, read }))),
            threads: Arc::new(Mutex::new(threads)),
            meters,
            readiness: Arc::default(),
            overdue,
            others: Arc::new(Semaphore::new(limits::OTHER_WRITES_MAX)),
        })
    }

    /// Runs a function that writes, and returns its result. The writes of other waiting jobs are committed in
    /// the same transaction.
    pub(super) async fn write<T, F>(&self, write: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut dyn Session) -> Result<T, StoreError> + Send + 'static,
    {
        self.write_log(move |writer| write(writer.session())).await
    }

    /// Like [`Self::write`], but the function can also change the log.
    pub(super) async fn write_log<T, F>(&self, write: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut dyn Writer) -> Result<T, StoreError> + Send + 'static,
    {
        let room = Arc::clone(&self.others).acquire_owned().await;
        let (answer, answered) = oneshot::channel();
        let task = Task {
            write: Some(write),
            result: Err(StoreError::Closed),
            answer,
            _room: room.map_err(|_| StoreError::Closed)?,
        };
        self.send(Job::Other(Box::new(task)), answered).await?
    }

    /// Sends a job to the thread that writes, and waits for that thread's answer. Fails if a commit takes too
    /// long. Each move at a table needs one future of this function, so this future must be small. Therefore
    /// the part that waits for space in a full queue is a separate future in a `Box`.
    pub(super) fn send<T>(
        &self,
        job: Job,
        answered: oneshot::Receiver<T>,
    ) -> impl Future<Output = Result<T, StoreError>> + use<T> {
        let queue = self.queue(|queues| &queues.write);
        let sent = queue.and_then(|queue| match queue.try_send(job) {
            Ok(()) => Ok(None),
            Err(TrySendError::Full(job)) => Ok(Some(Box::pin(async move {
                queue.send(job).await.map_err(|_| StoreError::Closed)
            }))),
            Err(TrySendError::Closed(_)) => Err(StoreError::Closed),
        });
        let answer = async move {
            if let Some(sending) = sent? {
                sending.await?;
            }
            answered.await.map_err(|_| StoreError::Closed)
        };
        let overdue = Arc::clone(&self.overdue);
        async move { overdue.wait(answer).await? }
    }

    /// Runs a function on a connection for reading.
    pub(super) async fn read<T, F>(&self, read: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut dyn Reader) -> Result<T, StoreError> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job: readers::Job = Box::new(move |connection| {
            let found = match connection {
                Ok(connection) => writer::contained(|| read(connection)),
                Err(error) => Err(error),
            };
            let is_well = found.is_ok();
            // If the task that waits for the result was dropped, the result can't be sent, and this is no
            // error.
            let _ = answer.send(found);
            is_well
        });
        let asked = async {
            let queue = self.queue(|queues| &queues.read)?;
            queue.send(job).await.map_err(|_| StoreError::Closed)?;
            drop(queue);
            answered.await.map_err(|_| StoreError::Closed)?
        };
        let answered = timeout(limits::READ_TIMEOUT, asked).await;
        answered.map_err(|_| StoreError::Timeout)?
    }

    /// Returns one of the queues. Fails if the store is closed.
    pub(super) fn queue<T>(
        &self,
        which: impl FnOnce(&Queues) -> &mpsc::Sender<T>,
    ) -> Result<mpsc::Sender<T>, StoreError> {
        let queues = self.queues.lock();
        let queues = queues.as_ref().ok_or(StoreError::Closed)?;
        Ok(which(queues).clone())
    }

    /// Refuses new jobs, commits the waiting jobs, and closes the database. If several clones are closed,
    /// each call returns after the database was closed.
    pub async fn close(&self) {
        self.queues.lock().take();
        let mut threads = self.threads.lock().await;
        let threads = std::mem::take(&mut *threads);
        let ended = tokio::task::spawn_blocking(move || {
            let mut ended = threads.into_iter().map(thread::JoinHandle::join);
            ended.all(|ended| ended.is_ok())
        });
        if !ended.await.unwrap_or(false) {
            tracing::error!("a thread of the store has died");
        }
    }
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<thread::JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).spawn(run)
}
