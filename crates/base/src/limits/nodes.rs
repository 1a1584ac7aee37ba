//! Nodes: servers of one cluster.

use std::time::Duration;

/// How often a node says that it is alive.
pub const NODE_BEAT: Duration = Duration::from_secs(2);

/// How long after its last beat a node counts as gone: two beats may be lost.
pub const NODE_LEASE: Duration = Duration::from_secs(6);

/// A node that has received none of its own messages for longer than this was busy, stopped or cut off, and
/// may still have to read the beats of other nodes.
pub const NODE_PAUSE: Duration = Duration::from_secs(3);

/// Gone nodes that are remembered, so that a node can be told apart as new or as back.
pub const GONE_NODES_MAX: usize = 64;

/// Events of nodes, and messages to all nodes, that wait to be handled. A node handles tens of thousands a
/// second; a node that falls behind this far is told so, and reads the database.
pub const NODE_NEWS_MAX: usize = 4_096;

/// Messages to other nodes that wait until NATS takes them: those that a busy node sends in half a second.
/// When the queue is full, only the ids of the tables concerned are kept, and sent once there is room.
pub const BUS_QUEUE_MAX: usize = 8_192;

/// Messages that the NATS client holds besides: enough for one system call.
pub const BUS_CLIENT_QUEUE_MAX: usize = 256;

/// Messages of one subscription that wait to be taken. Further ones are dropped, and the node reads their
/// content from the database.
pub const BUS_SUBSCRIPTION_MAX: usize = 1_024;

/// Events of the connection to NATS that wait: there are at most a few in a second.
pub const BUS_EVENTS_MAX: usize = 64;

/// Time between two notices that messages were dropped: at each one, the node checks all its tables.
pub const BUS_MISSED_INTERVAL: Duration = Duration::from_secs(1);

/// Nodes whose keys are held; more than a cluster has. The key of a further node is derived again, which
/// takes some microseconds.
pub const BUS_SENDERS_MAX: usize = 256;

/// How long NATS may be silent before the client pings it. After two pings without an answer the connection
/// counts as lost.
pub const BUS_PING_INTERVAL: Duration = Duration::from_secs(5);

/// The longest wait between two tries to reach NATS.
pub const BUS_RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// How long a shutdown waits until the last messages to other nodes are sent. Their content is in the
/// database as well.
pub const BUS_CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
