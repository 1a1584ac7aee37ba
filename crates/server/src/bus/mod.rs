//! How nodes tell each other what has happened. The log decides; what is told here may be lost, and then
//! it is found in the database.

#[cfg(test)]
mod hub;
mod message;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::id::TableId;

#[cfg(test)]
pub(crate) use self::hub::{Fate, Hub, Passage};
pub(crate) use self::message::{Beat, Here, Message, TableMessage, ToldSpeech};

/// A running server, from its start to its end: a server that starts again is another node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(u64);

impl NodeId {
    /// A new one.
    pub(crate) fn random() -> Self {
        Self(rand::random())
    }

    /// It as a number.
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
    /// The connection is lost. It is tried again until it is there.
    Lost,
    /// Messages to this node were dropped because it did not take them fast enough.
    Missed,
}

/// What a node hears that concerns all of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Heard {
    /// A node has told something. Of its own messages a node hears its beats alone.
    Message(NodeId, Message),
    /// Something has happened to the connection.
    Event(BusEvent),
}

/// The way to the other nodes. Clones are the same.
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
    /// The other nodes are in this process.
    #[cfg(test)]
    Hub(Hub),
}

impl Bus {
    /// The bus of a server without other nodes: nothing is told, and nothing heard.
    pub(crate) fn alone() -> Self {
        Self {
            node: NodeId::random(),
            line: Line::None,
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

    /// Tells all other nodes. Never waits: a message for which there is no room is dropped and counted,
    /// and [`Message::Omitted`] follows once there is room.
    pub(crate) fn tell_all(&self, message: Message) {
        match &self.line {
            Line::None => {}
            #[cfg(test)]
            Line::Hub(hub) => hub.tell_all(self.node, &message),
        }
    }

    /// Tells the other nodes that have joined a table. Never waits: a message for which there is no room
    /// is dropped and counted. Once there is room, the highest number of the dropped ones follows as
    /// [`TableMessage::Appended`] without a row, and the last dropped [`TableMessage::Here`].
    pub(crate) fn tell_table(&self, table: TableId, message: TableMessage) {
        match &self.line {
            Line::None => {}
            #[cfg(test)]
            Line::Hub(hub) => hub.tell_table(self.node, table, &message),
        }
    }

    /// Hears from now on what other nodes tell about a table. What this node tells afterwards is told
    /// after it has joined.
    pub(crate) fn join_table(&self, table: TableId) -> TableSubscription {
        TableSubscription(match &self.line {
            Line::None => TableSource::None,
            #[cfg(test)]
            Line::Hub(hub) => TableSource::Hub(hub.join_table(self.node, table)),
        })
    }

    /// Hears from now on what all nodes are told, and what happens to the connection.
    pub(crate) fn messages(&self) -> Messages {
        Messages(match &self.line {
            Line::None => Source::None,
            #[cfg(test)]
            Line::Hub(hub) => Source::Hub(hub.messages(self.node)),
        })
    }
}

/// What other nodes tell about a table, until it is dropped.
#[derive(Debug)]
pub(crate) struct TableSubscription(TableSource);

#[derive(Debug)]
enum TableSource {
    None,
    #[cfg(test)]
    Hub(tokio::sync::mpsc::UnboundedReceiver<(NodeId, TableMessage)>),
}

impl TableSubscription {
    /// The next message, and who tells it; none if no more can come. May be cancelled.
    pub(crate) async fn next(&mut self) -> Option<(NodeId, TableMessage)> {
        match &mut self.0 {
            TableSource::None => None,
            #[cfg(test)]
            TableSource::Hub(messages) => messages.recv().await,
        }
    }
}

/// What all nodes are told, and what happens to this node's connection.
#[derive(Debug)]
pub(crate) struct Messages(Source);

#[derive(Debug)]
enum Source {
    None,
    #[cfg(test)]
    Hub(tokio::sync::mpsc::UnboundedReceiver<Heard>),
}

impl Messages {
    /// What is heard next; none if nothing more can come. May be cancelled.
    pub(crate) async fn next(&mut self) -> Option<Heard> {
        match &mut self.0 {
            Source::None => None,
            #[cfg(test)]
            Source::Hub(heard) => heard.recv().await,
        }
    }
}
