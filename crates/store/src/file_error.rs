//! An error of a file or folder of the database, with advice for the host.

use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

/// Why a file or folder of the database can't be used. The message contains advice for the host.
#[derive(Debug, thiserror::Error)]
pub struct FileError {
    path: PathBuf,
    source: io::Error,
}

impl FileError {
    /// Adds the path to an error of the operating system.
    pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |source| Self { path, source }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, source } = self;
        write!(f, "{}: {source}", path.display())?;
        match source.kind() {
            io::ErrorKind::PermissionDenied => write_owners(path, f),
            io::ErrorKind::ReadOnlyFilesystem => f.write_str(
                ". The file system is read-only: mount it for writing, or name a file elsewhere with \
                 --database",
            ),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                f.write_str(". Free space on that disk, or name a file elsewhere with --database")
            }
            io::ErrorKind::NotADirectory
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::AlreadyExists => {
                f.write_str(". Name a file in a folder with --database: sqlite://folder/boneyard.db")
            }
            _ => Ok(()),
        }
    }
}

/// Writes which user owns the nearest existing folder, as which user the server runs, and how the host can
/// change the owner of the folder.
#[cfg(unix)]
fn write_owners(path: &Path, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use std::os::unix::fs::MetadataExt as _;
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut folders = absolute.ancestors().skip(1);
    let Some((folder, owner)) = folders.find_map(|folder| {
        let owner = fs::metadata(folder).ok()?.uid();
        Some((folder, owner))
    }) else {
        return Ok(());
    };
    let folder = folder.display();
    if let Some(me) = user() {
        let (me_named, owner) = (named(me), named(owner));
        write!(
            f,
            ". The server runs as {me_named}, and the folder {folder} belongs to {owner}: change its owner \
             (chown -R {me} {folder}), or name a file elsewhere with --database"
        )
    } else {
        write!(
            f,
            ". Make the server's user the owner of the folder {folder}, or name a file elsewhere with \
             --database"
        )
    }
}

#[cfg(not(unix))]
fn write_owners(_: &Path, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(". Give the server's user write access to it")
}

/// The user id of this process. `None` on a system without `/proc`.
#[cfg(unix)]
fn user() -> Option<u32> {
    use std::os::unix::fs::MetadataExt as _;
    Some(fs::metadata("/proc/self").ok()?.uid())
}

/// The user id as text, with the user's name if `/etc/passwd` contains it.
#[cfg(unix)]
fn named(uid: u32) -> String {
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    match name_in(&users, uid) {
        Some(name) => format!("{name} (uid {uid})"),
        None => format!("uid {uid}"),
    }
}

/// The name of a user. `users` is text in the format of `/etc/passwd`.
#[cfg(unix)]
fn name_in(users: &str, uid: u32) -> Option<&str> {
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)?.parse() == Ok(uid)).then_some(name)
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_user_is_read_from_the_users_of_the_system() {
        let users = "root:x:0:0:root:/root:/bin/sh\n# a remark\nboneyard:x:10001:10001::/data:\n";
        assert_eq!(name_in(users, 10_001), Some("boneyard"));
        assert_eq!(name_in(users, 0), Some("root"));
        assert_eq!(name_in(users, 1), None);
    }
}
