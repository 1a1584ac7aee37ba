//! SQLite: a database in one file, which one process has for itself.

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

use boneyard_base::limits;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, ToSql, params_from_iter};

pub(crate) use self::backup::backup;
use self::ends::Ends;
pub(crate) use self::reader::Reader;
pub(crate) use self::restore::restore;
pub(crate) use self::writer::Writer;
use super::select::Row;
use super::session::{Session, Value};
use super::{FileError, StoreError};

/// The settings of each connection. With WAL, readers and the writer don't wait for each other. With FULL, a
/// commit waits until the row is on the disk, so that every step that was shown survives a power cut.
const SETTINGS: &str = "PRAGMA journal_mode = WAL; \
     PRAGMA synchronous = FULL; \
     PRAGMA temp_store = MEMORY;";

/// The number of prepared statements that a connection keeps: more than the store has.
const STATEMENTS_MAX: usize = 64;

/// The time between two attempts to take a lock.
const LOCK_RETRY: Duration = Duration::from_millis(20);

/// A database file that is locked for this process until the value is dropped. Other programs may still read
/// it, for example to make a backup.
pub(crate) struct File {
    path: PathBuf,
    /// Identifies the file, since another file may get its path.
    identity: Identity,
    ends: Ends,
    /// The lock is released when this file is closed. It is a separate file: closing the database file would
    /// release the locks that SQLite has on it.
    _lock: fs::File,
}

impl File {
    /// Locks the file. Creates the file and its directory if they are missing, readable only for their owner,
    /// since the database holds hands and the key that signs cookies. Waits a short time for a process that
    /// is stopping.
    pub(crate) fn take(path: &str) -> Result<Self, StoreError> {
        let path = lasting(path)?;
        if let Some(directory) = path.parent() {
            create_directory(directory).map_err(FileError::at(directory))?;
        }
        let lock = lock(&lock_path(&path))?;
        // SQLite gives its other files the permissions of this file.
        open_private(&path).map_err(FileError::at(&path))?;
        Ok(Self {
            identity: identity(&path).map_err(FileError::at(&path))?,
            path,
            ends: Ends::default(),
            _lock: lock,
        })
    }

    /// Makes sure that the path still names the file that was opened. Rows that were written to a deleted or
    /// moved file would be missing after the next start.
    fn check(&self) -> Result<(), StoreError> {
        // The file must not be opened for this: see `_lock`.
        match identity(&self.path) {
            Ok(found) if found == self.identity => Ok(()),
            _ => Err(StoreError::Replaced),
        }
    }

    /// Opens a connection.
    fn connect(&self) -> Result<Connection, StoreError> {
        self.check()?;
        let connect = || {
            let connection = Connection::open(&self.path)?;
            connection.busy_timeout(limits::STORE_TIMEOUT)?;
            connection.set_prepared_statement_cache_capacity(STATEMENTS_MAX);
            connection.execute_batch(SETTINGS)?;
            Ok(connection)
        };
        connect().map_err(|error| self.explained(error))
    }

    /// Turns an error of opening the file into advice for the host.
    fn explained(&self, error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                StoreError::NotSqlite(self.path.clone())
            }
            // The database file itself could be opened before, so one of the files beside it can't be.
            Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                let denied = io::Error::new(io::ErrorKind::PermissionDenied, error);
                FileError::at(&self.path)(denied).into()
            }
            _ => error.into(),
        }
    }
}

/// The path in an address, which must name a file. A database in memory exists once for each connection, and
/// not after a restart.
pub(crate) fn lasting(path: &str) -> Result<PathBuf, StoreError> {
    if path.is_empty() || path == ":memory:" || path.contains('?') {
        return Err(StoreError::Address);
    }
    Ok(PathBuf::from(path))
}

/// Opens an existing database. A server may run on it.
pub(crate) fn open_beside(path: &Path) -> Result<Connection, StoreError> {
    Ok(whole::open(path)?)
}

/// The path of a database's lock file.
fn lock_path(database: &Path) -> PathBuf {
    database.with_added_extension("lock")
}

/// Identifies a file whatever its path: device and number.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let file = fs::metadata(path)?;
    Ok((file.dev(), file.ino()))
}

/// Other systems don't allow open files to be deleted.
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

/// Takes a lock that the system releases when the process ends, even after a crash.
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
}

/// SQLite reads `$1` as a named parameter, and `?1` as the first parameter.
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
