//! What the server knows about a connected visitor: blocks, a mute, a closed account. It is read from the
//! database when the visitor connects and when it changes.

use std::sync::Arc;

use boneyard_base::{Peer, PlayerId, Standing, limits};
use boneyard_cluster::Message;
use boneyard_store::StoreError;

use crate::People;

impl People {
    /// Reads the standing of a visitor who has just connected, and sets it at the socket unless a later
    /// read was faster.
    pub async fn meet(&self, peer: &Peer) -> Result<Arc<Standing>, StoreError> {
        let ticket = peer.next_standing();
        let standing = Arc::new(self.store.standing(peer.player).await?);
        peer.set_standing(ticket, Arc::clone(&standing));
        Ok(standing)
    }

    /// Reads a visitor's standing again for all their sockets, at every node.
    pub(crate) async fn standing_changed(&self, player: PlayerId) {
        self.tell_nodes(Message::StandingChanged { player });
        self.read_standing(player).await;
    }

    /// Reads a visitor's standing again for all their sockets at this node. Tries again while the
    /// database fails.
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
            tracing::error!(%error, "a visitor's blocks and restrictions can't be read");
            if matches!(error, StoreError::Closed) {
                return;
            }
            tokio::time::sleep(limits::STORE_RETRY_DELAY).await;
        }
    }

    /// Reads the standings of all visitors at this node again, since messages of other nodes about them
    /// may be lost.
    pub async fn read_all_standings(&self) {
        for player in self.sockets.players() {
            self.read_standing(player).await;
        }
    }
}
