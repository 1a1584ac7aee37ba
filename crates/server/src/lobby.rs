//! Which tables there are: those that are open to everybody, live for who follows them.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use boneyard_protocol::{Listing, ServerMessage, TableId};
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::Notify;

use crate::clock::Timestamp;
use crate::limits;
use crate::peer::{FollowId, Frame, Peer};
use crate::store::{Store, StoreError};

/// The list of tables. Clones are the same.
#[derive(Clone)]
pub struct Lobby {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    list: Mutex<List>,
    /// Told when a listing has changed.
    changed: Notify,
}

#[derive(Default)]
struct List {
    tables: HashMap<TableId, Entry>,
    /// What changed since the followers were told last. A table that changes often while they
    /// are being told is in here once.
    changed: HashSet<TableId>,
    followers: HashMap<FollowId, Peer>,
    /// What a new follower is sent, until the next change.
    snapshot: Option<Frame>,
}

struct Entry {
    created: Timestamp,
    listing: Listing,
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
                Ok(listing) => {
                    let created = listed.created;
                    let entry = Entry { created, listing };
                    lobby.list().tables.insert(listed.table, entry);
                }
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
            }
        });
        Ok(lobby)
    }

    /// Lists a table as it is now, or no longer. Never waits: followers are told by the lobby's
    /// own task, so that a crowd in the lobby holds no table up.
    pub(crate) fn set(&self, table: TableId, created: Timestamp, listing: Option<Listing>) {
        let mut list = self.list();
        match listing {
            Some(listing) => {
                list.tables.insert(table, Entry { created, listing });
            }
            None => {
                if list.tables.remove(&table).is_none() {
                    return;
                }
            }
        }
        list.snapshot = None;
        list.changed.insert(table);
        drop(list);
        self.inner.changed.notify_one();
    }

    /// Sends a client the list, and from then on each change of it.
    pub(crate) fn follow(&self, id: FollowId, peer: &Peer) {
        let mut list = self.list();
        let frame = list.snapshot();
        if peer.send(&frame).is_ok() {
            list.followers.insert(id, peer.clone());
        }
    }

    /// Stops that.
    pub(crate) fn unfollow(&self, id: FollowId) {
        self.list().followers.remove(&id);
    }

    /// Tells the followers what has changed since they were told last. Writing to many sockets takes
    /// time, so the list stays free meanwhile.
    fn tell_changes(&self) {
        let (frames, followers) = {
            let mut list = self.list();
            let followers: Vec<_> = list
                .followers
                .iter()
                .map(|(id, peer)| (*id, peer.clone()))
                .collect();
            (list.take_changes(), followers)
        };
        for (id, peer) in followers {
            if frames.iter().any(|frame| peer.send(frame).is_err()) {
                self.unfollow(id);
            }
        }
    }

    fn list(&self) -> MutexGuard<'_, List> {
        self.inner.list.lock()
    }
}

impl List {
    fn snapshot(&mut self) -> Frame {
        if let Some(snapshot) = &self.snapshot {
            return snapshot.clone();
        }
        let mut entries: Vec<&Entry> = self.tables.values().collect();
        entries
            .sort_unstable_by_key(|entry| std::cmp::Reverse((entry.created, entry.listing.table)));
        entries.truncate(limits::LOBBY_TABLES_MAX);
        let tables = entries.iter().map(|entry| entry.listing.clone()).collect();
        let snapshot = Frame::from(&ServerMessage::Lobby { tables });
        self.snapshot.insert(snapshot).clone()
    }

    /// A message for each table that has changed.
    fn take_changes(&mut self) -> Vec<Frame> {
        let changed = std::mem::take(&mut self.changed);
        let message = |table| match self.tables.get(&table) {
            Some(entry) => ServerMessage::Listed {
                table: entry.listing.clone(),
            },
            None => ServerMessage::Unlisted { table },
        };
        changed
            .into_iter()
            .map(|table| Frame::from(&message(table)))
            .collect()
    }
}
