//! A table's state out of the rows of its log.

use crate::store::LogRow;
use crate::table::state::State;
use crate::table::state::event::TableEvent;
use crate::table::state::refusal::Refusal;

/// Why a log can't be read. The table stays as it is and out of use; nothing is guessed.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// There is no log.
    #[error("there is no such table")]
    Missing,
    /// A row is missing.
    #[error("row {expected} of the log is missing, row {found} follows")]
    Gap {
        /// The row that should have come.
        expected: i64,
        /// The row that came.
        found: i64,
    },
    /// A row is not what this server writes; a newer one may have written it.
    #[error("row {seq} of the log can't be read: {source}")]
    Unreadable {
        /// The row.
        seq: i64,
        /// What was wrong.
        source: postcard::Error,
    },
    /// A row tells what can't have happened.
    #[error("row {seq} of the log can't have happened: {reason}")]
    Impossible {
        /// The row.
        seq: i64,
        /// Why not.
        reason: Refusal,
    },
}

impl State {
    /// Rebuilds a table from the rows of its log, from the first.
    ///
    /// # Errors
    ///
    /// When the log is empty, has a gap, or a row that can't be read or can't have happened.
    pub fn from_log(rows: &[LogRow]) -> Result<Self, LogError> {
        let (first, rest) = rows.split_first().ok_or(LogError::Missing)?;
        let events = read_row(first, 1)?;
        let mut state = Self::begin(&events, first.at).map_err(|reason| LogError::Impossible {
            seq: first.seq,
            reason,
        })?;
        for row in rest {
            state.add_row(row)?;
        }
        Ok(state)
    }

    /// Goes on by one row of the log.
    ///
    /// # Errors
    ///
    /// As [`Self::from_log`]; the state is of no use then.
    pub fn add_row(&mut self, row: &LogRow) -> Result<(), LogError> {
        let events = read_row(row, self.version + 1)?;
        self.add(&events, row.at)
            .map_err(|reason| LogError::Impossible {
                seq: row.seq,
                reason,
            })
    }
}

/// The events of a row that must have this number.
pub(crate) fn read_row(row: &LogRow, expected: i64) -> Result<Vec<TableEvent>, LogError> {
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
