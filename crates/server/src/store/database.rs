//! One of the two databases, as the store's threads use it.

use std::sync::Arc;

use super::session::Session;
use super::sessions::{Id, Known};
use super::{Append, LogRow, OpenTable, Sharing, StoreError, migration, postgres, sqlite};
use crate::clock::Timestamp;
use crate::id::TableId;

/// What became of one append of a batch that was committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Committed,
    Conflict,
}

/// A connection that reads.
pub(super) trait Reader {
    fn session(&mut self) -> &mut dyn Session;

    /// Makes sure that the database is the one that was opened, and still this server's.
    fn check(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// As [`super::Store::read_log`].
    fn read_log(&mut self, table: TableId, after_seq: i64) -> Result<Vec<LogRow>, StoreError>;

    /// As [`super::Store::last_seqs`].
    fn last_seqs(&mut self, tables: &[TableId]) -> Result<Vec<(TableId, i64)>, StoreError>;

    /// Those of these ids that there are.
    fn known(&mut self, what: Known, ids: &[Id]) -> Result<Vec<Id>, StoreError>;

    /// As [`super::Store::untouched_tables`].
    fn untouched_tables(
        &mut self,
        since: Timestamp,
        after: OpenTable,
    ) -> Result<Vec<OpenTable>, StoreError>;
}

/// The connection that writes. After an error it is dropped, whatever state it was in.
pub(super) trait Writer: Send {
    fn session(&mut self) -> &mut dyn Session;

    /// Begins a transaction.
    fn begin(&mut self) -> Result<(), StoreError>;

    /// Adds appends to the log, and what the lobby says after those that won; a verdict for each, in
    /// the same order. They are judged in their order: of two with one number the first wins.
    fn append(&mut self, appends: &[Append]) -> Result<Vec<Verdict>, StoreError>;

    /// Takes all rows of a table out of the log, in order: of one that is closed, to which nothing is
    /// appended any more.
    fn take_log(&mut self, table: TableId) -> Result<Vec<LogRow>, StoreError>;

    /// Commits the transaction.
    fn commit(&mut self) -> Result<(), StoreError>;

    /// A whole transaction of nothing but rows of the log.
    fn append_alone(&mut self, appends: &[Append]) -> Result<Vec<Verdict>, StoreError> {
        self.begin()?;
        let verdicts = self.append(appends)?;
        self.commit()?;
        Ok(verdicts)
    }

    /// Housekeeping after a batch, once its waiters have their answers.
    fn tidy(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Housekeeping before the connection is closed, so that the next start has nothing to do.
    fn close(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// An address that has been checked, and for SQLite the lock on the file.
#[derive(Clone)]
pub(super) enum Database {
    Sqlite(Arc<sqlite::File>),
    Postgres(Arc<postgres::Address>),
}

impl Database {
    /// Takes a database: creates a SQLite file and its directory where they are missing, and locks
    /// the file.
    pub(super) fn take(address: &str, sharing: Sharing) -> Result<Self, StoreError> {
        if let Some(path) = address.strip_prefix("sqlite://") {
            if sharing == Sharing::Nodes {
                return Err(StoreError::Unshared);
            }
            return Ok(Self::Sqlite(Arc::new(sqlite::File::take(path)?)));
        }
        if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            let address = postgres::Address::parse(address, sharing)?;
            return Ok(Self::Postgres(Arc::new(address)));
        }
        Err(StoreError::Address)
    }

    /// Brings the schema of a SQLite file up to date. On PostgreSQL the connection that writes does
    /// so, once it has the lock.
    pub(super) fn migrate(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(file) => {
                migration::migrate(&mut sqlite::Writer::connect(file)?, &migration::SQLITE)
            }
            Self::Postgres(_) => Ok(()),
        }
    }

    /// A new connection that reads.
    pub(super) fn open_reader(&self) -> Result<Box<dyn Reader>, StoreError> {
        Ok(match self {
            Self::Sqlite(file) => Box::new(sqlite::Reader::open(file)?),
            Self::Postgres(address) => Box::new(postgres::Connection::open(address)?),
        })
    }

    /// A new connection that writes. On PostgreSQL it takes the lock on the database.
    pub(super) fn open_writer(&self) -> Result<Box<dyn Writer>, StoreError> {
        Ok(match self {
            Self::Sqlite(file) => Box::new(sqlite::Writer::open(file)?),
            Self::Postgres(address) => Box::new(postgres::Connection::open_writer(address)?),
        })
    }
}
