//! Limits of nodes, which are the servers of one cluster.

use std::time::Duration;

/// How often a node sends a message that it is alive, called a beat. A beat is sealed once and opened by each
/// other node, so 20 nodes open 40 beats a second each, which takes less than a millisecond.
pub const NODE_BEAT: Duration = Duration::from_millis(500);

/// A node counts as gone if its last beat is older than this. Four beats may get lost. The other nodes look at
/// each beat of their own, so they notice a node that hangs within three seconds.
pub const NODE_LEASE: Duration = Duration::from_millis(2_500);

/// A node accepts a beat only if its sender had received a beat of this node that was sent less than this long
/// ago. Nine beats in a row may get lost. A node that has died counts as alive at most for this long and a
/// lease, whatever is sent again of its messages.
pub const BEAT_AGE_MAX: Duration = Duration::from_secs(5);

/// The greatest number of beats with which a node answers other nodes at once, in each [`NODE_BEAT`]. A node that
/// starts needs two or three for each other node that it meets. If there are no more, the next usual beat answers.
/// So beats that a program sends again cause few beats.
pub const NODE_ANSWERS_MAX: u32 = 4;

/// A node that has not received its own messages for this long was busy, stopped or disconnected. It may not
/// have read the beats of other nodes yet. This is longer than a beat and shorter than a lease.
pub const NODE_PAUSE: Duration = Duration::from_millis(1_250);

/// How often a node writes its row in the database, which shows the other nodes that it can write. It is one
/// small write for each node.
pub const NODE_ROW_INTERVAL: Duration = Duration::from_secs(2);

/// No player counts as absent because of a node that has written its row in this time. Two writes may fail or
/// be late.
pub const NODE_ROW_LEASE: Duration = Duration::from_secs(6);

/// How long the row of a node that has ended is kept. It has no meaning after [`NODE_ROW_LEASE`].
pub const NODE_ROW_KEPT_MS: i64 = 60 * 60 * 1_000;

/// How many measurements of the database's clock a node keeps. The node uses the one with the shortest round trip.
/// Eight cover the last 16 seconds, in which a clock drifts by about a millisecond.
pub const CLOCK_SAMPLES: usize = 8;

/// The number of measurements before a node starts to serve.
pub const CLOCK_SAMPLES_AT_START: usize = 3;

/// If two measurements differ by more than their round trips explain and by more than this, a clock was set
/// between them.
pub const CLOCK_DRIFT_MS: i64 = 50;

/// If the database's clock turns out to be set by more than this, it is taken for a step: no player is charged the
/// difference. A smaller one is followed at once and is charged, so it must be short. Half of the longest round trip is
/// not more.
pub const DATABASE_STEP_MS: i64 = 5_000;

/// If a node's clock differs from the database's by more than this, or the difference changes by more than
/// this, the log has a line. NTP keeps clocks within some milliseconds.
pub const CLOCK_OFFSET_TOLD_MS: i64 = 250;

/// If a node's clock differs from the database's by more than this, `/readyz` says so.
pub const CLOCK_OFFSET_MAX_MS: i64 = 5_000;

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

/// The greatest number of messages to other nodes that are taken from the queue at once. Those about tables are put
/// together.
pub const BUS_TAKEN_MAX: usize = 256;

/// A message to a node is published when it has this size in bytes, also if more messages about tables wait. With
/// the largest message about a table it is smaller than [`BUS_MESSAGE_BYTES_MAX`].
pub const BUS_BATCH_BYTES: usize = 16_384;

/// The greatest number of messages in the NATS client's own queue: enough for one system call.
pub const BUS_CLIENT_QUEUE_MAX: usize = 256;

/// The greatest number of messages of one subscription that wait to be handled: those of some tenths of a second
/// from busy nodes. Further messages are dropped, and the node reads their content from the database.
pub const BUS_SUBSCRIPTION_MAX: usize = 4_096;

/// The greatest number of messages about one table that wait to be handled. A table that waits for the storage
/// gets a few of them. Further messages are dropped, and the node reads their content from the database.
pub const BUS_TABLE_QUEUE_MAX: usize = 1_024;

/// The greatest number of subscriptions that a node makes before it sends the next message. A node has only a
/// few.
pub const BUS_JOINS_MAX: usize = 8;

/// How long a node waits until subscriptions are sent to NATS, before it sends the next message without them.
/// Without a flood it takes less than a millisecond.
pub const BUS_JOIN_TIMEOUT: Duration = Duration::from_millis(100);

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
