//! What the server minds about everybody who is connected: whom they have blocked, and what moderators
//! have decided. Read from the database when somebody connects and when it changes.

use std::sync::Arc;

use boneyard_base::{Peer, PlayerId, Standing, limits};
use boneyard_cluster::Message;
use boneyard_store::StoreError;

use crate::People;

impl People {
    /// Reads the standing of somebody who has just connected. What changes meanwhile is read once more.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn meet(&self, peer: &Peer) -> Result<Arc<Standing>, StoreError> {
        let ticket = peer.next_standing();
        let standing = Arc::new(self.store.standing(peer.player).await?);
        peer.set_standing(ticket, Arc::clone(&standing));
        Ok(standing)
    }

    /// Reads the standing of somebody anew for all their sockets, at every node.
    pub async fn standing_changed(&self, player: PlayerId) {
        self.tell_nodes(Message::StandingChanged { player });
        self.read_standing(player).await;
    }

    /// The same at this node. While the database fails it is tried again.
    pub async fn read_standing(&self, player: PlayerId) {
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
    pub async fn read_all_standings(&self) {
        for player in self.sockets.players() {
            self.read_standing(player).await;
        }
    }
}
