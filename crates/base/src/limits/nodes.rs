//! Limits of nodes, which are the servers of one cluster.

use std::time::Duration;

/// How often a node sends a message that it is alive, called a beat.
pub const NODE_BEAT: Duration = Duration::from_secs(2);

/// A node counts as gone if its last beat is older than this. Two beats may get lost.
pub const NODE_LEASE: Duration = Duration::from_secs(6);

/// A node accepts a beat only if its sender had received a beat of this node that was sent less than this long
/// ago. Four beats in a row may get lost. A node that has died counts as alive at most for this long and a
/// lease, whatever is sent again of its messages.
pub const BEAT_AGE_MAX: Duration = Duration::from_secs(12);

/// The greatest number of beats with which a node answers other nodes at once, in each [`NODE_BEAT`]. A node that
/// starts needs two or three for each other node that it meets. If there are no more, the next usual beat answers.
/// So beats that a program sends again cause few beats.
pub const NODE_ANSWERS_MAX: u32 = 16;

/// A node that has not received its own messages for this long was busy, stopped or disconnected. It may not
/// have read the beats of other nodes yet.
pub const NODE_PAUSE: Duration = Duration::from_secs(3);

/// The greatest number of gone nodes that are remembered. They are needed to know whether a node is new or
/// has come back.
pub const GONE_NODES_MAX: usize = 64;

/// The greatest number of events about nodes, and of messages to all nodes, that wait to be handled. A node
/// handles tens of thousands in a second. If more wait, the node learns that some were dropped, and reads the
/// database.
pub const NODE_NEWS_MAX: usize = 4_096;

/// The greatest number of messages to other nodes that wait for NATS: those that a busy node sends in half a
/// second. If the queue is full, messages are dropped, and only a note for each affected table is stored. The
/// notes are sent when the queue is empty.
pub const BUS_QUEUE_MAX: usize = 8_192;

/// The greatest number of messages in the NATS client's own queue: enough for one system call.
pub const BUS_CLIENT_QUEUE_MAX: usize = 256;

/// The greatest number of messages of one subscription that wait to be handled. Further messages are dropped,
/// and the node reads their content from the database.
pub const BUS_SUBSCRIPTION_MAX: usize = 1_024;

/// The greatest number of events of the NATS connection that wait to be handled. There are at most a few in a
/// second.
pub const BUS_EVENTS_MAX: usize = 64;

/// The shortest time between two events that say that messages were dropped. After each such event, the node
/// checks all its tables.
pub const BUS_MISSED_INTERVAL: Duration = Duration::from_secs(1);

/// The size of the largest message that a node reads. Lists are sent in parts, and the largest message of
/// chat has a few kilobytes.
pub const BUS_MESSAGE_BYTES_MAX: usize = 65_536;

/// The greatest number of nodes whose keys and whose last beats are in memory. A cluster has fewer nodes. The
/// key of any other node is derived again for each message, which takes some microseconds.
pub const BUS_SENDERS_MAX: usize = 256;

/// How long NATS may send nothing before the client sends a ping. After two pings without an answer, the
/// connection counts as lost.
pub const BUS_PING_INTERVAL: Duration = Duration::from_secs(5);

/// The longest time between two attempts to connect to NATS.
pub const BUS_RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// How long a shutdown waits until the last messages to other nodes are sent. The database also contains
/// their content.
pub const BUS_CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
