//! Opens, checks and stores a database that consists of a single file and that no server uses.

use std::fs;
use std::path::Path;

use boneyard_base::limits;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use tempfile::NamedTempFile;

use crate::session::Session;
use crate::{BackupError, Contents, StoreError, migration};

/// Opens an existing database. Opens it for writing, so that SQLite can delete the files that it creates next
/// to the database. If writing isn't allowed, SQLite opens the database for reading.
pub(super) fn open(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(limits::STORE_TIMEOUT)?;
    Ok(connection)
}

/// Creates a temporary file in the folder of another file. Only its owner can read it. It is deleted unless
/// it is renamed.
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

/// The folder of a file. The path must be absolute.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("/"))
}

/// Waits until created, renamed and deleted names in a file's folder are stored on the disk.
pub(super) fn sync_folder(path: &Path) -> Result<(), BackupError> {
    let folder = folder(path);
    // Systems other than Unix can't open a folder.
    if cfg!(unix) {
        let opened = fs::File::open(folder);
        let synced = opened.and_then(|opened| opened.sync_all());
        synced.map_err(BackupError::at(folder))?;
    }
    Ok(())
}

/// Checks a copy of a database that only this process uses, and makes it a single file. Returns the contents
/// of the copy. Errors name the original file.
pub(super) fn check(copy: &Path, original: &Path) -> Result<Contents, BackupError> {
    let fails = |error| damage(original, error);
    let mut connection = open(copy).map_err(fails)?;
    // The copied file may still say that there is a write-ahead log, although the log is empty.
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
    // `quick_check` doesn't notice missing pages at the end of the file if these pages were empty.
    let ask = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    let length: i64 = connection
        .query_row(ask, [], |row| row.get(0))
        .map_err(fails)?;
    let found = fs::metadata(copy).map_err(BackupError::at(copy))?;
    if length.unsigned_abs() > found.len() {
        return Err(BackupError::Damaged {
            file: original.to_owned(),
            what: "the end of the file is missing".to_owned(),
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

fn count(session: &mut dyn Session, sql: &'static str) -> Result<u64, StoreError> {
    Ok(session.one::<i64>(sql, &[])?.unsigned_abs())
}

/// Whether the error means that the file is not a database, or is damaged.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(
        code,
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt)
    )
}

/// Converts an error of SQLite to an error that names the file.
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
