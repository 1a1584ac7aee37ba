//! Tables: the people at a table, the matches that they play, and the lists of tables.
//!
//! - `state` computes a table's state from its log, and decides which events come next. It is pure: it uses
//!   no clock, no random numbers and no storage.
//! - `view` computes what the visitors of a table see, and handles their chat.
//! - `computers` runs the computer players of a table.
//! - `lobby` keeps the lists of tables: the public tables, and the tables of each visitor.
//! - `tables` keeps the tables in memory: each table's lock, which sessions take, its appends to the log,
//!   and the actions that a table takes by itself at a deadline.
//! - `offline` plays tables without a server.
//! - [`log_form`] is how clocks and rules are written into a log.

mod computers;
mod lobby;
pub mod log_form;
mod offline;
mod state;
mod tables;
#[cfg(test)]
mod tests;
mod view;

pub use self::lobby::{Lobby, OpenTable, OwnTables};
pub use self::offline::{Choose, OfflineTable, OfflineTurn};
pub use self::state::State;
pub use self::state::command::{Action, ArrangedSeat, Command, Decision, Leaving, PairedPerson};
pub use self::state::deals::{SECTION_CHAIN, SectionStand, SectionStep};
pub use self::state::event::TableEvent;
pub use self::state::refusal::Refusal;
pub use self::state::rows::{LogError, read_row};
pub use self::state::section::SectionOrder;
pub use self::tables::{
    ArrangedMatch, ArrangedStand, CreateError, FollowTerms, Input, LastQuick, Meters, NotReported,
    Preview, QuickStand, Reported, Sitting, TableGone, TableHandle, TableParts, Tables, appends,
    margins,
};
