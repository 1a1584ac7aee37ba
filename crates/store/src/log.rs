//! The steps in the log of a table, and in the log of a tournament.

use std::sync::Arc;

use boneyard_base::{PlayerId, TableId, Timestamp};

use super::due_tables::Due;
use super::public_log::NewEntry;
use super::records::NewRecord;
use super::tables::ListingChange;

/// A step of a table that is to be added to the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The table that takes the step.
    pub table: TableId,
    /// The step's number within the table: 1 for the first step, and then always one more than the number of
    /// the step before.
    pub seq: i64,
    /// When the step was taken.
    pub at: Timestamp,
    /// The step, in the format of the table's log.
    pub body: Vec<u8>,
    /// The table's new listing in the lobby, if the step changes the listing.
    pub listing: Option<ListingChange>,
    /// The players who have this table in their lists of own tables. `None` if the step doesn't change these
    /// players.
    pub players: Option<Vec<PlayerId>>,
    /// The record of the match that this step ended. The record and the step are committed together.
    pub record: Option<Arc<NewRecord>>,
    /// The entries that the step adds to the public log.
    pub entries: Vec<NewEntry>,
    /// When something is due after the step, at a table over days.
    pub due: Due,
}

/// A step that was read from the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRow {
    /// The step's number.
    pub seq: i64,
    /// When the step was taken.
    pub at: Timestamp,
    /// The step, in the format of the table's log.
    pub body: Vec<u8>,
}
