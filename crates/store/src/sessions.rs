//! Finds the sessions with open sockets that must end because the device was signed out, the guest has made
//! an account, or the program's token was revoked.

use std::collections::HashSet;

use boneyard_base::{DeviceId, PlayerId};

use super::{Devices, StoreError};

/// The 16 bytes of an id.
pub(super) type Id = [u8; 16];

/// In which rows of the database an id is looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lookup {
    /// Devices that are signed in.
    Devices,
    /// Players who have an account.
    Accounts,
    /// Programs that have a token.
    Bots,
}

/// The player and the device of a socket. Guests and programs have no device.
type Session = (PlayerId, Option<DeviceId>);

impl Devices<'_> {
    /// Returns those of the given sessions that must end.
    pub async fn sessions_over(self, sessions: Vec<Session>) -> Result<Vec<Session>, StoreError> {
        self.0
            .read(move |reader| {
                let mut known = |what: Lookup| {
                    let of_kind = sessions.iter().filter(|session| kind(**session).0 == what);
                    let ids: Vec<Id> = of_kind.map(|session| kind(*session).1).collect();
                    if ids.is_empty() {
                        return Ok(HashSet::new());
                    }
                    Ok::<HashSet<Id>, StoreError>(reader.known(what, &ids)?.into_iter().collect())
                };
                let (devices, accounts, bots) = (
                    known(Lookup::Devices)?,
                    known(Lookup::Accounts)?,
                    known(Lookup::Bots)?,
                );
                let is_over = |session: &Session| match kind(*session) {
                    (Lookup::Devices, id) => !devices.contains(&id),
                    (Lookup::Accounts, id) => accounts.contains(&id),
                    (Lookup::Bots, id) => !bots.contains(&id),
                };
                Ok(sessions.iter().copied().filter(is_over).collect())
            })
            .await
    }
}

/// Returns which rows of the database show whether a session must end, and the id to look up in these rows.
fn kind((player, device): Session) -> (Lookup, Id) {
    match device {
        Some(device) => (Lookup::Devices, device.bits().to_be_bytes()),
        None if player.is_bot() => (Lookup::Bots, *player.as_bytes()),
        None => (Lookup::Accounts, *player.as_bytes()),
    }
}
