//! Messages between the nodes of a cluster. The log decides: a message may be lost, and then the nodes
//! find in the database what it would have said.

mod matching;
mod message;
mod meters;
mod nats;
mod nats_url;
mod outbox;
mod seal;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::{fmt, future};

use boneyard_base::{TableId, limits};
use boneyard_store::{Store, StoreError};
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use futures_util::{FutureExt as _, StreamExt as _};
use tokio::time::timeout;

use self::nats::Nats;
use self::seal::{BusSecret, ParseBusSecretError};

pub use self::matching::{MatchMessage, Proposal, Seeker};
pub use self::message::{Beat, Here, Message, Speech, Spoken, TableMessage};
pub use self::meters::Meters;
pub use self::nats_url::{NatsUrl, ParseNatsUrlError};

/// The setting that remembers the secret of a cluster.
const SECRET_SETTING: &str = "bus_key";

/// Why a node can't send messages to the others.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The secret could not be read or stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored secret is damaged.
    #[error("the stored key for messages between servers is damaged: {0}")]
    StoredSecret(#[from] ParseBusSecretError),
    /// The operating system provides no randomness.
    #[error("no randomness for the key of messages between servers: {0}")]
    Random(#[from] rand::rngs::SysError),
    /// The cipher can't be set up.
    #[error("the cipher for messages between servers can't be set up")]
    Cipher,
    /// The address of NATS can't be used.
    #[error("the address of NATS can't be used: {0}")]
    Address(#[from] async_nats::ConnectError),
}

/// A running server, from its start to its end: a server that starts again is another node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u64);

impl NodeId {
    /// A random id.
    pub fn random() -> Self {
        Self(rand::random())
    }

    /// The node id with this number.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The id as a number.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// As 16 hex digits.
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

/// What has happened to a node's connection to the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BusEvent {
    /// The node is connected, for the first time or again.
    Connected,
    /// The connection is lost. The node tries to connect until it succeeds.
    Lost,
    /// Messages to this node were dropped because this node did not take them fast enough.
    Missed,
}

/// What a node receives that does not belong to a single table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A message of a node. Of its own messages a node receives only its beats.
    Message(NodeId, Message),
    /// The state of the connection has changed.
    Event(BusEvent),
}

/// What carries the messages of one node to the others and back.
pub trait Carrier: fmt::Debug + Send + Sync {
    /// Sends a message to all other nodes, and never waits.
    fn tell_all(&self, message: Message);

    /// Sends a message to the other nodes that have joined a table, and never waits.
    fn tell_table(&self, table: TableId, message: TableMessage);

    /// Subscribes to the messages of other nodes about a table.
    fn join_table(&self, table: TableId) -> BoxStream<'static, (NodeId, TableMessage)>;

    /// Subscribes to the messages for all nodes, and to the changes of the connection.
    fn messages(&self) -> BoxStream<'static, Heard>;

    /// Waits until all messages sent so far are on their way.
    fn flush(&self) -> BoxFuture<'_, ()> {
        future::ready(()).boxed()
    }

    /// The counters of messages.
    fn meters(&self) -> Meters {
        Meters::default()
    }
}

/// The connection to the other nodes. Clones share it.
#[derive(Clone, Debug)]
pub struct Bus {
    node: NodeId,
    /// None for a server without other nodes.
    carrier: Option<Arc<dyn Carrier>>,
}

impl Bus {
    /// The bus of a server without other nodes: it sends and receives nothing.
    pub fn alone() -> Self {
        Self {
            node: NodeId::random(),
            carrier: None,
        }
    }

    /// Joins, as a new node, the cluster that uses this database and this NATS. The connection may be
    /// made later: [`BusEvent`] says when.
    pub async fn start(url: &NatsUrl, store: &Store) -> Result<Self, BusError> {
        let fresh = BusSecret::random()?.to_hex();
        let stored = store.setting_or_insert(SECRET_SETTING, &fresh).await?;
        Self::over_nats(url, &stored.parse()?).await
    }

    async fn over_nats(url: &NatsUrl, secret: &BusSecret) -> Result<Self, BusError> {
        let node = NodeId::random();
        let nats = Nats::start(node, url, secret).await?;
        Ok(Self::over(node, Arc::new(nats)))
    }

    /// A node whose messages are carried by other means than NATS.
    pub fn over(node: NodeId, carrier: Arc<dyn Carrier>) -> Self {
        let carrier = Some(carrier);
        Self { node, carrier }
    }

    /// The counters of messages; they stay at zero if there can be no other nodes.
    pub fn meters(&self) -> Meters {
        let carrier = self.carrier.as_ref();
        carrier.map_or_else(Meters::default, |carrier| carrier.meters())
    }

    /// Waits until NATS has taken all messages sent so far, for at most [`limits::BUS_CLOSE_TIMEOUT`].
    pub async fn flush(&self) {
        if let Some(carrier) = &self.carrier {
            // Without a connection the messages are lost.
            let _ = timeout(limits::BUS_CLOSE_TIMEOUT, carrier.flush()).await;
        }
    }

    /// This node.
    #[must_use]
    pub const fn node(&self) -> NodeId {
        self.node
    }

    /// Whether there can be no other nodes.
    #[must_use]
    pub const fn is_alone(&self) -> bool {
        self.carrier.is_none()
    }

    /// Sends a message to all other nodes, without waiting: a message for which there is no room is
    /// dropped and counted, and [`Message::Omitted`] follows once there is room.
    pub fn tell_all(&self, message: Message) {
        if let Some(carrier) = &self.carrier {
            carrier.tell_all(message);
        }
    }

    /// Sends a message to the other nodes that have joined a table, without waiting: a message for which
    /// there is no room is dropped and counted. Once there is room, two messages follow in place of the
    /// dropped ones: [`TableMessage::Appended`] with their highest number and without a row, and the last
    /// [`TableMessage::Here`].
    pub fn tell_table(&self, table: TableId, message: TableMessage) {
        if let Some(carrier) = &self.carrier {
            carrier.tell_table(table, message);
        }
    }

    /// Subscribes to the messages of other nodes about a table. Messages that this node sends after this
    /// call leave it after the subscription has been made.
    pub fn join_table(&self, table: TableId) -> TableSubscription {
        let carrier = self.carrier.as_ref();
        TableSubscription(carrier.map(|carrier| carrier.join_table(table)))
    }

    /// Subscribes to the messages for all nodes, and to the changes of the connection.
    pub fn messages(&self) -> Messages {
        Messages(self.carrier.as_ref().map(|carrier| carrier.messages()))
    }
}

/// The messages of other nodes about a table. Dropping it ends the subscription.
pub struct TableSubscription(Option<BoxStream<'static, (NodeId, TableMessage)>>);

impl TableSubscription {
    /// The next message and the node that sent it; `None` if no more can come. May be cancelled.
    pub async fn next(&mut self) -> Option<(NodeId, TableMessage)> {
        self.0.as_mut()?.next().await
    }
}

impl fmt::Debug for TableSubscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableSubscription").finish_non_exhaustive()
    }
}

/// What all nodes are told, and what happens to this node's connection.
pub struct Messages(Option<BoxStream<'static, Heard>>);

impl Messages {
    /// The next message or event; `None` if no more can come. May be cancelled.
    pub async fn next(&mut self) -> Option<Heard> {
        self.0.as_mut()?.next().await
    }
}

impl fmt::Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Messages").finish_non_exhaustive()
    }
}
