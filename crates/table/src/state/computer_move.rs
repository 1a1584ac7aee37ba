//! The moves of computer players.

use boneyard_rules::{Move, Seat};

/// A move of a computer player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ComputerMove {
    /// The computer player's seat.
    pub seat: Seat,
    /// The move.
    pub chosen: Move,
}
