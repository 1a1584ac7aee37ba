//! What the lobby is told of a table when an append changes it.

use boneyard_protocol::{Listing, TableId};
use boneyard_store::ListingChange;

use crate::state::State;

/// What the lobby shows of a table from now on.
pub(crate) struct Relisted {
    pub listing: Option<Listing>,
    closed: bool,
}

impl Relisted {
    /// None if nothing changes for the lobby.
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
