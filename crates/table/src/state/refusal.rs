//! Why a table refuses an input; nothing has changed then.

use boneyard_base::text::TextError;
use boneyard_protocol::ErrorCode;
use boneyard_rules::{CallError, DealError, GiveError, PlayError, Seat, Tile};
use boneyard_store::StoreError;

/// Why a table refuses an input. Displays as the sentence that the visitor reads, and holds nothing that
/// the visitor may not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no such table, or this visitor may not see it: the visitor can't tell which.
    #[error("There is no such table.")]
    NotFound,
    /// While a match is played at a table by link, only its players may do anything there.
    #[error("A match is being played here, and only its players see it.")]
    PrivateMatch,
    /// The host removed this visitor.
    #[error("The host has removed you from this table.")]
    Removed,
    /// The host may not remove more people.
    #[error("Nobody else can be removed from this table; open another one.")]
    TooManyRemoved,
    /// Every seat is taken.
    #[error("Every seat is taken.")]
    Full,
    /// The seats that are left are kept.
    #[error("The free seats are kept for friends of the players.")]
    Kept,
    /// The seat is taken.
    #[error("Seat {0} is taken.")]
    Taken(Seat),
    /// The table has fewer seats.
    #[error("This table has no seat {0}.")]
    NoSuchSeat(Seat),
    /// The seat is free.
    #[error("Nobody sits at seat {0}.")]
    EmptySeat(Seat),
    /// The visitor doesn't sit at the table.
    #[error("Only players of this table can do that.")]
    NotSeated,
    /// The visitor sits at the table.
    #[error("You sit at this table already.")]
    AlreadySeated,
    /// Only the host may do this.
    #[error("Only the host can do that.")]
    NotHost,
    /// The host can't remove themselves.
    #[error("You can't remove yourself; leave the table instead.")]
    RemoveSelf,
    /// People are removed before the first match only.
    #[error("A player can be removed only before the first match.")]
    TooLateToRemove,
    /// Not while a match is played.
    #[error("A match is being played.")]
    MatchRunning,
    /// The match is about to be dealt.
    #[error("The match is just beginning.")]
    Beginning,
    /// The seed isn't the one that was promised, or none was promised.
    #[error("That isn't the seed that you promised.")]
    NotPromised,
    /// Only while a match is played.
    #[error("No match is being played.")]
    NoMatch,
    /// The next round can't begin before this one has ended.
    #[error("The round is still being played.")]
    RoundRunning,
    /// What proves the deals of a round is shown once the round has ended.
    #[error("That round has not ended yet.")]
    NotEnded,
    /// The round has ended.
    #[error("The round is over.")]
    NoRound,
    /// The decision was made for another position.
    #[error("The match has moved on since.")]
    Stale,
    /// It is another seat's turn.
    #[error("It is the turn of seat {0}.")]
    NotYourTurn(Seat),
    /// The tile is elsewhere. The refusal doesn't tell where.
    #[error("{0} is not in your hand.")]
    NotInHand(Tile),
    /// The round must be led with another tile.
    #[error("The round must be led with {0}.")]
    MustLead(Tile),
    /// The tile does not fit.
    #[error("{0} does not fit there.")]
    DoesNotFit(Tile),
    /// The lead is another seat's, can't be given by these rules, or has been given already.
    #[error("The lead cannot be given to the partner now.")]
    MayNotGive,
    /// There are no points to be taken.
    #[error("There is nothing to take.")]
    NothingToTake,
    /// Only people may sit here.
    #[error("This table is for people only.")]
    NoBots,
    /// A program has opened the table, and matches here are rated.
    #[error("This table is for programs only.")]
    OnlyBots,
    /// Matches here are rated.
    #[error("Matches here are rated: computer players can't sit down.")]
    NoComputers,
    /// Matches here are rated, and the visitor has no account.
    #[error("Matches here are rated: keep an account first.")]
    OnlyKept,
    /// The table is played without hints.
    #[error("There are no hints at this table.")]
    NoHints,
    /// The visitor asks for hints too fast.
    #[error("You are asking for hints too fast; wait a moment.")]
    AsksTooFast,
    /// The visitor has given the match up.
    #[error("You have resigned from this match.")]
    Resigned,
    /// The player doesn't keep the others waiting, or not for long enough.
    #[error("That player may still take their time.")]
    NotAbsent,
    /// The win can't be claimed here.
    #[error("The win can't be claimed here; have a computer player take the seat.")]
    NoClaim,
    /// The visitor has offered to end the match in this round.
    #[error("You have offered that in this round already.")]
    OfferedBefore,
    /// One request for a seat at a time.
    #[error("Somebody is asking for a seat already; wait for the answer.")]
    RequestPending,
    /// No player is there who may answer a request.
    #[error("None of the players is there to let you in.")]
    NobodyToAsk,
    /// The request isn't for this visitor to answer.
    #[error("That request is not yours to answer.")]
    NotAsked,
    /// The request is over, or not the visitor's.
    #[error("That request is over.")]
    NoRequest,
    /// The visitor, or all visitors together, ask for seats too often.
    #[error("Seats are being asked for too often; try again in a while.")]
    RequestsTooOften,
    /// The threads could not think of a hint.
    #[error("There is no hint just now; try again soon.")]
    HintFailed,
    /// The visitor has another match analysed.
    #[error("One of your matches is being analysed already; wait for that one.")]
    AnalysesAlready,
    /// Too many matches are being analysed, or the threads have failed.
    #[error("The match can't be analysed just now; try again soon.")]
    AnalysisFailed,
    /// The visitor talks too fast.
    #[error("You are talking too fast; wait a moment.")]
    TalksTooFast,
    /// The visitors in the room together talk too much.
    #[error("Everybody is talking at once; wait a moment.")]
    TooLoud,
    /// A moderator has muted the visitor.
    #[error("A moderator has muted you for a time.")]
    Muted,
    /// A moderator keeps the visitor out.
    #[error("A moderator keeps you out.")]
    KeptOut,
    /// Too much is written for the visitor, the address or the table.
    #[error("Too much is being changed, by you or from your address; wait a moment.")]
    ChangesTooMuch,
    /// The text isn't allowed.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The storage does not answer, so nothing can be changed.
    #[error("The storage does not answer; try again soon.")]
    Unavailable,
    /// The table's log can't be gone on from; the server's log says why.
    #[error("This table is out of order.")]
    OutOfOrder,
}

