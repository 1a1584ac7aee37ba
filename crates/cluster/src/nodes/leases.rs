//! Decides which nodes are alive, by when their beats arrived. A node receives its own beats over the same
//! connection as the beats of other nodes. If its own beats are late, the beats of the other nodes are
//! probably late for the same reason. So in this case no node is declared gone.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use boneyard_base::limits;
use tokio::time::Instant;

use super::NodeEvent;
use super::rows::Rows;
use crate::{Beat, NodeId};

/// The leases of all other nodes that this node knows.
#[derive(Debug)]
pub(super) struct Leases {
    me: NodeId,
    /// Whether this node can reach the database.
    stores: bool,
    /// When this node was last known to reach the database; `None` if that is not known.
    stored: Option<Instant>,
    /// When this node last received its own beat. `None` while this node is cut off.
    echoed: Option<Instant>,
    /// When this node last ceased to be cut off.
    joined: Option<Instant>,
    /// Whether beats of other nodes may have been lost since this node last received its own beat.
    interrupted: bool,
    live: BTreeMap<NodeId, LiveNode>,
    /// When the other nodes last wrote to the database.
    rows: Rows,
    /// Whether this node was unsure since [`Self::settle`] last returned true.
    was_unsure: bool,
    /// The nodes that are gone, and when they were last known to reach the database. The node that is gone for the
    /// longest time comes first. The number of these nodes is limited.
    gone: VecDeque<(NodeId, Instant)>,
}

/// Another node that is alive.
#[derive(Clone, Copy, Debug)]
struct LiveNode {
    /// When the node's last beat arrived. The node's lease began then.
    heard: Instant,
    /// Since when no message of the node can have been lost. `None` if messages may have been lost and no beat
    /// has arrived since then.
    complete_since: Option<Instant>,
    /// Whether the node can reach the database, as its last beat says.
    stores: bool,
    /// When the node was last known to reach the database.
    stored: Instant,
}

impl Leases {
    /// The state of a node that has not received any beat, not even its own. It counts as cut off.
    pub(super) fn new(me: NodeId) -> Self {
        Self {
            me,
            stores: true,
            stored: None,
            echoed: None,
            joined: None,
            interrupted: false,
            live: BTreeMap::new(),
            rows: Rows::default(),
            was_unsure: false,
            gone: VecDeque::new(),
        }
    }

    /// Handles a beat from a node, which may be this node itself.
    pub(super) fn hear(&mut self, from: NodeId, beat: Beat, now: Instant) -> Vec<NodeEvent> {
        if from == self.me {
            return self.hear_myself(now);
        }
        let known = self.live.get(&from).copied();
        let unable_for = Duration::from_millis(beat.unable_for_ms.unwrap_or_default().into());
        let node = LiveNode {
            heard: now,
            complete_since: known.and_then(|known| known.complete_since).or(Some(now)),
            stores: beat.unable_for_ms.is_none(),
            stored: now.checked_sub(unable_for).unwrap_or(now),
        };
        self.live.insert(from, node);
        let remembered = self.gone.iter().position(|(gone, _)| *gone == from);
        if let Some(index) = remembered {
            self.gone.remove(index);
        }
        let event = match (known, remembered) {
            (Some(_), _) => None,
            (None, Some(_)) => Some(NodeEvent::Back(from)),
            (None, None) => Some(NodeEvent::Came(from)),
        };
        event.into_iter().collect()
    }

    fn hear_myself(&mut self, now: Instant) -> Vec<NodeEvent> {
        let before = self.echoed.replace(now);
        let is_late = before.is_none_or(|before| now - before > limits::NODE_PAUSE);
        if is_late || std::mem::take(&mut self.interrupted) {
            // Beats of other nodes may have arrived without being read yet, or may have been lost. So all
            // nodes get a new lease.
            self.live.values_mut().for_each(|node| node.heard = now);
            self.lose_messages();
        }
        if before.is_none() {
            self.joined = Some(now);
            return vec![NodeEvent::Rejoined];
        }
        let is_over = |node: &LiveNode| now - node.heard > limits::NODE_LEASE;
        let over = self.live.iter().filter(|(_, node)| is_over(node));
        let over: Vec<_> = over.map(|(&node, _)| node).collect();
        over.into_iter()
            .filter_map(|node| self.leave(node))
            .collect()
    }

    /// Called when messages of all nodes may have been lost.
    fn lose_messages(&mut self) {
        let live = self.live.values_mut();
        live.for_each(|node| node.complete_since = None);
    }

    /// Handles the message of a node that it stops.
    pub(super) fn say_goodbye(&mut self, node: NodeId) -> Option<NodeEvent> {
        self.rows.forget(node);
        self.leave(node)
    }

    /// Removes a node from the nodes that are alive.
    pub(super) fn leave(&mut self, node: NodeId) -> Option<NodeEvent> {
        let known = self.live.remove(&node)?;
        if self.gone.len() == limits::GONE_NODES_MAX {
            self.gone.pop_front();
        }
        self.gone.push_back((node, known.stored));
        Some(NodeEvent::Gone(node))
    }

    /// Called when the connection was lost or made again, or when messages were dropped. No node is declared
    /// gone because of beats that were lost before this call.
    pub(super) fn interrupt(&mut self) {
        self.interrupted = true;
        self.lose_messages();
    }

