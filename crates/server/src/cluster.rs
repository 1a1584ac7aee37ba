//! Keeps this node consistent with the other nodes of the cluster. It handles their messages, forgets
//! nodes that are gone, and reads from the database the changes whose messages were lost.

pub(crate) mod node_row;
#[cfg(test)]
mod tests;

use std::time::Duration;

use boneyard_base::{Clock, Role, Supervisor, Timestamp, limits};
use boneyard_cluster::{Bus, BusEvent, Message, News, NewsFeed, NodeEvent, NodeId, Nodes};
use boneyard_matching::Matching;
use boneyard_people::People;
use boneyard_protocol::ServerMessage;
use boneyard_store::{Store, StoreError};
use boneyard_table::{Input, Tables};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::time::{Instant, MissedTickBehavior, interval};

use self::node_row::NodeRow;

/// The parts of the server that messages from other nodes change. All clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    pub(crate) bus: Bus,
    pub(crate) nodes: Nodes,
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) tables: Tables,
    pub(crate) matching: Matching,
    pub(crate) people: People,
}

impl Cluster {
    /// Starts the tasks that follow the other nodes, and keep this node's row in the database. Does nothing if
    /// this server runs without a cluster.
    pub(crate) fn start(self, supervisor: &Supervisor, row: Option<NodeRow>) {
        let Some(row) = row else { return };
        let feed = self.nodes.news();
        // This node has missed all messages that were sent before its start, so it asks the other nodes
        // which players and accounts they have.
        self.bus.tell_all(Message::AsksWhoIsHere);
        let supervise = |name, run: fn(&mut Self) -> BoxFuture<'_, ()>| {
            supervisor.supervise(name, Role::Serving, self.clone(), run);
        };
        supervise("missed rows of tables", |cluster| {
            cluster.read_missed_for_ever().boxed()
        });
        supervise("reach of the database", |cluster| {
            cluster.send_away_when_useless().boxed()
        });
        supervise("sessions that are over", |cluster| {
            cluster.end_sessions_for_ever().boxed()
        });
        supervise("listings of other servers", |cluster| {
            cluster.read_listings_for_ever().boxed()
        });
        supervisor.supervise(
            "row of this server",
            Role::Serving,
            (self.clone(), row),
            |(cluster, row)| cluster.write_row_for_ever(row).boxed(),
        );
        supervisor.supervise(
            "news of other servers",
            Role::Serving,
            (self, feed),
            |(cluster, feed)| cluster.follow_news(feed).boxed(),
        );
    }

    /// Sends all clients to other nodes if this node can't reach the database and the fault is probably this
    /// node's own. That is so if another node can reach the database, or if this node is also cut off from
    /// the other nodes. The tables of this node's players would make no progress here.
    async fn send_away_when_useless(&self) {
        let mut ticks = ticks(limits::CHECK_INTERVAL);
        let mut useless_for: u32 = 0;
        loop {
            ticks.tick().await;
            // The answer may be that of a check shortly before.
            let asked = Instant::now();
            let at = asked.checked_sub(limits::READY_FRESH).unwrap_or(asked);
            let stores = self.store.is_ready().await;
            let another_stores = self.nodes.set_stores(stores, at);
            let is_useless = !stores && (another_stores || self.nodes.is_cut_off());
            useless_for = if is_useless { useless_for + 1 } else { 0 };
            // If the database itself fails, it takes a moment until the other nodes have reported that they
            // can't reach it either. So the node waits for several checks before it sends its clients away.
            if useless_for == limits::USELESS_LOOKS {
                tracing::warn!("this node doesn't reach the database; players are sent away");
                self.people.sockets.send_away();
            }
        }
    }

    async fn follow_news(&self, feed: &mut NewsFeed) {
        while let Some(news) = feed.next().await {
            match news {
                News::Message(from, message) => self.take(from, message).await,
                News::Node(event) => self.follow_node(event).await,
                News::Bus(BusEvent::Connected | BusEvent::Missed) => self.rejoin().await,
                News::Bus(BusEvent::Lost) => {}
            }
        }
    }

    async fn take(&self, from: NodeId, message: Message) {
        let lobby = self.tables.lobby();
        match message {
            Message::Listed {
                table,
                created,
                host,
                listing,
            } => lobby.set_told(table, created, Some(host), listing.as_deref()),
            Message::AtTables(here) => lobby.set_at_node(from, here),
            Message::AsksWhoIsHere => self.tell_who_is_here(),
            Message::Seated { table, player } => {
                if lobby.own().is_followed_by(player, |_| true) {
                    let table = self.tables.open(table);
                    // This runs in a task, because the table's log may have to be read first.
                    tokio::spawn(async move {
                        // A table that no longer exists needs no update.
                        let _ = table.take(Input::ShowPlayer(player)).await;
                    });
                }
            }
            Message::NotWaiting { table, host } => self.tables.no_longer_waiting(host, table),
            Message::Renamed { player, name } => self.people.sockets.rename(player, &name),
            Message::TurnedOut { bot } => self.people.sockets.turn_out(bot),
            Message::SignedOut { player, devices } => {
                self.people.sockets.sign_out(player, &devices);
            }
            Message::Matching(message) => self.matching.hear(from, *message),
            Message::Kept { player } => self.people.sockets.end_guest(player),
            Message::AccountChanged { player } => {
                self.people
                    .sockets
                    .tell(player, &ServerMessage::AccountChanged {});
            }
            Message::VisitorStatusChanged { player } => {
                let people = self.people.clone();
                // This runs in a task, because it reads the database.
                tokio::spawn(async move { people.read_status(player).await });
            }
            Message::ForPlayer { player, message } => {
                self.people.sockets.send(player, &message);
            }
            Message::Online(changes) => self.people.presence.set_at_node(from, changes),
            Message::Omitted => self.rejoin().await,
            // The module `nodes` of `boneyard-cluster` handles these messages.
            Message::Beat(_) | Message::Leaving => {}
        }
    }

    async fn follow_node(&self, event: NodeEvent) {
        match event {
            NodeEvent::Came(node) => {
                tracing::info!(%node, "another node has joined");
                self.tell_who_is_here();
                // What the two nodes told before they accepted messages of each other is lost.
                self.read_listings(self.clock.now()).await;
                if self.nodes.has_just_joined() {
                    self.tables.give_all(|| Input::Rejoin).await;
                }
            }
            NodeEvent::Back(node) => {
                tracing::warn!(%node, "a node is heard again that was taken for gone");
                self.tell_who_is_here();
                self.tables.give_all(|| Input::Rejoin).await;
            }
            NodeEvent::Gone(node) => {
                tracing::warn!(%node, "a node is gone");
                self.forget_gone();
                self.tables.give_all(|| Input::NodeGone(node)).await;
            }
            NodeEvent::CutOff => {
                tracing::warn!(
                    "this node is cut off: moves of players at other nodes are read from the database, \
                     and no player is taken for absent"
                );
            }
            NodeEvent::Rejoined => {
                tracing::info!("this node has joined the others");
                self.rejoin().await;
            }
        }
    }

    /// Catches up after messages of other nodes may have been lost. This node reads new rows from the
    /// database. It also forgets what the other nodes reported about their players and accounts, and asks
    /// them again, because the message that a player has left may be among the lost ones.
    async fn rejoin(&self) {
        if let Err(error) = self.tables.read_missed(true).await {
            tracing::error!(%error, "rows that other nodes have appended can't be looked for");
        }
        self.tables.lobby().forget_nodes(|_| true);
        self.people.presence.forget_nodes(|_| true);
        let cluster = self.clone();
        tokio::spawn(async move {
            cluster.end_sessions().await;
            cluster.people.read_all_statuses().await;
        });
        self.tell_who_is_here();
        self.bus.tell_all(Message::AsksWhoIsHere);
        self.tables.give_all(|| Input::Rejoin).await;
        self.read_listings(self.clock.now()).await;
    }

    /// Sends two lists to the other nodes: the listed tables at which players are connected to this node,
    /// and the accounts that are online at this node.
    fn tell_who_is_here(&self) {
        for some in self.tables.lobby().here().chunks(limits::TOLD_TABLES_MAX) {
            self.bus.tell_all(Message::AtTables(some.to_vec()));
        }
        self.people.tell_who_is_online();
    }

    /// Forgets who was connected through nodes that serve nobody any more.
    fn forget_gone(&self) {
        let is_over = |node| self.nodes.serves_nobody(node);
        self.tables.lobby().forget_nodes(is_over);
        self.people.presence.forget_nodes(is_over);
    }

    /// Writes this node's row, reads those of the others, and corrects the clock. Checks which players are
    /// absent when that is known again.
    async fn write_row_for_ever(&self, row: &mut NodeRow) {
        let mut ticks = ticks(limits::NODE_ROW_INTERVAL);
        let mut unheard = Vec::new();
        loop {
            ticks.tick().await;
            match row.write().await {
                Ok(others) => self.nodes.set_rows(others),
                Err(error) => tracing::debug!(%error, "this node's row can't be written"),
            }
            let now = self.nodes.unheard();
            for node in now.iter().filter(|node| !unheard.contains(*node)) {
                tracing::warn!(
                    %node,
                    "a node writes to the database and isn't heard: no player is taken for absent"
                );
            }
            unheard = now;
            if self.nodes.settle() {
                self.forget_gone();
                self.tables.give_all(|| Input::CheckPresence).await;
            }
        }
    }

    async fn read_missed_for_ever(&self) {
        let mut ticks = ticks(limits::CHECK_INTERVAL);
        loop {
            ticks.tick().await;
            if let Err(error) = self.tables.read_missed(false).await {
                tracing::error!(%error, "rows that other nodes have appended can't be looked for");
            }
        }
    }

    /// Ends sessions whose sign-out happened at another node, in case the message about the sign-out was
    /// lost.
    async fn end_sessions_for_ever(&self) {
        let mut ticks = ticks(limits::SESSIONS_INTERVAL);
        loop {
            ticks.tick().await;
            self.end_sessions().await;
        }
    }

    async fn end_sessions(&self) {
        if let Err(error) = self.people.end_sessions_that_are_over().await {
            tracing::error!(%error, "sessions that are over can't be looked for");
        }
    }

    async fn read_listings_for_ever(&self) {
        let mut ticks = ticks(limits::LISTINGS_INTERVAL);
        loop {
            ticks.tick().await;
            self.read_listings(self.clock.now()).await;
        }
    }

    /// Reads the lobby's entries that have changed recently.
    async fn read_listings(&self, now: Timestamp) {
        let since = now.plus_ms(-limits::LISTINGS_READ_MS);
        if let Err(error) = self.try_read_listings(since).await {
            tracing::error!(%error, "the lobby's list can't be read");
        }
    }

    async fn try_read_listings(&self, since: Timestamp) -> Result<(), StoreError> {
        for changed in self.store.tables().changed(since).await? {
            let listing = changed.change.listing.as_str();
            let listing = Some(listing).filter(|_| changed.change.listed);
            let lobby = self.tables.lobby();
            lobby.set_told(changed.table, changed.created, None, listing);
        }
        Ok(())
    }
}

/// An interval timer. If ticks were missed during a pause, it ticks only once for all of them.
fn ticks(every: Duration) -> tokio::time::Interval {
    let mut ticks = interval(every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}
