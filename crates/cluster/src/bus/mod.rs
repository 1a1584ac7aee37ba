//! Messages between the nodes of a cluster. A message may get lost. Then the nodes find the content of the
//! message in the database, whose log has the final word.

mod joined;
mod matching;
mod message;
mod meters;
mod nats;
mod nats_url;
mod outbox;
mod publisher;
mod receiver;
mod seal;
mod senders;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::{fmt, future};

use boneyard_base::{Supervisor, TableId, limits};
use boneyard_store::{Store, StoreError};
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use futures_util::{FutureExt as _, StreamExt as _};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use self::nats::Nats;
use self::seal::{BusSecret, ParseBusSecretError};

pub use self::joined::{JoinedTables, TableMessages};
pub use self::matching::{AskedSeat, MatchMessage, Proposal, Seeker};
pub use self::message::{Beat, Here, Message, Speech, Spoken, TableMessage};
pub use self::meters::Meters;
pub use self::nats_url::{NatsUrl, ParseNatsUrlError};

/// The name of the stored setting with the secret of a cluster.
const SECRET_SETTING: &str = "bus_key";

/// Why a node can't exchange messages with other nodes.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The secret could not be read or stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored secret is damaged.
    #[error("the stored key for messages between servers is damaged: {0}")]
    StoredSecret(#[from] ParseBusSecretError),
    /// The operating system provides no random numbers.
    #[error("no randomness for the key of messages between servers: {0}")]
    Random(#[from] rand::rngs::SysError),
    /// The cipher can't be set up.
    #[error("the cipher for messages between servers can't be set up")]
    Cipher,
    /// The URL of NATS can't be used.
    #[error("the address of NATS can't be used: {0}")]
    Address(#[from] async_nats::ConnectError),
}

/// The id of a node. A node is one run of a server, from its start to its end. A server that starts again is
/// another node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeId(u64);

impl NodeId {
    /// Makes a random id.
    pub fn random() -> Self {
        Self(rand::random())
    }

    /// The id with this number.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The id as a number.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// Written as 16 hex digits.
impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NodeId({self})")
    }
}

/// A change of a node's connection to the other nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BusEvent {
    /// The node has connected, for the first time or again.
    Connected,
    /// The connection was lost. The node tries to connect until it succeeds.
    Lost,
    /// Messages to this node were dropped because this node was too slow to take them.
    Missed,
}

/// What a node receives, except the messages about single tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A message, and the node that sent it. A node also receives its own beats, but none of its other
    /// messages.
    Message(NodeId, Message),
    /// A change of the connection.
    Event(BusEvent),
    /// Another node's beat has arrived, but that node or this one doesn't accept the other's messages yet. The
    /// next beat of this node helps.
    Asked,
}

/// A transport for messages between nodes.
pub trait Carrier: fmt::Debug + Send + Sync {
    /// Sends a message to all other nodes. Never waits.
    fn tell_all(&self, message: Message);

    /// Sends a message to the other nodes that have joined a table, as far as this node knows, or to all nodes if
    /// [`TableMessage::is_for_all`] says so. Never waits.
    fn tell_table(&self, table: TableId, message: TableMessage);

    /// Subscribes to the messages from other nodes about a table.
    fn join_table(&self, table: TableId) -> TableMessages;

    /// Subscribes to the messages to all nodes, and to the changes of the connection.
    fn messages(&self) -> BoxStream<'static, Heard>;

    /// Waits until all earlier messages have been sent.
    fn flush(&self) -> BoxFuture<'_, ()> {
        future::ready(()).boxed()
    }

    /// Accepts no more messages from a node until it sends a new beat, and tells it of no table until it sends a
    /// message about one.
    fn forget(&self, node: NodeId);

    /// The counters of messages.
    fn meters(&self) -> Meters {
        Meters::default()
    }
}

/// The connection to the other nodes. Clones share it.
#[derive(Clone, Debug)]
pub struct Bus {
    node: NodeId,
    /// The transport. `None` for a server without other nodes.
    carrier: Option<Arc<dyn Carrier>>,
}

impl Bus {
    /// A bus for a server without other nodes. It sends and receives nothing.
    pub fn alone() -> Self {
        Self {
            node: NodeId::random(),
            carrier: None,
        }
    }

