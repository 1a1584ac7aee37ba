//! SQLite: a database in one file. Only one process uses it.

mod backup;
mod checkpoint;
mod ends;
mod reader;
mod restore;
mod whole;
mod writer;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use boneyard_base::{Timestamp, limits};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, ToSql, params_from_iter};

pub(crate) use self::backup::backup;
use self::ends::Ends;
pub(crate) use self::reader::Reader;
pub(crate) use self::restore::restore;
pub(crate) use self::writer::Writer;
use super::session::{Row, Session, Value};
use super::{FileError, StoreError};

/// The settings of each connection. With `WAL`, readers and the writer don't wait for each other. With
/// `FULL`, a commit waits until the row is on the disk, so every step that players have seen survives a power
/// failure.
const SETTINGS: &str = "PRAGMA journal_mode = WAL; \
     PRAGMA synchronous = FULL; \
     PRAGMA temp_store = MEMORY;";

/// The number of prepared statements that each connection keeps. The store has fewer statements.
const STATEMENTS_MAX: usize = 64;

/// The time between two attempts to take a lock.
const LOCK_RETRY: Duration = Duration::from_millis(20);

/// A database file. It is locked for this process until the value is dropped. Other programs can still read
/// it, for example to make a backup.
pub(crate) struct File {
    path: PathBuf,
    /// Identifies the opened file. If another file was moved to `path`, the file at `path` has another
    /// identity.
    identity: Identity,
    ends: Ends,
    /// The lock is on a separate file, and is released when this file is closed. The database file itself
    /// can't be used for the lock: closing it would release SQLite's own locks on it.
    _lock: fs::File,
}

impl File {
    /// Locks the database file. Creates the file and its directory if they are missing. Only their owner can
    /// read them, since the database contains players' hands and the key that signs cookies. Waits a short
    /// time for another process that is stopping.
    pub(crate) fn take(path: &str) -> Result<Self, StoreError> {
        let path = lasting(path)?;
        if let Some(directory) = path.parent() {
            create_directory(directory).map_err(FileError::at(directory))?;
        }
        let lock = lock(&lock_path(&path))?;
        // SQLite creates its other files with the same permissions as this file.
        open_private(&path).map_err(FileError::at(&path))?;
        Ok(Self {
            identity: identity(&path).map_err(FileError::at(&path))?,
            path,
            ends: Ends::default(),
            _lock: lock,
        })
    }

    /// Checks that the path still belongs to the opened file. If that file was deleted or moved, new rows
    /// would be missing after the next start.
    fn check(&self) -> Result<(), StoreError> {
        // This check must not open the file. The comment about `_lock` says why.
        match identity(&self.path) {
            Ok(found) if found == self.identity => Ok(()),
            _ => Err(StoreError::Replaced),
        }
    }

    /// Opens a connection to the database.
    fn connect(&self) -> Result<Connection, StoreError> {
        self.check()?;
        let connect = || {
            let connection = Connection::open(&self.path)?;
            connection.busy_timeout(limits::STORE_TIMEOUT)?;
            connection.set_prepared_statement_cache_capacity(STATEMENTS_MAX);
            connection.pragma_update(None, "page_size", limits::PAGE_BYTES)?;
            connection.execute_batch(SETTINGS)?;
            Ok(connection)
        };
        connect().map_err(|error| self.explained(error))
    }

    /// Converts an error of SQLite. If the file or one of SQLite's files next to it can't be used, the new
    /// error contains advice for the host.
    fn explained(&self, error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                StoreError::NotSqlite(self.path.clone())
            }
            // The database file itself can be opened, so the error is about one of SQLite's files next to it.
            Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                let denied = io::Error::new(io::ErrorKind::PermissionDenied, error);
                FileError::at(&self.path)(denied).into()
            }
            _ => error.into(),
        }
    }
}

/// Reads the path in an address. The path must name a file. Without a file, SQLite would make a separate
/// database in memory for each connection, and would lose it at a restart.
pub(crate) fn lasting(path: &str) -> Result<PathBuf, StoreError> {
    if path.is_empty() || path == ":memory:" || path.contains('?') {
        return Err(StoreError::Address);
    }
    Ok(PathBuf::from(path))
}

/// Opens an existing database. A server may use the database at the same time.
pub(crate) fn open_beside(path: &Path) -> Result<Connection, StoreError> {
    Ok(whole::open(path)?)
}

/// The path of the lock file of a database.
fn lock_path(database: &Path) -> PathBuf {
    database.with_added_extension("lock")
}

/// The device and the number of a file. They identify the file independently of its path.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let file = fs::metadata(path)?;
    Ok((file.dev(), file.ino()))
}

/// Systems other than Unix don't allow to delete an open file, so all files can count as equal.
#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(|_| (0, 0))
}

fn create_directory(directory: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(directory)
}

/// Opens a file for appending, or creates it, readable only for its owner.
fn open_private(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.append(true).create(true).open(path)
}

/// Takes a lock on a file. The system releases the lock when the process ends, also after a crash.
fn lock(path: &Path) -> Result<fs::File, StoreError> {
    let file = open_private(path).map_err(FileError::at(path))?;
    let until = Instant::now() + limits::LOCK_TIMEOUT;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(fs::TryLockError::WouldBlock) if Instant::now() < until => {
                thread::sleep(LOCK_RETRY);
            }
            Err(fs::TryLockError::WouldBlock) => return Err(StoreError::InUse),
            Err(fs::TryLockError::Error(error)) => return Err(FileError::at(path)(error).into()),
        }
    }
}

impl Session for Connection {
    fn run(&mut self, sql: &str) -> Result<(), StoreError> {
        Ok(self.execute_batch(sql)?)
    }

    fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, StoreError> {
        let mut statement = self.prepare_cached(&numbered(sql))?;
        Ok(statement.execute(params_from_iter(values))? as u64)
    }

    fn query(&mut self, sql: &'static str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        let mut statement = self.prepare_cached(&numbered(sql))?;
        let columns = statement.column_count();
        let mut found = statement.query(params_from_iter(values))?;
        let mut rows = Vec::new();
        while let Some(found) = found.next()? {
            rows.push(row(found, columns)?);
        }
        Ok(rows)
    }

    fn time(&mut self) -> Result<Timestamp, StoreError> {
        let session: &mut dyn Session = self;
        session.one("SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)", &[])
    }
}

/// Converts parameters: SQLite treats `$1` as a named parameter, and `?1` as the first parameter.
fn numbered(sql: &str) -> String {
    sql.replace('$', "?")
}

fn row(row: &rusqlite::Row<'_>, columns: usize) -> Result<Row, StoreError> {
    let value = |column| {
        Ok(match row.get_ref(column)? {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(number) => Value::Integer(number),
            ValueRef::Text(text) => {
                let text = std::str::from_utf8(text).map_err(|_| StoreError::Corrupt)?;
                Value::Text(text.to_owned())
            }
            ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
            ValueRef::Real(_) => return Err(StoreError::Corrupt),
        })
    };
    let values: Result<Vec<_>, StoreError> = (0..columns).map(value).collect();
    Ok(Row(values?.into_iter()))
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}
