//! Where the server's database is: on a small disk that can be filled, if there can be one.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;

use crate::error::LoadError;
use crate::server::database;

/// Room for a full run's log and its write-ahead log.
const SIZE: &str = "size=192m";

/// Bytes that the ballast grows by until the disk is full.
const PIECE: usize = 8 * 1024;

/// A directory of our own; gone again when dropped.
pub(super) struct Disk {
    directory: PathBuf,
    is_small: bool,
}

impl Disk {
    /// A small file system, or else just a directory.
    pub(super) fn take() -> Result<Self, LoadError> {
        let directory =
            std::env::temp_dir().join(format!("boneyard-faults-{}", std::process::id()));
        fs::create_dir(&directory).map_err(LoadError::Disk)?;
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", SIZE, "tmpfs"])
            .arg(&directory)
            .output();
        let is_small = mounted.is_ok_and(|output| output.status.success());
        if !is_small {
            eprintln!("left out: full disks, since no file system can be mounted here");
        }
        Ok(Self {
            directory,
            is_small,
        })
    }

    pub(super) fn is_small(&self) -> bool {
        self.is_small
    }

    /// The database's address.
    pub(super) fn database(&self) -> String {
        database(&self.directory)
    }

    /// Fills it; whether it could be filled.
    pub(super) fn fill(&self) -> Result<bool, LoadError> {
        if self.is_small {
            let mut ballast = fs::File::create(self.ballast()).map_err(LoadError::Disk)?;
            while ballast.write_all(&[1; PIECE]).is_ok() {}
            while ballast.write_all(&[1]).is_ok() {}
        }
        Ok(self.is_small)
    }

    /// Makes room again, if it was full.
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
            // Lazily: the server may still be closing its files.
            let _ = Command::new("umount")
                .arg("-l")
                .arg(&self.directory)
                .status();
        }
        let _ = fs::remove_dir_all(&self.directory);
    }
}
