//! The directory of the server's database. If the operating system allows it, the directory is
//! a small file system that can be filled.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;

use crate::error::LoadError;
use crate::server::database;

/// The size of the file system, which is large enough for the log and the write-ahead log of a full
/// run.
const SIZE: &str = "size=192m";

/// The size of each write to the ballast file, in bytes. When such a write fails, single bytes are written
/// until the disk is full.
const PIECE: usize = 8 * 1024;

/// The directory for the files of this run. It is removed when this value is dropped.
pub(super) struct Disk {
    directory: PathBuf,
    is_small: bool,
}

impl Disk {
    /// Mounts a small file system. If that isn't allowed, creates a normal directory.
    pub(super) fn create() -> Result<Self, LoadError> {
        let directory =
            std::env::temp_dir().join(format!("boneyard-faults-{}", std::process::id()));
        fs::create_dir(&directory).map_err(LoadError::Disk)?;
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", SIZE, "tmpfs"])
            .arg(&directory)
            .output();
        let is_small = mounted.is_ok_and(|output| output.status.success());
        if !is_small {
            eprintln!("skipped: full disks, because no file system can be mounted here");
        }
        Ok(Self {
            directory,
            is_small,
        })
    }

    pub(super) fn is_small(&self) -> bool {
        self.is_small
    }

    /// The connection string of the database.
    pub(super) fn database(&self) -> String {
        database(&self.directory)
    }

    /// Fills the disk with a ballast file. Returns false if the disk isn't small, because then it
    /// can't be filled.
    pub(super) fn fill(&self) -> Result<bool, LoadError> {
        if self.is_small {
            let mut ballast = fs::File::create(self.ballast()).map_err(LoadError::Disk)?;
            while ballast.write_all(&[1; PIECE]).is_ok() {}
            while ballast.write_all(&[1]).is_ok() {}
        }
        Ok(self.is_small)
    }

    /// Removes the ballast file if it exists.
    pub(super) fn free(&self) -> Result<(), LoadError> {
        match fs::remove_file(self.ballast()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(LoadError::Disk(error))
            }
            _ => Ok(()),
        }
    }

    fn ballast(&self) -> PathBuf {
        self.directory.join("ballast")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.is_small {
            // The unmount is lazy, because the server may still be closing its files.
            let _ = Command::new("umount")
                .arg("-l")
                .arg(&self.directory)
                .status();
        }
        let _ = fs::remove_dir_all(&self.directory);
    }
}
