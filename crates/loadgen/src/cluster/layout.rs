//! Which servers a deployment has.

/// The servers of a deployment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    pub(super) nodes: usize,
    /// Whether the nodes are connected to NATS.
    pub(super) has_nats: bool,
    /// Whether the only node has its database in a file of SQLite.
    pub(super) is_on_sqlite: bool,
}

impl Layout {
    /// A cluster with this number of nodes. A single node runs without NATS.
    pub(super) const fn cluster(nodes: usize) -> Self {
        Self {
            nodes,
            has_nats: nodes > 1,
            is_on_sqlite: false,
        }
    }
}
