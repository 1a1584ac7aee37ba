//! What is measured of the messages between nodes.

use prometheus_client::metrics::counter::Counter;

/// What is measured of the messages between nodes. Clones are the same.
#[derive(Clone, Default, Debug)]
pub struct Meters {
    /// Messages that this node has told.
    pub told: Counter,
    /// Messages of other nodes that this node has taken.
    pub taken: Counter,
    /// Messages to other nodes, and of other nodes, for which there was no room.
    pub dropped: Counter,
    /// Messages that could not be opened or read, or came again.
    pub unreadable: Counter,
}
