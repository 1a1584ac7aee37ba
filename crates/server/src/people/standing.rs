//! What the server minds about everybody who is connected: whom they have blocked, and what moderators
//! have decided. Read from the database when somebody connects and when it changes.

use std::collections::HashSet;
use std::sync::Arc;

use crate::bus::Message;
use crate::clock::Timestamp;
use crate::id::{PersonId, PlayerId};
use crate::limits;
use crate::peer::Peer;
use crate::people::People;
use crate::store::{StoreError, StoredStanding};

/// What the server minds about somebody who is connected.
#[derive(Clone, Debug, Default)]
pub(crate) struct Standing {
    /// Whom they have blocked.
    pub(crate) blocked: Arc<HashSet<PlayerId>>,
    /// They may not chat until then.
    pub(crate) muted_until: Timestamp,
    /// A moderator keeps them out.
    pub(crate) is_kept_out: bool,
    /// The account that they keep.
    pub(crate) person: Option<PersonId>,
}

impl From<StoredStanding> for Standing {
    fn from(stored: StoredStanding) -> Self {
        Self {
            blocked: Arc::new(stored.blocked.into_iter().collect()),
            muted_until: stored.conduct.muted_until,
            is_kept_out: stored.conduct.closed,
            person: stored.person,
        }
    }
}

impl People {
    /// Reads the standing of somebody who has just connected. What changes meanwhile is read once more.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) async fn meet(&self, peer: &Peer) -> Result<Arc<Standing>, StoreError> {
        let ticket = peer.next_standing();
        let standing = Arc::new(Standing::from(self.store.standing(peer.player).await?));
        peer.set_standing(ticket, Arc::clone(&standing));
        Ok(standing)
    }

    /// Reads the standing of somebody anew for all their sockets, at every node.
    pub(crate) async fn standing_changed(&self, player: PlayerId) {
        self.tell_nodes(Message::StandingChanged { player });
        self.read_standing(player).await;
    }

    /// The same at this node. While the database fails it is tried again.
    pub(crate) async fn read_standing(&self, player: PlayerId) {
        loop {
            let mut sockets = self.sockets.of(player).into_iter();
            let read = loop {
                match sockets.next() {
                    Some(peer) => {
                        if let Err(error) = self.meet(&peer).await {
                            break Err(error);
                        }
                    }
                    None => break Ok(()),
                }
            };
            let Err(error) = read else { return };
            tracing::error!(%error, "what is minded of a visitor can't be read");
            if matches!(error, StoreError::Closed) {
                return;
            }
            tokio::time::sleep(limits::STORE_RETRY_DELAY).await;
        }
    }

    /// Reads the standing of everybody at this node anew: what other nodes told of it may be lost.
    pub(crate) async fn read_all_standings(&self) {
        for player in self.sockets.players() {
            self.read_standing(player).await;
        }
    }
}
