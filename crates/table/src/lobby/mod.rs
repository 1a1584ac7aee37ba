//! Lists of tables, kept up to date for the clients that follow them. `list` holds the public tables; `own`
//! holds the tables at which a visitor has a seat.

mod list;
mod own;
mod waiting;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use boneyard_base::{
    FollowId, Frame, Peer, PlayerId, Requester, Role, Supervisor, Timestamp, limits,
};
use boneyard_cluster::NodeId;
use boneyard_protocol::{Listing, TableId};
use boneyard_store::{Store, StoreError};
use futures_util::FutureExt as _;
use parking_lot::{Mutex, MutexGuard};
use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep};

use self::list::List;
pub use self::list::OpenTable;
pub use self::own::OwnTables;
use self::waiting::Waiting;

/// The lists of tables. Clones share one state.
#[derive(Clone)]
pub struct Lobby {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    list: Mutex<List>,
    followers: Mutex<Followers>,
    /// Notified when the list has changed.
    changed: Notify,
    /// Notified when a client asks for the list.
    asked: Notify,
    own: OwnTables,
}

/// The clients that follow the list of public tables.
#[derive(Default)]
struct Followers {
    /// The clients that wait for the whole list.
    waiting: Waiting,
    /// The clients that have got the list, and get its changes.
    told: HashMap<FollowId, Peer>,
}

impl fmt::Debug for Lobby {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lobby").finish_non_exhaustive()
    }
}

/// A listing in the form in which it is stored and sent to other nodes.
pub(crate) fn written(listing: &Listing) -> String {
    serde_json::to_string(listing).expect("a listing has no keys but the names of its fields")
}

impl Lobby {
    /// Reads the stored listings, and starts the tasks that send the lists to followers, on the given
    /// runtime.
    pub async fn start(
        supervisor: &Supervisor,
        store: &Store,
        runtime: &Handle,
    ) -> Result<Self, StoreError> {
        let lobby = Self {
            inner: Arc::default(),
        };
        for listed in store.tables().listed().await? {
            lobby.set_told(listed.table, listed.created, None, Some(&listed.listing));
        }
        supervisor.supervise_on(
            runtime,
            "changes of the lobby",
            Role::Serving,
            lobby.clone(),
            |lobby| lobby.tell_for_ever().boxed(),
        );
        supervisor.supervise_on(
            runtime,
            "lists of the lobby",
            Role::Serving,
            lobby.clone(),
            |lobby| lobby.send_lists_for_ever().boxed(),
        );
        supervisor.supervise_on(
            runtime,
            "lists of own tables",
            Role::Serving,
            lobby.inner.own.clone(),
            |own| own.tell_for_ever().boxed(),
        );
        Ok(lobby)
    }

    /// The lists of the visitors' own tables.
    pub fn own(&self) -> &OwnTables {
        &self.inner.own
    }

    /// Sets the listing of a table; `None` removes the table. Returns at once: the lobby's own task sends
    /// the change to the followers, so that many followers don't delay a table.
    pub fn set(
        &self,
        table: TableId,
        created: Timestamp,
        host: PlayerId,
        listing: Option<Listing>,
    ) {
        match listing {
            Some(listing) => {
                self.list().set(created, Some(host), listing);
                self.inner.changed.notify_one();
            }
            None => self.remove(table),
        }
    }

    /// Removes a table.
    pub fn remove(&self, table: TableId) {
        if self.list().remove(table) {
            self.inner.changed.notify_one();
        }
    }

    /// Sets which player is connected to a table through this node; `None` if no player is.
    pub(crate) fn set_here(&self, table: TableId, here: Option<Requester>) {
        if self.list().set_here(table, here) {
            self.inner.changed.notify_one();
        }
    }

    /// Sets the listing of a table as another node sent it or as the database stores it; `None` removes the
    /// table.
    pub fn set_told(
        &self,
        table: TableId,
        created: Timestamp,
        host: Option<PlayerId>,
        listing: Option<&str>,
    ) {
        let Some(listing) = listing else {
            return self.remove(table);
        };
        match serde_json::from_str(listing) {
            Ok(listing) => {
                self.list().set(created, host, listing);
                self.inner.changed.notify_one();
            }
            Err(error) => tracing::error!(%table, %error, "a listing can't be read"),
        }
    }

