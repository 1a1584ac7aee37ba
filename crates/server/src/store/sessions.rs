//! Which sessions, as sockets have them open, are over: the device was signed out, the guest keeps an account,
//! the program's token was taken back.

use std::collections::HashSet;

use super::{Store, StoreError};
use crate::id::{DeviceId, PlayerId};

/// The bytes of an id.
pub(super) type Id = [u8; 16];

/// What ids are looked for among.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// Devices that are signed in.
    Devices,
    /// Players who keep an account.
    Accounts,
    /// Programs that have a token.
    Bots,
}

/// Whose socket it is, and at which device; none of a guest and of a program.
type Session = (PlayerId, Option<DeviceId>);

impl Store {
    /// Those of these sessions that are over.
    pub async fn sessions_over(&self, sessions: Vec<Session>) -> Result<Vec<Session>, StoreError> {
        self.read(move |reader| {
            let mut known = |what: Known| {
                let of_kind = sessions.iter().filter(|session| kind(**session).0 == what);
                let ids: Vec<Id> = of_kind.map(|session| kind(*session).1).collect();
                if ids.is_empty() {
                    return Ok(HashSet::new());
                }
                Ok::<HashSet<Id>, StoreError>(reader.known(what, &ids)?.into_iter().collect())
            };
            let (devices, accounts, bots) = (
                known(Known::Devices)?,
                known(Known::Accounts)?,
                known(Known::Bots)?,
            );
            let is_over = |session: &Session| match kind(*session) {
                (Known::Devices, id) => !devices.contains(&id),
                (Known::Accounts, id) => accounts.contains(&id),
                (Known::Bots, id) => !bots.contains(&id),
            };
            Ok(sessions.iter().copied().filter(is_over).collect())
        })
        .await
    }
}

/// Where to look for what, to know whether a session is over.
fn kind((player, device): Session) -> (Known, Id) {
    match device {
        Some(device) => (Known::Devices, device.bits().to_be_bytes()),
        None if player.is_bot() => (Known::Bots, *player.as_bytes()),
        None => (Known::Accounts, *player.as_bytes()),
    }
}