    /// Checks whether this node is cut off: it has not received its own beat for longer than a lease.
    pub(super) fn check(&mut self, now: Instant) -> Option<NodeEvent> {
        let is_over = self
            .echoed
            .is_some_and(|echoed| now - echoed > limits::NODE_LEASE);
        if !is_over {
            return None;
        }
        self.echoed = None;
        Some(NodeEvent::CutOff)
    }

    /// When a node was last known to reach the database, if it is gone, has missed a beat since then or said that
    /// it can't. `None` for a live node if this node may be late itself in reading beats.
    pub(super) fn unable_since(&self, node: NodeId, now: Instant) -> Option<Instant> {
        let Some(known) = self.live.get(&node) else {
            let gone = self.gone.iter().find(|(gone, _)| *gone == node);
            return gone.map(|(_, stored)| *stored);
        };
        let is_unable = !known.stores && self.hears(now) || self.is_silent(node, now);
        is_unable.then_some(known.stored)
    }

    /// The nodes that are gone, and when each was last known to reach the database, if that was at most so long ago.
    pub(super) fn gone_within(
        &self,
        time: Duration,
        now: Instant,
    ) -> impl Iterator<Item = (NodeId, Instant)> {
        let gone = self.gone.iter().copied();
        gone.filter(move |&(_, stored)| now - stored < time)
    }

    /// Whether a live node has missed a beat. `false` if this node may be late itself in reading beats.
    pub(super) fn is_silent(&self, node: NodeId, now: Instant) -> bool {
        let known = self.live.get(&node);
        self.hears(now) && known.is_some_and(|known| is_late(known.heard, now))
    }

    /// Whether this node reads beats in time.
    fn hears(&self, now: Instant) -> bool {
        self.echoed.is_some_and(|echoed| !is_late(echoed, now))
    }

    /// Whether this node is cut off, which means that it doesn't receive its own beats.
    pub(super) const fn is_cut_off(&self) -> bool {
        self.echoed.is_none()
    }

    /// Sets which other nodes have written to the database lately, and how long ago.
    pub(super) fn set_rows(&mut self, written: Vec<(NodeId, Duration)>, now: Instant) {
        self.rows.set(written, now);
    }

    /// Whether a node is gone and no longer writes to the database.
    pub(super) fn serves_nobody(&self, node: NodeId, now: Instant) -> bool {
        self.is_gone(node) && !self.rows.writing(now).any(|writing| writing == node)
    }

    /// The other nodes that write to the database, and whose messages may be missing here.
    pub(super) fn unheard(&self, now: Instant) -> impl Iterator<Item = NodeId> {
        // A node that is heard again first tells which players it has.
        let is_heard = move |node: &NodeId| {
            let complete_since = self.live.get(node).and_then(|node| node.complete_since);
            complete_since.is_some_and(|since| now - since >= limits::NODE_LEASE)
        };
        let writing = self.rows.writing(now);
        writing.filter(move |node| !is_heard(node))
    }

    /// Whether players may be connected of whom this node doesn't know: this node is cut off, or another node
    /// that isn't heard writes to the database, or this node can't read which nodes do.
    pub(super) fn is_unsure(&mut self, now: Instant) -> bool {
        let is_unsure =
            self.is_cut_off() || self.rows.are_outdated(now) || self.unheard(now).next().is_some();
        self.was_unsure |= is_unsure;
        is_unsure
    }

    /// Whether this node has become sure again since the last call.
    pub(super) fn settle(&mut self, now: Instant) -> bool {
        !self.is_unsure(now) && std::mem::take(&mut self.was_unsure)
    }

    /// Whether this node was cut off until a short time ago, at most a lease.
    pub(super) fn has_just_joined(&self, now: Instant) -> bool {
        let joined = self.joined;
        joined.is_some_and(|joined| now - joined <= limits::NODE_LEASE)
    }

    /// All nodes that are alive, including this one, in the order of their ids.
    pub(super) fn live(&self) -> Vec<NodeId> {
        let mut live: Vec<_> = self.live.keys().copied().collect();
        live.push(self.me);
        live.sort_unstable();
        live
    }

    /// Whether a node was alive before and is gone now.
    pub(super) fn is_gone(&self, node: NodeId) -> bool {
        self.gone.iter().any(|(gone, _)| *gone == node)
    }

    /// The beat that this node sends.
    pub(super) fn beat(&self, now: Instant) -> Beat {
        let unable_for = self.stored.map_or(Duration::ZERO, |stored| now - stored);
        let unable_for_ms = u32::try_from(unable_for.as_millis()).unwrap_or(u32::MAX);
        Beat {
            unable_for_ms: (!self.stores).then_some(unable_for_ms),
        }
    }

    /// Sets whether this node could reach the database at this time. Returns whether another live node can reach
    /// it.
    pub(super) fn set_stores(&mut self, stores: bool, at: Instant) -> bool {
        self.stores = stores;
        if stores {
            self.stored = Some(at);
        }
        self.live.values().any(|node| node.stores)
    }
}

/// Whether a beat is missing since this one.
fn is_late(heard: Instant, now: Instant) -> bool {
    now - heard > limits::NODE_PAUSE
}

#[cfg(test)]
mod tests;
