//! Why a deal, a play or a call was refused. A refused request changes nothing.

use crate::seat::Seat;
use crate::tile::Tile;

/// The lots or the deal can't be used now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealError {
    /// The match waits for another input; see [`Match::needs`](crate::Match::needs).
    #[error("the match doesn't need this now")]
    NotNow,
    /// There isn't one lot for each seat, a lot isn't in the tile set, or two lots are equal.
    #[error("each seat draws one lot of the set, all different")]
    Lots,
    /// The dealt tiles are not of the set that the rules name.
    #[error("these are the tiles of another set")]
    Set,
}

/// A play that the rules don't allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// No round is being played.
    #[error("no round is being played")]
    NoRound,
    /// It is another seat's turn.
    #[error("it is the turn of seat {turn}")]
    NotYourTurn {
        /// The seat on turn.
        turn: Seat,
    },
    /// The seat doesn't hold the tile.
    #[error("{tile} is not in the hand")]
    NotInHand {
        /// The tile that the seat wants to play.
        tile: Tile,
    },
    /// The opening of the round requires another tile.
    #[error("the round must be led with {tile}")]
    MustLead {
        /// The tile that must be led.
        tile: Tile,
    },
    /// No half of the tile has the pips of the open end, or the arm has no open end.
    #[error("{tile} does not fit there")]
    DoesNotFit {
        /// The tile that the seat wants to play.
        tile: Tile,
    },
}

/// The lead can't be given to the partner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GiveError {
    /// The rules have no such option, the seat isn't the leader on turn, or the lead has been
    /// played.
    #[error("the lead can't be given to the partner now")]
    NotNow,
}

/// Time can't be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TimeError {
    /// Time has been called before, or the match is over.
    #[error("time can't be called now")]
    NotNow,
}

/// A call of "Muggins!" that has no effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CallError {
    /// The last play has no points that a call can take, or this seat may not call "Muggins!".
    #[error("there is nothing to take")]
    NothingToTake,
}
