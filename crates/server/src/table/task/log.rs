//! The log, as tables see it: what can be appended to it and read back.

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_protocol::TableId;
use boneyard_store::{Append, AppendError, LogRow, NewRecord, QuickSeat, Store, StoreError};

#[cfg(test)]
use crate::table::tests::model::ModelLog;

/// Where tables append.
#[derive(Clone)]
pub(crate) enum Log {
    /// In the store.
    Kept(Store),
    /// In a model of it that fails, delays and crashes as a test wants.
    #[cfg(test)]
    Modelled(ModelLog),
}

impl Log {
    /// As [`Store::append`].
    pub(crate) async fn append(&self, append: Append) -> Result<(), AppendError> {
        match self {
            Self::Kept(store) => store.append(append).await,
            #[cfg(test)]
            Self::Modelled(log) => log.append(append).await,
        }
    }

    /// As [`Store::read_log`].
    pub(crate) async fn read(&self, table: TableId, after: i64) -> Result<Vec<LogRow>, StoreError> {
        match self {
            Self::Kept(store) => store.read_log(table, after).await,
            #[cfg(test)]
            Self::Modelled(log) => log.read(after).await,
        }
    }

    /// As [`Store::tables_of`]. The model has one table, which nobody looks for.
    pub(crate) async fn tables_of(&self, player: PlayerId) -> Result<Vec<TableId>, StoreError> {
        match self {
            Self::Kept(store) => store.tables_of(player, limits::OWN_TABLES_MAX).await,
            #[cfg(test)]
            Self::Modelled(_) => Ok(Vec::new()),
        }
    }

    /// As [`Store::may_be_rated`]. In the model nobody keeps an account.
    pub(crate) async fn may_be_rated(&self, player: PlayerId) -> Result<bool, StoreError> {
        match self {
            Self::Kept(store) => store.may_be_rated(player).await,
            #[cfg(test)]
            Self::Modelled(_) => Ok(false),
        }
    }

    /// As [`Store::set_quick_seats`]. The model keeps none.
    pub(crate) async fn set_quick_seats(
        &self,
        seats: Vec<QuickSeat>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        match self {
            Self::Kept(store) => store.set_quick_seats(seats, at).await,
            #[cfg(test)]
            Self::Modelled(_) => Ok(()),
        }
    }

    /// As [`Store::quick_seat`].
    pub(crate) async fn quick_seat(
        &self,
        player: PlayerId,
    ) -> Result<Option<QuickSeat>, StoreError> {
        match self {
            Self::Kept(store) => store.quick_seat(player).await,
            #[cfg(test)]
            Self::Modelled(_) => Ok(None),
        }
    }

    /// As [`Store::forget_quick_seats`].
    pub(crate) async fn forget_quick_seats(&self, before: Timestamp) -> Result<(), StoreError> {
        match self {
            Self::Kept(store) => store.forget_quick_seats(before).await,
            #[cfg(test)]
            Self::Modelled(_) => Ok(()),
        }
    }

    /// As [`Store::recorded_matches`]. The model keeps no records.
    pub(crate) async fn recorded_matches(&self, table: TableId) -> Result<Vec<u32>, StoreError> {
        match self {
            Self::Kept(store) => store.recorded_matches(table).await,
            #[cfg(test)]
            Self::Modelled(_) => Ok(Vec::new()),
        }
    }

    /// As [`Store::add_record`].
    pub(crate) async fn add_record(&self, record: &NewRecord) -> Result<(), StoreError> {
        match self {
            Self::Kept(store) => store.add_record(record).await,
            #[cfg(test)]
            Self::Modelled(_) => Ok(()),
        }
    }
}
