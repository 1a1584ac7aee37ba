//! A visitor, and the content of the cookie that identifies a visitor.

use std::fmt;

use crate::{DeviceId, PersonId, PlayerId};

/// The owner of a valid identity cookie, or a bot with a valid token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor {
    /// The visitor's id.
    pub player: PlayerId,
    /// The name that other visitors see, in its canonical form.
    pub name: String,
    /// The visitor's account. `None` for a guest and for a bot.
    pub person: Option<PersonId>,
}

/// The content of an identity cookie. The cookie of a device is valid while the device is signed in. The
/// cookie of a guest is valid until the guest has an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credential {
    /// The visitor's id.
    pub player: PlayerId,
    /// The device. `None` for a guest and for a bot.
    pub device: Option<DeviceId>,
}

impl fmt::Display for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.player)?;
        self.device.map_or(Ok(()), |device| write!(f, ".{device}"))
    }
}

/// The credential of a guest or of a bot.
impl From<PlayerId> for Credential {
    fn from(player: PlayerId) -> Self {
        let device = None;
        Self { player, device }
    }
}

impl Credential {
    /// Parses the text that `Display` writes.
    pub fn read(text: &str) -> Option<Self> {
        let (player, device) = match text.split_once('.') {
            Some((player, device)) => (player, Some(device.parse().ok()?)),
            None => (text, None),
        };
        let player = player.parse().ok()?;
        Some(Self { player, device })
    }
}
