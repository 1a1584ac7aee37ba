//! What a visitor may do towards others. Moderators and the visitor's own conduct restrict it.

use boneyard_protocol::{ClientMessage, ErrorCode, Request};

use crate::Timestamp;

/// Defines the doors, and the list of them.
macro_rules! doors {
    ($($(#[$doc:meta])* $door:ident,)+) => {
        /// An action that others notice. Each asks [`Restrictions::may`] first: the routes of the server name their doors,
        /// and for messages [`Door::of`] does.
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
    /// Taking a seat, asking for one, getting ready for a match, and taking part in a tournament.
    Seat,
    /// Opening a table, and acting as the organiser of a tournament.
    Table,
    /// Creating a tournament, whose name everybody reads.
    Tournament,
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

impl Door {
    /// The door of a client's message; `None` for a message that every visitor may send. In a match that has begun, a
    /// barred visitor may play until the match ends, so that the other players can finish it.
    #[must_use]
    pub const fn of(message: &ClientMessage) -> Option<Self> {
        match message {
            ClientMessage::Rename { .. } => Some(Self::Name),
            ClientMessage::Seek { .. } => Some(Self::QuickMatch),
            ClientMessage::Hello { .. }
            | ClientMessage::Lobby { .. }
            | ClientMessage::OwnTables { .. }
            | ClientMessage::SeekAnswer { .. }
            | ClientMessage::Unseek {}
            | ClientMessage::Seekers { .. }
            | ClientMessage::Tournament { .. }
            | ClientMessage::Open { .. }
            | ClientMessage::Close { .. } => None,
            ClientMessage::Table { request, .. } => match request {
                Request::Say { .. } | Request::React { .. } => Some(Self::Chat),
                Request::Sit { .. }
                | Request::RequestSeat { .. }
                | Request::Ready { ready: true }
                // Players promise seeds before a match. In quick match and in a tournament, a promise says that the
                // player has come.
                | Request::Commit { .. } => Some(Self::Seat),
                Request::Leave
                | Request::Ready { ready: false }
                | Request::Reveal { .. }
                | Request::Fairness { .. }
                | Request::Remove { .. }
                | Request::SeatComputer { .. }
                | Request::WithdrawRequest
                | Request::AnswerRequest { .. }
                | Request::Move { .. }
                | Request::Resign
                | Request::Agree { .. }
                | Request::Absent { .. }
                | Request::Back
                | Request::Next
                | Request::Holiday
                | Request::Hint { .. } => None,
            },
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
            Door::Chat | Door::Name | Door::Bot | Door::Tournament if self.muted_until > now => {
                Err(Barred::Muted)
            }
            Door::QuickMatch if self.waits_until > now => Err(Barred::Waits),
            Door::Chat
            | Door::Seat
            | Door::Table
            | Door::Tournament
            | Door::QuickMatch
            | Door::Friend
            | Door::Invitation
            | Door::Report
            | Door::Name
            | Door::Bot => Ok(()),
        }
    }
}
