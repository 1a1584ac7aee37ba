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
    /// Until when plays wait for the first answers.
    is_new_until: Instant,
    /// The players who can't play, although no node says that it has them and takes no plays.
    unable: Vec<Unable>,
    /// The nodes that were gone before they could say whom they have at the table, and since when they take no plays.
    unheard: Vec<(NodeId, Instant)>,
}

/// A player who can't play until the player connects to another node.
#[derive(Debug)]
struct Unable {
    player: PlayerId,
    since: Instant,
    /// The node through which the player could not play. The node that has told so, if it isn't this one.
    node: NodeId,
    is_told: bool,
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
            is_new_until: now + limits::NEW_TABLE_WAIT,
            unable: Vec::new(),
            unheard: tables.nodes().gone_within(limits::LOST_PLAYER_WAIT),
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

    /// Until when a play must wait for the first answers of the nodes that may know since when its player could not
    /// play; `None` if it need not wait. Nodes that are silent would not answer in time, and what they know is
    /// known to the others.
    pub(super) fn answers_until(&self) -> Option<Instant> {
        let until = self.settles_at()?.min(self.is_new_until);
        let is_over = until <= Instant::now() || self.nodes.is_cut_off();
        let mut awaited = self.awaited.iter().filter(|_| !is_over);
        let is_any = awaited.any(|&node| !self.nodes.is_silent(node));
        is_any.then_some(until)
    }

    /// Whether the last question about a node's sockets has no answer yet.
    pub(super) fn awaits(&self, node: NodeId) -> bool {
        self.awaited.contains(&node)
    }

    /// Stores a node's report about its sockets at the table.
    pub(super) fn set(&mut self, node: NodeId, here: Here) {
        self.forget(node);
        let now = Instant::now();
        let unable = here.unable.iter().filter_map(|&(player, ago_ms)| {
            let ago = Duration::from_millis(ago_ms.into());
            Some(Unable {
                player,
                since: now.checked_sub(ago)?,
                node,
                is_told: true,
            })
        });
        self.unable.extend(unable);
        if !here.players.is_empty() || here.watchers > 0 {
            self.here.push((node, here));
        }
    }

    pub(super) fn remove(&mut self, node: NodeId) {
        self.forget(node);
        self.met.retain(|&known| known != node);
    }

    /// Forgets what a node has reported.
    fn forget(&mut self, node: NodeId) {
        self.awaited.retain(|&awaited| awaited != node);
        self.here.retain(|(known, _)| *known != node);
        self.unheard.retain(|(unheard, _)| *unheard != node);
        self.unable
            .retain(|unable| !unable.is_told || unable.node != node);
    }

    /// Records that a node takes no plays since some time that has not said whom it has at the table.
    pub(super) fn miss(&mut self, node: NodeId, since: Instant) {
        self.unheard.push((node, since));
    }

