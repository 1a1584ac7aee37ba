//! The entries that tables add to the public log, and the receipts that they give to players.

use boneyard_base::Timestamp;
use boneyard_protocol::transparency::LogEntry;
use boneyard_protocol::{Receipt, RoomFairness, TableId};
use boneyard_store::NewEntry;

use super::Tables;

impl Tables {
    /// New entries of the public log, in the form in which they are stored. Empty if the server has no public
    /// log.
    pub(crate) fn to_store(&self, entries: &[LogEntry]) -> Vec<NewEntry> {
        let transparency = self.parts().transparency.as_ref();
        transparency.map_or_else(Vec::new, |log| log.to_store(entries))
    }

    /// A receipt for the commitments that a table shows; `None` if the server has no public log.
    pub(crate) fn receipt(
        &self,
        table: TableId,
        shown: &RoomFairness,
        at: Timestamp,
    ) -> Option<Receipt> {
        let transparency = self.parts().transparency.as_ref()?;
        Some(transparency.receipt(table, shown, at))
    }

    /// Tells the public log that an append has stored entries for it.
    pub(crate) fn has_public_entries(&self) {
        if let Some(transparency) = &self.parts().transparency {
            transparency.has_more();
        }
    }
}
