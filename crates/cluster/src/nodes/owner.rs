//! Decides which node acts for a table, by rendezvous hashing. Nodes that know the same live nodes choose the
//! same node. If a node is gone, only the tables for which it acted get another node.

use boneyard_base::TableId;
use sha2::{Digest as _, Sha256};

use crate::NodeId;

/// The node with the greatest weight for the table. `None` if there are no nodes.
pub(super) fn owner(table: TableId, among: impl IntoIterator<Item = NodeId>) -> Option<NodeId> {
    among
        .into_iter()
        .max_by_key(|&node| (weight(table, node), node))
}

/// The weight of a node for a table. The hash function must never change, since nodes of different versions
/// must choose the same node.
fn weight(table: TableId, node: NodeId) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(table.bits().to_be_bytes());
    hash.update(node.bits().to_be_bytes());
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owner_follows_from_table_and_nodes_in_every_version() {
        let node = |bits| NodeId::from_bits(bits);
        let owners = (0..8).map(|bits| {
            let owner = owner(TableId::from_bits(bits), (1..=3).map(node));
            owner.unwrap().bits()
        });
        assert_eq!(owners.collect::<Vec<_>>(), [1, 1, 3, 1, 1, 3, 3, 2]);
        assert_eq!(owner(TableId::from_bits(1), []), None);
    }

    #[test]
    fn each_node_has_its_share_and_keeps_it_when_another_goes() {
        let nodes: Vec<_> = (0..4).map(|_| NodeId::random()).collect();
        let mut shares = [0; 4];
        for _ in 0..2_000 {
            let table = TableId::random();
            let before = owner(table, nodes.iter().copied()).unwrap();
            shares[nodes.iter().position(|&node| node == before).unwrap()] += 1;
            // The result doesn't depend on the order of the nodes.
            assert_eq!(owner(table, nodes.iter().rev().copied()), Some(before));
            let after = owner(table, nodes[1..].iter().copied()).unwrap();
            assert!(after == before || before == nodes[0]);
        }
        assert!(shares.iter().all(|&share| share > 300), "{shares:?}");
    }
}
