//! A demo: it fills an empty database with a community of computer players and their matches, so that a host can
//! look at a living server before any people come, and takes all of it away again.
//!
//! - `players` are the community, by name and strength.
//! - `schedule` says who plays whom, what, and when. Pure.
//! - `matches` plays the matches and opens the tables.
//! - `fill` writes all of it in the order of time, and `remove` deletes it.
//! - `history` writes many short matches instead, with which a server is measured.

mod fill;
mod history;
mod matches;
mod players;
mod remove;
mod schedule;

use boneyard_rules::RulesError;
use boneyard_store::{AppendError, StoreError};
use boneyard_table::{LogError, Refusal};

pub use self::fill::{Filled, Progress, fill};
pub use self::history::{History, HistorySize, fill_history};
pub use self::remove::{Removed, remove};
pub use self::schedule::DAYS;

/// Why a demo could not be made or removed.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The database has people or matches, or once had matches.
    #[error(
        "this database has been used: it has people, matches or a public log. A demo is for an empty one; name \
         another database with --database"
    )]
    Used,
    /// The database has a demo already.
    #[error("this database has a demo already; `boneyard-server demo remove` takes it away")]
    Already,
    /// The database has no demo.
    #[error("this database has no demo, so there is nothing to remove")]
    Missing,
    /// A player of the demo can't have an account.
    #[error("{0} can't have an account")]
    Name(&'static str),
    /// A game has options that contradict each other.
    #[error("a game can't be played: {0}")]
    Rules(#[from] RulesError),
    /// A table refused what its rules should allow.
    #[error("a match could not be played: {0}")]
    Refused(#[from] Refusal),
    /// A table's log could not be read.
    #[error("a match could not be written: {0}")]
    Log(#[from] LogError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database failed, or another program has written the same row.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// A thread that played matches has ended early.
    #[error("a thread that played matches has failed")]
    Thread,
}
