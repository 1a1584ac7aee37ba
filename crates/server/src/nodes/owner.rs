//! Which node acts for a table, by rendezvous hashing: all nodes that see the same nodes choose the same
//! one, and when a node goes, only its tables get another.

use sha2::{Digest as _, Sha256};

use crate::bus::NodeId;
use crate::id::TableId;

/// The node with the highest weight for the table; none if there are no nodes.
pub(super) fn owner(table: TableId, among: impl IntoIterator<Item = NodeId>) -> Option<NodeId> {
    among
        .into_iter()
        .max_by_key(|&node| (weight(table, node), node))
}

/// Nodes of different versions must agree, so a hash that never changes.
fn weight(table: TableId, node: NodeId) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(table.bits().to_be_bytes());
    hash.update(node.bits().to_be_bytes());
    hash.finalize().into()
}
