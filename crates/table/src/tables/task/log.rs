//! The log of tables: the store, or in tests a model of it.

use boneyard_protocol::TableId;
use boneyard_store::{Append, AppendError, LogRow, NewRecord, Store, StoreError};

#[cfg(test)]
use crate::tests::model::ModelLog;

/// The log to which tables append. What a test can make fail goes through here; all else is asked of the
/// store itself.
#[derive(Clone)]
pub(crate) enum Log {
    /// The store.
    Kept(Store),
    /// A model of the store that fails, delays and crashes as a test says.
    #[cfg(test)]
    Modelled(ModelLog),
}

impl Log {
    /// Appends a row, as [`Store::append`] does.
    pub(crate) async fn append(&self, append: Append) -> Result<(), AppendError> {
        match self {
            Self::Kept(store) => store.append(append).await,
            #[cfg(test)]
            Self::Modelled(log) => log.append(append).await,
        }
    }

    /// Reads a table's rows after a number, as [`Store::read_log`] does.
    pub(crate) async fn read(&self, table: TableId, after: i64) -> Result<Vec<LogRow>, StoreError> {
        match self {
            Self::Kept(store) => store.read_log(table, after).await,
            #[cfg(test)]
            Self::Modelled(log) => log.read(after).await,
        }
    }

    /// The matches of a table that have a record, as [`Store::recorded_matches`] finds them. The model keeps
    /// no records.
    pub(crate) async fn recorded_matches(&self, table: TableId) -> Result<Vec<u32>, StoreError> {
        match self {
            Self::Kept(store) => store.recorded_matches(table).await,
            #[cfg(test)]
            Self::Modelled(_) => Ok(Vec::new()),
        }
    }

    /// Adds a record, as [`Store::add_record`] does. The model keeps no records.
    pub(crate) async fn add_record(&self, record: &NewRecord) -> Result<(), StoreError> {
        match self {
            Self::Kept(store) => store.add_record(record).await,
            #[cfg(test)]
            Self::Modelled(_) => Ok(()),
        }
    }
}
