//! The two kinds of database, SQLite and PostgreSQL. The address of the database decides which kind is used.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boneyard_base::Clock;

use super::backup::{BackupError, Contents, Restored};
use super::connection::{Reader, Writer};
use super::{Sharing, StoreError, migration, postgres, sqlite};

/// A checked address of a database. For SQLite it also holds the lock on the file.
#[derive(Clone)]
pub(super) enum Database {
    Sqlite(Arc<sqlite::File>),
    Postgres(Arc<postgres::Address>),
}

impl Database {
    /// Checks the address of a database. If the address names a SQLite file, creates this file and its
    /// directory if they are missing, and locks the file.
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

/// Copies the database at `sqlite://path` to a new file. A server may use the database during the copy. After
/// an error, there is no new file.
pub fn backup(address: &str, file: &Path) -> Result<Contents, BackupError> {
    let database = sqlite_path(address, BackupError::PostgresBackup)?;
    sqlite::backup(&database, file)
}

/// Replaces the database at `sqlite://path` by a copy of a backup. No server may use the database at that
/// time. After an error, the database is as it was before.
pub fn restore(address: &str, file: &Path) -> Result<Restored, BackupError> {
    let database = sqlite_path(address, BackupError::PostgresRestore)?;
    sqlite::restore(&database, file, Clock::system().now())
}

fn sqlite_path(address: &str, on_postgres: BackupError) -> Result<PathBuf, BackupError> {
    if postgres::Address::is_postgres(address) {
        return Err(on_postgres);
    }
    let path = address.strip_prefix("sqlite://");
    let path = sqlite::lasting(path.ok_or(StoreError::Address)?)?;
    // SQLite reads a relative path that begins with `file:` as a URI.
    std::path::absolute(&path).map_err(BackupError::at(&path))
}

/// The address of a database without the user and the password, for messages to the host.
pub fn without_password(address: &str) -> String {
    match (address.split_once("://"), address.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) if scheme != "sqlite" => {
            let host = host.split_once('?').map_or(host, |(host, _)| host);
            format!("{scheme}://{host}")
        }
        _ => address.to_owned(),
    }
}
