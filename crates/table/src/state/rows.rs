//! What a row of a table's log holds, and why it can't be read.

use boneyard_store::LogRow;

use crate::state::event::TableEvent;
use crate::state::refusal::Refusal;

/// Why a log can't be read. The table stays as it is and out of use; nothing is guessed.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// There is no log.
    #[error("there is no such table")]
    Missing,
    /// A row is missing.
    #[error("row {expected} of the log is missing, row {found} follows")]
    Gap {
        /// The number of the row that should have come.
        expected: i64,
        /// The number of the row that came.
        found: i64,
    },
    /// A row can't be read; a newer server may have written it.
    #[error("row {seq} of the log can't be read: {source}")]
    Unreadable {
        /// The row's number.
        seq: i64,
        /// What is wrong with it.
        source: postcard::Error,
    },
    /// A row tells what can't have happened.
    #[error("row {seq} of the log can't have happened: {reason}")]
    Impossible {
        /// The row's number.
        seq: i64,
        /// Why it can't have happened.
        reason: Refusal,
    },
}

/// The events of a row that must have this number.
pub fn read_row(row: &LogRow, expected: i64) -> Result<Vec<TableEvent>, LogError> {
    if row.seq != expected {
        return Err(LogError::Gap {
            expected,
            found: row.seq,
        });
    }
    TableEvent::from_body(&row.body).map_err(|source| LogError::Unreadable {
        seq: row.seq,
        source,
    })
}
