//! The results and the errors of making and restoring a backup. A backup is a copy of a whole SQLite
//! database. PostgreSQL has its own programs for backups.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use super::{FileError, StoreError};

/// The size and the contents of a copy of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The size of the copy in bytes.
    pub bytes: u64,
    /// The number of game tables, open or closed.
    pub tables: u64,
    /// The number of finished matches that have a record.
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

/// The result of restoring a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The contents of the restored database.
    pub contents: Contents,
    /// The path to which the replaced database was moved, if there was a database before.
    pub kept: Option<PathBuf>,
}

/// Why a backup was not made or not restored. After an error, the files are as they were before.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A backup of a PostgreSQL database was asked for.
    #[error(
        "PostgreSQL makes its backups itself: pg_dump --format=custom --file=FILE \
         \"$BONEYARD_DATABASE\""
    )]
    PostgresBackup,
    /// The restore of a PostgreSQL database was asked for.
    #[error(
        "PostgreSQL restores its backups itself: pg_restore --clean --if-exists \
         --dbname=\"$BONEYARD_DATABASE\" FILE (or psql, if the backup is SQL)"
    )]
    PostgresRestore,
    /// The database file doesn't exist.
    #[error("there is no database file {}", .0.display())]
    Missing(PathBuf),
    /// The file for the backup exists already.
    #[error("{} exists already and is not overwritten; choose another name", .0.display())]
    Exists(PathBuf),
    /// The file is not a SQLite database.
    #[error("{} is not a SQLite database", .0.display())]
    NotSqlite(PathBuf),
    /// The file is a SQLite database, but parts of it are wrong or missing.
    #[error("{} is damaged: {what}", .file.display())]
    Damaged {
        /// The path of the file.
        file: PathBuf,
        /// The fault, in SQLite's words.
        what: String,
    },
    /// The file is not damaged, but a server could not start with it.
    #[error("{}: {source}", .file.display())]
    Unusable {
        /// The path of the file.
        file: PathBuf,
        /// Why a server could not start with the file.
        source: StoreError,
    },
    /// SQLite isn't allowed to create the files that it needs in the folder of the database.
    #[error(
        "SQLite can't open {}: {what}. Unless a server runs on the database, SQLite makes two files \
         beside it: allow this user to write to its folder, or make the backup while the server runs",
        .file.display()
    )]
    Folder {
        /// The path of the database file.
        file: PathBuf,
        /// The fault, in SQLite's words.
        what: String,
    },
    /// The backup and the database to replace are the same file.
    #[error("{} is the database itself", .0.display())]
    Itself(PathBuf),
    /// The newest changes of the backup are not in its file, but in another file beside it.
    #[error(
        "{} is in use or was not closed, and its newest changes are in a file beside it: make a backup \
         of it (boneyard-server --database sqlite://… backup FILE) and restore that",
        .0.display()
    )]
    Unfinished(PathBuf),
    /// Another program uses the database that the backup would replace.
    #[error("another program has {} open; end it first", .0.display())]
    Busy(PathBuf),
    /// Another file took the place of the database file during the copy.
    #[error("{} was replaced while it was copied; try again", .0.display())]
    Replaced(PathBuf),
    /// A file can't be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The database can't be opened or read.
    #[error("can't open the database: {0}")]
    Store(#[from] StoreError),
}

impl BackupError {
    /// Adds the path to an error of the operating system.
    pub(super) fn at(file: &Path) -> impl FnOnce(io::Error) -> Self {
        let at = FileError::at(file);
        |source| Self::File(at(source))
    }
}
