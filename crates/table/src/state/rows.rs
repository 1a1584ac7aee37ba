//! Reads the rows of a table's log, and says why a row can't be read.

use boneyard_store::LogRow;

use crate::state::event::TableEvent;
use crate::state::refusal::Refusal;

/// The reason why a log can't be read. The log is not repaired, and the table can't be used.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The log has no rows.
    #[error("there is no such table")]
    Missing,
    /// A row is missing.
    #[error("row {expected} of the log is missing, row {found} follows")]
    Gap {
        /// The number of the row that is missing.
        expected: i64,
        /// The number of the row that was found instead.
        found: i64,
    },
    /// A row can't be read; a newer server may have written it.
    #[error("row {seq} of the log can't be read: {source}")]
    Unreadable {
        /// The row's number.
        seq: i64,
        /// The error of the decoder.
        source: postcard::Error,
    },
    /// The events of a row can't have happened.
    #[error("row {seq} of the log can't have happened: {reason}")]
    Impossible {
        /// The row's number.
        seq: i64,
        /// Why the events can't have happened.
        reason: Refusal,
    },
}

/// Reads the events of a row, and checks that the row has the expected number.
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
