//! Servers that play together.

use std::time::Duration;

/// How often a node says that it is alive.
pub const NODE_BEAT: Duration = Duration::from_secs(2);

/// How long after its last beat a node counts as gone: two beats may be lost.
pub const NODE_LEASE: Duration = Duration::from_secs(6);

/// A node that heard nothing of its own for longer than this was busy, stopped or cut off, and may have
/// the beats of the others still to read.
pub const NODE_PAUSE: Duration = Duration::from_secs(3);

/// Gone nodes that are remembered, so that it is known whether a node comes or is back.
pub const GONE_NODES_MAX: usize = 64;

/// Events of nodes and messages to all of them that wait until they are dealt with. A node deals with
/// tens of thousands a second; one that falls behind this far is told so, and reads the database.
pub const NODE_NEWS_MAX: usize = 4_096;

/// Messages to other nodes that wait until NATS takes them: what a busy node tells in half a second. For
/// those that find no room, the tables that they were about are named once there is.
pub const BUS_QUEUE_MAX: usize = 8_192;

/// Messages that the client of NATS holds besides: enough for one system call.
pub const BUS_CLIENT_QUEUE_MAX: usize = 256;

/// Messages of one subscription that wait until they are taken. Further ones are dropped, and what they
/// told is read from the database.
pub const BUS_SUBSCRIPTION_MAX: usize = 1_024;

/// Events of the connection that wait: there are at most a few in a second.
pub const BUS_EVENTS_MAX: usize = 64;

/// Between two notes that messages were dropped: each has all tables looked at.
pub const BUS_MISSED_INTERVAL: Duration = Duration::from_secs(1);

/// Nodes whose keys are held; more than a cluster has. The key of another one is derived again, which
/// takes some microseconds.
pub const BUS_SENDERS_MAX: usize = 256;

/// How long nothing may come from NATS before it is asked whether it is there. After two questions
/// without an answer the connection counts as lost.
pub const BUS_PING_INTERVAL: Duration = Duration::from_secs(5);

/// The longest wait between two tries to reach NATS.
pub const BUS_RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// How long a stop waits until the last messages to other nodes are on their way. What they tell is in
/// the database as well.
pub const BUS_CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
