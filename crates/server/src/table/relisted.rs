//! What changes in the lobby when something happens at a table.

use boneyard_protocol::{Listing, TableId};

use super::state::State;
use crate::store::ListingChange;

/// What the lobby is to show of a table from now on.
pub(super) struct Relisted {
    pub(super) listing: Option<Listing>,
    closed: bool,
}

impl Relisted {
    /// None if nothing changes for the lobby.
    pub(super) fn between(table: TableId, before: &State, after: &State) -> Option<Self> {
        let changed = after.is_listed_otherwise(before);
        changed.then(|| Self::of(table, after))
    }

    pub(super) fn of(table: TableId, state: &State) -> Self {
        Self {
            listing: state.listing(table),
            closed: state.closed,
        }
    }

    pub(super) fn to_store(&self) -> ListingChange {
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
