//! The diary of a table records what happened to each person at the table. It is printed when
//! the comparison finds an anomaly there.

use std::fmt;
use std::time::SystemTime;

/// An entry of a table's diary.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The time of the entry in milliseconds since 1970, as the log counts it.
    at_ms: u128,
    /// The person's number at the table.
    number: usize,
    /// What happened to the person, such as `plays 6-4 in ply 7`.
    what: String,
}

impl Entry {
    /// An entry with the current time.
    pub(super) fn now(number: usize, what: String) -> Self {
        let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Self {
            at_ms: since_1970.unwrap_or_default().as_millis(),
            number,
            what,
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} number {} {}", self.at_ms, self.number, self.what)
    }
}
