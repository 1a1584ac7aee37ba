//! Why a move was refused. What is refused changes nothing.

use serde::{Deserialize, Serialize};

use crate::seat::Seat;
use crate::tile::Tile;

/// Why the rules don't allow a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LineIllegal"))]
#[serde(rename_all = "snake_case")]
pub enum Illegal {
    /// No round is being played.
    #[error("No round is being played.")]
    NoRound,
    /// It is another seat's turn.
    #[error("It is the turn of seat {turn}.")]
    NotYourTurn {
        /// The seat on turn.
        turn: Seat,
    },
    /// The seat doesn't hold the tile. The error doesn't say where the tile is.
    #[error("{tile} is not in the hand.")]
    NotInHand {
        /// The tile that the seat wants to play.
        tile: Tile,
    },
    /// The opening of the round requires another tile.
    #[error("The round must be led with {tile}.")]
    MustLead {
        /// The tile that must be led.
        tile: Tile,
    },
    /// No half of the tile has the pips of the open end, or the arm has no open end.
    #[error("{tile} does not fit there.")]
    DoesNotFit {
        /// The tile that the seat wants to play.
        tile: Tile,
    },
    /// The lead can't be given to the partner: the rules have no such option, the seat isn't the leader on turn, or
    /// the lead has been given or played already.
    #[error("The lead cannot be given to the partner now.")]
    MayNotGive,
    /// The last play has no points that a call of "Muggins!" can take, or this seat may not call.
    #[error("There is nothing to take.")]
    NothingToTake,
}
