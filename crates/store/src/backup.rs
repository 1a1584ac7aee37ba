//! Copies of a whole database, to a file and back. For SQLite alone: PostgreSQL has programs of its own.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use boneyard_base::Clock;

use super::{FileError, StoreError, sqlite};

/// What a copy of a database holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The size of the file.
    pub bytes: u64,
    /// Tables that people play or have played at.
    pub tables: u64,
    /// Finished matches that have a record.
    pub matches: u64,
}

impl fmt::Display for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            bytes,
            tables,
            matches,
        } = self;
        write!(f, "{bytes} bytes, {tables} tables, {matches} matches")
    }
}

/// A database that was put in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// What it holds.
    pub contents: Contents,
    /// The name of the database that was there before, if there was one.
    pub kept: Option<PathBuf>,
}

/// Why a backup was not made or not restored. Whatever was there before is as it was.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database to copy is a PostgreSQL one.
    #[error(
        "PostgreSQL makes its backups itself: pg_dump --format=custom --file=FILE \
         \"$BONEYARD_DATABASE\""
    )]
    PostgresBackup,
    /// The database to replace is a PostgreSQL one.
    #[error(
        "PostgreSQL restores its backups itself: pg_restore --clean --if-exists \
         --dbname=\"$BONEYARD_DATABASE\" FILE (or psql, if the backup is SQL)"
    )]
    PostgresRestore,
    /// There is nothing to copy.
    #[error("there is no database file {}", .0.display())]
    Missing(PathBuf),
    /// The backup would overwrite something.
    #[error("{} exists already and is not overwritten; choose another name", .0.display())]
    Exists(PathBuf),
    /// The file is of another kind.
    #[error("{} is not a SQLite database", .0.display())]
    NotSqlite(PathBuf),
    /// The file is one of SQLite, but parts of it are wrong or missing.
    #[error("{} is damaged: {what}", .file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What SQLite says.
        what: String,
    },
    /// The file is whole, but a server could not start with it.
    #[error("{}: {source}", .file.display())]
    Unusable {
        /// The file.
        file: PathBuf,
        /// Why it could not.
        source: StoreError,
    },
    /// SQLite may not make the files that it needs beside the database.
    #[error(
        "SQLite can't open {}: {what}. Unless a server runs on the database, SQLite makes two files \
         beside it: allow this user to write to its folder, or make the backup while the server runs",
        .file.display()
    )]
    Folder {
        /// The database.
        file: PathBuf,
        /// What SQLite says.
        what: String,
    },
    /// The file to restore is the database itself.
    #[error("{} is the database itself", .0.display())]
    Itself(PathBuf),
    /// The file to restore is only a part of a database.
    #[error(
        "{} is in use or was not closed, and its newest changes are in a file beside it: make a backup \
         of it (boneyard-server --database sqlite://… backup FILE) and restore that",
        .0.display()
    )]
    Unfinished(PathBuf),
    /// Somebody reads the database that is to be replaced.
    #[error("another program has {} open; end it first", .0.display())]
    Busy(PathBuf),
    /// The database was replaced while it was copied.
    #[error("{} was replaced while it was copied; try again", .0.display())]
    Replaced(PathBuf),
    /// A file can't be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The database can't be had.
    #[error("can't open the database: {0}")]
    Store(#[from] StoreError),
}

impl BackupError {
    /// Names the file of an error of the system.
    pub(super) fn at(file: &Path) -> impl FnOnce(io::Error) -> Self {
        let at = FileError::at(file);
        |source| Self::File(at(source))
    }
}

/// Copies the database at `sqlite://path` to a new file, while a server runs on it or not.
///
/// # Errors
///
/// [`BackupError`] says which. There is no new file then.
pub fn backup(address: &str, file: &Path) -> Result<Contents, BackupError> {
    let database = sqlite_path(address, BackupError::PostgresBackup)?;
    sqlite::backup(&database, file)
}

/// Puts a copy of a backup in the place of the database at `sqlite://path`, on which no server may run.
///
/// # Errors
///
/// [`BackupError`] says which. The database is the same as before then.
pub fn restore(address: &str, file: &Path) -> Result<Restored, BackupError> {
    let database = sqlite_path(address, BackupError::PostgresRestore)?;
    sqlite::restore(&database, file, Clock::system().now())
}

fn sqlite_path(address: &str, on_postgres: BackupError) -> Result<PathBuf, BackupError> {
    if address.starts_with("postgres://") || address.starts_with("postgresql://") {
        return Err(on_postgres);
    }
    let path = address.strip_prefix("sqlite://");
    let path = sqlite::lasting(path.ok_or(StoreError::Address)?)?;
    // SQLite reads a relative path that begins with `file:` as an address.
    std::path::absolute(&path).map_err(BackupError::at(&path))
}
