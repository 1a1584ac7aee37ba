//! What a visitor may do towards others. Moderators and the visitor's own conduct restrict it.

use boneyard_protocol::ErrorCode;

use crate::Timestamp;

/// Defines the doors, and the list of them.
macro_rules! doors {
    ($($(#[$doc:meta])* $door:ident,)+) => {
        /// An action that others notice. Each asks [`Restrictions::may`] first.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Door {
            $($(#[$doc])* $door,)+
        }

        impl Door {
            /// All doors.
            pub const ALL: &[Self] = &[$(Self::$door),+];
        }
    };
}

doors! {
    /// Saying something or reacting at a table.
    Chat,
    /// Taking a seat, asking for one, and getting ready for a match.
    Seat,
    /// Opening a table.
    Table,
    /// Searching for a quick match.
    QuickMatch,
    /// Asking a person to be a friend, or agreeing.
    Friend,
    /// Inviting a friend to a table.
    Invitation,
    /// Reporting a player.
    Report,
    /// Choosing a name, for a guest or an account.
    Name,
    /// Making a bot.
    Bot,
}

/// What a person may not do. The same holds for the person's bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Restrictions {
    /// The person may not chat until this time.
    pub muted_until: Timestamp,
    /// Whether a moderator has excluded the person.
    pub is_kept_out: bool,
    /// The person may not search for a quick match until this time.
    pub waits_until: Timestamp,
}

/// Why a visitor may not do something now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Barred {
    /// A moderator has excluded the visitor.
    #[error("A moderator keeps you out.")]
    KeptOut,
    /// A moderator has muted the visitor.
    #[error("A moderator has muted you for a time.")]
    Muted,
    /// The visitor has left matches, and must wait.
    #[error("You have left matches; wait before the next quick match.")]
    Waits,
}

impl Barred {
    /// The code of this refusal in the protocol.
    #[must_use]
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::KeptOut | Self::Muted => ErrorCode::Barred,
            Self::Waits => ErrorCode::MustWait,
        }
    }
}

impl Restrictions {
    /// Whether a visitor with these restrictions may pass a door now. An exclusion closes all doors. A mute closes
    /// those through which others are shown a text of the visitor's choice.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn may(&self, door: Door, now: Timestamp) -> Result<(), Barred> {
        if self.is_kept_out {
            return Err(Barred::KeptOut);
        }
        match door {
            Door::Chat | Door::Name | Door::Bot if self.muted_until > now => Err(Barred::Muted),
            Door::QuickMatch if self.waits_until > now => Err(Barred::Waits),
            Door::Chat
            | Door::Seat
            | Door::Table
            | Door::QuickMatch
            | Door::Friend
            | Door::Invitation
            | Door::Report
            | Door::Name
            | Door::Bot => Ok(()),
        }
    }
}
