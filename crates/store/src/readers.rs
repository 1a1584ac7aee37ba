//! The threads that read. Each thread has its own connection.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::mpsc;

use super::StoreError;
use super::connection::Reader;
use super::database::Database;

/// A job of a thread that reads. The job gets the thread's connection. If no connection could be opened, the
/// job gets the error. The job returns whether the connection can be used again.
pub(super) type Job =
    Box<dyn FnOnce(Result<&mut (dyn Reader + 'static), StoreError>) -> bool + Send>;

/// A thread that reads.
pub(super) struct ReaderThread {
    database: Database,
    /// The jobs that wait for a free thread. All threads share this queue.
    queue: Arc<Mutex<mpsc::Receiver<Job>>>,
}

impl ReaderThread {
    pub(super) fn new(database: Database, queue: Arc<Mutex<mpsc::Receiver<Job>>>) -> Self {
        Self { database, queue }
    }

    /// Runs until the store is closed.
    pub(super) fn run(self) {
        let mut connection = None;
        while let Some(job) = self.next() {
            let opened = match &mut connection {
                Some(connection) => Ok(connection),
                none => self.database.open_reader().map(|new| none.insert(new)),
            };
            if !job(opened.map(Box::as_mut)) {
                connection = None;
            }
        }
    }

    fn next(&self) -> Option<Job> {
        let mut queue = self.queue.lock();
        queue.blocking_recv()
    }
}