    /// Joins a cluster as a new node. All nodes of a cluster use the same database and the same NATS. This
    /// function may return before the node is connected to NATS. When the node is connected, it gets
    /// [`BusEvent::Connected`].
    pub async fn start(
        supervisor: &Supervisor,
        url: &NatsUrl,
        store: &Store,
    ) -> Result<Self, BusError> {
        let fresh = BusSecret::random()?.to_hex();
        let stored = store
            .settings()
            .get_or_insert(SECRET_SETTING, &fresh)
            .await?;
        Self::over_nats(supervisor, url, &stored.parse()?).await
    }

    async fn over_nats(
        supervisor: &Supervisor,
        url: &NatsUrl,
        secret: &BusSecret,
    ) -> Result<Self, BusError> {
        let node = NodeId::random();
        let nats = Nats::start(supervisor, node, url, secret).await?;
        Ok(Self::over(node, Arc::new(nats)))
    }

    /// A bus with another transport than NATS.
    pub fn over(node: NodeId, carrier: Arc<dyn Carrier>) -> Self {
        let carrier = Some(carrier);
        Self { node, carrier }
    }

    /// The counters of messages. They stay at zero for a server without other nodes.
    pub fn meters(&self) -> Meters {
        let carrier = self.carrier.as_ref();
        carrier.map_or_else(Meters::default, |carrier| carrier.meters())
    }

    /// Waits until NATS has taken all earlier messages, but at most [`limits::BUS_CLOSE_TIMEOUT`].
    pub async fn flush(&self) {
        if let Some(carrier) = &self.carrier {
            // If there is no connection, the messages are lost.
            let _ = timeout(limits::BUS_CLOSE_TIMEOUT, carrier.flush()).await;
        }
    }

    /// Accepts no more messages from a node that is gone, until it sends a new beat, and tells it of no table
    /// until it sends a message about one.
    pub fn forget(&self, node: NodeId) {
        if let Some(carrier) = &self.carrier {
            carrier.forget(node);
        }
    }

    /// The id of this node.
    #[must_use]
    pub const fn node(&self) -> NodeId {
        self.node
    }

    /// Whether this is a server without other nodes.
    #[must_use]
    pub const fn is_alone(&self) -> bool {
        self.carrier.is_none()
    }

    /// Sends a message to all other nodes. Never waits: if the queue is full, the message is dropped and
    /// counted. Then [`Message::Omitted`] is sent when the queue is empty.
    pub fn tell_all(&self, message: Message) {
        if let Some(carrier) = &self.carrier {
            carrier.tell_all(message);
        }
    }

    /// Sends a message to the other nodes that have joined a table, as far as their messages have told, or to all
    /// nodes if [`TableMessage::is_for_all`] says so. Never waits: if the queue is full, the message is dropped
    /// and counted. When the queue is empty, two messages replace the dropped ones:
    /// [`TableMessage::Appended`] with the greatest row number of the dropped messages and without a row, and
    /// the last dropped [`TableMessage::Here`].
    pub fn tell_table(&self, table: TableId, message: TableMessage) {
        if let Some(carrier) = &self.carrier {
            carrier.tell_table(table, message);
        }
    }

    /// Subscribes to the messages from other nodes about a table. From then on this node gets what those nodes
    /// send that know it. To make itself known, it must send a message for all nodes.
    pub fn join_table(&self, table: TableId) -> TableSubscription {
        let carrier = self.carrier.as_ref();
        TableSubscription(carrier.map(|carrier| carrier.join_table(table)))
    }

    /// Subscribes to the messages to all nodes, and to the changes of the connection.
    pub fn messages(&self) -> Messages {
        Messages(self.carrier.as_ref().map(|carrier| carrier.messages()))
    }
}

/// A subscription to the messages from other nodes about a table. It ends when it is dropped.
#[derive(Debug)]
pub struct TableSubscription(Option<TableMessages>);

impl TableSubscription {
    /// Waits for the next message. Returns the message and the node that sent it, or `None` if there will be
    /// no more. Cancel safe.
    pub async fn next(&mut self) -> Option<(NodeId, TableMessage)> {
        self.0.as_mut()?.next().await
    }
}

/// A subscription to the messages to all nodes, and to the changes of this node's connection.
pub struct Messages(Option<BoxStream<'static, Heard>>);

impl Messages {
    /// Waits for the next message or event. `None` if there will be no more. Cancel safe.
    pub async fn next(&mut self) -> Option<Heard> {
        self.0.as_mut()?.next().await
    }
}

impl fmt::Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Messages").finish_non_exhaustive()
    }
}
