//! Ended sessions. A session can end at another node. The message about it may get lost, so each node
//! regularly checks whether the sessions of its sockets are still valid.

use boneyard_base::limits;
use boneyard_store::StoreError;

use crate::People;

impl People {
    /// Closes the sockets of sessions that have ended: a device was signed out, a guest has made an account,
    /// or a program's token was revoked.
    pub async fn end_sessions_that_are_over(&self) -> Result<(), StoreError> {
        for some in self.sockets.sessions().chunks(limits::CHECKED_SESSIONS_MAX) {
            for (player, device) in self.store.devices().sessions_over(some.to_vec()).await? {
                tracing::info!(
                    "a socket's session had ended, and no message of another node said so"
                );
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
