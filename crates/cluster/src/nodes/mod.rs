//! Knows which nodes are alive. Each node sends a beat every [`limits::NODE_BEAT`]. If no beat of a node has
//! arrived for [`limits::NODE_LEASE`], the node is gone. A node that doesn't receive its own beats is cut
//! off. While it is cut off, it declares no other node gone. Whether a node that is gone still serves players is
//! another question: it does so if it writes to the database.

mod leases;
mod owner;
mod rows;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boneyard_base::{Role, Supervisor, TableId, limits};
use futures_util::FutureExt as _;
use parking_lot::Mutex;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::AbortHandle;
use tokio::time::{Instant, MissedTickBehavior, interval};

use self::leases::Leases;
use crate::{Bus, BusEvent, Heard, Message, Messages, NodeId};

/// A change of the set of nodes that are alive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeEvent {
    /// The first beat of a node has arrived.
    Came(NodeId),
    /// A node that was gone has sent a beat.
    Back(NodeId),
    /// A node has said that it stops, or its lease has ended without a beat.
    Gone(NodeId),
    /// This node no longer receives its own beats. So it receives no messages from other nodes either.
    CutOff,
    /// This node receives its own beats again.
    Rejoined,
}

/// An event to which other parts of the server must react.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// A message from another node, but not a beat.
    Message(NodeId, Message),
    /// A change of the set of nodes that are alive.
    Node(NodeEvent),
    /// A change of this node's connection. [`BusEvent::Connected`] is sent when this node has received its
    /// own beat: from then on, it also receives the messages from other nodes. At [`BusEvent::Missed`], other
    /// news may have been lost too. Then [`Nodes::live`] returns which nodes are alive.
    Bus(BusEvent),
}

/// The nodes of a cluster. Clones share them.
#[derive(Clone, Debug)]
pub struct Nodes {
    me: NodeId,
    /// The data about the other nodes. `None` for a server without other nodes.
    others: Option<Arc<Others>>,
    /// The task that sends and receives beats.
    following: Option<AbortHandle>,
}

#[derive(Debug)]
struct Others {
    leases: Mutex<Leases>,
    /// Whether there is a new connection, over which this node has not received its own beat yet.
    is_connected_anew: AtomicBool,
    news: broadcast::Sender<News>,
}

impl Nodes {
    /// The nodes of a server without other nodes: only this node.
    pub fn alone(bus: &Bus) -> Self {
        Self {
            me: bus.node(),
            others: None,
            following: None,
        }
    }

    /// Starts the task that sends and receives beats. The task ends when the bus is dropped.
    pub fn start(supervisor: &Supervisor, bus: &Bus) -> Self {
        if bus.is_alone() {
            return Self::alone(bus);
        }
        let others = Arc::new(Others {
            leases: Mutex::new(Leases::new(bus.node())),
            is_connected_anew: AtomicBool::new(false),
            news: broadcast::Sender::new(limits::NODE_NEWS_MAX),
        });
        let following = supervisor.supervise(
            "beats of servers",
            Role::Serving,
            (bus.clone(), bus.messages(), Arc::clone(&others)),
            |(bus, messages, others)| follow(bus, messages, others).boxed(),
        );
        Self {
            me: bus.node(),
            others: Some(others),
            following: Some(following),
        }
    }

    /// Sends the other nodes a message that this node stops. So the other nodes don't wait until the lease of
    /// this node ends. After this call, this node receives no messages.
    pub async fn leave(&self, bus: &Bus) {
        if let Some(following) = &self.following {
            // If the task sent another beat, the other nodes would think that this node is alive again.
            following.abort();
            bus.tell_all(Message::Leaving);
            bus.flush().await;
        }
    }

    /// The id of this node.
    pub const fn me(&self) -> NodeId {
        self.me
    }

    /// All nodes that are alive, including this one, in the order of their ids.
    pub fn live(&self) -> Vec<NodeId> {
        match &self.others {
            None => vec![self.me],
            Some(others) => others.leases.lock().live(),
        }
    }

