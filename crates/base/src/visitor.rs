//! A visitor, and the content of an identity cookie.

use std::fmt;

use crate::{DeviceId, PersonId, PlayerId};

/// The owner of a valid cookie, or a program with a valid token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor {
    /// The visitor's id.
    pub player: PlayerId,
    /// The name that others see, in its normal form.
    pub name: String,
    /// The visitor's account; none for a guest and a program.
    pub person: Option<PersonId>,
}

/// The content of an identity cookie. A device's is valid while the device is signed in; a guest's, until the
/// guest has an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credential {
    /// The visitor's id.
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

/// The credential of a guest or a program.
impl From<PlayerId> for Credential {
    fn from(player: PlayerId) -> Self {
        let device = None;
        Self { player, device }
    }
}

impl Credential {
    /// Parses what `Display` prints.
    pub fn read(text: &str) -> Option<Self> {
        let (player, device) = match text.split_once('.') {
            Some((player, device)) => (player, Some(device.parse().ok()?)),
            None => (text, None),
        };
        let player = player.parse().ok()?;
        Some(Self { player, device })
    }
}
