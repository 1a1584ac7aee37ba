//! SQLite: one file, which one process has to itself.

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

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, Rows, ToSql, params_from_iter};

pub(in crate::store) use self::backup::backup;
use self::ends::Ends;
pub(in crate::store) use self::reader::Reader;
pub(in crate::store) use self::restore::restore;
pub(in crate::store) use self::writer::Writer;
use super::session::{Row, Session, Value};
use super::{FileError, StoreError};
use crate::limits;

/// What SQLite is told on each connection. WAL lets readers and the writer work side by side; FULL
/// makes a commit wait until the disk has it, so that what was shown survives a power cut.
const SETTINGS: &str = "PRAGMA journal_mode = WAL; \
     PRAGMA synchronous = FULL; \
     PRAGMA temp_store = MEMORY;";

/// The statements that a connection keeps prepared: more than the store has.
const STATEMENTS_MAX: usize = 64;

/// How often a lock that is taken is tried again.
const LOCK_RETRY: Duration = Duration::from_millis(20);

/// A database file that is this process's alone until it is dropped. Programs that only read, such as
/// those that make a backup, may open it as well.
pub(in crate::store) struct File {
    path: PathBuf,
    /// Which file it is: another one may come to lie there.
    identity: Identity,
    ends: Ends,
    /// Closing it gives the lock up. It is a file of its own, since closing the database's would take
    /// away the locks that SQLite has there.
    _lock: fs::File,
}

impl File {
    /// Creates the file and its directory where they are missing, readable for their owner alone:
    /// they hold hands and the key that signs identities. Waits a little for a process that is about
    /// to end.
    pub(in crate::store) fn take(path: &str) -> Result<Self, StoreError> {
        let path = lasting(path)?;
        if let Some(directory) = path.parent() {
            create_directory(directory).map_err(FileError::at(directory))?;
        }
        let lock = lock(&lock_path(&path))?;
        // SQLite gives its other files the permissions of this one.
        open_private(&path).map_err(FileError::at(&path))?;
        Ok(Self {
            identity: identity(&path).map_err(FileError::at(&path))?,
            path,
            ends: Ends::default(),
            _lock: lock,
        })
    }

    /// Makes sure that what is written doesn't go to a file that has been deleted or put away, and is
    /// gone with the next start.
    fn check(&self) -> Result<(), StoreError> {
        // Not by opening it: see `_lock`.
        match identity(&self.path) {
            Ok(found) if found == self.identity => Ok(()),
            _ => Err(StoreError::Replaced),
        }
    }

    /// A new connection.
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

    /// What an error of opening the file means for the host.
    fn explained(&self, error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                StoreError::NotSqlite(self.path.clone())
            }
            // The file itself was opened before: one of those that SQLite has beside it can't be.
            Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                let denied = io::Error::new(io::ErrorKind::PermissionDenied, error);
                FileError::at(&self.path)(denied).into()
            }
            _ => error.into(),
        }
    }
}

/// The path in an address, which must be that of a file that lasts.
pub(in crate::store) fn lasting(path: &str) -> Result<PathBuf, StoreError> {
    if path.is_empty() || path == ":memory:" || path.contains('?') {
        return Err(StoreError::Address);
    }
    Ok(PathBuf::from(path))
}

/// Opens a database that is there, beside a server that may run on it.
pub(in crate::store) fn open_beside(path: &Path) -> Result<Connection, StoreError> {
    Ok(whole::open(path)?)
}

/// Where the lock of a database file is.
fn lock_path(database: &Path) -> PathBuf {
    database.with_added_extension("lock")
}

/// What tells a file from another one under the same name: its device and number.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let file = fs::metadata(path)?;
    Ok((file.dev(), file.ino()))
}

/// Elsewhere files that are open can't be deleted.
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

/// Opens a file, or creates it for its owner alone.
fn open_private(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.append(true).create(true).open(path)
}

/// Takes a lock that the system gives up when the process ends, however that happens.
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
        while let Some(row) = next(&mut found, columns)? {
            rows.push(row);
        }
        Ok(rows)
    }
}

/// SQLite takes `$1` for a name, and `?1` for the first parameter.
fn numbered(sql: &str) -> String {
    sql.replace('$', "?")
}

fn next(rows: &mut Rows<'_>, columns: usize) -> Result<Option<Row>, StoreError> {
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
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
    let values: Result<_, StoreError> = (0..columns).map(value).collect();
    values.map(|values| Some(Row(values)))
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
