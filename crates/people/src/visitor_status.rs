//! What the server knows about a connected visitor: blocks, a mute, a closed account. It is read from the
//! database when the visitor connects and when it changes.

use std::sync::Arc;

use boneyard_base::{Peer, PlayerId, VisitorStatus, limits};
use boneyard_cluster::Message;
use boneyard_store::StoreError;

use crate::People;

impl People {
    /// Reads the status of a visitor who has just connected, and sets it at the socket unless a later
    /// read was faster.
    pub async fn meet(&self, peer: &Peer) -> Result<Arc<VisitorStatus>, StoreError> {
        let ticket = peer.next_status();
        let status = Arc::new(self.store.visitor_status(peer.player).await?);
        peer.set_status(ticket, Arc::clone(&status));
        Ok(status)
    }

    /// Reads a visitor's status again for all their sockets, at every node.
    pub(crate) async fn status_changed(&self, player: PlayerId) {
        self.tell_nodes(Message::VisitorStatusChanged { player });
        self.read_status(player).await;
    }

    /// Reads a visitor's status again for all their sockets at this node. Tries again while the
    /// database fails.
    pub async fn read_status(&self, player: PlayerId) {
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
    pub async fn read_all_statuses(&self) {
        for player in self.sockets.players() {
            self.read_status(player).await;
        }
    }
}
