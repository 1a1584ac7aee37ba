//! Sessions that are over. Sockets are told at once; what a node tells of it may be lost, and so each node
//! looks from time to time whether the sessions of its sockets still hold.

use boneyard_base::limits;
use boneyard_store::StoreError;

use crate::People;

impl People {
    /// Ends the sockets of sessions that are over: of devices that were signed out, of guests who keep an
    /// account, and of programs whose tokens were taken back.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn end_sessions_that_are_over(&self) -> Result<(), StoreError> {
        for some in self.sockets.sessions().chunks(limits::CHECKED_SESSIONS_MAX) {
            for (player, device) in self.store.sessions_over(some.to_vec()).await? {
                tracing::info!("a session is over of which nobody has told this node");
                match device {
                    Some(device) => self.sockets.sign_out(player, &[device]),
                    None if player.is_bot() => self.sockets.turn_out(player),
                    None => self.sockets.end_guest(player),
                }
            }
        }
        Ok(())
    }
}
