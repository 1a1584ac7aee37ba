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
    /// The nodes that have sent a message about the table, and so are told what happens there.
    met: Vec<NodeId>,
    /// The last report of this node about its own sockets at the table.
    told: Here,
    /// The nodes that have not answered the last question about their sockets yet.
    awaited: Vec<NodeId>,
    /// The time from which no more answers are awaited.
    awaited_until: Instant,
}

impl OtherNodes {
    /// The other nodes of a table that was just loaded.
    pub(super) fn new(tables: &Tables, table: TableId, now: Instant) -> Self {
        Self {
            table,
            bus: tables.bus().clone(),
            nodes: tables.nodes().clone(),
            here: Vec::new(),
            met: Vec::new(),
            told: Here::default(),
            awaited: Vec::new(),
            awaited_until: now,
        }
    }

    /// Whether this server runs without other nodes.
    pub(super) const fn are_none(&self) -> bool {
        self.bus.is_alone()
    }

    /// Until when this node waits for answers to the last question about the other nodes' sockets; `None` if it
    /// waits for none.
    pub(super) fn settles_at(&self) -> Option<Instant> {
        let until = Some(self.awaited_until).filter(|_| !self.awaited.is_empty());
        until.filter(|&until| until > Instant::now())
    }

    /// Stores a node's report about its sockets at the table.
    pub(super) fn set(&mut self, node: NodeId, here: Here) {
        self.awaited.retain(|&awaited| awaited != node);
        self.here.retain(|(known, _)| *known != node);
        if !here.players.is_empty() || here.watchers > 0 {
            self.here.push((node, here));
        }
    }

    pub(super) fn remove(&mut self, node: NodeId) {
        self.awaited.retain(|&awaited| awaited != node);
        self.here.retain(|(known, _)| *known != node);
        self.met.retain(|&known| known != node);
    }

    /// Whether a message of this node about the table arrives for the first time since it was removed.
    pub(super) fn meets(&mut self, node: NodeId) -> bool {
        let is_first = !self.met.contains(&node);
        if is_first {
            self.met.push(node);
        }
        is_first
    }

    /// The players who are connected through a node.
    pub(super) fn players_at(&self, node: NodeId) -> &[PlayerId] {
        let here = self.here.iter().find(|(known, _)| *known == node);
        here.map_or(&[], |(_, here)| &here.players)
    }

    /// Since when a node takes no plays; `None` if it takes plays, as far as this node knows.
    pub(super) fn unable_since(&self, node: NodeId) -> Option<Instant> {
        self.nodes.unable_since(node)
    }

    /// Since when another node, through which a player is connected, takes no plays.
    pub(super) fn player_unable_since(&self, player: PlayerId) -> Option<Instant> {
        let mut here = self.here.iter();
        let (node, _) = here.find(|(_, here)| here.players.contains(&player))?;
        self.unable_since(*node)
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

    /// The people who are connected to the table through other nodes; `None` without other nodes. While the
    /// answers of other nodes are missing, or a node that isn't heard writes to the database, all players count
    /// as connected, so that no player counts as absent because a node can't be reached.
    pub(super) fn presence(&self, state: &State) -> Option<PresenceElsewhere> {
        if self.are_none() {
            return None;
        }
        let is_unknown = self.nodes.is_unsure() || self.settles_at().is_some();
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

    /// Sends a message to the other nodes that have the table in memory, as far as this node knows.
    pub(super) fn tell(&self, message: impl FnOnce() -> TableMessage) {
        if !self.are_none() {
            self.bus.tell_table(self.table, message());
        }
    }

    /// Asks the other nodes for their sockets at the table, and reports the sockets of this node.
    pub(super) fn ask(&mut self, here: Here) {
        self.awaited = self.nodes.live();
        self.awaited.retain(|&node| node != self.nodes.me());
        self.awaited_until = Instant::now() + limits::NODE_SETTLE;
        // A node that has stopped or unloaded the table doesn't answer, so all old reports are dropped.
        self.here.clear();
        self.announce(here);
    }

    /// Tells all nodes that this node has the table in memory, and asks the others that have it for their
    /// sockets. Until they answer, their last reports count.
    pub(super) fn announce(&mut self, here: Here) {
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

    /// Reports players of this node who are about to sit down, if the other nodes don't know of them.
    pub(super) fn tell_arrivals(&mut self, players: impl Iterator<Item = PlayerId>) {
        if self.are_none() {
            return;
        }
        let known = self.told.players.len();
        for player in players {
            if !self.told.players.contains(&player) {
                self.told.players.push(player);
            }
        }
        if self.told.players.len() > known {
            self.tell(|| TableMessage::Here(self.told.clone()));
        }
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
