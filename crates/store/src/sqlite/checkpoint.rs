//! What is committed goes to the write-ahead log first, and from there to the database file. Most of
//! that is done by a thread of its own, since it waits for the disk. The writer itself copies the few
//! pages that were committed meanwhile: only when none is left begins the write-ahead log anew, and
//! under load one is always on its way.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};

use boneyard_base::limits;
use rusqlite::Connection;

use super::{File, StoreError};

/// The writer's side.
pub(super) struct Checkpoints {
    /// Pages in the write-ahead log after the last commit.
    pages: Arc<AtomicI32>,
    /// When to ask for a copy.
    ask_at_pages: i32,
    is_asked: bool,
    /// Whether the thread has done its part.
    is_copied: Arc<AtomicBool>,
    /// None once the thread is to end.
    ask: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Checkpoints {
    /// Starts the thread, which ends with the returned value, and counts the pages that a connection
    /// writes. SQLite itself copies nothing from then on.
    pub(super) fn start(file: &File, writer: &mut Connection) -> Result<Self, StoreError> {
        let pages = Arc::new(AtomicI32::new(0));
        let counted = Arc::clone(&pages);
        writer.wal_hook(Some(move |_: &mut _, pages| {
            counted.store(pages, Ordering::Relaxed);
            Ok(())
        }))?;
        let connection = file.connect()?;
        let (ask, asked) = mpsc::sync_channel(1);
        let is_copied = Arc::new(AtomicBool::new(false));
        let done = Arc::clone(&is_copied);
        let thread = thread::Builder::new()
            .name("checkpoints".to_owned())
            .spawn(move || copy_when_asked(&connection, &asked, &done))?;
        Ok(Self {
            pages,
            ask_at_pages: limits::CHECKPOINT_PAGES,
            is_asked: false,
            is_copied,
            ask: Some(ask),
            thread: Some(thread),
        })
    }

    /// Asks for a copy when there is enough for one, and ends one that is nearly done.
    pub(super) fn tend(&mut self, writer: &Connection) -> Result<(), StoreError> {
        if self.is_copied.swap(false, Ordering::Acquire) {
            let (pages, copied) = copy(writer)?;
            // A backup that is being made keeps what it reads from being written over; another copy
            // is worth while only when there is more.
            let kept = if copied == pages { 0 } else { pages };
            self.ask_at_pages = kept.saturating_add(limits::CHECKPOINT_PAGES);
            self.is_asked = false;
        } else if !self.is_asked && self.pages.load(Ordering::Relaxed) >= self.ask_at_pages {
            let ask = self.ask.as_ref();
            self.is_asked = ask.is_some_and(|ask| ask.try_send(()).is_ok());
        }
        Ok(())
    }
}

impl Drop for Checkpoints {
    /// Waits for the thread: its connection must not outlive the lock on the file.
    fn drop(&mut self) {
        self.ask = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the thread that makes checkpoints has died");
        }
    }
}

fn copy_when_asked(connection: &Connection, asked: &Receiver<()>, done: &AtomicBool) {
    for () in asked {
        if let Err(error) = copy(connection) {
            tracing::warn!(%error, "the write-ahead log can't be copied");
        }
        done.store(true, Ordering::Release);
    }
}

/// Copies what no reader is in the way of; how many pages the write-ahead log has, and how many of
/// them are in the database file.
fn copy(connection: &Connection) -> Result<(i32, i32), StoreError> {
    let pages = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| {
        Ok((row.get(1)?, row.get(2)?))
    });
    Ok(pages?)
}
