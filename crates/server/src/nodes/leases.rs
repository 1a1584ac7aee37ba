//! Who is alive, by what was heard and when. Time is measured against this node's own beats, which come
//! back to it on the same way as those of the others: if they are late, so are the others'.

use std::collections::{BTreeMap, VecDeque};

use tokio::time::Instant;

use super::NodeEvent;
use crate::bus::NodeId;
use crate::limits;

/// The leases of all nodes that one node knows.
#[derive(Debug)]
pub(super) struct Leases {
    me: NodeId,
    reads: u8,
    /// When this node heard itself last, while it is not cut off.
    echoed: Option<Instant>,
    /// Whether beats of others may have been lost since then.
    interrupted: bool,
    live: BTreeMap<NodeId, Peer>,
    /// The last ones that went, the oldest first.
    gone: VecDeque<NodeId>,
}

/// Another node that is alive.
#[derive(Clone, Copy, Debug)]
struct Peer {
    /// When its lease began.
    heard: Instant,
    /// The newest format of the log's rows that it reads.
    reads: u8,
}

impl Leases {
    /// A node that has heard nothing, not even itself: it counts as cut off.
    pub(super) fn new(me: NodeId, reads: u8) -> Self {
        Self {
            me,
            reads,
            echoed: None,
            interrupted: false,
            live: BTreeMap::new(),
            gone: VecDeque::new(),
        }
    }

    /// A beat of a node was heard, which may be this one.
    pub(super) fn hear(&mut self, from: NodeId, reads: u8, now: Instant) -> Vec<NodeEvent> {
        if from == self.me {
            return self.hear_myself(now);
        }
        let known = self.live.insert(from, Peer { heard: now, reads });
        let remembered = self.gone.iter().position(|&gone| gone == from);
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
            // Beats of others may have come meanwhile, and wait to be read, or were lost.
            self.live.values_mut().for_each(|peer| peer.heard = now);
        }
        if before.is_none() {
            return vec![NodeEvent::Rejoined];
        }
        let is_over = |peer: &Peer| now - peer.heard > limits::NODE_LEASE;
        let over = self.live.iter().filter(|(_, peer)| is_over(peer));
        let over: Vec<_> = over.map(|(&node, _)| node).collect();
        over.into_iter()
            .filter_map(|node| self.leave(node))
            .collect()
    }

    /// A node has said that it stops.
    pub(super) fn leave(&mut self, node: NodeId) -> Option<NodeEvent> {
        self.live.remove(&node)?;
        if self.gone.len() == limits::GONE_NODES_MAX {
            self.gone.pop_front();
        }
        self.gone.push_back(node);
        Some(NodeEvent::Gone(node))
    }

    /// The connection was lost or is there again, or messages were dropped: nobody is taken for gone
    /// because of beats that were not heard until now.
    pub(super) const fn interrupt(&mut self) {
        self.interrupted = true;
    }

    /// Time has passed.
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

    /// Whether this node doesn't hear itself.
    pub(super) const fn is_cut_off(&self) -> bool {
        self.echoed.is_none()
    }

    /// This node and those that are not gone, in the order of their ids.
    pub(super) fn live(&self) -> Vec<NodeId> {
        let mut live: Vec<_> = self.live.keys().copied().collect();
        live.push(self.me);
        live.sort_unstable();
        live
    }

    /// Whether a node other than this one is alive.
    pub(super) fn is_live(&self, node: NodeId) -> bool {
        self.live.contains_key(&node)
    }

    /// The newest format of the log's rows that this node and all live ones read.
    pub(super) fn reads_format(&self) -> u8 {
        let reads = self.live.values().map(|peer| peer.reads);
        reads.fold(self.reads, u8::min)
    }
}
