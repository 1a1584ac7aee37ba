//! The other nodes that have sockets at a table, and the messages between nodes about the table. Any of these
//! messages may be lost. A node that has missed a message about a row reads the row from the log.

use std::sync::Arc;
use std::time::Duration;

use boneyard_base::{PlayerId, limits};
use boneyard_cluster::{Bus, Here, NodeId, Nodes, TableMessage, TableSubscription};
use boneyard_protocol::TableId;
use tokio::time::Instant;

use crate::Tables;
use crate::state::State;
use crate::tables::task::{Input, Shared};
use crate::view::presence::PresenceElsewhere;

/// The other nodes that have sockets at the table, as their messages report.
#[derive(Debug)]
pub(crate) struct OtherNodes {
    table: TableId,
    bus: Bus,
    nodes: Nodes,
    here: Vec<(NodeId, Here)>,
    /// The last report of this node about its own sockets at the table.
    told: Here,
    /// The time at which all other nodes should have answered the last question about their sockets.
    settled_at: Instant,
}

impl OtherNodes {
    /// The other nodes of a table that was just loaded.
    pub(super) fn new(tables: &Tables, table: TableId, now: Instant) -> Self {
        Self {
            table,
            bus: tables.bus().clone(),
            nodes: tables.nodes().clone(),
            here: Vec::new(),
            told: Here::default(),
            settled_at: now,
        }
    }

    /// Whether this server runs without other nodes.
    pub(super) const fn are_none(&self) -> bool {
        self.bus.is_alone()
    }

    /// The time at which all other nodes should have answered the last question about their sockets; `None`
    /// after that time.
    pub(super) fn settles_at(&self) -> Option<Instant> {
        Some(self.settled_at).filter(|&at| at > Instant::now())
    }

    /// Stores a node's report about its sockets at the table.
    pub(super) fn set(&mut self, node: NodeId, here: Here) {
        self.remove(node);
        if !here.players.is_empty() || here.watchers > 0 {
            self.here.push((node, here));
        }
    }

    pub(super) fn remove(&mut self, node: NodeId) {
        self.here.retain(|(known, _)| *known != node);
    }

    /// Whether a node has left the cluster. Its earlier messages may still arrive late.
    pub(super) fn is_gone(&self, node: NodeId) -> bool {
        self.nodes.is_gone(node)
    }

    /// Whether a player is connected through another node, and the players can play as far as that node
    /// knows.
    pub(super) fn is_played_elsewhere(&self) -> bool {
        let mut here = self.here.iter().map(|(_, here)| here);
        here.any(|here| !here.players.is_empty() && !here.idle)
    }

    /// Whether a player is connected to the table through a node with a smaller id than this node's.
    pub(super) fn has_before_me(&self, player: PlayerId) -> bool {
        let mut here = self.here.iter();
        here.any(|(node, here)| *node < self.nodes.me() && here.players.contains(&player))
    }

    /// The people who are connected to the table through other nodes; `None` without other nodes. While the
    /// answers of other nodes are missing, all players count as connected, so that no player counts as
    /// absent because a node can't be reached.
    pub(super) fn presence(&self, state: &State) -> Option<PresenceElsewhere> {
        if self.are_none() {
            return None;
        }
        let is_unknown = self.nodes.is_cut_off() || self.settles_at().is_some();
        let has = |player| {
            let mut here = self.here.iter();
            here.any(|(_, here)| here.players.contains(&player))
        };
        let seated = state.seats.people().map(|person| person.player);
        let players = seated.filter(|&player| is_unknown || has(player));
        Some(PresenceElsewhere {
            players: players.collect(),
            watchers: self.here.iter().map(|(_, here)| here.watchers).sum(),
        })
    }

    /// How long this node waits for another node to do what is due at the table. Of all nodes with sockets
    /// at the table, one does not wait.
    pub(super) fn stand_by(&self, is_followed_here: bool) -> Duration {
        if self.are_none() {
            return Duration::ZERO;
        }
        if let Some(settles_at) = self.settles_at() {
            return settles_at.saturating_duration_since(Instant::now());
        }
        let me = self.nodes.me();
        let with_sockets = self.here.iter().map(|(node, _)| *node).chain([me]);
        if is_followed_here && self.nodes.owner(self.table, with_sockets) == me {
            Duration::ZERO
        } else {
            limits::STAND_BY
        }
    }

    /// Sends a message to the other nodes that have the table in memory.
    pub(super) fn tell(&self, message: impl FnOnce() -> TableMessage) {
        if !self.are_none() {
            self.bus.tell_table(self.table, message());
        }
    }

    /// Asks the other nodes for their sockets at the table, and reports the sockets of this node.
    pub(super) fn ask(&mut self, here: Here) {
        self.settled_at = Instant::now() + limits::NODE_SETTLE;
        // A node that has stopped or unloaded the table doesn't answer, so all old reports are dropped.
        self.here.clear();
        self.told = here;
        self.tell(|| {
            TableMessage::Here(Here {
                asks: true,
                ..self.told.clone()
            })
        });
    }

    /// Reports the sockets of this node to the other nodes, even if nothing has changed.
    pub(super) fn tell_here(&mut self, here: Here) {
        self.told = here;
        self.tell(|| TableMessage::Here(self.told.clone()));
    }

    /// Reports the sockets of this node to the other nodes if they have changed. A change of only the
    /// number of watchers is reported only if `with_watchers` is set, because many watchers may come or go
    /// at the same time.
    pub(super) fn tell_changes(&mut self, here: Here, with_watchers: bool) {
        let told = &self.told;
        let is_known = (&here.players, here.idle) == (&told.players, told.idle)
            && (here.watchers == told.watchers || !with_watchers);
        if !is_known {
            self.tell_here(here);
        }
    }
}

impl Shared {
    /// Passes the messages of other nodes to the table, until the table is unloaded.
    pub(super) fn listen(self: &Arc<Self>, mut told: TableSubscription) -> Listening {
        let table = Arc::downgrade(self);
        let task = self.tables.runtime().spawn(async move {
            while let Some((from, message)) = told.next().await {
                let Some(table) = table.upgrade() else {
                    return;
                };
                let input = Input::Told { from, message };
                if table.take(input).await.is_err() {
                    return;
                }
            }
        });
        Listening(task.abort_handle())
    }
}

/// The task that receives the messages of other nodes. It stops when this value is dropped.
pub(super) struct Listening(tokio::task::AbortHandle);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}
