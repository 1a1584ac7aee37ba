//! Which tables there are: those that are open to everybody, live for who follows them.

mod list;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use boneyard_protocol::{Listing, TableId};
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

use self::list::List;
use crate::clock::Timestamp;
use crate::gate::Requester;
use crate::id::PlayerId;
use crate::limits;
use crate::peer::{FollowId, Peer};
use crate::store::{Store, StoreError};

/// The list of tables. Clones are the same.
#[derive(Clone)]
pub struct Lobby {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    list: Mutex<List>,
    followers: Mutex<HashMap<FollowId, Peer>>,
    /// Told when the list has changed.
    changed: Notify,
}

impl fmt::Debug for Lobby {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lobby").finish_non_exhaustive()
    }
}

/// A listing as the store keeps it.
pub(crate) fn written(listing: &Listing) -> String {
    serde_json::to_string(listing).expect("a listing has no keys but the names of its fields")
}

impl Lobby {
    /// The lobby as it was when the server stopped, and the task that tells its followers.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn start(store: &Store) -> Result<Self, StoreError> {
        let lobby = Self {
            inner: Arc::default(),
        };
        for listed in store.listings().await? {
            match serde_json::from_str(&listed.listing) {
                Ok(listing) => lobby.list().set(listed.created, None, listing),
                Err(error) => {
                    tracing::error!(table = %listed.table, %error, "a listing can't be read");
                }
            }
        }
        let teller = lobby.clone();
        tokio::spawn(async move {
            loop {
                teller.inner.changed.notified().await;
                teller.tell_changes();
                if teller.list().is_long() {
                    sleep(limits::LOBBY_INTERVAL).await;
                }
            }
        });
        Ok(lobby)
    }

    /// Lists a table as it is now, or no longer. Never waits: followers are told by the lobby's
    /// own task, so that a crowd in the lobby holds no table up.
    pub(crate) fn set(
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

    /// Lists a table no longer.
    pub(crate) fn remove(&self, table: TableId) {
        if self.list().remove(table) {
            self.inner.changed.notify_one();
        }
    }

    /// A player is at a table, or nobody is any more.
    pub(crate) fn set_here(&self, table: TableId, here: Option<Requester>) {
        if self.list().set_here(table, here) {
            self.inner.changed.notify_one();
        }
    }

    /// Tables with a single person and no match yet, where nobody has been for long.
    pub(crate) fn lapsed(&self) -> Vec<TableId> {
        self.list().lapsed(Instant::now())
    }

    /// Sends a client the list, and from then on each change of it.
    pub(crate) fn follow(&self, id: FollowId, peer: &Peer) {
        if self.list().is_stale(Instant::now()) {
            self.tell_changes();
        }
        // Nothing is told between the two.
        let mut followers = self.followers();
        let frame = self.list().snapshot();
        if peer.send(&frame).is_ok() {
            followers.insert(id, peer.clone());
        }
    }

    /// Stops that.
    pub(crate) fn unfollow(&self, id: FollowId) {
        self.followers().remove(&id);
    }

    /// Tells the followers what has changed since they were told last. Writing to many sockets takes
    /// time; tables change the list meanwhile.
    fn tell_changes(&self) {
        let mut followers = self.followers();
        let frames = self.list().choose(Instant::now());
        followers.retain(|_, peer| frames.iter().all(|frame| peer.send(frame).is_ok()));
    }

    fn list(&self) -> MutexGuard<'_, List> {
        self.inner.list.lock()
    }

    /// Taken before the list, where both are.
    fn followers(&self) -> MutexGuard<'_, HashMap<FollowId, Peer>> {
        self.inner.followers.lock()
    }
}
