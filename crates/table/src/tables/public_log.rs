//! What tables put into the public log, and the receipts for it.

use boneyard_base::Timestamp;
use boneyard_protocol::transparency::LogEntry;
use boneyard_protocol::{Receipt, RoomFairness, TableId};
use boneyard_store::NewEntry;

use super::Tables;

impl Tables {
    /// New entries of the public log, as they are stored.
    pub(crate) fn to_store(&self, entries: &[LogEntry]) -> Vec<NewEntry> {
        let transparency = self.parts().transparency.as_ref();
        transparency.map_or_else(Vec::new, |log| log.to_store(entries))
    }

    /// A receipt for what a table shows of its deals; none without a public log.
    pub(crate) fn receipt(
        &self,
        table: TableId,
        shown: &RoomFairness,
        at: Timestamp,
    ) -> Option<Receipt> {
        let transparency = self.parts().transparency.as_ref()?;
        Some(transparency.receipt(table, shown, at))
    }

    /// Has the public log take in entries that an append has stored.
    pub(crate) fn has_public_entries(&self) {
        if let Some(transparency) = &self.parts().transparency {
            transparency.has_more();
        }
    }
}
