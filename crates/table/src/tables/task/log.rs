//! The log of tables: the store, or a model of it in tests.

use boneyard_protocol::TableId;
use boneyard_store::{Append, AppendError, LogRow, NewRecord, Store, StoreError};

#[cfg(test)]
use crate::tests::model::ModelLog;

/// The log to which tables append. The operations that a test can make fail are called through this type;
/// all other operations are called on the store itself.
#[derive(Clone)]
pub(crate) enum Log {
    /// The log is in the store.
    Kept(Store),
    /// A model of the store that fails, delays and crashes as a test tells it to.
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

    /// Reads a table's rows after number `after`, as [`Store::read_log`] does.
    pub(crate) async fn read(&self, table: TableId, after: i64) -> Result<Vec<LogRow>, StoreError> {
        match self {
            Self::Kept(store) => store.read_log(table, after).await,
            #[cfg(test)]
            Self::Modelled(log) => log.read(after).await,
        }
    }

    /// The numbers of a table's matches that have a record, as `Records::matches_of` returns them.
    /// The model stores no records.
    pub(crate) async fn recorded_matches(&self, table: TableId) -> Result<Vec<u32>, StoreError> {
        match self {
            Self::Kept(store) => store.records().matches_of(table).await,
            #[cfg(test)]
            Self::Modelled(_) => Ok(Vec::new()),
        }
    }

    /// Adds a record, as `Records::add` does. The model stores no records.
    pub(crate) async fn add_record(&self, record: &NewRecord) -> Result<(), StoreError> {
        match self {
            Self::Kept(store) => store.records().add(record).await,
            #[cfg(test)]
            Self::Modelled(_) => Ok(()),
        }
    }
}
