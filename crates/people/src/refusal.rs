//! Why a visitor can't do something to or with other visitors.

use boneyard_base::{Timestamp, limits, text::TextError};
use boneyard_protocol::ErrorCode;
use boneyard_store::StoreError;
use http::StatusCode;

/// Why a visitor can't do something to or with other visitors.
#[derive(Debug, thiserror::Error)]
pub enum PeopleRefusal {
    /// There is no such table, or the asker may not see it.
    #[error("There is no such table.")]
    NoTable,
    /// There is no such account.
    #[error("There is no such person.")]
    NoPerson,
    /// The seat is empty.
    #[error("Nobody sits there.")]
    EmptySeat,
    /// The asker has no seat at the table, and has had none.
    #[error("Only players of that table can do that.")]
    NotSeated,
    /// The other person is the asker.
    #[error("That is yourself.")]
    Yourself,
    /// The asker is a guest.
    #[error("Keep your name first: only those who keep an account can do that.")]
    OnlyKept,
    /// The asker is not a moderator.
    #[error("Only moderators can do that.")]
    OnlyModerators,
    /// The person has chosen not to be asked.
    #[error("This person doesn't want to be asked.")]
    NotWelcome,
    /// The two are not friends.
    #[error("You have no such friend.")]
    NoFriend,
    /// The asker has blocked too many people.
    #[error(
        "You have blocked {} people; end one of these blocks first.",
        limits::BLOCKS_MAX
    )]
    TooManyBlocks,
    /// The asker has too many friends, or has sent too many friend requests.
    #[error("You have {} friends or have asked as many.", limits::FRIENDS_MAX)]
    TooManyFriends,
    /// The asker has sent too many reports.
    #[error("You have reported enough for now; the moderators look at it.")]
    TooManyReports,
    /// The asker has done this too often.
    #[error("You are doing this too often; wait a moment.")]
    TooOften,
    /// There is no such report, or it is about the asker.
    #[error("There is no such report.")]
    NoReport,
    /// Moderators don't judge each other.
    #[error("This person is a moderator; only the host can act here.")]
    AgainstModerator,
    /// The mute's length is missing or too long.
    #[error("minutes: from 1 to {}", limits::MUTE_MINUTES_MAX)]
    Minutes,
    /// The text can't be shown to others.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A moderator has barred the asker.
    #[error("A moderator keeps you out.")]
    KeptOut,
    /// The asker must wait after leaving matches.
    #[error("You have left matches; wait before the next quick match.")]
    Waits {
        /// The end of the wait.
        until: Timestamp,
    },
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
    /// The refusal's code on the wire.
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
            Self::KeptOut => ErrorCode::Barred,
            Self::Waits { .. } => ErrorCode::MustWait,
            Self::Unavailable => ErrorCode::Unavailable,
        }
    }

    /// The refusal's HTTP status.
    pub const fn status(&self) -> StatusCode {
        match self {
            Self::NoTable | Self::NoPerson | Self::NoFriend | Self::NoReport => {
                StatusCode::NOT_FOUND
            }
            Self::OnlyKept | Self::OnlyModerators | Self::KeptOut | Self::AgainstModerator => {
                StatusCode::FORBIDDEN
            }
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
            | Self::Waits { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}
