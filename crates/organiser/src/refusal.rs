//! Why a request about a tournament is refused.

use boneyard_base::text::TextError;
use boneyard_protocol::ErrorCode;
use boneyard_store::StoreError;

use crate::settings::WrongSettings;

/// Why a request about a tournament is refused. A refused request changes nothing. Its `Display` text is the
/// sentence that the visitor reads.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no tournament with this id.
    #[error("There is no such tournament.")]
    NotFound,
    /// The tournament can't have these settings.
    #[error(transparent)]
    Settings(#[from] WrongSettings),
    /// The account organises too many tournaments that have not ended.
    #[error("You organise many tournaments that have not ended; end one of them first.")]
    TooManyOpen,
    /// The server has too many tournaments that have not ended.
    #[error("There are too many tournaments on this server; try again another day.")]
    TooManyHere,
    /// Only the organiser may do this.
    #[error("Only the organiser can do that.")]
    NotOrganiser,
    /// The password is wrong.
    #[error("That isn't the password of this tournament.")]
    WrongPassword,
    /// Only players with an account may take part.
    #[error("This tournament is for players with an account: keep one first.")]
    OnlyKept,
    /// Only players with an account that is known may take part.
    #[error(
        "This tournament is for accounts that are 30 days old and have played ten rated matches."
    )]
    OnlyKnown,
    /// As many players of the network take part as may.
    #[error("As many players of your network take part as may: the other places are for others.")]
    NetworkFull,
    /// Every place is taken.
    #[error("Every place is taken.")]
    Full,
    /// The tournament takes no more players.
    #[error("This tournament takes no more players.")]
    EntryClosed,
    /// The visitor takes no part.
    #[error("You don't take part in this tournament.")]
    NotEntered,
    /// Nobody has to say now that they are there.
    #[error("You can say that you are there in the quarter of an hour before the start.")]
    NoCheckIn,
    /// The player has withdrawn.
    #[error("This player has withdrawn.")]
    Withdrawn,
    /// Partners are only in a tournament of pairs.
    #[error("This tournament has no pairs.")]
    NoPairs,
    /// One of the two has a partner, or is a computer player.
    #[error("One of the two has a partner already.")]
    HasPartner,
    /// The invitation is not that of a player who needs a partner.
    #[error("That invitation doesn't hold any more.")]
    NoSuchInvite,
    /// Only the players of an arena take breaks.
    #[error("Only an arena has breaks.")]
    NoBreaks,
    /// This can't be done before the start.
    #[error("The tournament has not begun.")]
    NotBegun,
    /// This can only be done before the start.
    #[error("The tournament has begun already.")]
    Begun,
    /// The tournament has ended.
    #[error("The tournament has ended.")]
    Ended,
    /// Too few players take part.
    #[error("Too few players take part.")]
    TooFew,
    /// The tournament is already paused, or isn't.
    #[error("That is so already.")]
    AlreadySo,
    /// There is no match with this number in this round.
    #[error("There is no such match.")]
    NoSuchMatch,
    /// The organiser wants to decide a match that has got a result in the meantime, or to correct one without a result.
    #[error("The match has got a result in the meantime, or has none.")]
    Decided,
    /// A match of a knockout needs a winner.
    #[error("A match of a knockout needs a winner.")]
    NeedsWinner,
    /// Later rounds of the knockout follow from this result.
    #[error("The next round of the knockout has been paired with this result.")]
    TooLate,
    /// The places aren't those of the players at the table.
    #[error("places: one for each player, from 1 without gaps, or 0 for a player who gets nothing")]
    Places,
    /// A field that the action needs is missing.
    #[error("{0}: needed for this action")]
    Missing(&'static str),
    /// The note isn't allowed.
    #[error(transparent)]
    Note(#[from] TextError),
    /// The tournament's log can't be continued. The server's log says why.
    #[error("This tournament is out of order.")]
    OutOfOrder,
    /// The storage does not answer.
    #[error("The storage does not answer; try again soon.")]
    Unavailable,
}

impl Refusal {
    /// The error code that is sent to the client.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::NotFound | Self::NoSuchMatch | Self::NotEntered => ErrorCode::NotFound,
            Self::Settings(_) => ErrorCode::BadRules,
            Self::TooManyOpen | Self::TooManyHere => ErrorCode::TooMany,
            Self::NotOrganiser => ErrorCode::NotHost,
            Self::WrongPassword | Self::NoSuchInvite => ErrorCode::BadCode,
            Self::OnlyKept => ErrorCode::OnlyKept,
            Self::OnlyKnown => ErrorCode::OnlyKnown,
            Self::NetworkFull => ErrorCode::NetworkFull,
            Self::Full => ErrorCode::Full,
            Self::Missing(_) | Self::Places => ErrorCode::WrongFields,
            Self::Note(_) => ErrorCode::BadText,
            Self::EntryClosed => ErrorCode::EntryClosed,
            Self::NoCheckIn => ErrorCode::NoCheckIn,
            Self::NoBreaks => ErrorCode::NoBreaks,
            Self::NoPairs => ErrorCode::NoPairs,
            Self::HasPartner => ErrorCode::HasPartner,
            Self::Withdrawn => ErrorCode::Withdrawn,
            Self::NotBegun => ErrorCode::NotBegun,
            Self::Begun => ErrorCode::Begun,
            Self::Ended => ErrorCode::Ended,
            Self::TooFew => ErrorCode::TooFew,
            Self::AlreadySo => ErrorCode::AlreadySo,
            Self::NeedsWinner => ErrorCode::NeedsWinner,
            Self::TooLate => ErrorCode::TooLate,
            Self::Decided => ErrorCode::Stale,
            Self::OutOfOrder | Self::Unavailable => ErrorCode::Unavailable,
        }
    }

    /// The option that must change, as the protocol names it; `None` if the refusal isn't about an option.
    #[must_use]
    pub const fn option(&self) -> Option<&'static str> {
        match self {
            Self::Settings(wrong) => Some(wrong.option()),
            _ => None,
        }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "a tournament's log can't be used");
        Self::Unavailable
    }
}

impl From<boneyard_tournaments::Refusal> for Refusal {
    fn from(refusal: boneyard_tournaments::Refusal) -> Self {
        use boneyard_tournaments::Refusal as Pure;
        match refusal {
            Pure::Full => Self::Full,
            Pure::EntryClosed => Self::EntryClosed,
            Pure::Withdrawn => Self::Withdrawn,
            Pure::NoSuchMatch => Self::NoSuchMatch,
            Pure::NeedsWinner => Self::NeedsWinner,
            Pure::NobodyFree | Pure::Over => Self::TooFew,
            Pure::NoSuchEntrant
            | Pure::Playing
            | Pure::RoundRunning
            | Pure::Reported
            | Pure::OtherTable
            | Pure::Away
            | Pure::NotAway => Self::OutOfOrder,
        }
    }
}
