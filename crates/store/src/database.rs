//! A SQLite or PostgreSQL database, as the store's threads use it.

use std::sync::Arc;

use boneyard_base::{TableId, Timestamp};

use super::session::Session;
use super::sessions::{Id, Known};
use super::{Append, LogRow, OpenTable, Sharing, StoreError, migration, postgres, sqlite};

/// The result of one append, after the batch was committed.
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

    /// See [`super::Store::last_seqs`].
    fn last_seqs(&mut self, tables: &[TableId]) -> Result<Vec<(TableId, i64)>, StoreError>;

    /// Returns those of these ids that are in the database.
    fn known(&mut self, what: Known, ids: &[Id]) -> Result<Vec<Id>, StoreError>;

    /// See [`super::Store::untouched_tables`].
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

    /// Adds appends to the log. Writes the lobby's listings of the appends that were added. Returns the
    /// verdicts in the order of the appends. If two appends have the same number, the first one is added.
    fn append(&mut self, appends: &[Append]) -> Result<Vec<Verdict>, StoreError>;

    /// Removes all rows of a closed table from the log, and returns the rows in order.
    fn take_log(&mut self, table: TableId) -> Result<Vec<LogRow>, StoreError>;

    /// Commits the transaction.
    fn commit(&mut self) -> Result<(), StoreError>;

    /// Adds appends to the log in their own transaction, and commits it.
    fn append_alone(&mut self, appends: &[Append]) -> Result<Vec<Verdict>, StoreError> {
        self.begin()?;
        let verdicts = self.append(appends)?;
        self.commit()?;
        Ok(verdicts)
    }

    /// Maintains the database after a batch. All answers of the batch have been sent before.
    fn tidy(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Maintains the database before the connection is closed, so that the next start has less to do.
    fn close(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// A checked address of a database. For SQLite it also holds the lock on the file.
#[derive(Clone)]
pub(super) enum Database {
    Sqlite(Arc<sqlite::File>),
    Postgres(Arc<postgres::Address>),
}

impl Database {
    /// Checks an address. Creates a SQLite file and its directory if they are missing, and locks the file.
    pub(super) fn take(address: &str, sharing: Sharing) -> Result<Self, StoreError> {
        if let Some(path) = address.strip_prefix("sqlite://") {
            if sharing == Sharing::Nodes {
                return Err(StoreError::Unshared);
            }
            return Ok(Self::Sqlite(Arc::new(sqlite::File::take(path)?)));
        }
        if postgres::Address::is_postgres(address) {
            let address = postgres::Address::parse(address, sharing)?;
            return Ok(Self::Postgres(Arc::new(address)));
        }
        Err(StoreError::Address)
    }

    /// Updates the schema of a SQLite file. Does nothing for PostgreSQL: there, the writing connection
    /// updates the schema after it has taken the lock.
    pub(super) fn migrate(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(file) => {
                migration::migrate(&mut sqlite::Writer::connect(file)?, &migration::SQLITE)
            }
            Self::Postgres(_) => Ok(()),
        }
    }

    /// Opens a connection for reading.
    pub(super) fn open_reader(&self) -> Result<Box<dyn Reader>, StoreError> {
        Ok(match self {
            Self::Sqlite(file) => Box::new(sqlite::Reader::open(file)?),
            Self::Postgres(address) => Box::new(postgres::Connection::open(address)?),
        })
    }

    /// Opens the connection for writing. On PostgreSQL, the connection takes the lock on the database.
    pub(super) fn open_writer(&self) -> Result<Box<dyn Writer>, StoreError> {
        Ok(match self {
            Self::Sqlite(file) => Box::new(sqlite::Writer::open(file)?),
            Self::Postgres(address) => Box::new(postgres::Connection::open_writer(address)?),
        })
    }
}
