//! Which nodes are alive. Each says so every [`limits::NODE_BEAT`]; who says nothing for a
//! [`limits::NODE_LEASE`] is gone. A node that doesn't hear itself is cut off, and judges nobody.

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
use crate::bus::{Bus, BusEvent, Heard, Message, Messages, NodeId};

/// What has become known of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeEvent {
    /// A node is heard for the first time.
    Came(NodeId),
    /// A node is heard again that had been taken for gone.
    Back(NodeId),
    /// A node has left, or has not been heard for too long.
    Gone(NodeId),
    /// This node no longer hears itself, and so nobody.
    CutOff,
    /// This node hears itself.
    Rejoined,
}

/// What a node is to deal with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// Another node has told something that is no beat.
    Message(NodeId, Message),
    /// Something has become known of a node.
    Node(NodeEvent),
    /// Something has happened to this node's connection. [`BusEvent::Connected`] comes once this node
    /// hears itself, so that it hears the others as well from then on. After [`BusEvent::Missed`] news of
    /// the other kinds may be lost too: [`Nodes::live`] says who is alive.
    Bus(BusEvent),
}

/// The nodes of a cluster. Clones are the same.
#[derive(Clone, Debug)]
pub struct Nodes {
    me: NodeId,
    /// None for a server that is alone.
    others: Option<Arc<Others>>,
    /// The task that beats and listens.
    following: Option<AbortHandle>,
}

#[derive(Debug)]
struct Others {
    leases: Mutex<Leases>,
    /// Whether there is a connection over which this node has not heard itself yet.
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

    /// Begins to beat and to listen, until the bus ends.
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
    /// on it hears nothing of them.
    pub async fn leave(&self, bus: &Bus) {
        if let Some(following) = &self.following {
            // Another beat would take it back.
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

    /// Whether a node has left, or was not heard for too long, and hasn't come back.
    pub fn is_gone(&self, node: NodeId) -> bool {
        let is_gone = |others: &Arc<Others>| others.leases.lock().is_gone(node);
        self.others.as_ref().is_some_and(is_gone)
    }

    /// Whether this node doesn't hear the others. Then it takes nobody for gone.
    pub fn is_cut_off(&self) -> bool {
        let is_cut_off = |others: &Arc<Others>| others.leases.lock().is_cut_off();
        self.others.as_ref().is_some_and(is_cut_off)
    }

    /// Which of some nodes acts for a table; this one if there are none.
    pub fn owner(&self, table: TableId, among: impl IntoIterator<Item = NodeId>) -> NodeId {
        owner::owner(table, among).unwrap_or(self.me)
    }

    /// Has the other nodes know whether this one reaches the database. Whether one of them does.
    pub fn set_stores(&self, stores: bool) -> bool {
        let set = |others: &Arc<Others>| others.leases.lock().set_stores(stores);
        self.others.as_ref().is_some_and(set)
    }

    /// The news from now on.
    pub fn news(&self) -> NewsFeed {
        NewsFeed(self.others.as_ref().map(|others| others.news.subscribe()))
    }
}

impl Nodes {
    /// The nodes of a node that hears and judges only when it is told to. It begins cut off.
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

    /// A beat of a node is heard, which may be this one.
    pub fn hear(&self, node: NodeId) {
        self.judge(|leases| leases.hear(node, crate::bus::Beat::STORING, Instant::now()));
    }

    /// A node is taken for gone.
    pub fn lose(&self, node: NodeId) {
        self.judge(|leases| leases.leave(node).into_iter().collect());
    }

    /// This node hears nothing for the time of a lease.
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

/// News, one after the other.
#[derive(Debug)]
pub struct NewsFeed(Option<broadcast::Receiver<News>>);

impl NewsFeed {
    /// The next news; none if there will be no more. May be cancelled.
    pub async fn next(&mut self) -> Option<News> {
        match self.0.as_mut()?.recv().await {
            Ok(news) => Some(news),
            Err(RecvError::Lagged(_)) => Some(News::Bus(BusEvent::Missed)),
            Err(RecvError::Closed) => None,
        }
    }
}

/// Beats, and hears the others.
async fn follow(bus: Bus, mut messages: Messages, others: Arc<Others>) {
    let mut beats = interval(limits::NODE_BEAT);
    // After a pause one beat says it all.
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
    /// Takes note of what was heard. `true` if a node waits for a beat of this one: one that has come,
    /// or this one itself after its connection was lost.
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
        // Nobody may listen.
        let _ = self.news.send(news);
    }
}
