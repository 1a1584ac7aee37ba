//! Ended sessions. Their sockets are closed at once; the message to other nodes may be lost, so each node
//! checks from time to time whether the sessions of its sockets are still valid.

use boneyard_base::limits;
use boneyard_store::StoreError;

use crate::People;

impl People {
    /// Closes the sockets of ended sessions: of devices that were signed out, of guests that became
    /// accounts, and of programs whose tokens were revoked.
    pub async fn end_sessions_that_are_over(&self) -> Result<(), StoreError> {
        for some in self.sockets.sessions().chunks(limits::CHECKED_SESSIONS_MAX) {
            for (player, device) in self.store.sessions_over(some.to_vec()).await? {
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