    /// Since when players may not be able to play whom no node has: they may be at a node that takes no plays, and that
    /// has not said whom it has.
    fn unheard_since(&self) -> Option<Instant> {
        let awaited = self.awaited.iter();
        let awaited = awaited.filter_map(|&node| self.unable_since(node));
        let unheard = self.unheard.iter().map(|&(_, since)| since);
        awaited.chain(unheard).min()
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

    /// Whether a node says that it has a player.
    pub(super) fn have(&self, player: PlayerId) -> bool {
        let mut here = self.here.iter();
        here.any(|(_, here)| here.players.contains(&player))
    }

    /// Since when a player can't play who is not connected to this node, as far as this node or another one
    /// knows. A player whom no node has may be at one that has stopped.
    pub(super) fn player_unable_since(&self, player: PlayerId) -> Option<Instant> {
        let unheard_since = self.unheard_since().filter(|_| !self.have(player));
        let known_since = self.player_known_unable_since(player);
        known_since.into_iter().chain(unheard_since).min()
    }

    /// The same, of players whose node is known.
    pub(super) fn player_known_unable_since(&self, player: PlayerId) -> Option<Instant> {
        let told = self.unable.iter();
        let told = told.filter(|unable| unable.is_told && unable.player == player);
        let told = told.map(|unable| unable.since);
        told.chain(self.player_lost_since(player, None)).min()
    }

    /// Since when a player can't play, as far as this node knows: all nodes that have the player take no plays,
    /// or a node that took none has lost the player. What happened at the node `except` doesn't count.
    pub(super) fn player_lost_since(
        &self,
        player: PlayerId,
        except: Option<NodeId>,
    ) -> Option<Instant> {
        let here = self.here.iter();
        let having = here.filter(|(_, here)| here.players.contains(&player));
        let having = having.map(|(node, _)| self.unable_since(*node));
        // `None`, for a node that takes plays, is less than any time.
        let having = having.min().flatten();
        let lost = self.unable.iter();
        let lost = lost.filter(|unable| !unable.is_told && unable.player == player);
        let lost = lost.filter(|unable| Some(unable.node) != except);
        lost.map(|unable| unable.since).chain(having).min()
    }

    /// Records that a node that takes no plays since some time has lost a player.
    pub(super) fn lose(&mut self, node: NodeId, player: PlayerId, since: Instant) {
        self.find_again(player);
        self.unable.push(Unable {
            player,
            since,
            node,
            is_told: false,
        });
    }

    /// Records that a player has connected to a node. What other nodes have told of the player counts until they
    /// tell otherwise.
    pub(super) fn find_again(&mut self, player: PlayerId) {
        self.unable
            .retain(|unable| unable.is_told || unable.player != player);
    }

    /// When the next lost player has had the time to connect again.
    pub(super) fn lost_until(&self) -> Option<Instant> {
        let lost = self.unable.iter().filter(|unable| !unable.is_told);
        let lost = lost.map(|unable| unable.since);
        let unheard = self.unheard.iter().map(|&(_, since)| since);
        let until = lost
            .chain(unheard)
            .map(|since| since + limits::LOST_PLAYER_WAIT);
        until.min()
    }

    /// Forgets a node that has not said whom it has, once its players have had the time to connect again. Returns the
    /// node, and since when they could not play; `None` instead of this time if the node turns out to take plays.
    pub(super) fn take_long_unheard(&mut self) -> Option<(NodeId, Option<Instant>)> {
        let mut all = self.unheard.iter();
        let index = all.position(|&(_, since)| since.elapsed() >= limits::LOST_PLAYER_WAIT)?;
        let (node, since) = self.unheard.swap_remove(index);
        Some((node, self.nodes.serves_nobody(node).then_some(since)))
    }

    /// Forgets a lost player who has had the time to connect again. Returns the player, and since when the player
    /// could not play; `None` instead of this time if the player's node turns out to take plays.
    pub(super) fn take_long_lost(&mut self) -> Option<(PlayerId, Option<Instant>)> {
        let mut all = self.unable.iter();
        let index = all.position(|unable| {
            !unable.is_told && unable.since.elapsed() >= limits::LOST_PLAYER_WAIT
        })?;
        let Unable {
            player,
            since,
            node,
            ..
        } = self.unable.swap_remove(index);
        Some((player, self.nodes.serves_nobody(node).then_some(since)))
    }

    /// Whether a node has left the cluster. Its earlier messages may still arrive late.
    pub(super) fn is_gone(&self, node: NodeId) -> bool {
        self.nodes.is_gone(node)
    }

    /// Whether a player is connected through another node, and the players can play as far as that node
    /// knows.
    pub(super) fn can_play_at_other_node(&self) -> bool {
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
        let seated = state.seats.people().map(|person| person.player);
        let players = seated.filter(|&player| is_unknown || self.have(player));
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
        self.unable.retain(|unable| !unable.is_told);
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
        let of_here = here.unable.iter().map(|(player, _)| player);
        let of_told = told.unable.iter().map(|(player, _)| player);
        let is_known = (&here.players, here.idle) == (&told.players, told.idle)
            && of_here.eq(of_told)
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