    /// Whether a node is gone: it has said that it stops, or its lease has ended, and no beat has arrived
    /// since then.
    pub fn is_gone(&self, node: NodeId) -> bool {
        let is_gone = |others: &Arc<Others>| others.leases.lock().is_gone(node);
        self.others.as_ref().is_some_and(is_gone)
    }

    /// When a node was last known to take plays, if it takes none now: it is gone, has missed a beat, or can't reach
    /// the database. `None` for a live node if this node may be late itself in reading beats.
    pub fn unable_since(&self, node: NodeId) -> Option<Instant> {
        let leases = self.others.as_ref()?.leases.lock();
        leases.unable_since(node, Instant::now())
    }

    /// The nodes that are gone, and when each was last known to take plays, if that was at most so long ago.
    pub fn gone_within(&self, time: Duration) -> Vec<(NodeId, Instant)> {
        let gone = |others: &Arc<Others>| {
            let leases = others.leases.lock();
            leases.gone_within(time, Instant::now()).collect()
        };
        self.others.as_ref().map_or_else(Vec::new, gone)
    }

    /// Whether a live node has missed a beat. `false` if this node may be late itself in reading beats.
    pub fn is_silent(&self, node: NodeId) -> bool {
        let is_silent = |others: &Arc<Others>| others.leases.lock().is_silent(node, Instant::now());
        self.others.as_ref().is_some_and(is_silent)
    }

    /// Whether this node is cut off from the other nodes. While this node is cut off, it declares no other
    /// node gone.
    pub fn is_cut_off(&self) -> bool {
        let is_cut_off = |others: &Arc<Others>| others.leases.lock().is_cut_off();
        self.others.as_ref().is_some_and(is_cut_off)
    }

    /// Sets which other nodes have written to the database within [`limits::NODE_ROW_LEASE`], and how long ago.
    pub fn set_rows(&self, written: Vec<(NodeId, Duration)>) {
        if let Some(others) = &self.others {
            others.leases.lock().set_rows(written, Instant::now());
        }
    }

    /// Whether a node is gone and no longer writes to the database, so that no player can be connected to it.
    pub fn serves_nobody(&self, node: NodeId) -> bool {
        let serves_nobody =
            |others: &Arc<Others>| others.leases.lock().serves_nobody(node, Instant::now());
        self.others.as_ref().is_some_and(serves_nobody)
    }

    /// The other nodes that write to the database, and whose messages may not arrive here.
    pub fn unheard(&self) -> Vec<NodeId> {
        let unheard = |others: &Arc<Others>| {
            let leases = others.leases.lock();
            leases.unheard(Instant::now()).collect()
        };
        self.others.as_ref().map_or_else(Vec::new, unheard)
    }

    /// Whether players may be connected of whom this node doesn't know: this node is cut off, or another node
    /// that isn't heard writes to the database, or this node can't read which nodes do.
    pub fn is_unsure(&self) -> bool {
        let is_unsure = |others: &Arc<Others>| others.leases.lock().is_unsure(Instant::now());
        self.others.as_ref().is_some_and(is_unsure)
    }

    /// Whether this node was unsure since the last call (see [`Self::is_unsure`]), and isn't any more.
    pub fn settle(&self) -> bool {
        let settle = |others: &Arc<Others>| others.leases.lock().settle(Instant::now());
        self.others.as_ref().is_some_and(settle)
    }

    /// Whether this node has started, or was cut off, until a short time ago. What it has asked the other nodes
    /// is lost if they didn't accept its messages yet.
    pub fn has_just_joined(&self) -> bool {
        let has = |others: &Arc<Others>| others.leases.lock().has_just_joined(Instant::now());
        self.others.as_ref().is_some_and(has)
    }

    /// Which of these nodes acts for a table. Returns this node if `among` is empty.
    pub fn owner(&self, table: TableId, among: impl IntoIterator<Item = NodeId>) -> NodeId {
        owner::owner(table, among).unwrap_or(self.me)
    }

