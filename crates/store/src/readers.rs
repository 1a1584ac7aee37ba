//! Threads that read, each with a connection of its own.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::mpsc;

use super::StoreError;
use super::database::{Database, Reader};

/// Reads with a connection, or hears why there is none; whether the connection is still good.
pub(super) type Job =
    Box<dyn FnOnce(Result<&mut (dyn Reader + 'static), StoreError>) -> bool + Send>;

/// A thread's state.
pub(super) struct ReaderThread {
    database: Database,
    /// What waits for the next thread that is free.
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
