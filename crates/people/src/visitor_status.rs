//! The server's data about a connected visitor: blocks, a mute, and whether a moderator has excluded the
//! visitor. The data is read from the database when the visitor connects, and again when it changes.

use std::sync::Arc;

use boneyard_base::{Peer, PlayerId, VisitorStatus, limits};
use boneyard_cluster::Message;
use boneyard_store::StoreError;

use crate::People;

impl People {
    /// Reads the status of a visitor, and stores it at the socket. If another read that began later has
    /// already stored a status, that status stays.
    pub async fn meet(&self, peer: &Peer) -> Result<Arc<VisitorStatus>, StoreError> {
        let ticket = peer.next_status();
        let status = Arc::new(self.store.conducts().visitor_status(peer.player).await?);
        peer.set_status(ticket, Arc::clone(&status));
        Ok(status)
    }

    /// Makes all nodes read a visitor's status again, for all sockets of the visitor.
    pub(crate) async fn status_changed(&self, player: PlayerId) {
        self.tell_nodes(Message::VisitorStatusChanged { player });
        self.read_status(player).await;
    }

    /// Reads the status of a visitor and of those who share the restrictions again, for all their sockets at this
    /// node. If the database fails, tries again until it works.
    pub async fn read_status(&self, player: PlayerId) {
        loop {
            let Err(error) = self.try_read_status(player).await else {
                return;
            };
            tracing::error!(%error, "a visitor's blocks and restrictions can't be read");
            if matches!(error, StoreError::Closed) {
                return;
            }
            tokio::time::sleep(limits::STORE_RETRY_DELAY).await;
        }
    }

    async fn try_read_status(&self, player: PlayerId) -> Result<(), StoreError> {
        for visitor in self.store.bots().with_owner(player).await? {
            for peer in self.sockets.of(visitor) {
                self.meet(&peer).await?;
            }
        }
        Ok(())
    }

    /// Reads the status of all visitors at this node again. Needed because messages from other nodes about
    /// changes may get lost.
    pub async fn read_all_statuses(&self) {
        for player in self.sockets.players() {
            self.read_status(player).await;
        }
    }
}
