//! The change of a table's lobby entry by an append.

use boneyard_protocol::{Listing, TableId};
use boneyard_store::ListingChange;

use crate::state::State;

/// The table's new entry in the lobby.
pub(crate) struct Relisted {
    pub listing: Option<Listing>,
    closed: bool,
}

impl Relisted {
    /// The new entry, or `None` if the append doesn't change the lobby's entry.
    pub(crate) fn between(table: TableId, before: &State, after: &State) -> Option<Self> {
        let changed = after.is_listed_otherwise(before);
        changed.then(|| Self::of(table, after))
    }

    pub(crate) fn of(table: TableId, state: &State) -> Self {
        Self {
            listing: state.listing(table),
            closed: state.closed,
        }
    }

    pub(crate) fn to_store(&self) -> ListingChange {
        ListingChange {
            listed: self.listing.is_some(),
            closed: self.closed,
            listing: self
                .listing
                .as_ref()
                .map_or_else(String::new, crate::lobby::written),
        }
    }
}
