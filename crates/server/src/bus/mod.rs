//! Messages between the nodes of a cluster. The log decides: a message may be lost, and then the nodes
//! find in the database what it would have said.

#[cfg(test)]
mod hub;
mod message;
mod meters;
mod nats;
mod outbox;
mod seal;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use tokio::time::timeout;

use self::nats::{Nats, NatsMessages, Subscription};
use self::seal::{BusSecret, ParseBusSecretError};
use crate::config::NatsUrl;
use crate::id::TableId;
use crate::limits;
use crate::store::{Store, StoreError};

#[cfg(test)]
pub(crate) use self::hub::{Delivery, Hub};
pub(crate) use self::message::{Beat, Here, Message, Spoken, TableMessage};
pub(crate) use self::meters::Meters;

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
pub(crate) struct NodeId(u64);

impl NodeId {
    /// A random id.
    pub(crate) fn random() -> Self {
        Self(rand::random())
    }

    /// The node id with this number.
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The id as a number.
    pub(crate) const fn bits(self) -> u64 {
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
pub(crate) enum BusEvent {
    /// The node is connected, for the first time or again.
    Connected,
    /// The connection is lost. The node tries to connect until it succeeds.
    Lost,
    /// Messages to this node were dropped because this node did not take them fast enough.
    Missed,
}

/// What a node receives that does not belong to a single table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Heard {
    /// A message of a node. Of its own messages a node receives only its beats.
    Message(NodeId, Message),
    /// The state of the connection has changed.
    Event(BusEvent),
}

/// The connection to the other nodes. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Bus {
    node: NodeId,
    line: Line,
}

/// What carries the messages.
#[derive(Clone, Debug)]
enum Line {
    /// There are no other nodes.
    None,
    /// The other nodes are reached over NATS.
    Nats(Arc<Nats>),
    /// The other nodes are in this process.
    #[cfg(test)]
    Hub(Hub),
}

impl Bus {
    /// The bus of a server without other nodes: it sends and receives nothing.
    pub(crate) fn alone() -> Self {
        Self {
            node: NodeId::random(),
            line: Line::None,
        }
    }

    /// Joins, as a new node, the cluster that uses this database and this NATS. The connection may be
    /// made later: [`BusEvent`] says when.
    pub(crate) async fn start(url: &NatsUrl, store: &Store) -> Result<Self, BusError> {
        let fresh = BusSecret::random()?.to_hex();
        let stored = store.setting_or_insert(SECRET_SETTING, &fresh).await?;
        Self::over_nats(url, &stored.parse()?).await
    }

    async fn over_nats(url: &NatsUrl, secret: &BusSecret) -> Result<Self, BusError> {
        let node = NodeId::random();
        let nats = Nats::start(node, url, secret).await?;
        Ok(Self {
            node,
            line: Line::Nats(Arc::new(nats)),
        })
    }

    /// The counters of messages; they stay at zero if there can be no other nodes.
    pub(crate) fn meters(&self) -> Meters {
        match &self.line {
            Line::Nats(nats) => nats.meters().clone(),
            Line::None => Meters::default(),
            #[cfg(test)]
            Line::Hub(_) => Meters::default(),
        }
    }

    /// Waits until NATS has taken all messages sent so far, for at most [`limits::BUS_CLOSE_TIMEOUT`].
    pub(crate) async fn flush(&self) {
        if let Line::Nats(nats) = &self.line {
            // Without a connection the messages are lost.
            let _ = timeout(limits::BUS_CLOSE_TIMEOUT, nats.flush()).await;
        }
    }

    /// This node.
    pub(crate) const fn node(&self) -> NodeId {
        self.node
    }

    /// Whether there can be no other nodes.
    pub(crate) const fn is_alone(&self) -> bool {
        matches!(self.line, Line::None)
    }

    /// Sends a message to all other nodes, without waiting: a message for which there is no room is
    /// dropped and counted, and [`Message::Omitted`] follows once there is room.
    pub(crate) fn tell_all(&self, message: Message) {
        match &self.line {
            Line::None => {}
            Line::Nats(nats) => nats.tell_all(message),
            #[cfg(test)]
            Line::Hub(hub) => hub.tell_all(self.node, &message),
        }
    }

    /// Sends a message to the other nodes that have joined a table, without waiting: a message for which
    /// there is no room is dropped and counted. Once there is room, two messages follow in place of the
    /// dropped ones: [`TableMessage::Appended`] with their highest number and without a row, and the last
    /// [`TableMessage::Here`].
    pub(crate) fn tell_table(&self, table: TableId, message: TableMessage) {
        match &self.line {
            Line::None => {}
            Line::Nats(nats) => nats.tell_table(table, message),
            #[cfg(test)]
            Line::Hub(hub) => hub.tell_table(self.node, table, &message),
        }
    }

    /// Subscribes to the messages of other nodes about a table. Messages that this node sends after this
    /// call leave it after the subscription has been made.
    pub(crate) fn join_table(&self, table: TableId) -> TableSubscription {
        TableSubscription(match &self.line {
            Line::None => TableSource::None,
            Line::Nats(nats) => TableSource::Nats(nats.join_table(table), self.node),
            #[cfg(test)]
            Line::Hub(hub) => TableSource::Hub(hub.join_table(self.node, table)),
        })
    }

    /// Subscribes to the messages for all nodes, and to the changes of the connection.
    pub(crate) fn messages(&self) -> Messages {
        Messages(match &self.line {
            Line::None => Source::None,
            Line::Nats(nats) => Source::Nats(nats.messages()),
            #[cfg(test)]
            Line::Hub(hub) => Source::Hub(hub.messages(self.node)),
        })
    }
}

/// The messages of other nodes about a table. Dropping it ends the subscription.
#[derive(Debug)]
pub(crate) struct TableSubscription(TableSource);

#[derive(Debug)]
enum TableSource {
    None,
    /// The subscription, and this node's id.
    Nats(Subscription, NodeId),
    #[cfg(test)]
    Hub(tokio::sync::mpsc::UnboundedReceiver<(NodeId, TableMessage)>),
}

impl TableSubscription {
    /// The next message and the node that sent it; `None` if no more can come. May be cancelled.
    pub(crate) async fn next(&mut self) -> Option<(NodeId, TableMessage)> {
        match &mut self.0 {
            TableSource::None => None,
            TableSource::Nats(subscription, me) => subscription.next_of_others(*me).await,
            #[cfg(test)]
            TableSource::Hub(messages) => messages.recv().await,
        }
    }
}

/// The messages for all nodes, and the changes of this node's connection.
#[derive(Debug)]
pub(crate) struct Messages(Source);

#[derive(Debug)]
enum Source {
    None,
    Nats(NatsMessages),
    #[cfg(test)]
    Hub(tokio::sync::mpsc::UnboundedReceiver<Heard>),
}

impl Messages {
    /// The next message or event; `None` if no more can come. May be cancelled.
    pub(crate) async fn next(&mut self) -> Option<Heard> {
        match &mut self.0 {
            Source::None => None,
            Source::Nats(messages) => messages.next().await,
            #[cfg(test)]
            Source::Hub(heard) => heard.recv().await,
        }
    }
}
