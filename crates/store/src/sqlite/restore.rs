//! Replaces a database by a backup. If the process is interrupted at any moment, the result is the old or the
//! new database, and never the new database with the write-ahead log of the old one.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read as _, Seek as _};
use std::path::{Path, PathBuf};

use boneyard_base::Timestamp;
use rusqlite::ErrorCode;
use tempfile::NamedTempFile;
use time::OffsetDateTime;

use super::{create_directory, identity, lock, lock_path, whole};
use crate::{BackupError, Restored};

/// The first bytes of each SQLite database.
const HEADER: &[u8; 16] = b"SQLite format 3\0";

/// SQLite keeps the newest changes of a database in other files next to the database file. These are the
/// suffixes of their names.
const CHANGES: [&str; 2] = ["-wal", "-journal"];

/// Replaces a database by a copy of a backup. The old database gets another name. After an error, the
/// database is as it was before.
pub(crate) fn restore(
    database: &Path,
    from: &Path,
    now: Timestamp,
) -> Result<Restored, BackupError> {
    let mut backup = open_backup(from)?;
    create_directory(whole::folder(database)).map_err(BackupError::at(database))?;
    let _lock = lock(&lock_path(database))?;
    // If the path is a symbolic link, SQLite keeps its other files next to the target.
    let linked = fs::canonicalize(database);
    let database = linked.as_deref().unwrap_or(database);
    if identity(database).is_ok_and(|old| identity(from).is_ok_and(|new| new == old)) {
        return Err(BackupError::Itself(from.to_owned()));
    }
    let mut copy = whole::unfinished(database)?;
    io::copy(&mut backup, copy.as_file_mut()).map_err(BackupError::at(copy.path()))?;
    let contents = whole::check(copy.path(), from)?;
    let owned = give_to_owner(&copy, database).and_then(|()| copy.as_file().sync_all());
    owned.map_err(BackupError::at(copy.path()))?;
    let kept = keep(database, now)?;
    let placed = copy.persist(database);
    placed.map_err(|refused| BackupError::at(database)(refused.error))?;
    whole::sync_folder(database)?;
    Ok(Restored { contents, kept })
}

/// Opens a backup as a plain file. If SQLite opened it, SQLite would create files next to it.
fn open_backup(from: &Path) -> Result<fs::File, BackupError> {
    let mut backup = fs::File::open(from).map_err(BackupError::at(from))?;
    let mut header = Vec::new();
    let read = backup.by_ref().take(16).read_to_end(&mut header);
    read.and_then(|_| backup.rewind())
        .map_err(BackupError::at(from))?;
    if header != HEADER {
        return Err(BackupError::NotSqlite(from.to_owned()));
    }
    let has_changes = |end| fs::metadata(beside(from, end)).is_ok_and(|file| file.len() > 0);
    if CHANGES.into_iter().any(has_changes) {
        return Err(BackupError::Unfinished(from.to_owned()));
    }
    Ok(backup)
}

/// Gives the copy the same owner as the database. Needed if root restores the backup and the server runs as
/// another user.
fn give_to_owner(copy: &NamedTempFile, database: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let owner = fs::metadata(database).or_else(|_| fs::metadata(whole::folder(database)))?;
        let copy = copy.as_file();
        if owner.uid() != copy.metadata()?.uid() {
            fchown(copy, Some(owner.uid()), Some(owner.gid()))?;
        }
    }
    Ok(())
}

/// Adds a second name to the files of the old database. Deletes all files that SQLite would read together
/// with the new database. The old database file keeps its first name until the new one replaces it. Returns
/// the second name, if there was an old database.
fn keep(database: &Path, now: Timestamp) -> Result<Option<PathBuf>, BackupError> {
    let exists = database.try_exists().map_err(BackupError::at(database))?;
    if exists {
        make_single(database)?;
    }
    let kept = database.with_added_extension(format!("before-restore-{}", utc(now)));
    let mut is_kept = false;
    for end in [""].into_iter().chain(CHANGES) {
        let (old, new) = (beside(database, end), beside(&kept, end));
        match add_name(&old, &new) {
            Ok(()) => is_kept = true,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(BackupError::at(&new)(error)),
        }
    }
    whole::sync_folder(database)?;
    // SQLite recreates the `-shm` file from the `-wal` file.
    for end in CHANGES.into_iter().chain(["-shm"]) {
        let file = beside(database, end);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(BackupError::at(&file)(error));
            }
            _ => {}
        }
    }
    // The deletions must be stored on the disk before the new database is renamed to its final name.
    whole::sync_folder(database)?;
    Ok(is_kept.then_some(kept))
}

/// Makes SQLite move all changes into the database file and delete its other files. This fails if another
/// program has the database open. That program would delete the write-ahead log of the new database when it
/// closes the old one, since both have the same name.
///
/// A database that SQLite can't read stays unchanged, with its other files: no server can start with it.
fn make_single(database: &Path) -> Result<(), BackupError> {
    let answer = whole::open(database).and_then(|connection| {
        connection.query_row("SELECT COUNT(*) FROM sqlite_schema", [], |_| Ok(()))?;
        connection.query_row("PRAGMA journal_mode = DELETE", [], |row| {
            row.get::<_, String>(0)
        })
    });
    let busy = || BackupError::Busy(database.to_owned());
    match answer {
        Ok(mode) if mode == "delete" => Ok(()),
        Ok(_) => Err(busy()),
        Err(error) if whole::is_damage(&error) => Ok(()),
        Err(error) => Err(match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => busy(),
            _ => BackupError::Store(error.into()),
        }),
    }
}

/// Adds a second name to a file. If the file system has no hard links, copies the file.
fn add_name(file: &Path, name: &Path) -> io::Result<()> {
    match fs::hard_link(file, name) {
        Err(error)
            if !matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::AlreadyExists
            ) =>
        {
            fs::copy(file, name)?;
            fs::File::open(name)?.sync_all()
        }
        linked => linked,
    }
}

/// The path of a database with a suffix.
fn beside(database: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(database);
    name.push(end);
    PathBuf::from(name)
}

/// Formats a time for a file name: 20260102T030405.678Z. With the milliseconds, two restores in the same
/// second get different names.
fn utc(at: Timestamp) -> String {
    let moment = OffsetDateTime::from_unix_timestamp(at.0.div_euclid(1_000));
    let moment = moment.unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let (year, month, day) = moment.to_calendar_date();
    let (hour, minute, second) = moment.to_hms();
    let (month, ms) = (u8::from(month), at.0.rem_euclid(1_000));
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}.{ms:03}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_formatted_in_utc() {
        assert_eq!(utc(Timestamp(0)), "19700101T000000.000Z");
        assert_eq!(utc(Timestamp(1_767_322_845_678)), "20260102T030045.678Z");
    }
}
