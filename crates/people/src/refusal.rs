//! The reasons why a visitor can't do something that involves other visitors.

use boneyard_base::{Barred, limits, text::TextError};
use boneyard_protocol::ErrorCode;
use boneyard_store::StoreError;
use http::StatusCode;

/// Why a visitor can't do something that involves other visitors.
#[derive(Debug, thiserror::Error)]
pub enum PeopleRefusal {
    /// There is no such table, or the visitor may not see it.
    #[error("There is no such table.")]
    NoTable,
    /// There is no such account.
    #[error("There is no such person.")]
    NoPerson,
    /// The seat has no player.
    #[error("Nobody sits there.")]
    EmptySeat,
    /// The visitor has no seat at the table, and never had one.
    #[error("Only players of that table can do that.")]
    NotSeated,
    /// The visitor has chosen themselves as the other person.
    #[error("That is yourself.")]
    Yourself,
    /// The visitor is a guest, and only accounts may do this.
    #[error("Keep your name first: only those who keep an account can do that.")]
    OnlyKept,
    /// The visitor is not a moderator.
    #[error("Only moderators can do that.")]
    OnlyModerators,
    /// The other person doesn't accept friend requests.
    #[error("This person doesn't want to be asked.")]
    NotWelcome,
    /// The visitor and the other person are not friends.
    #[error("You have no such friend.")]
    NoFriend,
    /// The visitor has blocked as many people as one visitor may.
    #[error(
        "You have blocked {} people; end one of these blocks first.",
        limits::BLOCKS_MAX
    )]
    TooManyBlocks,
    /// The visitor has too many friends, or has sent too many friend requests.
    #[error("You have {} friends or have asked as many.", limits::FRIENDS_MAX)]
    TooManyFriends,
    /// The visitor has sent too many reports.
    #[error("You have reported enough for now; the moderators look at it.")]
    TooManyReports,
    /// The visitor has done this too often.
    #[error("You are doing this too often; wait a moment.")]
    TooOften,
    /// There is no such report, or it is about the visitor.
    #[error("There is no such report.")]
    NoReport,
    /// The report is about another moderator, and moderators can't act against each other.
    #[error("This person is a moderator; only the host can act here.")]
    AgainstModerator,
    /// The length of the mute is missing, or is too long.
    #[error("minutes: from 1 to {}", limits::MUTE_MINUTES_MAX)]
    Minutes,
    /// Other visitors must not see this text.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The visitor's restrictions forbid this.
    #[error(transparent)]
    Barred(#[from] Barred),
    /// The storage failed.
    #[error("The storage does not answer; try again soon.")]
    Unavailable,
}

impl From<StoreError> for PeopleRefusal {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Self::Unavailable
    }
}

impl PeopleRefusal {
    /// The code of this refusal in the protocol.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::NoTable | Self::NoPerson | Self::NoFriend | Self::NoReport => ErrorCode::NotFound,
            Self::EmptySeat | Self::NotSeated => ErrorCode::NotSeated,
            Self::Yourself | Self::Minutes => ErrorCode::WrongFields,
            Self::OnlyKept => ErrorCode::OnlyKept,
            Self::OnlyModerators => ErrorCode::OnlyModerators,
            Self::NotWelcome | Self::AgainstModerator => ErrorCode::NotNow,
            Self::TooManyBlocks | Self::TooManyFriends | Self::TooManyReports => ErrorCode::TooMany,
            Self::TooOften => ErrorCode::Rate,
            Self::Text(_) => ErrorCode::BadText,
            Self::Barred(barred) => barred.code(),
            Self::Unavailable => ErrorCode::Unavailable,
        }
    }

    /// The HTTP status of this refusal.
    pub const fn status(&self) -> StatusCode {
        match self {
            Self::NoTable | Self::NoPerson | Self::NoFriend | Self::NoReport => {
                StatusCode::NOT_FOUND
            }
            Self::OnlyKept
            | Self::OnlyModerators
            | Self::Barred(Barred::KeptOut | Barred::Muted)
            | Self::AgainstModerator => StatusCode::FORBIDDEN,
            Self::EmptySeat
            | Self::NotSeated
            | Self::Yourself
            | Self::Minutes
            | Self::NotWelcome
            | Self::Text(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooManyBlocks
            | Self::TooManyFriends
            | Self::TooManyReports
            | Self::TooOften
            | Self::Barred(Barred::Waits) => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}
