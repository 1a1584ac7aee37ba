//! A wrong clock for one process, made by the library of Debian's package `faketime`. The monotonic clock stays as
//! it is, as when the host's clock is set.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::error::LoadError;

/// The folders in which Debian has a folder for each architecture.
const LIBRARIES: &str = "/usr/lib";

/// The library, below the folder of an architecture. This one is for programs with threads.
const LIBRARY: &str = "faketime/libfaketimeMT.so.1";

/// An error by which the clock is tried, in seconds, and how exactly it must be shown.
const TRIED_BY: i64 = 1_000;
const TRIED_WITHIN: u64 = 10;

/// A clock that a test sets.
#[derive(Debug)]
pub(super) struct WrongClock {
    library: PathBuf,
    /// The file from which the library reads by how much the clock is wrong.
    offset: PathBuf,
}

impl WrongClock {
    /// Finds the library and tries it.
    ///
    /// # Errors
    ///
    /// If it isn't installed, or has no effect.
    pub(super) fn new(directory: &Path) -> Result<Self, LoadError> {
        let folders = fs::read_dir(LIBRARIES)?.filter_map(Result::ok);
        let mut libraries = folders.map(|folder| folder.path().join(LIBRARY));
        let library = libraries.find(|library| library.exists());
        let library = library.ok_or_else(|| {
            LoadError::Part("clocks can't be made wrong: install faketime".to_owned())
        })?;
        let clock = Self {
            library,
            offset: directory.join("clock"),
        };
        clock.set(TRIED_BY)?;
        let mut date = Command::new("date");
        let shown = date.arg("+%s").envs(clock.environment()).output()?;
        let shown: i64 = String::from_utf8_lossy(&shown.stdout)
            .trim()
            .parse()
            .unwrap_or(0);
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let now = now.unwrap_or_default().as_secs().cast_signed();
        if (shown - now - TRIED_BY).unsigned_abs() > TRIED_WITHIN {
            return Err(LoadError::Part("faketime has no effect".to_owned()));
        }
        Ok(clock)
    }

    /// Makes the clock wrong by so many seconds from now on.
    pub(super) fn set(&self, seconds: i64) -> Result<(), LoadError> {
        // The library may read at any time, so the file is never half written.
        let next = self.offset.with_extension("next");
        fs::write(&next, format!("{seconds:+}\n"))?;
        Ok(fs::rename(next, &self.offset)?)
    }

    /// The environment of a process that this clock shows its time.
    pub(super) fn environment(&self) -> Vec<(String, String)> {
        let path = |path: &Path| path.display().to_string();
        let variables = [
            ("LD_PRELOAD", path(&self.library)),
            ("FAKETIME_TIMESTAMP_FILE", path(&self.offset)),
            ("FAKETIME_NO_CACHE", "1".to_owned()),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
        ];
        let variables = variables.into_iter();
        variables
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }
}
