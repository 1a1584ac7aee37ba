//! Copies committed pages from the write-ahead log to the database file. A separate thread copies most pages,
//! since copying waits for the disk. After that, the writer copies the few pages that were committed during
//! the thread's copy: the write-ahead log starts from its beginning again only when all pages are copied, and
//! under load there are always new pages.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};

use boneyard_base::limits;
use rusqlite::Connection;

use super::{File, StoreError};

/// The thread that copies pages, as the writer sees it.
pub(super) struct Checkpoints {
    /// The number of pages in the write-ahead log after the last commit.
    pages: Arc<AtomicI32>,
    /// When the write-ahead log has this number of pages, the thread is asked to copy them.
    ask_at_pages: i32,
    is_asked: bool,
    /// Whether the thread has finished a copy.
    is_copied: Arc<AtomicBool>,
    /// Asks the thread to copy. `None` makes the thread end.
    ask: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Checkpoints {
    /// Starts the thread, and counts the pages that the writer commits. From now on, SQLite doesn't make
    /// checkpoints automatically. The thread ends when the returned value is dropped.
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

    /// Called after each batch. Asks the thread to copy when there are enough pages. After the thread has
    /// finished, copies the remaining pages.
    pub(super) fn tend(&mut self, writer: &Connection) -> Result<(), StoreError> {
        if self.is_copied.swap(false, Ordering::Acquire) {
            let (pages, copied) = copy(writer)?;
            // While a backup runs, pages that it reads must not be overwritten, so the copy is incomplete.
            // Then the next copy is useful only after more pages were written.
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
    /// Waits until the thread has ended. Its connection must be closed before the lock on the file is
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

/// Copies all pages whose old state no reader needs. Returns the number of pages in the write-ahead log, and
/// how many of them have been copied to the database file.
fn copy(connection: &Connection) -> Result<(i32, i32), StoreError> {
    let pages = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| {
        Ok((row.get(1)?, row.get(2)?))
    });
    Ok(pages?)
}
