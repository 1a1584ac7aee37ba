//! A database in a single file that no server uses: how it is opened, checked and brought to the disk.

use std::fs;
use std::path::Path;

use boneyard_base::limits;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use tempfile::NamedTempFile;

use crate::session::{Session as _, only};
use crate::{BackupError, Contents, StoreError, migration};

/// Opens a database that is there. It is opened for writing so that SQLite can take away the files that
/// it makes beside it; where that isn't allowed, SQLite opens it for reading.
pub(super) fn open(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(limits::STORE_TIMEOUT)?;
    Ok(connection)
}

/// A new file in the folder of another one, for its owner alone. It is deleted unless it is given a
/// name.
pub(super) fn unfinished(path: &Path) -> Result<NamedTempFile, BackupError> {
    let name = path.file_name().unwrap_or_default();
    let mut prefix = name.to_owned();
    prefix.push(".");
    let folder = folder(path);
    tempfile::Builder::new()
        .prefix(&prefix)
        .suffix(".unfinished")
        .tempfile_in(folder)
        .map_err(BackupError::at(folder))
}

/// The folder of a file with an absolute path.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("/"))
}

/// Waits until the disk has a folder's names.
pub(super) fn sync_folder(path: &Path) -> Result<(), BackupError> {
    let folder = folder(path);
    // Elsewhere a folder can't be opened.
    if cfg!(unix) {
        let opened = fs::File::open(folder);
        let synced = opened.and_then(|opened| opened.sync_all());
        synced.map_err(BackupError::at(folder))?;
    }
    Ok(())
}

/// Checks a copy that this process alone has, and makes it a single file; what it holds. Errors name the
/// file that it was copied from.
pub(super) fn check(copy: &Path, original: &Path) -> Result<Contents, BackupError> {
    let fails = |error| damage(original, error);
    let mut connection = open(copy).map_err(fails)?;
    // A copy of a database file may still say that it has a write-ahead log, though that is empty.
    let mode = connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()));
    mode.map_err(fails)?;
    let ask = "PRAGMA quick_check(1)";
    let answer: String = connection
        .query_row(ask, [], |row| row.get(0))
        .map_err(fails)?;
    if answer != "ok" {
        return Err(BackupError::Damaged {
            file: original.to_owned(),
            what: answer.replace('\n', ": "),
        });
    }
    // What is missing at the end may have been empty, which the check doesn't notice.
    let ask = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    let length: i64 = connection
        .query_row(ask, [], |row| row.get(0))
        .map_err(fails)?;
    let found = fs::metadata(copy).map_err(BackupError::at(copy))?;
    if length.unsigned_abs() > found.len() {
        return Err(BackupError::Damaged {
            file: original.to_owned(),
            what: "its end is missing".to_owned(),
        });
    }
    let unusable = |source| BackupError::Unusable {
        file: original.to_owned(),
        source,
    };
    migration::check(&mut connection, &migration::SQLITE).map_err(unusable)?;
    let tables = count(&mut connection, "SELECT COUNT(*) FROM tables").map_err(unusable)?;
    let matches = count(&mut connection, "SELECT COUNT(*) FROM records").map_err(unusable)?;
    drop(connection);
    Ok(Contents {
        bytes: fs::metadata(copy).map_err(BackupError::at(copy))?.len(),
        tables,
        matches,
    })
}

fn count(connection: &mut Connection, sql: &'static str) -> Result<u64, StoreError> {
    let count = only(connection.query(sql, &[])?).ok_or(StoreError::Corrupt)?;
    let count: i64 = { count }.take(0)?;
    Ok(count.unsigned_abs())
}

/// Whether SQLite can't make sense of the file.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(
        code,
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt)
    )
}

/// What an error says of a file.
pub(super) fn damage(file: &Path, error: rusqlite::Error) -> BackupError {
    let file = file.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => BackupError::NotSqlite(file),
        Some(ErrorCode::DatabaseCorrupt) => BackupError::Damaged {
            file,
            what: error.to_string(),
        },
        _ => BackupError::Store(error.into()),
    }
}
