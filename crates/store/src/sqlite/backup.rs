//! Copies the state of a database at one moment. A server may use the database during the copy.

use std::io;
use std::path::Path;

use rusqlite::ErrorCode;

use super::{identity, whole};
use crate::{BackupError, Contents};

/// Copies a database to a new file. A server can continue to use the database: SQLite copies the state that
/// one reader sees, and new changes go to the write-ahead log. After an error, there is no new file.
pub(crate) fn backup(database: &Path, file: &Path) -> Result<Contents, BackupError> {
    let file = std::path::absolute(file).map_err(BackupError::at(file))?;
    if file.symlink_metadata().is_ok() {
        return Err(BackupError::Exists(file));
    }
    // If the database didn't exist, SQLite would create it.
    if !database.try_exists().map_err(BackupError::at(database))? {
        return Err(BackupError::Missing(database.to_owned()));
    }
    let copy = whole::unfinished(&file)?;
    copy_into(database, copy.path())?;
    let contents = whole::check(copy.path(), database)?;
    let synced = copy.as_file().sync_all();
    synced.map_err(BackupError::at(copy.path()))?;
    // Another program may have created a file with this name during the copy.
    copy.persist_noclobber(&file)
        .map_err(|refused| match refused.error.kind() {
            io::ErrorKind::AlreadyExists => BackupError::Exists(file.clone()),
            _ => BackupError::at(&file)(refused.error),
        })?;
    whole::sync_folder(&file)?;
    Ok(contents)
}

/// Copies a database into an empty file.
fn copy_into(database: &Path, copy: &Path) -> Result<(), BackupError> {
    let fails = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            BackupError::Folder {
                file: database.to_owned(),
                what: error.to_string(),
            }
        }
        _ => whole::damage(database, error),
    };
    let before = identity(database).map_err(BackupError::at(database))?;
    let connection = whole::open(database).map_err(fails)?;
    // The path is part of an SQL statement, so it must be valid UTF-8.
    let name = copy.to_str().ok_or(io::ErrorKind::InvalidFilename.into());
    let name = name.map_err(BackupError::at(copy))?;
    let copied = connection.execute("VACUUM INTO ?1", [name]);
    copied.map_err(fails)?;
    // SQLite finds its other files by the name of the database file. If that file was replaced during the
    // copy, SQLite may have mixed the files of two databases.
    match identity(database) {
        Ok(after) if after == before => Ok(()),
        _ => Err(BackupError::Replaced(database.to_owned())),
    }
}
