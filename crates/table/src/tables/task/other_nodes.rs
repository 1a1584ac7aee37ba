//! The other nodes that have sockets at a table, and what the nodes tell each other of it. All of that may
//! be lost on the way; what the log says is read there.

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

/// The other nodes that have sockets at the table, as they tell it.
#[derive(Debug)]
pub(crate) struct OtherNodes {
    table: TableId,
    bus: Bus,
    nodes: Nodes,
    here: Vec<(NodeId, Here)>,
    /// What this node told them last of its sockets at the table.
    told: Here,
    /// Until when some of them may not have answered yet.
    settled_at: Instant,
}

impl OtherNodes {
    /// Of a table that was just loaded.
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

    /// Whether there can be no other nodes.
    pub(super) const fn are_none(&self) -> bool {
        self.bus.is_alone()
    }

    /// When all will have answered; none once they have.
    pub(super) fn settles_at(&self) -> Option<Instant> {
        Some(self.settled_at).filter(|&at| at > Instant::now())
    }

    /// Takes note of a node's sockets at the table.
    pub(super) fn set(&mut self, node: NodeId, here: Here) {
        self.remove(node);
        if !here.players.is_empty() || here.watchers > 0 {
            self.here.push((node, here));
        }
    }

    pub(super) fn remove(&mut self, node: NodeId) {
        self.here.retain(|(known, _)| *known != node);
    }

    /// Whether a node is gone. What such a node told before may arrive late.
    pub(super) fn is_gone(&self, node: NodeId) -> bool {
        self.nodes.is_gone(node)
    }

    /// Whether some player is at the table through a node that knows of no time in which nobody could
    /// play.
    pub(super) fn is_played_elsewhere(&self) -> bool {
        let mut here = self.here.iter().map(|(_, here)| here);
        here.any(|here| !here.players.is_empty() && !here.idle)
    }

    /// Whether a player is at the table through a node that comes before this one in the order of ids.
    pub(super) fn has_before_me(&self, player: PlayerId) -> bool {
        let mut here = self.here.iter();
        here.any(|(node, here)| *node < self.nodes.me() && here.players.contains(&player))
    }

    /// The people who are at the table through other nodes; none without other nodes. While that can't be
    /// known, all players count as here: no player is taken for absent because a node isn't heard.
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

    /// How long this node waits for another one to do what is due at the table. Of the nodes with sockets
    /// at the table, one doesn't wait.
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

    /// Tells the other nodes that have the table in memory.
    pub(super) fn tell(&self, message: impl FnOnce() -> TableMessage) {
        if !self.are_none() {
            self.bus.tell_table(self.table, message());
        }
    }

    /// Asks the other nodes for their sockets at the table, and tells them of those here.
    pub(super) fn ask(&mut self, here: Here) {
        self.settled_at = Instant::now() + limits::NODE_SETTLE;
        // A node that is gone, or has unloaded the table, doesn't answer.
        self.here.clear();
        self.told = here;
        self.tell(|| {
            TableMessage::Here(Here {
                asks: true,
                ..self.told.clone()
            })
        });
    }

    /// Tells the other nodes of the sockets here, whether they know or not.
    pub(super) fn tell_here(&mut self, here: Here) {
        self.told = here;
        self.tell(|| TableMessage::Here(self.told.clone()));
    }

    /// Tells the other nodes of the sockets here, if that has changed. How many watchers there are is told
    /// only now and then, since a crowd comes or goes all at once.
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
    /// Gives the table what the other nodes tell of it, until the table is out of memory.
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

/// The task that listens to the other nodes, until this is dropped.
pub(super) struct Listening(tokio::task::AbortHandle);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}
