//! A visitor, and what a cookie says of one.

use std::fmt;

use crate::{DeviceId, PersonId, PlayerId};

/// Somebody whose cookie we have signed, or a program whose token we know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor {
    /// Who they are.
    pub player: PlayerId,
    /// What others see, as the rules for names let it pass.
    pub name: String,
    /// The account that they keep; none for a guest and a program.
    pub person: Option<PersonId>,
}

/// What a cookie of ours says: who somebody is, and at which device if they keep an account. It is true as
/// long as that device is signed in; a guest's, as long as they don't keep an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credential {
    /// Who they are.
    pub player: PlayerId,
    /// The device; none for a guest and a program.
    pub device: Option<DeviceId>,
}

impl fmt::Display for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.player)?;
        self.device.map_or(Ok(()), |device| write!(f, ".{device}"))
    }
}

/// A guest's, and a program's.
impl From<PlayerId> for Credential {
    fn from(player: PlayerId) -> Self {
        let device = None;
        Self { player, device }
    }
}

impl Credential {
    /// Reads what `Display` prints.
    pub fn read(text: &str) -> Option<Self> {
        let (player, device) = match text.split_once('.') {
            Some((player, device)) => (player, Some(device.parse().ok()?)),
            None => (text, None),
        };
        let player = player.parse().ok()?;
        Some(Self { player, device })
    }
}
