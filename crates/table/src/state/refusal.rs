//! The reasons for which a table refuses an input. A refused input changes nothing.

use boneyard_base::text::TextError;
use boneyard_protocol::ErrorCode;
use boneyard_rules::{DealError, Illegal, Seat, TimeError};
use boneyard_store::StoreError;

/// The reason for which a table refuses an input. Its `Display` text is the sentence that the visitor
/// reads. It holds nothing that the visitor may not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The table does not exist, or this visitor may not see it; the visitor can't tell the two cases
    /// apart.
    #[error("There is no such table.")]
    NotFound,
    /// While a match is played at a table that is not public, only its players may do anything at it.
    #[error("A match is being played here, and only its players see it.")]
    PrivateMatch,
    /// The host removed this visitor.
    #[error("The host has removed you from this table.")]
    Removed,
    /// The host has already removed as many people as allowed.
    #[error("Nobody else can be removed from this table; open another one.")]
    TooManyRemoved,
    /// Every seat is taken.
    #[error("Every seat is taken.")]
    Full,
    /// The free seats are reserved for people with the invitation.
    #[error("The free seats are kept for friends of the players.")]
    Kept,
    /// The seat is taken.
    #[error("Seat {0} is taken.")]
    Taken(Seat),
    /// The table has no seat with this number.
    #[error("This table has no seat {0}.")]
    NoSuchSeat(Seat),
    /// No player sits at the seat.
    #[error("Nobody sits at seat {0}.")]
    EmptySeat(Seat),
    /// The visitor doesn't sit at the table.
    #[error("Only players of this table can do that.")]
    NotSeated,
    /// The visitor already sits at the table.
    #[error("You sit at this table already.")]
    AlreadySeated,
    /// Only the host may do this.
    #[error("Only the host can do that.")]
    NotHost,
    /// The host can't remove themselves.
    #[error("You can't remove yourself; leave the table instead.")]
    RemoveSelf,
    /// People can be removed only before the first match.
    #[error("A player can be removed only before the first match.")]
    TooLateToRemove,
    /// This is not allowed while a match is played.
    #[error("A match is being played.")]
    MatchRunning,
    /// The match is about to be dealt.
    #[error("The match is just beginning.")]
    Beginning,
    /// The seed is not the promised one, or the player promised none.
    #[error("That isn't the seed that you promised.")]
    NotPromised,
    /// The head of a public log that came with a promise isn't a head of this server's log.
    #[error("That head isn't one of this server's public log.")]
    ForeignHead,
    /// This is allowed only while a match is played.
    #[error("No match is being played.")]
    NoMatch,
    /// The current round has not ended, so the next one can't begin.
    #[error("The round is still being played.")]
    RoundRunning,
    /// The proof of a round's deals is shown only after the round has ended.
    #[error("That round has not ended yet.")]
    NotEnded,
    /// The decision was made for an earlier position.
    #[error("The match has moved on since.")]
    Stale,
    /// The rules don't allow the move.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// Only the player on turn may ask for this.
    #[error("It is not your turn.")]
    NotOnTurn,
    /// Programs may not sit at this table.
    #[error("This table is for people only.")]
    NoBots,
    /// Only programs may sit at this table: a program has opened it, and its matches are rated.
    #[error("This table is for programs only.")]
    OnlyBots,
    /// A tournament opened the table, and its players leave by withdrawing from the tournament.
    #[error("The tournament keeps this seat for you; you can withdraw on the tournament's page.")]
    Arranged,
    /// In a section the seats are kept until its last match has ended.
    #[error("Other tables still play the same deals. Your seat is free when they have ended.")]
    Sealed,
    /// A tournament's table is for one match.
    #[error("This table was for one match of the tournament.")]
    OneMatch,
    /// Computer players may not sit at this table: its matches are rated.
    #[error("Matches here are rated: computer players can't sit down.")]
    NoComputers,
    /// The matches at this table are rated, and the visitor has no account.
    #[error("Matches here are rated: keep an account first.")]
    OnlyKept,
    /// The table is played without hints.
    #[error("There are no hints at this table.")]
    NoHints,
    /// The visitor asks for hints too fast.
    #[error("You are asking for hints too fast; wait a moment.")]
    AsksTooFast,
    /// The visitor has resigned from the match.
    #[error("You have resigned from this match.")]
    Resigned,
    /// The player doesn't keep the others waiting, or has not done so for long enough.
    #[error("That player may still take their time.")]
    NotAbsent,
    /// The win can't be claimed at this table.
    #[error("The win can't be claimed here; have a computer player take the seat.")]
    NoClaim,
    /// The table isn't played over days, or the player has taken all days of holiday.
    #[error("You have no day of holiday left.")]
    NoHoliday,
    /// The visitor has already offered in this round to end the match.
    #[error("You have offered that in this round already.")]
    OfferedBefore,
    /// Another request for a seat is pending, and only one can be pending at a time.
    #[error("Somebody is asking for a seat already; wait for the answer.")]
    RequestPending,
    /// No player who could answer a request is connected.
    #[error("None of the players is there to let you in.")]
    NobodyToAsk,
    /// This visitor may not answer the request.
    #[error("That request is not yours to answer.")]
    NotAsked,
    /// The request has ended, or is not the visitor's own.
    #[error("That request is over.")]
    NoRequest,
    /// The visitor, or all visitors together, request seats too often.
    #[error("Seats are being asked for too often; try again in a while.")]
    RequestsTooOften,
    /// The computer players' threads could not compute a hint.
    #[error("There is no hint just now; try again soon.")]
    HintFailed,
    /// The visitor writes chat messages too fast.
    #[error("You are talking too fast; wait a moment.")]
    TalksTooFast,
    /// All visitors of the table together write too many chat messages.
    #[error("Everybody is talking at once; wait a moment.")]
    TooLoud,
    /// The visitor, the network address or the table causes too many writes to the storage.
    #[error("Too much is being changed, by you or from your address; wait a moment.")]
    ChangesTooMuch,
    /// The text isn't allowed.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The storage does not answer, so nothing can be changed.
    #[error("The storage does not answer; try again soon.")]
    Unavailable,
    /// The log of the table is damaged, so the table can't continue; the server's log says why.
    #[error("This table is out of order.")]
    OutOfOrder,
}