impl Refusal {
    /// The code that the client is sent.
    #[must_use]
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::NotFound => ErrorCode::NotFound,
            Self::Removed => ErrorCode::Removed,
            Self::TooManyRemoved | Self::AnalysesAlready => ErrorCode::TooMany,
            Self::Full | Self::Kept => ErrorCode::Full,
            Self::Taken(_) => ErrorCode::Taken,
            Self::NoSuchSeat(_) | Self::NotPromised => ErrorCode::WrongFields,
            Self::NotSeated | Self::EmptySeat(_) => ErrorCode::NotSeated,
            Self::AlreadySeated => ErrorCode::AlreadySeated,
            Self::NotHost => ErrorCode::NotHost,
            Self::MatchRunning | Self::PrivateMatch => ErrorCode::MatchRunning,
            Self::NoMatch => ErrorCode::NoMatch,
            Self::RemoveSelf
            | Self::TooLateToRemove
            | Self::Beginning
            | Self::RoundRunning
            | Self::NotEnded
            | Self::NoRound
            | Self::Resigned
            | Self::NotAbsent
            | Self::NoClaim
            | Self::OfferedBefore
            | Self::RequestPending
            | Self::NobodyToAsk
            | Self::NotAsked
            | Self::OnlyBots
            | Self::NoComputers => ErrorCode::NotNow,
            Self::Stale | Self::NoRequest => ErrorCode::Stale,
            Self::NotYourTurn(_) => ErrorCode::NotYourTurn,
            Self::NotInHand(_) => ErrorCode::NotInHand,
            Self::MustLead(_) => ErrorCode::MustLead,
            Self::DoesNotFit(_) => ErrorCode::DoesNotFit,
            Self::MayNotGive => ErrorCode::MayNotGive,
            Self::NothingToTake => ErrorCode::NothingToTake,
            Self::NoBots => ErrorCode::NoBots,
            Self::OnlyKept => ErrorCode::OnlyKept,
            Self::NoHints => ErrorCode::NoHints,
            Self::AsksTooFast | Self::RequestsTooOften | Self::ChangesTooMuch => ErrorCode::Rate,
            Self::TalksTooFast | Self::TooLoud => ErrorCode::ChatRate,
            Self::Muted | Self::KeptOut => ErrorCode::Barred,
            Self::Text(_) => ErrorCode::BadText,
            Self::Unavailable | Self::OutOfOrder | Self::HintFailed | Self::AnalysisFailed => {
                ErrorCode::Unavailable
            }
        }
    }
}

impl From<PlayError> for Refusal {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::NoRound => Self::NoRound,
            PlayError::NotYourTurn { turn } => Self::NotYourTurn(turn),
            PlayError::NotInHand { tile } => Self::NotInHand(tile),
            PlayError::MustLead { tile } => Self::MustLead(tile),
            PlayError::DoesNotFit { tile } => Self::DoesNotFit(tile),
        }
    }
}

impl From<CallError> for Refusal {
    fn from(CallError::NothingToTake: CallError) -> Self {
        Self::NothingToTake
    }
}

impl From<GiveError> for Refusal {
    fn from(GiveError::NotNow: GiveError) -> Self {
        Self::MayNotGive
    }
}

impl From<DealError> for Refusal {
    /// A table deals only when the match needs a deal, so a refused deal means that the log is damaged.
    fn from(_: DealError) -> Self {
        Self::OutOfOrder
    }
}

impl From<StoreError> for Refusal {
    fn from(_: StoreError) -> Self {
        Self::Unavailable
    }
}
