//! A message bus for tests that run several nodes in one process. Messages arrive immediately,
//! unless the test discards or delays them, or disconnects a node.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::sync::Arc;

use boneyard_base::TableId;
use parking_lot::Mutex;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use boneyard_cluster::{
    Bus, BusEvent, Carrier, Heard, JoinedTables, Message, NodeId, TableMessage, TableMessages,
};
use futures_util::StreamExt as _;
use futures_util::stream::{self, BoxStream};

/// The message bus between the nodes of one process. All clones share one bus.
#[derive(Clone, Default)]
pub struct Hub {
    inner: Arc<Mutex<Inner>>,
}

/// A message that is being sent to one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passage {
    /// The node that sends the message.
    pub from: NodeId,
    /// The node that receives the message.
    pub to: NodeId,
    /// The table that the message is about; `None` if it is not about one table.
    pub table: Option<TableId>,
}

/// What the hub does with a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delivery {
    /// The message arrives immediately.
    Arrive,
    /// The message is discarded.
    Lose,
    /// The message is kept, and arrives when the test calls [`Hub::release`].
    Hold,
}

type Rule = Box<dyn FnMut(&Passage) -> Delivery + Send>;

#[derive(Default)]
struct Inner {
    members: HashMap<NodeId, Member>,
    cut: HashSet<NodeId>,
    rule: Option<Rule>,
    held: VecDeque<(Passage, Parcel)>,
}

/// The channels that receive the messages to one node.
#[derive(Default)]
struct Member {
    messages: Vec<UnboundedSender<Heard>>,
    tables: Arc<JoinedTables>,
}

#[derive(Clone)]
enum Parcel {
    All(Message),
    Table(TableMessage),
}

impl fmt::Debug for Hub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hub").finish_non_exhaustive()
    }
}

impl Hub {
    /// Adds a node with a random id. Returns the bus of this node.
    pub fn join(&self) -> Bus {
        self.join_as(NodeId::random())
    }

    /// Adds a node with this id. Returns the bus of this node.
    pub fn join_as(&self, node: NodeId) -> Bus {
        self.inner.lock().members.insert(node, Member::default());
        let hub = self.clone();
        Bus::over(node, Arc::new(HubNode { node, hub }))
    }

    /// Sets the rule that decides what happens to each message from now on. Without a rule, all
    /// messages arrive immediately.
    pub fn decide_by(&self, rule: impl FnMut(&Passage) -> Delivery + Send + 'static) {
        self.inner.lock().rule = Some(Box::new(rule));
    }

    /// Delivers all held messages, in the order in which they were sent. The rule isn't called
    /// again for them.
    pub fn release(&self) {
        let mut inner = self.inner.lock();
        while let Some((passage, parcel)) = inner.held.pop_front() {
            inner.hand_over(passage, parcel);
        }
    }

    /// Disconnects a node. The node sees its connection as lost, and it can neither send nor
    /// receive messages.
    pub fn cut(&self, node: NodeId) {
        let mut inner = self.inner.lock();
        if inner.cut.insert(node) {
            inner.happen(node, BusEvent::Lost);
        }
    }

    /// Connects a node again that was disconnected by [`Self::cut`].
    pub fn mend(&self, node: NodeId) {
        let mut inner = self.inner.lock();
        if inner.cut.remove(&node) {
            inner.happen(node, BusEvent::Connected);
        }
    }

    /// Reports to a node that messages to it were dropped.
    pub fn miss(&self, node: NodeId) {
        self.inner.lock().happen(node, BusEvent::Missed);
    }

    /// Whether a node is subscribed to the messages about a table.
    pub fn has_joined(&self, node: NodeId, table: TableId) -> bool {
        let inner = self.inner.lock();
        let member = inner.members.get(&node);
        member.is_some_and(|member| member.tables.has_joined(table))
    }
}

/// The transport of one node of a hub.
#[derive(Debug)]
struct HubNode {
    node: NodeId,
    hub: Hub,
}

