//! When the other nodes last wrote to the database. A node that writes can serve players, also if no message of
//! it arrives.

use std::collections::BTreeMap;
use std::time::Duration;

use boneyard_base::limits;
use tokio::time::Instant;

use crate::NodeId;

/// When the other nodes last wrote to the database, as far as this node has read.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// When this node last read the rows. `None` before the first time.
    read: Option<Instant>,
    written: BTreeMap<NodeId, Instant>,
    /// The nodes that have said that they stop. What they wrote before has no meaning any more.
    stopped: Vec<NodeId>,
}

impl Rows {
    /// Sets which nodes have written within [`limits::NODE_ROW_LEASE`], and how long ago.
    pub(super) fn set(&mut self, written: Vec<(NodeId, Duration)>, now: Instant) {
        self.stopped
            .retain(|node| written.iter().any(|(other, _)| other == node));
        self.read = Some(now);
        // An instant can't be before the start of the machine.
        let at = |age| now.checked_sub(age).unwrap_or(now);
        let running = written
            .into_iter()
            .filter(|(node, _)| !self.stopped.contains(node));
        self.written = running.map(|(node, age)| (node, at(age))).collect();
    }

    /// Forgets a node that has said that it stops.
    pub(super) fn forget(&mut self, node: NodeId) {
        self.written.remove(&node);
        self.stopped.push(node);
    }

    /// The nodes that have written within [`limits::NODE_ROW_LEASE`].
    pub(super) fn writing(&self, now: Instant) -> impl Iterator<Item = NodeId> {
        let is_recent = move |at: Instant| now - at <= limits::NODE_ROW_LEASE;
        let written = self.written.iter();
        written
            .filter(move |(_, at)| is_recent(**at))
            .map(|(&node, _)| node)
    }

    /// Whether this node has not read the rows for so long that [`Self::writing`] may lack a node that has
    /// written since, as each node does every [`limits::NODE_ROW_INTERVAL`].
    pub(super) fn are_outdated(&self, now: Instant) -> bool {
        const OUTDATED: Duration = limits::NODE_ROW_LEASE.saturating_sub(limits::NODE_ROW_INTERVAL);
        self.read.is_some_and(|read| now - read > OUTDATED)
    }
}
