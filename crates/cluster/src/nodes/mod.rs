//! Which nodes are alive. Each node sends a beat every [`limits::NODE_BEAT`]; a node from which no beat
//! has come for a [`limits::NODE_LEASE`] is gone. A node that doesn't receive its own beats is cut off,
//! and takes no other node for gone.

mod leases;
mod owner;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use boneyard_base::{TableId, limits};
use parking_lot::Mutex;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::AbortHandle;
use tokio::time::{Instant, MissedTickBehavior, interval};

use self::leases::Leases;
use crate::{Bus, BusEvent, Heard, Message, Messages, NodeId};

/// A change of which nodes are alive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeEvent {
    /// The first beat of a node has come.
    Came(NodeId),
    /// A beat has come from a node that counted as gone.
    Back(NodeId),
    /// A node has left, or its lease has ended without a beat.
    Gone(NodeId),
    /// This node no longer receives its own beats, so it receives no other messages either.
    CutOff,
    /// This node receives its own beats.
    Rejoined,
}

/// What the server's other parts must react to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// A message of another node that is not a beat.
    Message(NodeId, Message),
    /// A change of which nodes are alive.
    Node(NodeEvent),
    /// A change of this node's connection. [`BusEvent::Connected`] comes once this node receives its own
    /// beats, so that from then on it receives the other nodes' messages as well. After
    /// [`BusEvent::Missed`] news of the other kinds may be lost too: [`Nodes::live`] says which nodes are
    /// alive.
    Bus(BusEvent),
}

/// The nodes of a cluster. Clones share them.
#[derive(Clone, Debug)]
pub struct Nodes {
    me: NodeId,
    /// `None` for a server that is alone.
    others: Option<Arc<Others>>,
    /// The task that sends and receives beats.
    following: Option<AbortHandle>,
}

#[derive(Debug)]
struct Others {
    leases: Mutex<Leases>,
    /// Whether there is a new connection over which this node has not received its own beat yet.
    is_connected_anew: AtomicBool,
    news: broadcast::Sender<News>,
}

impl Nodes {
    /// The nodes of a server that is alone: itself.
    pub fn alone(bus: &Bus) -> Self {
        Self {
            me: bus.node(),
            others: None,
            following: None,
        }
    }

    /// Starts the task that sends and receives beats until the bus ends.
    pub fn start(bus: &Bus) -> Self {
        if bus.is_alone() {
            return Self::alone(bus);
        }
        let others = Arc::new(Others {
            leases: Mutex::new(Leases::new(bus.node())),
            is_connected_anew: AtomicBool::new(false),
            news: broadcast::Sender::new(limits::NODE_NEWS_MAX),
        });
        let messages = bus.messages();
        let following = follow(bus.clone(), messages, Arc::clone(&others));
        Self {
            me: bus.node(),
            others: Some(others),
            following: Some(tokio::spawn(following).abort_handle()),
        }
    }

    /// Tells the other nodes that this one stops, so that they don't wait for its lease to end. From now
    /// on this node receives no messages.
    pub async fn leave(&self, bus: &Bus) {
        if let Some(following) = &self.following {
            // Another beat would make this node alive again.
            following.abort();
            bus.tell_all(Message::Leaving);
            bus.flush().await;
        }
    }

    /// This node.
    pub const fn me(&self) -> NodeId {
        self.me
    }

    /// The nodes that are alive, this one included, in the order of their ids.
    pub fn live(&self) -> Vec<NodeId> {
        match &self.others {
            None => vec![self.me],
            Some(others) => others.leases.lock().live(),
        }
    }

    /// Whether a node is gone: it has left, or its lease has ended, and no beat has come since.
    pub fn is_gone(&self, node: NodeId) -> bool {
        let is_gone = |others: &Arc<Others>| others.leases.lock().is_gone(node);
        self.others.as_ref().is_some_and(is_gone)
    }

    /// Whether this node is cut off from the others. Then it takes no node for gone.
    pub fn is_cut_off(&self) -> bool {
        let is_cut_off = |others: &Arc<Others>| others.leases.lock().is_cut_off();
        self.others.as_ref().is_some_and(is_cut_off)
    }

    /// The node among these that acts for a table; this node if `among` is empty.
    pub fn owner(&self, table: TableId, among: impl IntoIterator<Item = NodeId>) -> NodeId {
        owner::owner(table, among).unwrap_or(self.me)
    }

