//! Copies committed pages from the write-ahead log to the database file. A thread of its own does most of
//! this, since it waits for the disk. The writer itself copies the few pages that were committed meanwhile:
//! the write-ahead log starts over only when no page is left to copy, and under load new pages always arrive.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};

use boneyard_base::limits;
use rusqlite::Connection;

use super::{File, StoreError};

/// The writer's side of the thread.
pub(super) struct Checkpoints {
    /// The pages in the write-ahead log after the last commit.
    pages: Arc<AtomicI32>,
    /// The number of pages at which the thread is asked for the next copy.
    ask_at_pages: i32,
    is_asked: bool,
    /// Whether the thread has finished its copy.
    is_copied: Arc<AtomicBool>,
    /// None when the thread is to end.
    ask: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Checkpoints {
    /// Starts the thread, which ends when the returned value is dropped, and counts the pages that the writer
    /// commits. From then on SQLite makes no checkpoints itself.
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

    /// Asks the thread for a copy when there are enough pages, or copies the rest after the thread has
    /// finished.
    pub(super) fn tend(&mut self, writer: &Connection) -> Result<(), StoreError> {
        if self.is_copied.swap(false, Ordering::Acquire) {
            let (pages, copied) = copy(writer)?;
            // A running backup keeps the pages that it reads from being overwritten. The next copy is
            // worthwhile only after more pages have been written.
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
    /// Waits for the end of the thread: its connection must be closed before the lock on the file is
    /// released.
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

/// Copies all pages that no reader still needs in their old state. Returns how many pages the write-ahead log
/// has, and how many of them are in the database file.
fn copy(connection: &Connection) -> Result<(i32, i32), StoreError> {
    let pages = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| {
        Ok((row.get(1)?, row.get(2)?))
    });
    Ok(pages?)
}
