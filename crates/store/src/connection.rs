//! A connection to a SQLite or PostgreSQL database, as the store's threads use it.

use boneyard_base::{TableId, Timestamp};

use super::session::Session;
use super::sessions::{Id, Lookup};
use super::{Append, LogRow, OpenTable, StoreError};

/// What happened to an append in a committed transaction: it was added to the log, or another append had used
/// its step number before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Committed,
    Conflict,
}

/// A connection that reads.
pub(super) trait Reader {
    fn session(&mut self) -> &mut dyn Session;

    /// Checks that the database file was not replaced since it was opened, and that this server still holds
    /// the lock on the database.
    fn check(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// See [`super::Store::read_log`].
    fn read_log(&mut self, table: TableId, after_seq: i64) -> Result<Vec<LogRow>, StoreError>;

    /// See [`super::Tables::last_seqs`].
    fn last_seqs(&mut self, tables: &[TableId]) -> Result<Vec<(TableId, i64)>, StoreError>;

    /// Returns those of the given ids that the database contains.
    fn known(&mut self, what: Lookup, ids: &[Id]) -> Result<Vec<Id>, StoreError>;

    /// See [`super::Tables::untouched`].
    fn untouched_tables(
        &mut self,
        since: Timestamp,
        after: OpenTable,
    ) -> Result<Vec<OpenTable>, StoreError>;
}

/// The only connection that writes. After an error, the store drops the connection and opens a new one.
pub(super) trait Writer: Send {
    fn session(&mut self) -> &mut dyn Session;

    /// Begins a transaction.
    fn begin(&mut self) -> Result<(), StoreError>;

    /// Adds appends to the log. If two appends have the same table and the same step number, adds only the
    /// first one. For each append that was added, writes its listing of the table, if it has one. Returns a
    /// verdict for each append, in the order of the appends.
    fn append(&mut self, appends: &[Append]) -> Result<Vec<Verdict>, StoreError>;

    /// Removes all rows of a closed table from the log, and returns the rows in order.
    fn take_log(&mut self, table: TableId) -> Result<Vec<LogRow>, StoreError>;

    /// How much the open transaction has noted of what memory must follow after its commit. Memory changes only in
    /// [`Self::commit`], since everything before may be undone.
    fn noted(&self) -> usize {
        0
    }

    /// Forgets what was noted after this, since it was undone.
    fn forget_after(&mut self, _noted: usize) {}

    /// Commits the transaction.
    fn commit(&mut self) -> Result<(), StoreError>;

    /// Adds appends to the log in their own transaction, and commits it.
    fn append_alone(&mut self, appends: &[Append]) -> Result<Vec<Verdict>, StoreError> {
        append_in_transaction(self, appends)
    }

    /// Maintains the database after a batch. At this time, each task that waited for a write of the batch
    /// already has its answer.
    fn tidy(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Maintains the database before the connection is closed, so that the next start has less to do.
    fn close(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// Adds appends to the log between the begin and the commit of a transaction.
pub(super) fn append_in_transaction(
    writer: &mut (impl Writer + ?Sized),
    appends: &[Append],
) -> Result<Vec<Verdict>, StoreError> {
    writer.begin()?;
    let verdicts = writer.append(appends)?;
    writer.commit()?;
    Ok(verdicts)
}
