//! Why a deal, a play or a call was refused; nothing changed.

use crate::seat::Seat;
use crate::tile::Tile;

/// Lots or a deal that the match doesn't need now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealError {
    /// The match needs something else; see [`Match::needs`](crate::Match::needs).
    #[error("the match doesn't need this now")]
    NotNow,
    /// The lots aren't one different tile of the set for each seat.
    #[error("each seat draws one lot of the set, all different")]
    Lots,
    /// The tiles are those of another set than the one that is played with.
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
        /// Whose turn it is.
        turn: Seat,
    },
    /// The seat doesn't hold the tile.
    #[error("{tile} is not in the hand")]
    NotInHand {
        /// The tile.
        tile: Tile,
    },
    /// The opening asks for another tile.
    #[error("the round must be led with {tile}")]
    MustLead {
        /// The tile that must be led.
        tile: Tile,
    },
    /// The tile has no end like the open end, or no such end is open.
    #[error("{tile} does not fit there")]
    DoesNotFit {
        /// The tile.
        tile: Tile,
    },
}

/// A lead that can't be given to the partner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GiveError {
    /// The rules, the turn or the moment don't allow it.
    #[error("the lead can't be given to the partner now")]
    NotNow,
}

/// A call of "Muggins!" that changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CallError {
    /// There are no points to be taken, or the calling side made them itself.
    #[error("there is nothing to take")]
    NothingToTake,
}
