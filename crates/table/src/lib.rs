//! Tables: people around a match, and the lists of tables.
//!
//! - `state` is what the log of a table tells, and how the table goes on: pure, without clock, chance and
//!   store.
//! - `view` is what the table's visitors are shown, and what they say.
//! - `computers` are the computer players at a table, and the analysis of a match.
//! - `lobby` has the lists of tables: those that are open to everybody, and those of each visitor.
//! - `tables` are the tables in memory: the lock that sessions take, the appends, and what a table does by
//!   itself when it is due.

mod computers;
mod lobby;
mod state;
mod tables;
#[cfg(test)]
mod tests;
mod view;

pub use self::lobby::{Lobby, OwnTables};
pub use self::state::State;
pub use self::state::command::{Action, Command, Decision, PairedPerson};
pub use self::state::event::TableEvent;
pub use self::state::refusal::Refusal;
pub use self::state::rows::{LogError, read_row};
pub use self::tables::{
    CreateError, FollowTerms, Input, LastQuick, Meters, NotReported, QuickStand, Reported, Sitting,
    TableGone, TableHandle, TableParts, Tables, appends,
};
