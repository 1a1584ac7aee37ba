//! Counters of the messages between nodes.

use prometheus_client::metrics::counter::Counter;

/// The counters of the messages between nodes. Clones share them.
#[derive(Clone, Default, Debug)]
pub struct Meters {
    /// The number of messages that this node has sent.
    pub told: Counter,
    /// The number of messages from other nodes that this node has received.
    pub taken: Counter,
    /// The number of messages to and from other nodes that were dropped because a queue was full.
    pub dropped: Counter,
    /// The number of messages that could not be decrypted or parsed, or that arrived a second time.
    pub unreadable: Counter,
    /// The number of messages whose sender had not proved that it is alive.
    pub unproven: Counter,
}