    /// Sets whether this node could reach the database at this time. The next beats of this node tell the other
    /// nodes. Returns whether another live node can reach the database.
    pub fn set_stores(&self, stores: bool, at: Instant) -> bool {
        let set = |others: &Arc<Others>| others.leases.lock().set_stores(stores, at);
        self.others.as_ref().is_some_and(set)
    }

    /// Subscribes to the events to which other parts of the server must react.
    pub fn news(&self) -> NewsFeed {
        NewsFeed(self.others.as_ref().map(|others| others.news.subscribe()))
    }
}

impl Nodes {
    /// For tests: the caller sets which nodes are alive, and no task sends or receives beats. At first, this
    /// node is cut off.
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

    /// For tests: handles a beat from a node, which may be this node itself.
    pub fn hear(&self, node: NodeId) {
        self.judge(|leases| leases.hear(node, crate::Beat::STORING, Instant::now()));
    }

    /// For tests: declares a node gone.
    pub fn lose(&self, node: NodeId) {
        self.judge(|leases| leases.leave(node).into_iter().collect());
    }

    /// For tests: this node is cut off, as if it had not received its own beat for longer than a lease.
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

/// A subscription to the events to which other parts of the server must react.
#[derive(Debug)]
pub struct NewsFeed(Option<broadcast::Receiver<News>>);

impl NewsFeed {
    /// Waits for the next event. `None` if there will be no more. Cancel safe.
    pub async fn next(&mut self) -> Option<News> {
        match self.0.as_mut()?.recv().await {
            Ok(news) => Some(news),
            Err(RecvError::Lagged(_)) => Some(News::Bus(BusEvent::Missed)),
            Err(RecvError::Closed) => None,
        }
    }
}

/// Sends the beats of this node, and receives the messages from all nodes.
async fn follow(bus: &Bus, messages: &mut Messages, others: &Others) {
    let mut beats = interval(limits::NODE_BEAT);
    // After a pause of the process, only one beat is sent, and not one for each interval of the pause.
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut answers, mut counted_since) = (0, Instant::now());
    loop {
        tokio::select! {
            _ = beats.tick() => {
                let beat = others.leases.lock().beat(Instant::now());
                bus.tell_all(Message::Beat(beat));
                others.judge(|leases| leases.check(Instant::now()).into_iter().collect());
            }
            heard = messages.next() => {
                let Some(heard) = heard else { return };
                if !others.hear(bus, heard) {
                    continue;
                }
                if counted_since.elapsed() >= limits::NODE_BEAT {
                    (answers, counted_since) = (0, Instant::now());
                }
                if answers < limits::NODE_ANSWERS_MAX {
                    answers += 1;
                    beats.reset_immediately();
                }
            }
        }
    }
}

impl Others {
    /// Handles a message or an event. Returns true if this node must send a beat at once: to a node that has
    /// just appeared or waits for it, or to check a new connection.
    fn hear(&self, bus: &Bus, heard: Heard) -> bool {
        let now = Instant::now();
        match heard {
            Heard::Message(from, Message::Beat(beat)) => {
                let events = self.judge(|leases| leases.hear(from, beat, now));
                forget_gone(bus, &events);
                if from == bus.node() && self.is_connected_anew.swap(false, Ordering::Relaxed) {
                    self.tell(News::Bus(BusEvent::Connected));
                }
                let is_new =
                    |event: &NodeEvent| matches!(event, NodeEvent::Came(_) | NodeEvent::Back(_));
                events.iter().any(is_new)
            }
            Heard::Message(from, Message::Leaving) => {
                let events = self.judge(|leases| leases.say_goodbye(from).into_iter().collect());
                forget_gone(bus, &events);
                false
            }
            Heard::Asked => true,
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
        // There may be no subscription.
        let _ = self.news.send(news);
    }
}

/// Accepts no more messages from nodes that are gone, until they send new beats.
fn forget_gone(bus: &Bus, events: &[NodeEvent]) {
    for event in events {
        if let NodeEvent::Gone(node) = event {
            bus.forget(*node);
        }
    }
}
