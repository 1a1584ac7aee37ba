//! Why somebody can't do something to or with others.

use boneyard_base::{Timestamp, limits, text::TextError};
use boneyard_protocol::ErrorCode;
use boneyard_store::StoreError;
use http::StatusCode;

/// Why somebody can't do something to or with others. Displays as the sentence that the asker reads. None
/// of them tells whether there is a block.
#[derive(Debug, thiserror::Error)]
pub enum PeopleRefusal {
    /// There is no such table, or the asker may not see it.
    #[error("There is no such table.")]
    NoTable,
    /// Nobody keeps that account.
    #[error("There is no such person.")]
    NoPerson,
    /// Nobody has that seat.
    #[error("Nobody sits there.")]
    EmptySeat,
    /// The asker must have a seat, or must have had one.
    #[error("Only players of that table can do that.")]
    NotSeated,
    /// It is the asker.
    #[error("That is yourself.")]
    Yourself,
    /// The asker is a guest.
    #[error("Keep your name first: only those who keep an account can do that.")]
    OnlyKept,
    /// The asker is no moderator.
    #[error("Only moderators can do that.")]
    OnlyModerators,
    /// The person has chosen not to be asked.
    #[error("This person doesn't want to be asked.")]
    NotWelcome,
    /// They are no friends.
    #[error("You have no such friend.")]
    NoFriend,
    /// Too many people are blocked.
    #[error(
        "You have blocked {} people; end one of these blocks first.",
        limits::BLOCKS_MAX
    )]
    TooManyBlocks,
    /// Too many friends, or people who were asked.
    #[error("You have {} friends or have asked as many.", limits::FRIENDS_MAX)]
    TooManyFriends,
    /// Too many reports.
    #[error("You have reported enough for now; the moderators look at it.")]
    TooManyReports,
    /// It was done too often.
    #[error("You are doing this too often; wait a moment.")]
    TooOften,
    /// There is no such report, or it is about the asker.
    #[error("There is no such report.")]
    NoReport,
    /// Moderators don't judge each other.
    #[error("This person is a moderator; only the host can act here.")]
    AgainstModerator,
    /// A mute needs an end.
    #[error("minutes: from 1 to {}", limits::MUTE_MINUTES_MAX)]
    Minutes,
    /// The text can't be shown to others.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A moderator keeps the asker out.
    #[error("A moderator keeps you out.")]
    KeptOut,
    /// The asker has left matches and waits.
    #[error("You have left matches; wait before the next quick match.")]
    Waits {
        /// Until when.
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
    /// The code that goes with it on the wire.
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

    /// The status that goes with it over HTTP.
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