    /// Sets whether this node's beats say that it reaches the database. Returns whether another live node
    /// reaches it.
    pub fn set_stores(&self, stores: bool) -> bool {
        let set = |others: &Arc<Others>| others.leases.lock().set_stores(stores);
        self.others.as_ref().is_some_and(set)
    }

    /// A subscription to the news.
    pub fn news(&self) -> NewsFeed {
        NewsFeed(self.others.as_ref().map(|others| others.news.subscribe()))
    }
}

impl Nodes {
    /// The nodes as the caller sets them: no task sends or receives beats. This node begins cut off.
    pub fn by_hand(bus: &Bus) -> Self {
        let others = Others {
            leases: Mutex::new(Leases::new(bus.node())),
            news: broadcast::Sender::new(1),
            is_connected_anew: AtomicBool::new(false),
        };
        Self {
            me: bus.node(),
            others: Some(Arc::new(others)),
            following: None,
        }
    }

    /// Receives a beat of a node, which may be this one.
    pub fn hear(&self, node: NodeId) {
        self.judge(|leases| leases.hear(node, crate::Beat::STORING, Instant::now()));
    }

    /// Takes a node for gone.
    pub fn lose(&self, node: NodeId) {
        self.judge(|leases| leases.leave(node).into_iter().collect());
    }

    /// Lets the time of a lease pass without a beat of this node.
    pub fn cut_off(&self) {
        let later = Instant::now() + limits::NODE_LEASE * 2;
        self.judge(|leases| leases.check(later).into_iter().collect());
    }

    fn judge(&self, judge: impl FnOnce(&mut Leases) -> Vec<NodeEvent>) {
        if let Some(others) = &self.others {
            others.judge(judge);
        }
    }
}

/// A subscription to the news.
#[derive(Debug)]
pub struct NewsFeed(Option<broadcast::Receiver<News>>);

impl NewsFeed {
    /// The next news; `None` if there will be no more. May be cancelled.
    pub async fn next(&mut self) -> Option<News> {
        match self.0.as_mut()?.recv().await {
            Ok(news) => Some(news),
            Err(RecvError::Lagged(_)) => Some(News::Bus(BusEvent::Missed)),
            Err(RecvError::Closed) => None,
        }
    }
}

/// Sends this node's beats, and receives the messages of all nodes.
async fn follow(bus: Bus, mut messages: Messages, others: Arc<Others>) {
    let mut beats = interval(limits::NODE_BEAT);
    // After a pause one beat is enough.
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = beats.tick() => {
                let beat = others.leases.lock().beat();
                bus.tell_all(Message::Beat(beat));
                others.judge(|leases| leases.check(Instant::now()).into_iter().collect());
            }
            heard = messages.next() => {
                let Some(heard) = heard else { return };
                if others.hear(bus.node(), heard) {
                    beats.reset_immediately();
                }
            }
        }
    }
}

impl Others {
    /// Records what was received. `true` if a beat of this node is needed at once: for a node that has
    /// just come, or to check a new connection.
    fn hear(&self, me: NodeId, heard: Heard) -> bool {
        let now = Instant::now();
        match heard {
            Heard::Message(from, Message::Beat(beat)) => {
                let events = self.judge(|leases| leases.hear(from, beat, now));
                if from == me && self.is_connected_anew.swap(false, Ordering::Relaxed) {
                    self.tell(News::Bus(BusEvent::Connected));
                }
                let is_new =
                    |event: &NodeEvent| matches!(event, NodeEvent::Came(_) | NodeEvent::Back(_));
                events.iter().any(is_new)
            }
            Heard::Message(from, Message::Leaving) => {
                self.judge(|leases| leases.leave(from).into_iter().collect());
                false
            }
            Heard::Message(from, message) => {
                self.tell(News::Message(from, message));
                false
            }
            Heard::Event(event) => {
                self.leases.lock().interrupt();
                match event {
                    BusEvent::Connected => self.is_connected_anew.store(true, Ordering::Relaxed),
                    BusEvent::Lost | BusEvent::Missed => self.tell(News::Bus(event)),
                }
                event == BusEvent::Connected
            }
        }
    }

    fn judge(&self, judge: impl FnOnce(&mut Leases) -> Vec<NodeEvent>) -> Vec<NodeEvent> {
        let events = judge(&mut self.leases.lock());
        for &event in &events {
            self.tell(News::Node(event));
        }
        events
    }

    fn tell(&self, news: News) {
        // There may be no subscriptions.
        let _ = self.news.send(news);
    }
}