    /// Sets, for each of these tables, which player is connected through another node; `None` if no player
    /// is.
    pub fn set_at_node(&self, node: NodeId, here: Vec<(TableId, Option<Requester>)>) {
        let mut list = self.list();
        for (table, here) in here {
            if list.set_at_node(table, node, here) {
                self.inner.changed.notify_one();
            }
        }
    }

    /// Removes the players who are connected through the nodes for which `is_one` holds.
    pub fn forget_nodes(&self, is_one: impl Fn(NodeId) -> bool) {
        if self.list().forget_nodes(is_one) {
            self.inner.changed.notify_one();
        }
    }

    /// A player who is connected to a listed table, through any node.
    pub fn somebody_at(&self, table: TableId) -> Option<PlayerId> {
        self.list().somebody_at(table).map(|here| here.player)
    }

    /// Whether a table is listed.
    pub fn lists(&self, table: TableId) -> bool {
        self.list().lists(table)
    }

    /// The listed tables to which players are connected through this node. Each comes with one of these
    /// players.
    pub fn here(&self) -> Vec<(TableId, Option<Requester>)> {
        self.list().here()
    }

    /// The public tables that wait for more people, without computer players and bots.
    pub fn open_tables(&self) -> Vec<OpenTable> {
        self.list().open_tables()
    }

    /// The tables that wait for their first match with fewer than two people, and to which no player has
    /// been connected for [`limits::LONE_TABLE_LIFE`].
    pub(crate) fn lapsed(&self) -> Vec<TableId> {
        self.list().lapsed(Instant::now())
    }

    /// Registers a client: it is sent the list soon, and each change after that.
    pub fn follow(&self, id: FollowId, peer: &Peer) {
        self.followers().waiting.insert(id, peer.clone());
        self.inner.asked.notify_one();
    }

    /// Stops sending a client the list.
    pub fn unfollow(&self, id: FollowId, peer: &Peer) {
        let mut followers = self.followers();
        if followers.told.remove(&id).is_none() {
            followers.waiting.remove(id, peer);
        }
    }

    /// Sends the changes to the followers, until the process ends.
    async fn tell_for_ever(&self) {
        loop {
            self.inner.changed.notified().await;
            self.tell_changes().await;
            if self.is_crowded() {
                sleep(limits::LOBBY_INTERVAL).await;
            }
        }
    }

    /// Whether changes are sent only a few times a second, because there are many tables or many
    /// followers.
    fn is_crowded(&self) -> bool {
        self.followers().told.len() > limits::LOBBY_CROWD || self.list().is_long()
    }

    /// Sends the list to the clients that ask for it, until the process ends.
    async fn send_lists_for_ever(&self) {
        loop {
            self.inner.asked.notified().await;
            self.send_lists().await;
        }
    }

    /// Sends the list to the waiting clients. Sends only a few lists at a time, with pauses in which
    /// players' moves can be handled.
    async fn send_lists(&self) {
        loop {
            let is_crowded = self.is_crowded();
            if self.list().is_stale(Instant::now(), is_crowded) {
                self.tell_changes().await;
            }
            let others_wait = self.send_some_lists();
            // Clients that ask during the pause are served after it, so that many single requests become a
            // few batches.
            sleep(limits::LOBBY_LISTS_REST).await;
            if !others_wait {
                return;
            }
        }
    }

    /// Sends the list to some of the waiting clients. Returns whether others still wait.
    fn send_some_lists(&self) -> bool {
        // While the followers are locked, no change is sent to them. So no client gets a change before the
        // list.
        let mut followers = self.followers();
        let frame = self.list().snapshot();
        for _ in 0..limits::LOBBY_PEERS_AT_ONCE {
            let Some((id, peer)) = followers.waiting.pop() else {
                return false;
            };
            if peer.send(&frame).is_ok() {
                followers.told.insert(id, peer);
            }
        }
        true
    }

    /// Sends the followers the changes since the last call. Writing to many sockets takes time, so only a
    /// few are written at a time.
    async fn tell_changes(&self) {
        for peers in self.queue_changes().chunks(limits::LOBBY_PEERS_AT_ONCE) {
            peers.iter().for_each(Peer::flush);
            yield_now().await;
        }
    }