impl Carrier for HubNode {
    fn tell_all(&self, message: Message) {
        let mut inner = self.hub.inner.lock();
        let is_beat = matches!(message, Message::Beat(_));
        let mut to: Vec<_> = inner.members.keys().copied().collect();
        to.retain(|&to| to != self.node || is_beat);
        inner.send(self.node, to, None, &Parcel::All(message));
    }

    fn tell_table(&self, table: TableId, message: TableMessage) {
        let mut inner = self.hub.inner.lock();
        let to = if message.is_for_all() {
            let members = inner.members.keys().copied();
            members.filter(|&to| to != self.node).collect()
        } else {
            inner.member(self.node).tables.others(table)
        };
        inner.send(self.node, to, Some(table), &Parcel::Table(message));
    }

    fn join_table(&self, table: TableId) -> TableMessages {
        self.hub.inner.lock().member(self.node).tables.join(table)
    }

    fn messages(&self) -> BoxStream<'static, Heard> {
        let (sender, receiver) = unbounded_channel();
        let mut inner = self.hub.inner.lock();
        let event = if inner.cut.contains(&self.node) {
            BusEvent::Lost
        } else {
            BusEvent::Connected
        };
        let _ = sender.send(Heard::Event(event));
        inner.member(self.node).messages.push(sender);
        let next = |mut receiver: UnboundedReceiver<Heard>| async move {
            let next = receiver.recv().await?;
            Some((next, receiver))
        };
        stream::unfold(receiver, next).boxed()
    }

    fn forget(&self, node: NodeId) {
        let mut inner = self.hub.inner.lock();
        inner.member(self.node).tables.forget(node);
    }
}

/// A node that has stopped answers nothing.
impl Drop for HubNode {
    fn drop(&mut self) {
        self.hub.inner.lock().members.remove(&self.node);
    }
}

impl Inner {
    fn member(&mut self, node: NodeId) -> &mut Member {
        self.members.entry(node).or_default()
    }

    /// Sends a message to each of the nodes in `to`. The nodes are sorted, so that a test has the
    /// same order in each run.
    fn send(&mut self, from: NodeId, mut to: Vec<NodeId>, table: Option<TableId>, parcel: &Parcel) {
        to.sort_unstable();
        for to in to {
            let passage = Passage { from, to, table };
            let outcome = match &mut self.rule {
                Some(rule) => rule(&passage),
                None => Delivery::Arrive,
            };
            let is_cut = self.cut.contains(&from);
            match outcome {
                Delivery::Lose => {}
                _ if is_cut => {}
                Delivery::Hold => self.held.push_back((passage, parcel.clone())),
                Delivery::Arrive => self.hand_over(passage, parcel.clone()),
            }
        }
    }

    fn hand_over(&mut self, passage: Passage, parcel: Parcel) {
        if self.cut.contains(&passage.to) {
            return;
        }
        let Some(member) = self.members.get_mut(&passage.to) else {
            return;
        };
        match (parcel, passage.table) {
            (Parcel::All(message), _) => member.hear(&Heard::Message(passage.from, message)),
            (Parcel::Table(message), Some(table)) => {
                let tables = Arc::clone(&member.tables);
                let mut is_joined = true;
                assert!(tables.pass(passage.from, table, message, || is_joined = false));
                if !is_joined {
                    let left = Parcel::Table(TableMessage::Left);
                    self.send(passage.to, vec![passage.from], passage.table, &left);
                }
            }
            (Parcel::Table(_), None) => {}
        }
    }

    fn happen(&mut self, node: NodeId, event: BusEvent) {
        if let Some(member) = self.members.get_mut(&node) {
            member.hear(&Heard::Event(event));
        }
    }
}

impl Member {
    fn hear(&mut self, heard: &Heard) {
        self.messages
            .retain(|listener| listener.send(heard.clone()).is_ok());
    }
}
