//! What changes in the lobby when something happens at a table.

use boneyard_protocol::{Listing, TableId};

use super::state::State;
use crate::store::ListingChange;

/// What the lobby is to show of a table from now on.
pub(super) struct Relisted(pub(super) Option<Listing>);

impl Relisted {
    /// None if nothing changes for the lobby.
    pub(super) fn between(table: TableId, before: &State, after: &State) -> Option<Self> {
        if !after.people_changed(before) {
            return None;
        }
        let listing = after.listing(table);
        (listing != before.listing(table)).then_some(Self(listing))
    }

    pub(super) fn to_store(&self) -> ListingChange {
        ListingChange {
            listed: self.0.is_some(),
            listing: self
                .0
                .as_ref()
                .map_or_else(String::new, crate::lobby::written),
        }
    }
}
