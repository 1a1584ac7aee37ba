//! The counters of the messages between nodes. Clones share them.

use prometheus_client::metrics::counter::Counter;

/// The counters of the messages between nodes. Clones share them.
#[derive(Clone, Default, Debug)]
pub struct Meters {
    /// Messages that this node has sent.
    pub told: Counter,
    /// Messages of other nodes that this node has received.
    pub taken: Counter,
    /// Messages to other nodes, and of other nodes, for which there was no room.
    pub dropped: Counter,
    /// Messages that could not be opened or read, or came again.
    pub unreadable: Counter,
}