    /// Queues the changes for the followers without writing to their sockets. Returns these followers.
    fn queue_changes(&self) -> Vec<Peer> {
        let mut followers = self.followers();
        let frames = self.list().choose(Instant::now());
        if frames.is_empty() {
            return Vec::new();
        }
        // All changes go into one frame: if the list is long, there may be more changes than a socket's
        // queue can hold frames.
        let changes = Frame::joined(&frames);
        let told = &mut followers.told;
        told.retain(|_, peer| peer.queue(&changes).is_ok());
        told.values().cloned().collect()
    }

    fn list(&self) -> MutexGuard<'_, List> {
        self.inner.list.lock()
    }

    /// Locks the followers. Code that also locks the list must lock the followers first.
    fn followers(&self) -> MutexGuard<'_, Followers> {
        self.inner.followers.lock()
    }
}

#[cfg(test)]
mod tests {
    use super::list::tests::listing;
    use super::*;

    #[tokio::test]
    async fn a_follower_is_told_of_more_changes_at_once_than_may_wait() {
        let lobby = Lobby {
            inner: Arc::default(),
        };
        let (peer, inbox) = Peer::channel(boneyard_testing::anybody(), None);
        lobby.follow(FollowId::next(), &peer);
        assert!(!lobby.send_some_lists());
        let many = limits::SOCKET_QUEUE_MAX as u128 + 1;
        for number in 0..many {
            let table = TableId::from_bits(number);
            let listing = listing(number, 1);
            lobby.set(table, Timestamp(0), PlayerId::random(), Some(listing));
        }
        lobby.tell_changes().await;
        assert_eq!(inbox.over(), None);
    }

    /// The number of frames that one of `followers` clients gets if a table changes fifty times within a
    /// second.
    async fn frames_in_a_second(followers: usize) -> usize {
        let lobby = Lobby {
            inner: Arc::default(),
        };
        let telling = tokio::spawn({
            let lobby = lobby.clone();
            async move { lobby.tell_for_ever().await }
        });
        let peers: Vec<_> = (0..followers)
            .map(|_| {
                (
                    FollowId::next(),
                    Peer::channel(boneyard_testing::anybody(), None),
                )
            })
            .collect();
        for (id, (peer, _)) in &peers {
            lobby.followers().told.insert(*id, peer.clone());
        }
        for number in 0..50 {
            let listing = Listing {
                open_seats: number,
                ..listing(1, 1)
            };
            lobby.set(
                TableId::from_bits(1),
                Timestamp(0),
                PlayerId::random(),
                Some(listing),
            );
            sleep(std::time::Duration::from_millis(20)).await;
        }
        telling.abort();
        peers[0].1.0.waiting()
    }

    #[tokio::test(start_paused = true)]
    async fn a_crowd_is_told_of_changes_a_few_times_a_second() {
        assert_eq!(frames_in_a_second(2).await, 50);
        let crowd = frames_in_a_second(limits::LOBBY_CROWD + 1).await;
        assert!((3..=5).contains(&crowd), "{crowd}");
    }

    #[tokio::test]
    async fn lists_are_sent_a_few_at_a_time_and_not_to_clients_that_have_gone() {
        let lobby = Lobby {
            inner: Arc::default(),
        };
        let followers: Vec<_> = (0..=limits::LOBBY_PEERS_AT_ONCE)
            .map(|_| {
                (
                    FollowId::next(),
                    Peer::channel(boneyard_testing::anybody(), None),
                )
            })
            .collect();
        for (id, (peer, _)) in &followers {
            lobby.follow(*id, peer);
        }
        let (gone, (peer, _)) = &followers[0];
        lobby.unfollow(*gone, peer);
        assert!(lobby.send_some_lists());
        assert!(!lobby.send_some_lists());
        let got: Vec<usize> = followers
            .iter()
            .map(|(_, (peer, _))| peer.waiting())
            .collect();
        assert_eq!(got[0], 0);
        assert!(got[1..].iter().all(|&lists| lists == 1), "{got:?}");
    }
}