impl Refusal {
    /// The error code that is sent to the client.
    #[must_use]
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::NotFound => ErrorCode::NotFound,
            Self::Removed => ErrorCode::Removed,
            Self::TooManyRemoved => ErrorCode::TooMany,
            Self::Full | Self::Kept => ErrorCode::Full,
            Self::Taken(_) => ErrorCode::Taken,
            Self::NoSuchSeat(_) | Self::NotPromised | Self::ForeignHead => ErrorCode::WrongFields,
            Self::NotSeated | Self::EmptySeat(_) => ErrorCode::NotSeated,
            Self::AlreadySeated => ErrorCode::AlreadySeated,
            Self::NotHost => ErrorCode::NotHost,
            Self::MatchRunning | Self::PrivateMatch => ErrorCode::MatchRunning,
            Self::NoMatch => ErrorCode::NoMatch,
            Self::RemoveSelf
            | Self::TooLateToRemove
            | Self::Beginning
            | Self::RoundRunning
            | Self::NotOnTurn
            | Self::NotEnded
            | Self::Resigned
            | Self::NotAbsent
            | Self::NoClaim
            | Self::NoHoliday
            | Self::OfferedBefore
            | Self::RequestPending
            | Self::NobodyToAsk
            | Self::NotAsked
            | Self::OnlyBots
            | Self::Arranged
            | Self::OneMatch
            | Self::Sealed
            | Self::NoComputers => ErrorCode::NotNow,
            Self::Stale | Self::NoRequest => ErrorCode::Stale,
            Self::Illegal(_) => ErrorCode::Illegal,
            Self::NoBots => ErrorCode::NoBots,
            Self::OnlyKept => ErrorCode::OnlyKept,
            Self::NoHints => ErrorCode::NoHints,
            Self::AsksTooFast | Self::RequestsTooOften | Self::ChangesTooMuch => ErrorCode::Rate,
            Self::TalksTooFast | Self::TooLoud => ErrorCode::ChatRate,
            Self::Text(_) => ErrorCode::BadText,
            Self::Unavailable | Self::OutOfOrder | Self::HintFailed => ErrorCode::Unavailable,
        }
    }

    /// Why the rules don't allow the move, if that is the reason.
    #[must_use]
    pub const fn illegal(self) -> Option<Illegal> {
        match self {
            Self::Illegal(reason) => Some(reason),
            _ => None,
        }
    }
}

impl From<DealError> for Refusal {
    /// A table deals only when the match needs a deal, so a refused deal means that the log is damaged.
    fn from(_: DealError) -> Self {
        Self::OutOfOrder
    }
}

impl From<TimeError> for Refusal {
    /// A table calls time once in a running match, so a refused call means that the log is damaged.
    fn from(_: TimeError) -> Self {
        Self::OutOfOrder
    }
}

impl From<StoreError> for Refusal {
    fn from(_: StoreError) -> Self {
        Self::Unavailable
    }
}
